import { bytesPerMilli, frameMillis } from "../../audio/frames.ts"
import { silence } from "../../audio/mulaw.ts"
import type { SpokenTime } from "../../providers/contract/TextToSpeech.ts"
import { makePlayedText } from "../text/played-text.ts"
import type { SpokenAudio } from "./voices.ts"

/** A message of whole frames for the carrier. */
export interface OutgoingAudio {
  readonly audio: Uint8Array
  /** A mark to send after the frames: when the carrier returns it, they were played. */
  readonly mark?: string
}

/**
 * Plays one reply at a time and tracks how much of it was heard. Times are milliseconds of the
 * line's time. Sound begins and ends by our own clock; the carrier's marks only make the estimate
 * of what was heard more precise.
 */
export interface Playback {
  /** Begins another reply. */
  readonly begin: () => void
  /** The audio from here on says this sentence. */
  readonly sentence: (text: string) => void
  readonly add: (audio: Uint8Array) => void
  /** Notes until when characters of the current sentence sound. */
  readonly addTimes: (times: ReadonlyArray<SpokenTime>) => void
  /** Marks the current sentence as cut: its audio broke off. */
  readonly cut: () => void
  /** Plays a sentence of its own between those of the reply: all its audio at once. */
  readonly addFiller: (text: string, sound: SpokenAudio) => void
  /** Marks the reply as complete at the end of its filler. Returns false, and does nothing, if no filler sounds. */
  readonly finishFiller: (now: number) => boolean
  /** Marks the reply as complete. */
  readonly finish: () => void
  /** Returns the next frames that may be sent now, if there are any. */
  readonly next: (now: number) => OutgoingAudio | undefined
  /** Handles a mark that the carrier returned. */
  readonly reach: (mark: string, now: number) => void
  /** Drops the rest of the reply. The caller clears the carrier's buffer. */
  readonly clear: (now: number) => void
  /** Pauses and keeps the part that was not heard. The caller clears the carrier's buffer. */
  readonly pause: (now: number) => void
  /** Resumes with the first word that was not heard completely. */
  readonly resume: () => void
  /** Whether all of the reply was played. */
  readonly hasEnded: (now: number) => boolean
  /** Whether all audio that has arrived was played, although the reply is not complete. */
  readonly isDry: (now: number) => boolean
  /** Returns the duration of the heard part of the reply, ms. */
  readonly heardMillis: (now: number) => number
  /** Returns the words of the reply that were heard completely. */
  readonly heardText: (now: number) => string
}

/** `isTimedByAudio`: the line's clock is its audio, so a mark returns at the very time at which its audio ends. */
export const makePlayback = (isTimedByAudio = false): Playback => {
  const reply = makePlayedText()
  let state: "playing" | "paused" | "cleared" = "playing"
  let isWhole = false
  /** Positions in the reply, bytes. `heardBefore` does not shrink when a word is said again after a pause. */
  let sent = 0
  let heardBefore = 0
  /** Where playback began, or resumed. */
  let begun = 0
  /** Where the last filler ends, bytes. */
  let fillerEnd = 0
  /** Silence after the last audio, which fills its frame, bytes. */
  let padding = 0
  /** When the carrier's buffer is played to its end. */
  let endsAt = 0
  // Marks of an older generation are ignored: the carrier may return marks of audio that it dropped.
  let generation = 0
  let unmarked = 0
  const marks = new Map<string, number>()
  let reached: { readonly position: number; readonly at: number } | undefined

  const forgetMarks = () => {
    generation++
    unmarked = 0
    marks.clear()
    reached = undefined
  }

  const begin = () => {
    forgetMarks()
    reply.restart()
    state = "playing"
    isWhole = false
    sent = 0
    heardBefore = 0
    begun = 0
    padding = 0
    fillerEnd = 0
  }

  const sentence = (text: string) => {
    if (state !== "cleared") reply.begin(text)
  }

  const add = (audio: Uint8Array) => {
    if (state !== "cleared") reply.add(audio)
  }

  const addTimes = (times: ReadonlyArray<SpokenTime>) => {
    if (state !== "cleared") reply.addTimes(times)
  }

  const cut = () => {
    if (state !== "cleared") reply.cut()
  }

  const addFiller = (text: string, { audio, times = [] }: SpokenAudio) => {
    if (state === "cleared") return
    reply.begin(text)
    reply.add(audio)
    reply.addTimes(times)
    // Its last word counts as heard once it was played.
    reply.finish()
    fillerEnd = reply.length()
  }

  const finishFiller = (now: number) => {
    if (state !== "playing" || heard(now) >= fillerEnd) return false
    // The carrier has the beginning of the next sentence already when the filler is about to end.
    reply.truncate(Math.max(fillerEnd, sent))
    finish()
    return true
  }

  const finish = () => {
    if (state === "cleared") return
    isWhole = true
    reply.finish()
  }

  const next = (now: number): OutgoingAudio | undefined => {
    if (state !== "playing") return undefined
    const left = (reply.length() - sent) / frameBytes
    const available = isWhole ? Math.ceil(left) : Math.floor(left)
    const begins = Math.max(endsAt, now)
    const room = Math.min(Math.floor((now + maxSendAheadMillis - begins) / frameMillis), roomByMarks())
    const frames = Math.min(available, room, framesPerMessage)
    // Audio that does not fit yet goes into a full message soon.
    if (frames < Math.min(available, framesPerMessage) || frames === 0) return undefined
    const audio = new Uint8Array(frames * frameBytes).fill(silence)
    reply.read(sent, audio)
    padding = Math.max(0, sent + audio.length - reply.length())
    sent += audio.length - padding
    endsAt = begins + frames * frameMillis
    unmarked += frames
    const isLast = isWhole && sent === reply.length()
    return isLast || unmarked >= framesPerMark ? { audio, mark: addMark() } : { audio }
  }

  /**
   * Returns how many frames may be sent before another mark returns. A line that is timed by its audio goes on while this
   * process stands still. The frames of that time arrive all at once afterwards, and the clock of the line alone would
   * then send all audio that has become due.
   */
  const roomByMarks = () => {
    if (!isTimedByAudio) return Number.POSITIVE_INFINITY
    const confirmed = Math.max(begun, reached?.position ?? 0)
    return Math.floor((confirmed - sent) / frameBytes) + maxSendAheadMillis / frameMillis + framesPerMark
  }

  const addMark = () => {
    const mark = `${generation}.${marks.size + 1}`
    marks.set(mark, sent)
    unmarked = 0
    return mark
  }

  const reach = (mark: string, now: number) => {
    const position = marks.get(mark)
    if (position === undefined || position <= (reached?.position ?? 0)) return
    reached = { position, at: now }
  }

  /** Returns the heard bytes: never more than can have been played, whatever the carrier's marks say. */
  const heard = (now: number) => {
    const played = Math.min(sent, sent + padding - Math.max(0, endsAt - now) * bytesPerMilli)
    const byMarks = reached === undefined ? played : reached.position + (now - reached.at) * bytesPerMilli
    // Once a reply has ended by our clock, its last marks may be still to come.
    const limit = isTimedByAudio && Number.isFinite(now) ? (unreached() ?? sent) : sent
    return Math.max(heardBefore, Math.min(played, byMarks, limit))
  }

  /** Returns the position of the first mark that did not return. */
  const unreached = () => [...marks.values()].find((position) => position > (reached?.position ?? 0))

  const halt = (now: number, halted: typeof state) => {
    heardBefore = Math.floor(heard(now))
    sent = heardBefore
    padding = 0
    endsAt = Math.min(endsAt, now)
    forgetMarks()
    state = halted
  }

  const pause = (now: number) => {
    if (state === "playing") halt(now, "paused")
  }

  const resume = () => {
    if (state !== "paused") return
    sent = reply.wordStart(sent)
    begun = sent
    state = "playing"
  }

  return {
    begin,
    sentence,
    add,
    addTimes,
    cut,
    addFiller,
    finishFiller,
    finish,
    next,
    reach,
    clear: (now) => halt(now, "cleared"),
    pause,
    resume,
    hasEnded: (now) => isWhole && sent === reply.length() && now >= endsAt,
    isDry: (now) => state === "playing" && !isWhole && sent > 0 && reply.length() - sent < frameBytes && now >= endsAt,
    heardMillis: (now) => heard(now) / bytesPerMilli,
    heardText: (now) => reply.textBefore(heard(now))
  }
}

const frameBytes = frameMillis * bytesPerMilli
// Maximum send-ahead of audio, ms.
const maxSendAheadMillis = 300
// Number of frames between two marks.
const framesPerMark = 12

// The overhead of a message is as large as the audio of a frame, so several frames share one.
const framesPerMessage = 3
