import { buffer } from "node:stream/consumers"
import type { DocumentType } from "../../domain/knowledge/KnowledgeBase.ts"
import { Unreadable } from "./blocks.ts"
import { chunksIn } from "./chunks-in.ts"

// Entry point of the process that reads one document. Its argument is the type, stdin the content;
// it prints each chunk as a line of JSON, and in the last line their number or the reason why there
// are none. The content may be hostile: see DocumentReader.ts.

try {
  const chunks = await chunksIn(process.argv[2] as DocumentType, await buffer(process.stdin))
  for (const chunk of chunks) process.stdout.write(`${JSON.stringify(chunk)}\n`)
  process.stdout.write(`${JSON.stringify({ chunks: chunks.length })}\n`)
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  process.stdout.write(`${JSON.stringify({ unreadable: error.message })}\n`)
}
