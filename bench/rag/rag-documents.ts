import type { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Stream } from "effect"
import { OrganizationLimits } from "../../src/accounts/OrganizationLimits.ts"
import { Signals } from "../../src/events/Signals.ts"
import { BlobStore } from "../../src/platform/files/BlobStore.ts"
import { DocumentReader } from "../../src/rag/DocumentReader.ts"
import { Documents } from "../../src/rag/Documents.ts"
import { Indexing } from "../../src/rag/Indexing.ts"
import { KnowledgeBases } from "../../src/rag/KnowledgeBases.ts"
import { StrayFiles } from "../../src/rag/StrayFiles.ts"
import { rounded } from "../figures.ts"

export const pages = 500

/**
 * Measures the seconds from a PDF of 500 pages to the texts of its chunks, in the process that
 * reads it.
 */
export const readPdf = Effect.gen(function* () {
  const { read } = yield* DocumentReader
  const pdf = makePdf(pages)
  const [time, chunks] = yield* Effect.timed(read({ type: "pdf", content: Stream.make(pdf) }))
  return { megabytes: rounded(pdf.length / 1e6), chunks: chunks.length, seconds: rounded(Duration.toSeconds(time)) }
}).pipe(Effect.provide(DocumentReader.layer))

const documents = 10
const wordsOfDocument = 200_000

/** Measures the chunks per second from uploaded texts to searchable chunks, with an instant embedder. */
export const indexTexts = Effect.fnUntraced(function* (sql: PgClient.PgClient, organizationId: number) {
  const { add, receive } = yield* Documents
  const { create } = yield* KnowledgeBases
  const { indexNext } = yield* Indexing
  const { id } = yield* create(organizationId, { name: "Bench" })
  for (let document = 0; document < documents; document++) {
    const content = Stream.make(new TextEncoder().encode(textOf(document)))
    yield* Effect.scoped(
      Effect.flatMap(receive(`text-${document}.txt`, content, true), (file) => add(organizationId, id, file))
    )
  }
  const [time] = yield* Effect.timed(indexNext.pipe(Effect.repeat({ while: (worked) => worked })))
  const [{ chunks } = { chunks: 0 }] = yield* sql<{ chunks: number }>`
    select coalesce(sum(chunk_count), 0)::int as chunks from documents where knowledge_base_id = ${id}::uuid and status = 'READY'`
  yield* sql`delete from knowledge_bases where id = ${id}::uuid`
  return { documents, chunks, chunksPerSecond: Math.round(chunks / Duration.toSeconds(time)) }
})

export const indexingLayer = Layer.mergeAll(Indexing.layer, Documents.layer).pipe(
  Layer.provideMerge(KnowledgeBases.layer),
  Layer.provide(StrayFiles.layer),
  Layer.provide([BlobStore.layer, DocumentReader.layer, Signals.layer, OrganizationLimits.layer])
)

const textOf = (document: number) =>
  Array.from({ length: wordsOfDocument }, (_, index) => {
    const word = `word${(index * 7919 + document) % 5_003}`
    return index % 150 === 149 ? `${word}.\n\n` : index % 12 === 11 ? `${word}.` : word
  }).join(" ")

/** Makes a minimal PDF: a standard font, and lines of text on each page. */
const makePdf = (count: number): Uint8Array => {
  const parts: Array<string> = ["%PDF-1.4\n"]
  const starts: Array<number> = []
  let length = parts[0]?.length ?? 0
  const add = (object: string) => {
    starts.push(length)
    const written = `${starts.length} 0 obj\n${object}\nendobj\n`
    parts.push(written)
    length += written.length
  }
  add("<< /Type /Catalog /Pages 2 0 R >>")
  add(
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, page) => `${4 + 2 * page} 0 R`).join(" ")}] >>`
  )
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
  for (let page = 0; page < count; page++) {
    const lines = Array.from(
      { length: 40 },
      (_, line) => `(Line ${line} of page ${page} tells what an agreement says of payment ${page * line}.) Tj T*`
    )
    const content = `BT /F1 11 Tf 14 TL 60 780 Td ${lines.join("\n")} ET`
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * page} 0 R >>`
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("")
  parts.push(
    `xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${starts.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  )
  return new TextEncoder().encode(parts.join(""))
}
