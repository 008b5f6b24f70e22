import { samplesPerSecond } from "./frames.ts"

/** Returns a WAV file of μ-law audio at 8 kHz, one channel. */
export const wavOf = (audio: Uint8Array): Uint8Array =>
  Buffer.concat([wavHead(audio.length, 1), audio, Buffer.alloc(audio.length % 2)])

/**
 * Returns the head of a WAV file of μ-law audio at 8 kHz, with this number of samples in each channel. The samples of
 * several channels alternate. Data of an odd length is followed by one more byte.
 */
export const wavHead = (samples: number, channels: number): Uint8Array => {
  const header = Buffer.alloc(wavHeadBytes)
  const bytes = samples * channels
  header.write("RIFF", 0)
  // A chunk of an odd length is followed by a byte that does not count to it.
  header.writeUInt32LE(wavHeadBytes - 8 + bytes + (bytes % 2), 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(18, 16)
  header.writeUInt16LE(muLaw, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond * channels, 28)
  header.writeUInt16LE(channels, 32)
  header.writeUInt16LE(8, 34)
  header.write("fact", 38)
  header.writeUInt32LE(4, 42)
  header.writeUInt32LE(samples, 46)
  header.write("data", 50)
  header.writeUInt32LE(bytes, 54)
  return header
}

/** RIFF, a format with the size of its (empty) extension, the number of samples, and the head of the data. */
export const wavHeadBytes = 58
/** The format's number of μ-law. */
const muLaw = 7
