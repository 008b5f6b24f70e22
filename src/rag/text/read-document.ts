import { buffer } from "node:stream/consumers"
import type { DocumentType } from "../../domain/knowledge/KnowledgeBase.ts"
import { Unreadable } from "./blocks.ts"
import { chunksIn } from "./chunks-in.ts"

// A process of its own, which reads one document: its type is the argument, its content comes in, its chunks go out, a line of
// JSON each, and the last line says that they are all, or why there are none. It may meet anything: see DocumentReader.ts.

try {
  const chunks = await chunksIn(process.argv[2] as DocumentType, await buffer(process.stdin))
  for (const chunk of chunks) process.stdout.write(`${JSON.stringify(chunk)}\n`)
  process.stdout.write(`${JSON.stringify({ chunks: chunks.length })}\n`)
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  process.stdout.write(`${JSON.stringify({ unreadable: error.message })}\n`)
}
