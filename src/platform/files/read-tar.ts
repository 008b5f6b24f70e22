import { blockBytes, paddingOf } from "./tar.ts"

/**
 * Reads a tar archive as it comes. `open` is called for each file, and returns what receives its content in parts. Fails
 * if the archive ends before its end mark.
 */
export const readTar = async (
  archive: AsyncIterable<Uint8Array>,
  open: (name: string, size: number) => (part: Uint8Array) => void
): Promise<void> => {
  let waiting = Buffer.alloc(0)
  let left = 0
  let padding = 0
  let take: (part: Uint8Array) => void = () => {}
  for await (const chunk of archive) {
    waiting = waiting.length === 0 ? Buffer.from(chunk) : Buffer.concat([waiting, chunk])
    while (waiting.length > 0) {
      if (left > 0) {
        const part = waiting.subarray(0, left)
        take(part)
        left -= part.length
        waiting = waiting.subarray(part.length)
      } else if (padding > 0) {
        const skipped = Math.min(padding, waiting.length)
        padding -= skipped
        waiting = waiting.subarray(skipped)
      } else {
        if (waiting.length < blockBytes) break
        const head = waiting.subarray(0, blockBytes)
        if (head[0] === 0) return
        const size = Number.parseInt(head.toString("latin1", 124, 136), 8)
        if (!Number.isSafeInteger(size) || size < 0) throw new Error("a file has no size")
        take = open(head.toString("utf8", 0, 100).replaceAll("\0", ""), size)
        left = size
        padding = paddingOf(size)
        waiting = waiting.subarray(blockBytes)
      }
    }
  }
  throw new Error("it ends too early")
}
