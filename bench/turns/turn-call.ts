import {
  type Command,
  type Conversation,
  type ConversationEvent,
  newConversation,
  transition,
  wakeAt
} from "../../src/media/conversation/conversation.ts"
import { makeVoiceActivity } from "../../src/media/hearing/voice-activity.ts"
import { type draw, draw as drawDelay, type EarModel } from "./delays.ts"
import { type Bed, lineIn } from "./noise.ts"
import { type Exchange, exchange, type Overlay, type Random, type Stretch } from "./people.ts"

/** The delays of the vendors of a call, and whether replies are prepared ahead. */
export interface Vendors {
  readonly ear: EarModel
  readonly model: Parameters<typeof draw>[0]
  readonly voice: Parameters<typeof draw>[0]
  readonly isSpeculative: boolean
}

export interface Interval {
  readonly from: number
  readonly to: number
}

/** The sounds of a call on both sides, by a clock that sees both. Times are milliseconds. */
export interface CallTracks {
  /** Sound of the agent's own words, and of fillers. */
  readonly agent: ReadonlyArray<Interval & { readonly isFiller: boolean; readonly isWhole: boolean }>
  readonly turns: ReadonlyArray<
    Interval & { readonly kind: Exchange["turn"]["kind"]; readonly stretches: ReadonlyArray<Interval> }
  >
  readonly overlays: ReadonlyArray<Interval & { readonly kind: Overlay["kind"]; readonly isOverSpeech: boolean }>
  readonly discarded: number
}

const letterMillis = 60
const frameMillis = 20
/** Delay of the detection of a voice and of its end, ms, as the product's detector has it. */
const detectMillis = 200
/** Delay of the detection that a voice pauses, or goes on, ms. */
const pausingMillis = 100
const resumedMillis = 50
/** Delay of an interim result, and time between two, ms. */
export const interimMillis = 200
/** Time from the first token to the first sentence, ms. */
export const sentenceMillis = 120
const fillerMillis = 700
/** When a person who picks up says hello, ms. */
const helloAt = 300

type EventWithoutTime = ConversationEvent extends infer E
  ? E extends ConversationEvent
    ? Omit<E, "at">
    : never
  : never

/** Short loud sounds now and then, or those of a room, which the product's detector hears as audio. */
export type Noise = "bursts" | Bed

/** Runs a call of scripted turns in virtual time, with ears, models and voices of these delays. */
export const runCall = (random: Random, vendors: Vendors, exchanges: number, noise?: Noise): CallTracks => {
  const planned: Array<{ readonly at: number; readonly order: number; readonly run: () => void }> = []
  const agent: Array<{ from: number; to: number; isFiller: boolean; isWhole: boolean }> = []
  const turns: Array<CallTracks["turns"][number]> = []
  const overlays: Array<CallTracks["overlays"][number]> = []
  const waiting: Array<ConversationEvent> = []
  const prepared = new Map<number, ReplyTimes>()
  let orders = 0
  let now = 0
  let discarded = 0
  let isDraining = false
  let state: Conversation
  let playing: Playing | undefined
  let current = exchange(random)
  let done = 0
  /** When the person's last turn ends, as planned. */
  let turnUntil = 0
  /** Number of loud sounds of the person and of noise that overlap now, and since when there are some, or none. */
  let sounds = 0
  let soundsSince = 0
  let quietSince = 0
  let detected: "sounding" | "pausing" | undefined
  const hasRoom = noise !== undefined && noise !== "bursts"

  const plan = (at: number, run: () => void) =>
    void planned.push({ at: Math.max(now, Math.round(at)), order: orders++, run })
  const dispatch = (event: EventWithoutTime) => {
    waiting.push({ ...event, at: now } as ConversationEvent)
    drain()
  }
  const drain = () => {
    if (isDraining) return
    isDraining = true
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      const next = transition(state, event)
      state = next.state
      for (const command of next.commands) perform(command)
    }
    isDraining = false
  }

  // The agent.
  const think = (): ReplyTimes => {
    const tokenAt = now + drawDelay(vendors.model, random)
    return { tokenAt, soundAt: tokenAt + sentenceMillis + drawDelay(vendors.voice, random) }
  }

  const perform = (command: Command) => {
    switch (command.do) {
      case "say":
        return begin(
          command.reply,
          command.line === "opening" ? current.line : "Could you please say that again?",
          { tokenAt: now, soundAt: now },
          command.line === "opening"
        )
      case "prepare":
        if (vendors.isSpeculative) prepared.set(command.preparation, think())
        return
      case "discard":
        if (prepared.delete(command.preparation)) discarded++
        return
      case "think": {
        const times = command.preparation === undefined ? undefined : prepared.get(command.preparation)
        current = exchange(random)
        return begin(command.reply, current.line, times ?? think(), true)
      }
      case "fill":
        return fill(command.reply)
      case "drop":
        if (playing?.id === command.reply) stop(playing, true)
        return
      case "pause":
        if (playing?.id === command.reply) halt(playing)
        return
      case "resume":
        if (playing?.id === command.reply && playing.firstAt !== undefined) sound(playing)
        return
      default:
        return
    }
  }

  const begin = (id: number, text: string, { soundAt, tokenAt }: ReplyTimes, hasTurn: boolean) => {
    const reply: Playing = {
      id,
      text,
      hasTurn,
      playedMillis: 0,
      since: undefined,
      firstAt: undefined,
      fillerUntil: 0,
      isReady: false
    }
    playing = reply
    plan(tokenAt, () => {
      if (playing === reply) dispatch({ kind: "firstToken", reply: id })
    })
    plan(soundAt, () => ready(reply))
  }

  const ready = (reply: Playing) => {
    if (playing !== reply) return
    reply.isReady = true
    dispatch({ kind: "answering", reply: reply.id, provider: "HOSTED_API", language: "en-IN" })
    plan(Math.max(now, reply.fillerUntil), () => {
      if (playing === reply && reply.since === undefined) sound(reply)
    })
    dispatch({ kind: "complete", reply: reply.id, endsCall: false, text: reply.text })
  }

  const sound = (reply: Playing) => {
    const isFirst = reply.firstAt === undefined || reply.playedMillis === 0
    reply.since = now
    reply.firstAt ??= now
    agent.push({ from: now, to: Number.POSITIVE_INFINITY, isFiller: false, isWhole: false })
    dispatch({ kind: "audible", reply: reply.id, from: now })
    if (isFirst && reply.hasTurn) speakOver(reply)
    const { since } = reply
    plan(now + reply.text.length * letterMillis - reply.playedMillis, () => {
      if (playing !== reply || reply.since !== since) return
      const track = agent.at(-1)
      if (track !== undefined) track.isWhole = true
      stop(reply, false)
      if (reply.hasTurn) speakAfter()
    })
  }

  const halt = (reply: Playing) => {
    if (reply.since === undefined) return
    reply.playedMillis += now - reply.since
    reply.since = undefined
    closeTrack()
  }

  const stop = (reply: Playing, isInterrupted: boolean) => {
    halt(reply)
    playing = undefined
    closeTrack()
    const heard = reply.text.slice(0, Math.floor(reply.playedMillis / letterMillis))
    if (!isInterrupted) waiting.push({ at: now, kind: "played", reply: reply.id })
    if (reply.firstAt !== undefined && heard.trim() !== "") {
      waiting.push({
        at: now,
        kind: "replyHeard",
        reply: reply.id,
        text: heard,
        startMs: reply.firstAt,
        endMs: now,
        interrupted: isInterrupted
      })
    }
    drain()
  }

  const closeTrack = () => {
    const last = agent.at(-1)
    if (last !== undefined && last.to === Number.POSITIVE_INFINITY) last.to = now
  }

  const fill = (id: number) => {
    const reply = playing
    if (reply?.id !== id || reply.since !== undefined) return
    reply.firstAt ??= now
    reply.fillerUntil = now + fillerMillis
    agent.push({ from: now, to: now + fillerMillis, isFiller: true, isWhole: true })
    dispatch({ kind: "audible", reply: id, from: now })
    plan(reply.fillerUntil, () => {
      if (playing === reply && !reply.isReady) dispatch({ kind: "dry", reply: id, from: now })
    })
  }

  // The person.
  const speakOver = (reply: Playing) => {
    const { overlay } = current
    if (overlay === undefined) return
    plan(now + overlay.at, () => {
      // People do not interrupt while they speak themselves.
      if (playing !== reply || reply.since === undefined || now < turnUntil || done >= exchanges) return
      overlays.push({ kind: overlay.kind, from: now, to: now + overlay.millis, isOverSpeech: true })
      // An interruption is a turn of its own, and ends what the person would have said.
      if (overlay.kind === "interruption") {
        reply.hasTurn = false
        return speakTurn("plain", [
          { words: [...overlay.words.slice(0, -1), `${overlay.words.at(-1)}?`], millis: overlay.millis, pauseBefore: 0 }
        ])
      }
      speak({ words: overlay.words, millis: overlay.millis, pauseBefore: 0 })
    })
  }

  const speakAfter = () => {
    const { after, kind, stretches } = current.turn
    plan(Math.max(now, turnUntil) + after, () => speakTurn(kind, stretches))
  }

  const speakTurn = (kind: Exchange["turn"]["kind"], stretches: ReadonlyArray<Stretch>) => {
    if (done >= exchanges) return
    let at = now
    const intervals = stretches.map(({ millis, pauseBefore }) => {
      const from = at + pauseBefore
      at = from + millis
      return { from, to: at }
    })
    turns.push({ kind, from: now, to: at, stretches: intervals })
    turnUntil = at
    done++
    stretches.forEach((stretch, index) => {
      plan(intervals[index]?.from ?? now, () => speak(stretch, stretches[index + 1]?.pauseBefore))
    })
  }

  /** Words of the turn whose final result comes with those that follow. */
  let pending = ""

  /** Speaks without a pause; the ear hears it. `nextPause` is the silence before the turn goes on; undefined at its end. */
  const speak = ({ millis, words }: Stretch, nextPause?: number) => {
    makeSound(millis)
    if (words.length === 0) return
    const ends = now + millis
    const textOf = (count: number) => words.slice(0, count).join(" ")
    const text = textOf(words.length)
    const { turns: judge, final: delay } = vendors.ear
    const finalAfter = drawDelay(judge?.ended ?? delay, random)
    const isFalseEnd = judge !== undefined && random() < judge.falseEnds
    const goesOn = nextPause !== undefined && (nextPause < finalAfter || (judge !== undefined && !isFalseEnd))
    const mayEndAfter = Math.min(finalAfter, judge === undefined ? interimMillis : drawDelay(judge.mayEnd, random))
    for (let at = now + 250; at + interimMillis < ends + mayEndAfter; at += 250) {
      const count = Math.min(words.length, Math.floor((words.length * (at - now)) / millis))
      if (count > 0) plan(at + interimMillis, () => interim(textOf(count), 0.5))
    }
    if (goesOn) {
      plan(ends + mayEndAfter, () => {
        interim(text, 0.9)
        pending = joined(text)
      })
      return
    }
    plan(ends + mayEndAfter, () => {
      interim(text, 0.9)
      if (judge !== undefined) dispatch({ kind: "turnMayEnd" })
    })
    plan(ends + finalAfter, () => {
      const whole = joined(text)
      pending = ""
      dispatch({ kind: "final", text: whole })
      if (judge !== undefined) dispatch({ kind: "turnEnded" })
    })
  }

  const joined = (text: string) => (pending === "" || text.startsWith(pending) ? text : `${pending} ${text}`)
  const interim = (text: string, stability: number) => dispatch({ kind: "interim", text: joined(text), stability })

  /** A sound of the person, or a burst of noise; the detector hears that something sounds. */
  const makeSound = (millis: number) => {
    if (hasRoom) {
      sounds++
      return plan(now + millis, () => void sounds--)
    }
    if (sounds++ === 0) {
      soundsSince = now
      const since = now
      const goesOn = () => sounds > 0 && soundsSince === since
      plan(now + resumedMillis, () => {
        if (goesOn() && detected === "pausing") detect("resumed", since)
      })
      plan(now + detectMillis, () => {
        if (goesOn() && detected === undefined) detect("began", since)
      })
    }
    plan(now + millis, () => {
      if (--sounds > 0) return
      quietSince = now
      const since = now
      const isQuiet = () => sounds === 0 && quietSince === since && detected !== undefined
      plan(now + pausingMillis, () => {
        if (isQuiet()) detect("pausing", since)
      })
      plan(now + detectMillis, () => {
        if (isQuiet()) detect("ended", since)
      })
    })
  }

  const detect = (change: Extract<EventWithoutTime, { readonly kind: "voice" }>["change"], changedAt: number) => {
    detected = change === "ended" ? undefined : change === "pausing" ? "pausing" : "sounding"
    dispatch({ kind: "voice", change, changedAt })
  }

  /** Lets the product's detector hear the line, 20 ms at a time. */
  const listenIn = (bed: Bed) => {
    const detector = makeVoiceActivity()
    const line = lineIn(bed)
    const hear = () => {
      for (const { atMillis, kind } of detector.hear(line(now - frameMillis, frameMillis, sounds > 0)))
        detect(kind, atMillis)
      plan(now + frameMillis, hear)
    }
    plan(frameMillis, hear)
  }

  const makeNoise = () =>
    plan(now + 2_000 + random() * 4_000, () => {
      makeSound(150 + random() * 350)
      makeNoise()
    })

  const initial = newConversation({
    allowInterrupts: true,
    limitMillis: longestCallMillis,
    languages: ["en-IN"],
    optOutKey: "9"
  })
  state = initial.state
  for (const command of initial.commands) perform(command)
  plan(helloAt, () => speak({ words: ["Hello?"], millis: 360, pauseBefore: 0 }))
  if (noise === "bursts") makeNoise()
  else if (noise !== undefined) listenIn(noise)
  let over = Number.POSITIVE_INFINITY
  while (state.phase !== "ended") {
    if (done >= exchanges && over === Number.POSITIVE_INFINITY) over = turnUntil + settleMillis
    planned.sort((one, other) => one.at - other.at || one.order - other.order)
    const next = planned[0]
    const at = Math.min(next?.at ?? Number.POSITIVE_INFINITY, wakeAt(state) ?? Number.POSITIVE_INFINITY)
    if (at > over || at === Number.POSITIVE_INFINITY) break
    now = Math.max(now, at)
    if (next !== undefined && next.at <= now) {
      planned.shift()
      next.run()
    } else dispatch({ kind: "time" })
  }
  closeTrack()
  return { agent, turns, overlays, discarded }
}

const longestCallMillis = 900_000
/** Time for the last answer, ms. */
const settleMillis = 8_000

/** When the model's first token comes, and when the first sound. */
interface ReplyTimes {
  readonly tokenAt: number
  readonly soundAt: number
}

interface Playing {
  readonly id: number
  readonly text: string
  /** Whether the person speaks after it, or over it. */
  hasTurn: boolean
  playedMillis: number
  since: number | undefined
  firstAt: number | undefined
  fillerUntil: number
  isReady: boolean
}
