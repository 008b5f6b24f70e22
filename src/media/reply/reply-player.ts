import { bytesPerMilli } from "../../audio/frames.ts"
import type { ConversationEvent } from "../conversation/conversation.ts"
import { makePlayback } from "./playback.ts"
import type { ReplyPiece } from "./Replies.ts"
import type { SpokenAudio } from "./voices.ts"

interface Line {
  readonly now: () => number
  readonly send: (audio: Uint8Array) => void
  readonly mark: (name: string) => void
  readonly clear: () => void
  /** Notes a sentence as its audio is about to be sent. */
  readonly sentence?: (text: string) => void
  /** The audio of the line is its clock. */
  readonly isTimedByAudio?: boolean
}

/** The fiber that produces a reply. */
interface ReplyFiber {
  readonly interruptUnsafe: () => void
}

/** The event that reports how much of a reply was heard. */
export type ReplyHeard = Extract<ConversationEvent, { kind: "replyHeard" }>

/** Plays one reply at a time on a line, and reports what is heard of it. */
export interface ReplyPlayer {
  /** Begins a reply; pieces of other replies are ignored from now on. */
  readonly begin: (reply: number) => void
  /** Attaches a fiber to a reply, which interrupts it when dropped; at once if the reply was dropped before. */
  readonly attach: (reply: number, fiber: ReplyFiber) => void
  readonly add: (reply: number, piece: ReplyPiece) => void
  /** Says a filler before the reply's own words, or after some of them; ignored while they sound. */
  readonly fill: (reply: number, line: SpokenAudio & { readonly text: string }) => void
  readonly drop: (reply: number) => void
  /** Aborts a reply, but lets its filler end if it still sounds. */
  readonly finishFiller: (reply: number) => void
  readonly pause: (reply: number) => void
  readonly resume: (reply: number) => void
  readonly reachMark: (mark: string) => void
  /** Sends the audio that is due, and reports when a reply was played. */
  readonly tick: (now: number) => void
  /** Returns what was heard of the current reply; "" if there is none. */
  readonly heardSoFar: () => string
  /** Stops, and returns what was heard of the current reply, if there is one. */
  readonly close: () => ReadonlyArray<ReplyHeard>
}

export const makeReplyPlayer = (
  line: Line,
  emit: (...events: ReadonlyArray<ConversationEvent>) => void
): ReplyPlayer => {
  const playback = makePlayback(line.isTimedByAudio)
  let current: Reply | undefined
  /** When all sent audio is played. */
  let soundsUntil = 0
  /** Audio was sent since the carrier's buffer was last cleared. */
  let isSent = false

  const begin = (id: number) => {
    if (current !== undefined) drop(current.id)
    current = {
      id,
      fibers: [],
      sentence: undefined,
      hasSound: false,
      isDry: false,
      isWhole: false,
      audibleFrom: undefined
    }
    playback.begin()
  }

  const attach = (id: number, fiber: ReplyFiber) => {
    if (current?.id === id) current.fibers.push(fiber)
    else fiber.interruptUnsafe()
  }

  const add = (id: number, piece: ReplyPiece) => {
    const reply = current
    if (reply?.id !== id || reply.isWhole) return
    switch (piece.kind) {
      case "sentence":
        return beginSentence(reply, piece.text)
      case "audio":
        return sound(reply, piece)
      case "cut":
        // Before the reply's own audio there is at most a filler, which is complete.
        if (reply.hasSound) playback.cut()
        return
      case "complete":
        finish(reply)
        return emit({ ...piece, at: line.now(), reply: id })
      case "failed":
        finish(reply)
        return emit(failureOf(reply, piece.reason))
      case "retrieved":
      case "answering":
      case "waiting":
      case "recovered":
        return emit({ ...piece, at: line.now(), reply: id })
      case "firstToken":
      case "calling":
      case "optOut":
        return emit({ kind: piece.kind, at: line.now(), reply: id })
    }
  }

  /** Returns the event of a failure. If only a filler was heard, the reply is complete without words. */
  const failureOf = ({ audibleFrom, hasSound, id }: Reply, reason: string): ConversationEvent =>
    audibleFrom !== undefined && !hasSound
      ? { kind: "complete", at: line.now(), reply: id, endsCall: false, text: "" }
      : { kind: "failed", at: line.now(), reply: id, reason }

  // A filler may come before the first sentence as long as that has no audio.
  const beginSentence = (reply: Reply, text: string) => {
    if (reply.hasSound) speak(text)
    else reply.sentence = text
  }

  const speak = (text: string) => {
    playback.sentence(text)
    line.sentence?.(text)
  }

  const sound = (reply: Reply, { audio, times }: SpokenAudio) => {
    if (!reply.hasSound && reply.sentence !== undefined) speak(reply.sentence)
    reply.hasSound = true
    playback.add(audio)
    if (times !== undefined) playback.addTimes(times)
    send(line.now())
  }

  const finish = (reply: Reply) => {
    reply.isWhole = true
    playback.finish()
    send(line.now())
  }

  const fill: ReplyPlayer["fill"] = (id, { text, ...sound }) => {
    if (current?.id !== id || current.isWhole || (current.hasSound && !current.isDry)) return
    playback.addFiller(text, sound)
    line.sentence?.(text)
    send(line.now())
  }

  const send = (now: number) => {
    for (let frame = playback.next(now); frame !== undefined; frame = playback.next(now)) {
      line.send(frame.audio)
      isSent = true
      if (frame.mark !== undefined) line.mark(frame.mark)
      const from = Math.max(soundsUntil, now)
      soundsUntil = from + frame.audio.length / bytesPerMilli
      if (current !== undefined && (current.audibleFrom === undefined || current.isDry)) {
        current.audibleFrom ??= from
        current.isDry = false
        emit({ kind: "audible", at: now, reply: current.id, from })
      }
    }
  }

  const tick = (now: number) => {
    if (current === undefined) return
    send(now)
    if (!current.isDry && playback.isDry(now)) {
      current.isDry = true
      emit({ kind: "dry", at: now, reply: current.id, from: soundsUntil })
    }
    // The conversation may have dropped it at the event.
    if (current === undefined || !playback.hasEnded(now)) return
    // By our clock the whole reply was heard, even if the carrier's last mark is still to come.
    const heard = heardOf(current, playback.heardText(Number.POSITIVE_INFINITY), false)
    const played: ConversationEvent = { kind: "played", at: line.now(), reply: current.id }
    current = undefined
    emit(played, ...heard)
  }

  const heardOf = ({ audibleFrom, id }: Reply, text: string, interrupted: boolean): ReadonlyArray<ReplyHeard> => {
    if (audibleFrom === undefined) return []
    const at = line.now()
    const endMs = Math.min(at, soundsUntil)
    return [{ kind: "replyHeard", at, reply: id, text, startMs: audibleFrom, endMs, interrupted }]
  }

  const drop = (id: number) => {
    if (current?.id === id) emit(...close())
  }

  const finishFiller = (id: number) => {
    if (current?.id !== id) return
    const now = line.now()
    if (!playback.finishFiller(now)) return emit({ kind: "played", at: now, reply: id }, ...close())
    current.isWhole = true
    for (const fiber of current.fibers.splice(0)) fiber.interruptUnsafe()
    send(now)
  }

  const close = () => {
    if (current === undefined) return []
    const now = line.now()
    const reply = current
    const heard = heardOf(reply, playback.heardText(now), !playback.hasEnded(now))
    current = undefined
    for (const fiber of reply.fibers) fiber.interruptUnsafe()
    playback.clear(now)
    if (reply.audibleFrom !== undefined) silence(now)
    return heard
  }

  const silence = (now: number) => {
    if (isSent) line.clear()
    isSent = false
    soundsUntil = Math.min(soundsUntil, now)
  }

  const pause = (id: number) => {
    if (current?.id !== id) return
    const now = line.now()
    playback.pause(now)
    if (current.audibleFrom !== undefined) silence(now)
  }

  const resume = (id: number) => {
    if (current?.id !== id) return
    playback.resume()
    send(line.now())
  }

  return {
    begin,
    attach,
    add,
    fill,
    drop,
    finishFiller,
    pause,
    resume,
    reachMark: (mark) => playback.reach(mark, line.now()),
    tick,
    heardSoFar: () => (current?.audibleFrom === undefined ? "" : playback.heardText(line.now())),
    close
  }
}

interface Reply {
  readonly id: number
  readonly fibers: Array<ReplyFiber>
  /** The first sentence, until its audio arrives. */
  sentence: string | undefined
  /** Whether audio of the reply's own words has arrived, beyond a filler. */
  hasSound: boolean
  /** Whether all audio was played that has arrived, and more is to come. */
  isDry: boolean
  isWhole: boolean
  audibleFrom: number | undefined
}
