import { type Entry, fromBufferPromise, type ZipFile } from "yauzl"
import { Unreadable } from "./blocks.ts"

// Maximum number of parts of a file, their maximum inflated size in bytes, and the maximum ratio of
// inflated to compressed size.
const maxEntries = 2_000
const maxBytes = 64 * 1024 * 1024
const maxRatio = 100
// Inflated size below which the compression ratio is not checked, bytes: even an empty table can
// shrink to a hundredth.
const ratioFloor = 1024 * 1024

/** The parts of an Office file. Each is inflated only when it is read, and the total size is limited. */
export class Zip {
  readonly #file: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #left = maxBytes

  constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Yields the inflated bytes of a part; none when it is missing. */
  async *read(name: string): AsyncIterable<Uint8Array> {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    let size = 0
    for await (const bytes of await this.#file.openReadStreamPromise(entry)) {
      size += bytes.length
      this.#left -= bytes.length
      if (this.#left < 0 || isBomb(size, entry.compressedSize)) throw tooLarge()
      yield bytes
    }
  }
}

/**
 * Opens an archive after checking its directory. Sizes in the directory are not trusted: the real
 * size shows only when a part is read.
 */
export const openZip = async (content: Uint8Array): Promise<Zip> => {
  if (startsWith(content, oldOffice)) {
    throw new Unreadable("It is protected by a password or in an old format: save it again without either.")
  }
  const file = await fromBufferPromise(Buffer.from(content.buffer, content.byteOffset, content.byteLength), {
    strictFileNames: true
  })
  if (file.entryCount > maxEntries) throw tooLarge()
  const entries = new Map<string, Entry>()
  for await (const entry of file.eachEntry()) {
    if (entry.isEncrypted()) throw new Unreadable("It is protected by a password: save it without one.")
    if (isLink(entry) || entries.has(entry.fileName)) throw new Unreadable("It is no Office document.")
    entries.set(entry.fileName, entry)
  }
  return new Zip(file, entries)
}

const isBomb = (size: number, compressed: number): boolean => size > ratioFloor && size > compressed * maxRatio

const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const tooLarge = () => new Unreadable("It takes too much room when it is unpacked: split it into smaller documents.")

// The format of Word, Excel and PowerPoint until 2007, which still wraps documents with a password.
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]

const startsWith = (content: Uint8Array, start: ReadonlyArray<number>): boolean =>
  start.every((byte, index) => content[index] === byte)
