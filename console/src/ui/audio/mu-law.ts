/** Decodes a byte of μ-law as ITU-T G.711 says, to a sample from -1 to 1. */
const ofMuLaw = (byte: number): number => {
  const code = ~byte & 0xff
  const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84
  return ((code & 0x80) === 0 ? magnitude : -magnitude) / 32_768
}

const samples = Float32Array.from({ length: 256 }, (_, byte) => ofMuLaw(byte))

/** Decodes the audio of a phone line. */
export const decodeMuLaw = (audio: Uint8Array): Float32Array<ArrayBuffer> =>
  Float32Array.from(audio, (byte) => samples[byte] ?? 0)
