import { bytesPerMilli } from "./frames.ts"

/** Returns a WAV file of μ-law audio at 8 kHz, one channel. */
export const wavOf = (audio: Uint8Array): Uint8Array => {
  const header = Buffer.alloc(headerBytes)
  const samplesPerSecond = bytesPerMilli * 1_000
  header.write("RIFF", 0)
  // A chunk of an odd length is followed by a byte that does not count to it.
  const padding = audio.length % 2
  header.writeUInt32LE(headerBytes - 8 + audio.length + padding, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(18, 16)
  header.writeUInt16LE(muLaw, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write("fact", 38)
  header.writeUInt32LE(4, 42)
  header.writeUInt32LE(audio.length, 46)
  header.write("data", 50)
  header.writeUInt32LE(audio.length, 54)
  return Buffer.concat([header, audio, Buffer.alloc(padding)])
}

/** RIFF, a format with the size of its (empty) extension, the number of samples, and the head of the data. */
const headerBytes = 58
/** The format's number of μ-law. */
const muLaw = 7
