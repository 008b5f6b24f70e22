import type { ReadBody } from "../../domain/contacts/ContactRows.ts"
import { serveWork } from "../../platform/lifecycle/serve-work.ts"
import { type RowsToRead, readBody } from "./read-rows.ts"

// The thread of `RowsReader.ts`.
serveWork((body: RowsToRead) => {
  const read = readBody(body)
  return { result: read, transfer: buffersOf(read) }
})

const buffersOf = ({ content }: ReadBody) => {
  if (content?.kind === "contacts") return [content.contacts.json.buffer]
  if (content?.kind === "import") return content.rows.chunks.map(({ rows }) => rows.buffer)
  return []
}
