import { blockBytes, headOf, paddingOf } from "./tar.ts"

/**
 * Reads a tar archive as a stream. `open` is called for each file, and returns a function that receives the parts of its
 * content. `isAsWritten` is false if the head of the file is not one that `tarOf` writes, such as that of a link: other
 * programs may then extract something else. Fails if the archive ends before its end mark, or something follows it.
 */
export const readTar = async (
  archive: AsyncIterable<Uint8Array>,
  open: (name: string, size: number, isAsWritten: boolean) => (part: Uint8Array) => void
): Promise<void> => {
  let waiting = Buffer.alloc(0)
  let left = 0
  let padding = 0
  let hasEnded = false
  let take: (part: Uint8Array) => void = () => {}
  for await (const chunk of archive) {
    waiting = waiting.length === 0 ? Buffer.from(chunk) : Buffer.concat([waiting, chunk])
    while (waiting.length > 0) {
      if (hasEnded) {
        if (waiting.some((byte) => byte !== 0)) throw new Error("something follows its end")
        waiting = Buffer.alloc(0)
      } else if (left > 0) {
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
        if (head[0] === 0) {
          hasEnded = true
          continue
        }
        const name = head.toString("utf8", 0, 100).replaceAll("\0", "")
        const size = numberIn(head, 124)
        if (!Number.isSafeInteger(size) || size < 0) throw new Error("a file has no size")
        const written = headOf(name, size, new Date(numberIn(head, 136) * 1_000))
        take = open(name, size, head.equals(written))
        left = size
        padding = paddingOf(size)
        waiting = waiting.subarray(blockBytes)
      }
    }
  }
  if (!hasEnded) throw new Error("it ends too early")
}

const numberIn = (head: Buffer, from: number) => Number.parseInt(head.toString("latin1", from, from + 12), 8)
