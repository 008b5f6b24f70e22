// Runs in the thread of the browser's sound, and turns that of the microphone into frames of a phone line.
import { encodeMuLaw } from "./encode-mu-law.ts"
import { makeResampler } from "./resample.ts"

declare const sampleRate: number
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort }
declare const registerProcessor: (name: string, processor: unknown) => void

/** Samples a second of a phone line, and samples of a frame. */
const lineRate = 8000
const frameSamples = 160

registerProcessor(
  "line-microphone",
  class extends AudioWorkletProcessor {
    private readonly resample = makeResampler(sampleRate, lineRate)
    private readonly frame = new Float32Array(frameSamples)
    private filled = 0

    process([input]: ReadonlyArray<ReadonlyArray<Float32Array>>): boolean {
      const sound = input?.[0]
      if (sound === undefined) return true
      for (const sample of this.resample(sound)) {
        this.frame[this.filled++] = sample
        if (this.filled < frameSamples) continue
        this.filled = 0
        const audio = encodeMuLaw(this.frame)
        this.port.postMessage(audio, [audio.buffer])
      }
      return true
    }
  }
)
