import { bytesPerMilli } from "../../audio/frames.ts"
import { silence } from "../../audio/mulaw.ts"
import { makePlayedText } from "../text/played-text.ts"

/** Some frames for the carrier. */
export interface OutgoingAudio {
  readonly audio: Uint8Array
  /** To be set behind the frames: when it comes back, they were played. */
  readonly mark?: string
}

/**
 * What is said in a call, a reply at a time, and how much of it was heard. Times are milliseconds of the line. When sound
 * begins and ends is by our own clock; what the carrier tells of its marks only says better what was heard.
 */
export interface Playback {
  /** What comes from here on is another reply. */
  readonly begin: () => void
  /** The audio from here on says this sentence. */
  readonly sentence: (text: string) => void
  readonly add: (audio: Uint8Array) => void
  /** The audio of the sentence broke off. */
  readonly cut: () => void
  /** No more comes. */
  readonly finish: () => void
  /** The next frames, if there are any that the carrier may have now. */
  readonly next: (now: number) => OutgoingAudio | undefined
  /** The carrier tells of a mark. */
  readonly reach: (mark: string, now: number) => void
  /** The rest of the reply is dropped, as the carrier is told to drop what it has. */
  readonly clear: (now: number) => void
  /** What was not heard is kept, while the carrier is told to drop what it has. */
  readonly pause: (now: number) => void
  /** Goes on with the first word of which not all was heard. */
  readonly resume: () => void
  /** The carrier plays something. */
  readonly isSpeaking: (now: number) => boolean
  /** All of the reply was played. */
  readonly hasEnded: (now: number) => boolean
  /** Of the reply. */
  readonly heardMillis: (now: number) => number
  /** The words of the reply that were heard whole. */
  readonly heardText: (now: number) => string
}

export const makePlayback = (): Playback => {
  let reply = makePlayedText()
  let state: "playing" | "paused" | "cleared" = "playing"
  let isWhole = false
  /** Of the reply, in bytes; the person goes on having heard that much when a word is said again. */
  let sent = 0
  let heardBefore = 0
  /** When all that the carrier has is played. */
  let endsAt = 0
  // Marks of an older generation mean nothing: the carrier may tell of what it has dropped.
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
    reply = makePlayedText()
    state = "playing"
    isWhole = false
    sent = 0
    heardBefore = 0
  }

  const sentence = (text: string) => {
    if (state !== "cleared") reply.begin(text)
  }

  const add = (audio: Uint8Array) => {
    if (state !== "cleared") reply.add(audio)
  }

  const cut = () => {
    if (state !== "cleared") reply.cut()
  }

  const finish = () => {
    if (state === "cleared") return
    isWhole = true
    reply.finish()
  }

  const next = (now: number): OutgoingAudio | undefined => {
    if (state !== "playing") return undefined
    const left = (reply.length() - sent) / frameBytes
    const there = isWhole ? Math.ceil(left) : Math.floor(left)
    const begins = Math.max(endsAt, now)
    const room = Math.floor((now + maxSendAheadMillis - begins) / frameMillis)
    const frames = Math.min(there, room, framesPerMessage)
    // What there is no room for yet goes in a message of full size, soon.
    if (frames < Math.min(there, framesPerMessage) || frames === 0) return undefined
    const audio = new Uint8Array(frames * frameBytes).fill(silence)
    reply.read(sent, audio)
    sent = Math.min(reply.length(), sent + audio.length)
    endsAt = begins + frames * frameMillis
    unmarked += frames
    const isLast = isWhole && sent === reply.length()
    return isLast || unmarked >= framesPerMark ? { audio, mark: addMark() } : { audio }
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

  /** Nothing is heard before it can have been played, whatever the carrier tells. */
  const heard = (now: number) => {
    const played = sent - Math.max(0, endsAt - now) * bytesPerMilli
    const byMarks = reached === undefined ? played : reached.position + (now - reached.at) * bytesPerMilli
    return Math.max(heardBefore, Math.min(played, byMarks))
  }

  const halt = (now: number, halted: typeof state) => {
    heardBefore = Math.floor(heard(now))
    sent = heardBefore
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
    state = "playing"
  }

  return {
    begin,
    sentence,
    add,
    cut,
    finish,
    next,
    reach,
    clear: (now) => halt(now, "cleared"),
    pause,
    resume,
    isSpeaking: (now) => now < endsAt,
    hasEnded: (now) => isWhole && sent === reply.length() && now >= endsAt,
    heardMillis: (now) => heard(now) / bytesPerMilli,
    heardText: (now) => reply.textBefore(heard(now))
  }
}

const frameMillis = 20
const frameBytes = frameMillis * bytesPerMilli
const maxSendAheadMillis = 300
const framesPerMark = 12

// A message costs us as much as its sound.
const framesPerMessage = 3
