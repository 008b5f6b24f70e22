import { decodeMuLaw } from "./mu-law.ts"

/**
 * Plays a WAV file of a phone line, which is μ-law at 8 kHz; resolves when it begins. Decodes the file itself, because
 * browsers disagree on how to do it.
 */
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
      return decodeMuLaw(new Uint8Array(view.buffer, view.byteOffset + at + 8, end - at - 8))
    }
    at += 8 + size + (size % 2)
  }
  return new Float32Array(0)
}

/** The letters `data`. */
const dataMark = 0x64617461
