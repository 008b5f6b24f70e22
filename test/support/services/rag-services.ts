import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, Stream } from "effect"
import type { Statement } from "effect/sql"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { Usage } from "../../../src/accounts/Usage.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { BlobStore } from "../../../src/platform/files/BlobStore.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import type { Embedder } from "../../../src/providers/contract/Embedder.ts"
import { Embedders } from "../../../src/providers/Embedders.ts"
import { DocumentReader, UnreadableDocument } from "../../../src/rag/DocumentReader.ts"
import { Documents } from "../../../src/rag/Documents.ts"
import { Indexing } from "../../../src/rag/Indexing.ts"
import { KnowledgeBases } from "../../../src/rag/KnowledgeBases.ts"
import { Retriever } from "../../../src/rag/Retriever.ts"
import { StrayFiles } from "../../../src/rag/StrayFiles.ts"

type Settings = Readonly<Record<string, string>>

interface Parts {
  readonly read?: DocumentReader["Service"]["read"]
  readonly embedder?: Embedder
  /** Those that can still be asked. */
  readonly others?: ReadonlyArray<Embedder>
  readonly blobs?: Layer.Layer<BlobStore, never, BlobStore>
}

/** Knowledge bases on a database that is there. Nothing runs by itself. */
export const ragServicesOn = (
  settings: Settings,
  { read = readLines, embedder = embedderNamed("one"), others = [] }: Parts = {}
) => {
  const all = [embedder, ...others]
  const embedders = { current: embedder, named: (name: string) => all.find((one) => one.name === name) }
  return Layer.mergeAll(Indexing.layer, Documents.layer, Retriever.layer).pipe(
    Layer.provideMerge(KnowledgeBases.layer),
    Layer.provideMerge(StrayFiles.layer),
    Layer.provideMerge(Layer.mergeAll(BlobStore.layer, Organizations.layer)),
    Layer.provide([SecurityLog.layer, Usage.layer, Secrets.layer]),
    Layer.provide([Layer.succeed(DocumentReader, { read }), Layer.succeed(Embedders, embedders)]),
    Layer.provideMerge(Signals.layer),
    Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
    Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
    Layer.provideMerge(Logger.layer([]))
  )
}

/** A chunk a line; a document that says so cannot be read. */
export const readLines: DocumentReader["Service"]["read"] = ({ content }) =>
  Effect.flatMap(Stream.mkString(Stream.decodeText(content)), (text) =>
    text.includes("unreadable")
      ? Effect.fail(new UnreadableDocument({ reason: "The document has no text; upload one that has" }))
      : Effect.succeed(text.split("\n").filter((line) => line !== ""))
  )

/** One that knows letters only: texts of the same letters are the same to it. */
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

/** A knowledge base of an organization, and what is uploaded to it. */
export const uploadTo = (organizationId: number, knowledgeBaseId: string, filename: string, text: string) =>
  Documents.use(({ add, receive }) =>
    Effect.scoped(
      Effect.flatMap(receive(filename, Stream.make(new TextEncoder().encode(text))), (file) =>
        add(organizationId, knowledgeBaseId, file)
      )
    )
  )

export const newBase = (organizationId: number, name = "Branches") =>
  Effect.map(
    KnowledgeBases.use(({ create }) => create(organizationId, { name })),
    ({ id }) => id
  )

/** All that is due, in this process. */
export const indexAll = Effect.gen(function* () {
  const { indexNext } = yield* Indexing
  while (yield* indexNext);
})

export const rows = <A extends object>(statement: (sql: PgClient.PgClient) => Statement.Statement<A>) =>
  Effect.flatMap(PgClient.PgClient, statement)
