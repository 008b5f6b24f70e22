import { bytesPerMilli } from "../../audio/frames.ts"
import { samples } from "../../audio/mulaw.ts"

/** A voice has begun or ended. The time is when it did, in milliseconds of what was heard; it is told a while later. */
export interface VoiceChange {
  readonly kind: "began" | "ended"
  readonly atMillis: number
}

/** When a person speaks, by how loud the line is. */
export interface VoiceActivity {
  /** Takes the next audio, of any length; what changed in it, in its order. */
  readonly hear: (audio: Uint8Array) => ReadonlyArray<VoiceChange>
}

/**
 * Sound, block by block, fills a measure, and quiet empties it. A voice begins when it is full and ends when it is empty,
 * so a click is no voice, and neither a click nor a gap between syllables changes when one ends.
 */
export const makeVoiceActivity = (): VoiceActivity => {
  let speaks = false
  let measure = 0
  /** Up to when the measure was empty, or, of one who speaks, full. */
  let settledUntil = 0
  let blockEnds = 0
  let noise = quietest
  let power = 0
  let missing = blockSamples

  const hear = (audio: Uint8Array): ReadonlyArray<VoiceChange> => {
    let changes: Array<VoiceChange> | undefined
    for (let from = 0; from < audio.length; ) {
      const to = Math.min(audio.length, from + missing)
      power += powerOf(audio, from, to)
      missing -= to - from
      from = to
      if (missing > 0) break
      const change = endBlock(power / blockSamples)
      power = 0
      missing = blockSamples
      if (change === undefined) continue
      changes ??= []
      changes.push(change)
    }
    return changes ?? unchanged
  }

  const endBlock = (loudness: number) => {
    blockEnds += blockMillis
    const sounds = loudness > noise * (speaks ? staysAbove : beginsAbove)
    noise = learn(noise, loudness)
    measure = sounds ? Math.min(whole, measure + blockMillis) : Math.max(0, measure - blockMillis)
    if (measure === (speaks ? 0 : whole)) return turn()
    if (measure === (speaks ? whole : 0)) settledUntil = blockEnds
    return undefined
  }

  const turn = (): VoiceChange => {
    const change: VoiceChange = { kind: speaks ? "ended" : "began", atMillis: settledUntil }
    speaks = !speaks
    settledUntil = blockEnds
    return change
  }

  return { hear }
}

const unchanged: ReadonlyArray<VoiceChange> = []

// A period of the lowest voice.
const blockMillis = 10
const blockSamples = blockMillis * bytesPerMilli
const whole = 200

// All that is loud is a mean square here. A line's own noise is softer than the quietest times `beginsAbove`; what is louder
// than the loudest times that is a voice, however long it lasts.
const quietest = 50 ** 2
const loudest = 600 ** 2
const beginsAbove = 10
const staysAbove = 5

const powerOf = (audio: Uint8Array, from: number, to: number) => {
  let power = 0
  for (let index = from; index < to; index++) power += squares[audio[index] ?? 0] ?? 0
  return power
}

const squares = Float64Array.from(samples, (sample) => sample ** 2)

// The pauses of a voice tell the noise behind it. Noise that is new is taken for a voice, until it has had no pause for seconds.
const learn = (noise: number, loudness: number) => {
  const learned = loudness < noise ? noise + (loudness - noise) * 0.1 : noise * 1.007
  return Math.min(loudest, Math.max(quietest, learned))
}
