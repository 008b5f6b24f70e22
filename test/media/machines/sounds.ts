import { silent } from "../../../src/audio/frames.ts"
import { encode } from "../../../src/audio/mulaw.ts"

const samplesPerMilli = 8
const harmonics = 14

/** Returns sound with the pitch, the formants and the rhythm of speech, but without words. */
export const babble = (random: () => number, millis: number): Uint8Array => {
  const pcm = new Int16Array(millis * samplesPerMilli)
  const pitch = 90 + random() * 140
  for (let at = 0; at < pcm.length; ) {
    const length = Math.min(pcm.length - at, Math.round((110 + random() * 140) * samplesPerMilli))
    const formants = [300 + random() * 500, 900 + random() * 1_300, 2_300 + random() * 500]
    const from = pitch * (0.9 + random() * 0.3)
    const glide = 0.8 + random() * 0.4
    const phases = new Float64Array(harmonics)
    for (let index = 0; index < length; index++) {
      const part = index / length
      const hertz = from * (1 + (glide - 1) * part)
      let sample = (random() - 0.5) * 0.15
      for (let number = 1; number <= harmonics; number++) {
        const phase = (phases[number - 1] ?? 0) + (2 * Math.PI * hertz * number) / 8_000
        phases[number - 1] = phase
        const strength = formants.reduce((sum, one) => sum + 1 / (1 + ((hertz * number - one) / 110) ** 2), 0.05)
        sample += (strength * Math.sin(phase)) / 3
      }
      pcm[at + index] = Math.round(9_000 * sample * Math.sin(Math.PI * part))
    }
    at += length + Math.round(random() * 60 * samplesPerMilli)
  }
  return encode(pcm)
}

/** Returns a melody: notes of several instruments with overtones, one after another. */
export const music = (random: () => number, millis: number): Uint8Array => {
  const pcm = new Int16Array(millis * samplesPerMilli)
  for (let at = 0; at < pcm.length; ) {
    const length = Math.min(pcm.length - at, Math.round((150 + random() * 450) * samplesPerMilli))
    const chord = [0, 4, 7].map((step) => 220 * 2 ** ((Math.floor(random() * 18) + step) / 12))
    for (let index = 0; index < length; index++) {
      const sample = chord.reduce((sum, hertz) => sum + wave(hertz, index) + wave(2 * hertz, index) / 2, 0)
      pcm[at + index] = Math.round(2_000 * sample * Math.min(1, (length - index) / 400))
    }
    at += length
  }
  return encode(pcm)
}

/** Returns a pure tone in noise; `noise` is the amplitude of the noise as a part of that of the tone. */
export const noisyTone = (random: () => number, hertz: number, millis: number, noise: number): Uint8Array =>
  encode(
    Int16Array.from({ length: millis * samplesPerMilli }, (_, index) =>
      Math.round(7_000 * (wave(hertz, index) + noise * (random() + random() - 1)))
    )
  )

/** Returns a tone whose pitch moves, as a siren's or a voice's does. */
export const sweep = (from: number, to: number, millis: number): Uint8Array => {
  const samples = millis * samplesPerMilli
  let phase = 0
  return encode(
    Int16Array.from({ length: samples }, (_, index) => {
      phase += (2 * Math.PI * (from + ((to - from) * index) / samples)) / 8_000
      return Math.round(7_000 * Math.sin(phase))
    })
  )
}

export const noise = (random: () => number, millis: number, amplitude = 6_000): Uint8Array =>
  encode(Int16Array.from({ length: millis * samplesPerMilli }, () => Math.round(amplitude * (random() - 0.5))))

export const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => Buffer.concat([...parts, silent(0)])

const wave = (hertz: number, index: number) => Math.sin((2 * Math.PI * hertz * index) / 8_000)
