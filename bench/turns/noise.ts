import { bytesPerMilli } from "../../src/audio/frames.ts"
import { encode } from "../../src/audio/mulaw.ts"
import { makeRandom, type Random } from "./people.ts"

/** The sounds of a room in which a person telephones. */
export const beds = ["pink noise", "babble", "traffic"] as const
export type Bed = (typeof beds)[number]

/** Returns the line's audio at a time of the call: the room, and the person while they make a sound. */
export const lineIn = (bed: Bed) => {
  const room = roomOf(bed)
  return (atMillis: number, millis: number, isPersonLoud: boolean): Uint8Array => {
    const from = Math.round(atMillis * bytesPerMilli)
    return encode(
      Int16Array.from({ length: millis * bytesPerMilli }, (_, index) => {
        const person = isPersonLoud ? (voice[(from + index) % voice.length] ?? 0) : 0
        return (room[(from + index) % room.length] ?? 0) + person
      })
    )
  }
}

const samplesPerSecond = 1_000 * bytesPerMilli
const loopSeconds = 20
/** Loudness of a person, root mean square: 20 dB below the loudest tone. */
const voiceLoudness = 2_300
/** Loudness of the room: 15 dB below the person, as in the published benchmarks with noise. */
const roomLoudness = voiceLoudness / 10 ** (15 / 20)

const whiteNoise = (random: Random) => random() * 2 - 1

/** Noise with equal power in each octave, by Kellet's filter. */
const pinkNoise = (random: Random) => {
  let [slow, middle, quick] = [0, 0, 0]
  return () => {
    const white = whiteNoise(random)
    slow = 0.99765 * slow + white * 0.099046
    middle = 0.963 * middle + white * 0.2965164
    quick = 0.57 * quick + white * 1.0526913
    return slow + middle + quick + white * 0.1848
  }
}

/** Speech without words: syllables of noise, four or five a second, with pauses between phrases. */
const syllables = (random: Random, pauseChance: number) => {
  const noise = pinkNoise(random)
  let left = 0
  let length = 1
  let isPause = false
  return () => {
    if (left <= 0) {
      isPause = !isPause && random() < pauseChance
      length = samplesPerSecond * (isPause ? 0.3 + random() : 0.16 + random() * 0.1)
      left = length
    }
    left--
    return isPause ? 0 : noise() * (0.3 + Math.sin((Math.PI * left) / length))
  }
}

/** Cars that pass, each for some seconds, over the hum of a street, and a horn now and then. */
const traffic = (random: Random) => {
  const noise = pinkNoise(random)
  let [left, length, loudest, hornLeft, hum] = [0, 1, 1, 0, 0]
  let at = 0
  return () => {
    if (left <= 0) {
      length = samplesPerSecond * (2 + random() * 4)
      left = length
      loudest = 0.5 + random() * 2
      if (random() < 0.3) hornLeft = samplesPerSecond * (0.2 + random() * 0.4)
    }
    left--
    at++
    hum = 0.9 * hum + 0.1 * noise()
    const horn = hornLeft-- > 0 ? 3 * (Math.sin(at * 0.33) + Math.sin(at * 0.41)) : 0
    return (hum * 3 + noise() * 0.3) * (0.5 + loudest * Math.sin((Math.PI * left) / length) ** 2) + horn
  }
}

/** Returns a loop of a sound with this loudness. */
const loopOf = (next: () => number, loudness: number): Int16Array => {
  const sound = Float64Array.from({ length: loopSeconds * samplesPerSecond }, next)
  const power = sound.reduce((sum, sample) => sum + sample ** 2, 0) / sound.length
  return Int16Array.from(sound, (sample) => Math.round((sample * loudness) / Math.sqrt(power)))
}

const generators: Readonly<Record<Bed, (random: Random) => () => number>> = {
  "pink noise": pinkNoise,
  babble: (random) => {
    const people = Array.from({ length: 6 }, () => syllables(random, 0.15))
    return () => people.reduce((sum, person) => sum + person(), 0)
  },
  traffic
}

const rooms = new Map<Bed, Int16Array>()
const roomOf = (bed: Bed) => {
  const room = rooms.get(bed) ?? loopOf(generators[bed](makeRandom(beds.indexOf(bed) + 1)), roomLoudness)
  rooms.set(bed, room)
  return room
}

const voice = loopOf(syllables(makeRandom(9), 0), voiceLoudness)
