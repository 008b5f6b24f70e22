import { PgClient } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { Statement } from "effect/sql"
import type { Embedder } from "../../../../src/providers/contract/Embedder.ts"
import { type DocumentReader, UnreadableDocument } from "../../../../src/rag/DocumentReader.ts"
import { Documents } from "../../../../src/rag/Documents.ts"
import { Indexing } from "../../../../src/rag/Indexing.ts"
import { KnowledgeBases } from "../../../../src/rag/KnowledgeBases.ts"
import { knowledgeServicesOn } from "../../services/knowledge.ts"

interface Fakes {
  readonly read?: DocumentReader["Service"]["read"]
  readonly embedder?: Embedder
  /** Former embedders that can still be asked. */
  readonly others?: ReadonlyArray<Embedder>
}

/** Knowledge bases on an existing database, with a reader of lines and an embedder that counts letters. */
export const ragServicesOn = (
  settings: Readonly<Record<string, string>>,
  { read = readLines, embedder = embedderNamed("one"), others = [] }: Fakes = {}
) => {
  const all = [embedder, ...others]
  const embedders = { current: embedder, named: (name: string) => all.find((one) => one.name === name) }
  return knowledgeServicesOn(settings, { reader: { read }, embedders })
}

/** Makes each line a chunk. A text with the word "unreadable" fails. */
export const readLines: DocumentReader["Service"]["read"] = ({ content }) =>
  Effect.flatMap(Stream.mkString(Stream.decodeText(content)), (text) =>
    text.includes("unreadable")
      ? Effect.fail(new UnreadableDocument({ reason: "The document has no text; upload one that has" }))
      : Effect.succeed(text.split("\n").filter((line) => line !== ""))
  )

/** An embedder of letter counts: texts with the same letters have the same vector. */
export const embedderNamed = (name: string): Embedder => ({
  name,
  dimensions: 26,
  embed: (texts) => Effect.succeed(texts.map(lettersOf)),
  scoreOf: (cosine) => cosine
})

const lettersOf = (text: string): Float32Array => {
  const counts = new Float32Array(26)
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) counts[letter.charCodeAt(0) - 97]! += 1
  const length = Math.hypot(...counts) || 1
  return counts.map((count) => count / length)
}

/** Uploads a text file to a knowledge base. */
export const uploadTo = (organizationId: number, knowledgeBaseId: string, filename: string, text: string) =>
  Documents.use(({ add, receive }) =>
    Effect.scoped(
      Effect.flatMap(receive(filename, Stream.make(new TextEncoder().encode(text)), true), (file) =>
        add(organizationId, knowledgeBaseId, file)
      )
    )
  )

export const newBase = (organizationId: number, name = "Branches") =>
  Effect.map(
    KnowledgeBases.use(({ create }) => create(organizationId, { name })),
    ({ id }) => id
  )

/** Indexes all due documents, in this process. */
export const indexAll = Effect.gen(function* () {
  const { indexNext } = yield* Indexing
  while (yield* indexNext);
})

export const rows = <A extends object>(statement: (sql: PgClient.PgClient) => Statement.Statement<A>) =>
  Effect.flatMap(PgClient.PgClient, statement)
