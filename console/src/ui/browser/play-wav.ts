/** Plays a WAV file of a phone line, which is μ-law at 8 kHz; resolves when it begins. Browsers decode that differently. */
export const playWav = async (file: ArrayBuffer): Promise<void> => {
  const samples = samplesOf(new DataView(file))
  const context = new AudioContext()
  await context.resume()
  const buffer = context.createBuffer(1, Math.max(1, samples.length), 8000)
  buffer.copyToChannel(samples, 0)
  const source = context.createBufferSource()
  source.buffer = buffer
  source.connect(context.destination)
  source.onended = () => void context.close()
  source.start()
}

/** Returns the samples of the part `data` of a WAV file, from -1 to 1. */
const samplesOf = (view: DataView): Float32Array<ArrayBuffer> => {
  // After `RIFF`, its size and `WAVE` come parts: four letters, a size, and as many bytes, padded to an even number.
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    if (view.getUint32(at) === dataMark) {
      const end = Math.min(at + 8 + size, view.byteLength)
      return Float32Array.from({ length: end - at - 8 }, (_, index) => ofMuLaw(view.getUint8(at + 8 + index)))
    }
    at += 8 + size + (size % 2)
  }
  return new Float32Array(0)
}

/** The letters `data`. */
const dataMark = 0x64617461

/** Decodes a byte of μ-law as ITU-T G.711 says. */
const ofMuLaw = (byte: number): number => {
  const code = ~byte & 0xff
  const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84
  return ((code & 0x80) === 0 ? magnitude : -magnitude) / 32_768
}
