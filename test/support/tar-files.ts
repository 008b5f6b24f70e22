/** Returns the files of a tar archive as Latin-1 or UTF-8 texts, by their names. */
export const filesOf = (archive: Uint8Array): ReadonlyMap<string, string> => {
  const bytes = Buffer.from(archive)
  const files = new Map<string, string>()
  for (let at = 0; bytes[at] !== undefined && bytes[at] !== 0; ) {
    const name = bytes.toString("utf8", at, at + 100).replaceAll("\0", "")
    const size = Number.parseInt(bytes.toString("latin1", at + 124, at + 135), 8)
    files.set(name, bytes.toString(name.endsWith(".wav") ? "latin1" : "utf8", at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
