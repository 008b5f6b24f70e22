import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { ProviderFailure } from "../../src/providers/contract/ProviderFailure.ts"
import { Documents } from "../../src/rag/Documents.ts"
import { Indexing } from "../../src/rag/Indexing.ts"
import { KnowledgeBases } from "../../src/rag/KnowledgeBases.ts"
import { Retriever } from "../../src/rag/Retriever.ts"
import { StrayFiles } from "../../src/rag/StrayFiles.ts"
import {
  embedderNamed,
  indexAll,
  newBase,
  ragServicesOn,
  readLines,
  rows,
  uploadTo
} from "../support/data/knowledge/uploads.ts"
import { newOrganization } from "../support/data/organizations.ts"
import { makeDatabase } from "../support/servers/test-database.ts"

type Parts = Parameters<typeof ragServicesOn>[1]

/** A new connection for each node, because an embedded database belongs to one process. */
const withDatabase = Effect.map(
  Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
  ({ settings }) => ({
    files: Effect.promise(() => readdir(join(settings.DATA_DIR as string, "blobs"))),
    on:
      (parts?: Parts) =>
      <A, E, R>(use: Effect.Effect<A, E, R>) =>
        Effect.provide(use, ragServicesOn(settings, parts), { local: true })
  })
)

const documentsOf = (organizationId: number, base: string) => Documents.use(({ list }) => list(organizationId, base))
const ask = (organizationId: number, knowledgeBaseId: string, question: string) =>
  Retriever.use(({ retrieve }) => retrieve({ organizationId, knowledgeBaseId, question }))
const indexNext = Effect.flatMap(Indexing, (indexing) => indexing.indexNext)
const makeDue = rows((sql) => sql`update documents set due_at = now() where due_at is not null`)

describe("a document", () => {
  it.live(
    "a document is indexed once, with its chunks in order",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        const text = Array.from({ length: 250 }, (_, index) => `line ${index}`).join("\n")
        const { id } = yield* uploadTo(org, base, "lines.txt", text)
        assert.isTrue(yield* indexNext)
        assert.isFalse(yield* indexNext)
        const chunks = yield* rows(
          (sql) => sql`select position, text, model, v.knowledge_base_id as base
          from chunks join chunk_vectors v on v.chunk_id = chunks.id where document_id = ${id}::uuid order by position`
        )
        assert.deepStrictEqual(
          chunks,
          Array.from({ length: 250 }, (_, position) => ({ position, text: `line ${position}`, model: "one", base }))
        )
        const [document] = yield* documentsOf(org, base)
        assert.deepInclude(document, { id, status: "READY", chunkCount: 250, failureReason: null })
      }).pipe(on())
    })
  )

  it.live(
    "an unreadable document fails for good, with a reason",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        yield* uploadTo(org, base, "picture.txt", "unreadable")
        yield* indexAll
        const [document] = yield* documentsOf(org, base)
        const failureReason = "The document has no text; upload one that has"
        assert.deepInclude(document, { status: "FAILED", failureReason, chunkCount: 0 })
        assert.deepStrictEqual(yield* rows((sql) => sql`select 1 from documents where due_at is not null`), [])
      }).pipe(on())
    })
  )

  it.live(
    "a document is retried after a failure of the embedder, with growing delays",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      const good = embedderNamed("one")
      let failing = 6
      const embed: typeof good.embed = (texts, use) =>
        --failing >= 0
          ? Effect.fail(new ProviderFailure({ provider: "test", reason: "is down", retryable: true }))
          : good.embed(texts, use)
      yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        yield* uploadTo(org, base, "hours.txt", "from nine to six")
        const waits: Array<number> = []
        for (let time = 0; time < 6; time++) {
          assert.isTrue(yield* indexNext)
          assert.isFalse(yield* indexNext)
          const [document] = yield* documentsOf(org, base)
          assert.deepInclude(document, { status: "INDEXING", failureReason: null, chunkCount: 0 })
          const [wait] = yield* rows(
            (sql) => sql<{ seconds: number }>`select
            extract(epoch from due_at - now())::float8 as seconds from documents`
          )
          waits.push(Math.ceil(wait?.seconds ?? 0))
          yield* makeDue
        }
        assert.deepStrictEqual(waits, [1, 4, 16, 64, 256, 1024])
        yield* indexAll
        assert.deepInclude((yield* documentsOf(org, base))[0], { status: "READY", chunkCount: 1 })
      }).pipe(on({ embedder: { ...good, embed } }))
    })
  )

  it.live(
    "a document claimed by another node in the meantime is written by that node alone",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      const begun = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      let readers = 0
      yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        yield* uploadTo(org, base, "hours.txt", "from nine to six")
        const slow = yield* Effect.forkChild(indexNext)
        yield* Deferred.await(begun)
        // Its lease has expired, like that of a process that was suspended and continues later.
        yield* rows((sql) => sql`update documents set due_at = now() + interval '1 hour', taken_at = now()`)
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(slow)
        assert.deepStrictEqual(yield* rows((sql) => sql`select 1 from chunks`), [])
        assert.deepInclude((yield* documentsOf(org, base))[0], { status: "INDEXING" })
        yield* makeDue
        yield* indexAll
        assert.lengthOf(yield* rows((sql) => sql`select 1 from chunk_vectors`), 1)
      }).pipe(
        on({
          read: (document) =>
            readers++ > 0
              ? readLines(document)
              : Deferred.succeed(begun, undefined).pipe(
                  Effect.andThen(Deferred.await(goOn)),
                  Effect.andThen(readLines(document))
                )
        })
      )
    })
  )

  it.live(
    "a document deleted during its indexing leaves no row and no file",
    Effect.fnUntraced(function* () {
      const { files, on } = yield* withDatabase
      const good = embedderNamed("one")
      let remove: Effect.Effect<void> = Effect.void
      const embed: typeof good.embed = (texts, use) => Effect.andThen(remove, good.embed(texts, use))
      yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const documents = yield* Documents
        const bases = yield* KnowledgeBases
        for (const whole of [true, false]) {
          const base = yield* newBase(org)
          const { id } = yield* uploadTo(org, base, "hours.txt", "from nine to six")
          remove = Effect.orDie(whole ? bases.remove(org, base) : documents.remove(org, base, id))
          assert.isTrue(yield* indexNext)
        }
        yield* Effect.flatMap(StrayFiles, ({ removeDue }) => removeDue)
        for (const table of ["documents", "chunks", "chunk_vectors", "stray_files"]) {
          assert.deepStrictEqual(yield* rows((sql) => sql`select 1 from ${sql(table)}`), [], table)
        }
        assert.deepStrictEqual(yield* files, [])
      }).pipe(on({ embedder: { ...good, embed } }))
    })
  )

  it.live(
    "an unfinished document of a stopping node is due for another node at once",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      const begun = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        yield* uploadTo(org, base, "hours.txt", "from nine to six")
        const working = yield* Effect.forkChild(indexNext)
        yield* Deferred.await(begun)
        assert.deepStrictEqual(yield* rows((sql) => sql`select 1 from documents where due_at <= clock_timestamp()`), [])
        yield* Fiber.interrupt(working)
        assert.lengthOf(yield* rows((sql) => sql`select 1 from documents where due_at <= clock_timestamp()`), 1)
      }).pipe(on({ read: () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never) }))
    })
  )
})

describe("organizations", () => {
  it.live(
    "organizations take turns, however many documents each has",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      const order: Array<string> = []
      yield* Effect.gen(function* () {
        for (const [name, count] of [
          ["a", 4],
          ["b", 2],
          ["c", 1]
        ] as const) {
          const org = yield* newOrganization
          const base = yield* newBase(org)
          for (let index = 0; index < count; index++) yield* uploadTo(org, base, "one.txt", `${name}${index}`)
        }
        yield* indexAll
        assert.deepStrictEqual(order, ["a0", "b0", "c0", "a1", "b1", "a2", "a3"])
      }).pipe(
        on({
          read: (document) => Effect.tap(readLines(document), ([text = ""]) => Effect.sync(() => order.push(text)))
        })
      )
    })
  )

  it.live(
    "a node works on one document per organization, which leaves a worker for another",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      const begun = yield* Deferred.make<void>()
      const never = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const [large, small] = [yield* newOrganization, yield* newOrganization]
        const [bases, other] = [yield* newBase(large), yield* newBase(small)]
        for (const name of ["a.txt", "b.txt"]) yield* uploadTo(large, bases, name, "takes long")
        const working = yield* Effect.forkChild(indexNext)
        yield* Deferred.await(begun)
        assert.isFalse(yield* indexNext)
        yield* uploadTo(small, other, "hours.txt", "from nine to six")
        assert.isTrue(yield* indexNext)
        assert.deepInclude((yield* documentsOf(small, other))[0], { status: "READY" })
        yield* Deferred.succeed(never, undefined)
        yield* Fiber.join(working)
        assert.isTrue(yield* indexNext)
      }).pipe(
        on({
          read: (document) =>
            Effect.flatMap(readLines(document), (texts) =>
              texts[0] === "takes long"
                ? Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(never)), Effect.as(texts))
                : Effect.succeed(texts)
            )
        })
      )
    })
  )
})

describe("another model", () => {
  it.live(
    "a new model replaces the vectors in the background, and the old ones serve until then",
    Effect.fnUntraced(function* () {
      const { on } = yield* withDatabase
      const [one, two] = [embedderNamed("one"), embedderNamed("two")]
      const question = "when do you open"
      const { before, base, org } = yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        const lines = Array.from({ length: 230 }, (_, index) => `${"z".repeat(index)} zebra ${index}`)
        yield* uploadTo(org, base, "hours.txt", [...lines, "we open when you do"].join("\n"))
        yield* uploadTo(org, base, "picture.txt", "unreadable")
        yield* indexAll
        return { before: yield* ask(org, base, question), base, org }
      }).pipe(on({ embedder: one }))
      assert.strictEqual(before[0]?.text, "we open when you do")

      const asked: Array<number> = []
      const embed: typeof two.embed = (texts, use) =>
        Effect.andThen(
          Effect.sync(() => use === "document" && asked.push(texts.length)),
          two.embed(texts, use)
        )
      yield* Effect.gen(function* () {
        const { findOutdated } = yield* Indexing
        assert.deepStrictEqual(yield* ask(org, base, question), before)
        assert.isFalse(yield* indexNext)
        assert.isTrue(yield* findOutdated)
        assert.isFalse(yield* findOutdated)
        assert.deepStrictEqual(yield* ask(org, base, question), before)
        assert.include(
          (yield* documentsOf(org, base)).map(({ status }) => status),
          "READY"
        )
        yield* indexAll
        assert.deepStrictEqual(asked, [100, 100, 31])
        // The same chunks, found by the new vectors.
        assert.deepStrictEqual(yield* ask(org, base, question), before)
        const models = yield* rows((sql) => sql`select model, count(*)::int as count from chunk_vectors group by model`)
        assert.deepStrictEqual(models, [{ model: "two", count: 231 }])
        assert.isFalse(yield* findOutdated)
      }).pipe(on({ embedder: { ...two, embed }, others: [one] }))
    })
  )
})

describe("a stray file", () => {
  it.live(
    "a stray file of an interrupted upload is removed when it is due",
    Effect.fnUntraced(function* () {
      const { files, on } = yield* withDatabase
      yield* Effect.gen(function* () {
        const org = yield* newOrganization
        const base = yield* newBase(org)
        const { make, removeDue } = yield* StrayFiles
        const { storageKey } = yield* uploadTo(org, base, "hours.txt", "from nine to six")
        const { Stream } = yield* Effect.promise(() => import("effect"))
        const stray = yield* make(Stream.make(new Uint8Array([1])))
        assert.sameMembers(yield* files, [storageKey, stray])
        assert.isFalse(yield* removeDue)
        yield* rows((sql) => sql`update stray_files set due_at = now()`)
        assert.isTrue(yield* removeDue)
        assert.isFalse(yield* removeDue)
        assert.deepStrictEqual(yield* files, [storageKey])
      }).pipe(on())
    })
  )
})
