import { bytesPerMilli } from "../../audio/frames.ts"
import type { SpokenTime } from "../../providers/contract/TextToSpeech.ts"
import { joinSentences } from "./sentence-marks.ts"
import { type VoicedAudio, voicedIn } from "./voiced-audio.ts"

/**
 * The sentences of a reply and their audio. Positions are bytes of the audio. The position of a
 * word within its sentence is known from a voice that reports times, and otherwise estimated from
 * its place in the text and from where the audio sounds.
 */
export interface PlayedText {
  /** Forgets everything, for another reply. */
  readonly restart: () => void
  /** Begins a sentence; the one before is complete unless it was cut. */
  readonly begin: (sentence: string) => void
  readonly add: (audio: Uint8Array) => void
  /** Notes until when characters of the last sentence sound, as the voice reports it. */
  readonly addTimes: (times: ReadonlyArray<SpokenTime>) => void
  /** Marks the last sentence as cut: its audio broke off. */
  readonly cut: () => void
  /** Marks the last sentence as complete unless it was cut. */
  readonly finish: () => void
  /** Drops the audio from a position on; a sentence that it ends within is cut. */
  readonly truncate: (position: number) => void
  readonly length: () => number
  /** Copies audio from a position into a frame, as much as there is. */
  readonly read: (from: number, frame: Uint8Array) => void
  /** Returns the words that sounded before a position. */
  readonly textBefore: (position: number) => string
  /** Returns where to resume after a position: at the first word that did not sound completely before it. */
  readonly wordStart: (position: number) => number
}

export const makePlayedText = (): PlayedText => {
  // All replies of a call share this buffer, into which audio is copied. Audio that arrives is mostly a small part of a
  // large buffer, which it would keep in memory, and buffers that live for seconds make V8 collect all memory more often.
  let audio = new Uint8Array(firstBytes)
  let sentences: Array<Sentence> = []
  let length = 0

  const restart = () => {
    sentences = []
    length = 0
  }

  const end = (isCut: boolean) => {
    const last = sentences.at(-1)
    if (last === undefined || last.to !== undefined) return
    last.to = length
    last.isCut = isCut
  }

  const finish = () => end(false)

  const begin = (text: string) => {
    finish()
    sentences.push({ text, from: length, to: undefined, isCut: false, times: [] })
  }

  const add = (more: Uint8Array) => {
    if (length + more.length > audio.length) {
      const larger = new Uint8Array(2 * (length + more.length))
      larger.set(audio.subarray(0, length))
      audio = larger
    }
    audio.set(more, length)
    length += more.length
  }

  const addTimes = (times: ReadonlyArray<SpokenTime>) => sentences.at(-1)?.times.push(...times)

  const truncate = (position: number) => {
    if (position >= length) return
    while ((sentences.at(-1)?.from ?? -1) >= position) sentences.pop()
    const last = sentences.at(-1)
    if (last !== undefined && (last.to ?? length) > position) Object.assign(last, { to: position, isCut: true })
    length = position
  }

  const soundOf = (sentence: Sentence) => {
    const { from, to = length } = sentence
    if (sentence.sound?.to === to) return sentence.sound.voiced
    const voiced = voicedIn(audio.subarray(from, to))
    // A whole sentence is measured once, and the last one again with each word that was heard.
    if (sentence.to !== undefined) sentence.sound = { to, voiced }
    return voiced
  }

  /** Returns the words of each sentence, which its voice has timed or whose times are estimated. */
  const words = (): ReadonlyArray<ReadonlyArray<Word>> => {
    const sounds = sentences.map((sentence) => (sentence.times.length > 0 ? undefined : soundOf(sentence)))
    const pace = paceOf(sentences, sounds)
    return sentences.map((sentence, index) => wordsIn(sentence, sounds[index], length, pace))
  }

  const textBefore = (position: number) => {
    const all = words()
    const texts = sentences.map((sentence, index) => {
      const last = all[index]?.findLast(({ to }) => to <= position)
      return sentence.text.slice(0, last?.end ?? 0)
    })
    return joinSentences(texts.filter((text) => text !== ""))
  }

  const wordStart = (position: number) => {
    const next = words()
      .flat()
      .find(({ to }) => to > position)
    return Math.min(position, next?.from ?? position)
  }

  return {
    restart,
    begin,
    add,
    addTimes,
    cut: () => end(true),
    finish,
    truncate,
    length: () => length,
    read: (from, frame) => frame.set(audio.subarray(from, Math.min(from + frame.length, length))),
    textBefore,
    wordStart
  }
}

interface Sentence {
  readonly text: string
  readonly from: number
  /** Undefined while more audio of the sentence may come. */
  to: number | undefined
  isCut: boolean
  /** The sounding part of its audio until `to`, once that is known. */
  sound?: { readonly to: number; readonly voiced: VoicedAudio }
  /** Reported times, in order; empty if the voice reports none. */
  readonly times: Array<SpokenTime>
}

interface Word {
  /** Index in the text of the sentence. */
  readonly end: number
  readonly from: number
  readonly to: number
}

// Room for the audio at first: eight seconds, as long as most replies.
const firstBytes = 8_000 * bytesPerMilli
// Error of the estimated position of a word, bytes.
const margin = 20 * bytesPerMilli
// Audio of a letter in the quickest speech, bytes.
const minBytesPerLetter = 50 * bytesPerMilli

/** Returns the bytes of sound per letter, measured over complete sentences. */
const paceOf = (sentences: ReadonlyArray<Sentence>, sounds: ReadonlyArray<VoicedAudio | undefined>) => {
  let bytes = 0
  let letters = 0
  for (const [index, { from, isCut, text, to }] of sentences.entries()) {
    const sound = sounds[index]
    if (sound === undefined || to === undefined || to === from || isCut) continue
    bytes += sound.length
    letters += text.length
  }
  return Math.max(minBytesPerLetter, letters === 0 ? 0 : bytes / letters)
}

/**
 * Returns the words of a sentence, each with a margin before and after it. A sentence without audio
 * was not said; nor was a word at or after the point where the audio was cut.
 */
const wordsIn = (
  sentence: Sentence,
  sound: VoicedAudio | undefined,
  length: number,
  pace: number
): ReadonlyArray<Word> => {
  const { from, isCut, text, to } = sentence
  if (to === from) return []
  if (sound === undefined) return timedWords(sentence)
  const isWhole = to !== undefined && !isCut
  const available = to ?? length
  const span = isWhole ? sound.length : Math.max(sound.length, text.length * pace)
  const soundedAt = (place: number) => (place / text.length) * span
  const words = Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => {
    const end = index + word.length
    return {
      end,
      from: Math.max(from, from + Math.floor(sound.beginAt(soundedAt(index))) - margin),
      to: Math.min(
        isWhole ? available : Number.POSITIVE_INFINITY,
        from + Math.ceil(sound.endAt(soundedAt(end))) + margin
      )
    }
  })
  return isCut ? words.filter((word) => word.to <= available) : words
}

/** Returns the words of a sentence whose times are known. A word without a time was not said yet. */
const timedWords = ({ from, isCut, text, times, to }: Sentence): ReadonlyArray<Word> => {
  const isWhole = to !== undefined && !isCut
  let next = 0
  let begins = from
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }): Word => {
    const end = index + word.length
    while (next < times.length && (times[next]?.characters ?? 0) < end) next++
    const until = times[next]?.untilMillis
    const reported = until === undefined ? Number.POSITIVE_INFINITY : from + Math.round(until * bytesPerMilli)
    const wordBegins = begins
    begins = reported
    // A voice may report fewer characters than the text has, such as for a sign that it does not say.
    return { end, from: wordBegins, to: isWhole ? Math.min(reported, to) : reported }
  }).filter((word) => word.to <= (to ?? Number.POSITIVE_INFINITY))
}
