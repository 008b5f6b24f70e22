/** Returns the samples of a WAV file; other bytes are taken for samples and returned unchanged. */
export const samplesOf = (file: Uint8Array): Uint8Array => {
  if (nameAt(file, 0) !== "RIFF" || nameAt(file, 8) !== "WAVE") return file
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = 12
  while (at + 8 <= file.length) {
    const length = view.getUint32(at + 4, true)
    // A file that was streamed may claim any length; subarray stops at its real end.
    if (nameAt(file, at) === "data") return file.subarray(at + 8, at + 8 + length)
    // Chunks begin at even offsets.
    at += 8 + length + (length % 2)
  }
  return file.subarray(file.length)
}

const nameAt = (file: Uint8Array, at: number) => String.fromCharCode(...file.subarray(at, at + 4))
