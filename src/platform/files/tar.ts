import { Stream } from "effect"

/** A file of an archive. Its size is known before its content is read. */
export interface ArchivedFile {
  /** Path of at most 100 bytes. */
  readonly name: string
  readonly size: number
  readonly content: Stream.Stream<Uint8Array>
}

/** Returns a tar archive (POSIX ustar) of the files, in their order. Holds no file in memory. */
export const tarOf = <E, R>(
  files: Stream.Stream<ArchivedFile, E, R>,
  modifiedAt: Date
): Stream.Stream<Uint8Array, E, R> =>
  files.pipe(
    Stream.flatMap(({ content, name, size }) =>
      Stream.make(headOf(name, size, modifiedAt)).pipe(Stream.concat(content), Stream.concat(zeros(paddingOf(size))))
    ),
    Stream.concat(zeros(2 * blockBytes))
  )

const zeros = (count: number) => (count === 0 ? Stream.empty : Stream.make(new Uint8Array(count)))

/** A file whose content is in memory already. */
export const fileOf = (name: string, content: string | Uint8Array): ArchivedFile => {
  const bytes = Buffer.from(content as Uint8Array)
  return { name, size: bytes.length, content: Stream.make(bytes) }
}

/** Number of bytes of a block: heads and contents begin at multiples of it. */
export const blockBytes = 512

/** Number of bytes after a content of this size until the next head. */
export const paddingOf = (size: number): number => -size & (blockBytes - 1)

/** The block before the content of a file. */
export const headOf = (name: string, size: number, modifiedAt: Date): Uint8Array => {
  const head = Buffer.alloc(blockBytes)
  head.write(name, 0, 100)
  // Only its owner may read an extracted file.
  head.write("0000600\0", 100)
  head.write("0000000\0", 108)
  head.write("0000000\0", 116)
  head.write(`${octal(size)} `, 124)
  head.write(`${octal(Math.trunc(modifiedAt.getTime() / 1_000))} `, 136)
  head.write("        ", 148)
  head.write("0", 156)
  head.write("ustar\x0000", 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return head
}

const octal = (value: number) => value.toString(8).padStart(11, "0")
