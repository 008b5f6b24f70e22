import { assert } from "@effect/vitest"
import {
  type Command,
  type Conversation,
  type ConversationEvent,
  type ConversationSettings,
  newConversation,
  transition,
  wakeAt
} from "../../../src/media/conversation/conversation.ts"
import type { FixedLine } from "../../../src/media/fixed-lines/fixed-lines.ts"

/** A scripted reply; all of it comes at once, after a delay. */
export interface Scripted {
  readonly text: string
  /** Delay until its first sound, ms; undefined if it never comes. */
  readonly after?: number | undefined
  readonly endsCall?: boolean
  readonly handsOver?: boolean
  /** Delay until it fails, ms. */
  readonly failsAfter?: number
  readonly chunkIds?: ReadonlyArray<string>
  /** Why retrieval failed. */
  readonly problem?: string
}

type Unstamped<Event> = Event extends unknown ? Omit<Event, "at"> : never
export type EventWithoutTime = Unstamped<ConversationEvent>

const lines: Record<FixedLine, string> = {
  opening: "Hello, this is Asha. Do you have a minute?",
  message: "Please call us back.",
  introduction: "This is Asha.",
  filler: "One moment.",
  "second filler": "Still a moment.",
  "ask to repeat": "Sorry, could you say that again?",
  "first silence": "Are you still there?",
  "second silence": "Can you hear me?",
  "goodbye after silence": "I will try again later.",
  goodbye: "Thank you, goodbye.",
  "time is up": "Our time is up, goodbye.",
  "opt-out": "I will not call you again.",
  apology: "I am sorry, something went wrong.",
  "may record": "May we record this call?",
  connecting: "I will connect you.",
  holding: "I am still calling.",
  "nobody there": "Nobody is there.",
  "nobody there, callback": "Nobody is there. When may we call back?",
  "caller waiting": "Somebody is on the line.",
  "take the call": "Press 1.",
  "target connected": "Connecting.",
  "caller gone": "They have left."
}

const letterMillis = 50
const fillerMillis = 1_000

interface Playing {
  readonly id: number
  readonly text: string
  readonly isComplete: boolean
  playedMillis: number
  since: number | undefined
  firstAt: number | undefined
  /** When its filler ends. */
  fillerEndsAt: number
}

/**
 * A call without sound: simulates the person by a plan, and all parts of the engine around the
 * conversation.
 */
export const makeCall = (
  options: Partial<ConversationSettings> & {
    readonly replies?: ReadonlyArray<Scripted>
    readonly fixed?: Partial<Record<FixedLine, Scripted>>
  } = {}
) => {
  const settings = { allowInterrupts: true, limitMillis: 300_000, languages: ["en-IN"], optOutKey: "9", ...options }
  const replies = [...(options.replies ?? [])]
  const log: Array<string> = []
  const done: Array<{ readonly at: number; readonly command: Command }> = []
  const planned: Array<{ readonly at: number; readonly order: number; readonly run: () => void }> = []
  const waiting: Array<ConversationEvent> = []
  let orders = 0
  let now = 0
  let isDraining = false
  let stall = { from: 0, to: 0 }
  let playing: Playing | undefined
  let state: Conversation

  const plan = (at: number, run: () => void) => planned.push({ at, order: orders++, run })

  const lengthOf = ({ text }: Playing) => text.length * letterMillis

  const playedOf = (reply: Playing) =>
    Math.min(lengthOf(reply), reply.playedMillis + (reply.since === undefined ? 0 : Math.max(0, now - reply.since)))

  const heardOf = (reply: Playing) => {
    const letters = playedOf(reply) / letterMillis
    const words = Array.from(reply.text.matchAll(/\S+/g))
    const last = words.findLast(({ 0: word, index }) => index + word.length <= letters)
    return last === undefined ? "" : reply.text.slice(0, last.index + last[0].length)
  }

  const reportHeard = (reply: Playing, interrupted: boolean) => {
    const text = heardOf(reply)
    if (text === "" || reply.firstAt === undefined) return
    waiting.unshift({
      at: now,
      kind: "replyHeard",
      reply: reply.id,
      text,
      startMs: reply.firstAt,
      endMs: now,
      interrupted
    })
  }

  const sound = (reply: Playing) => {
    if (playing !== reply) return
    reply.firstAt = now
    reply.since = now
    dispatch({ kind: "audible", reply: reply.id, from: now })
    planEnd(reply)
  }

  const planEnd = (reply: Playing) => {
    const since = reply.since
    plan(now + lengthOf(reply) - reply.playedMillis, () => {
      if (playing !== reply || reply.since !== since || since === undefined || !reply.isComplete) return
      playing = undefined
      waiting.push({ at: now, kind: "played", reply: reply.id })
      reportHeardAfter(reply)
      drain()
    })
  }

  const reportHeardAfter = (reply: Playing) => {
    const event = waiting.pop()
    reportHeard(reply, false)
    if (event !== undefined) waiting.unshift(event)
  }

  const begin = (id: number, scripted: Scripted, isGenerated: boolean) => {
    const { after = 0, chunkIds, problem, endsCall = false, failsAfter, handsOver = false, text } = scripted
    assert.isUndefined(playing, "a reply began before the last was over")
    const reply: Playing = {
      id,
      text,
      isComplete: true,
      playedMillis: 0,
      since: undefined,
      firstAt: undefined,
      fillerEndsAt: 0
    }
    playing = reply
    const isCurrent = () => playing === reply
    if (failsAfter !== undefined) {
      plan(now + failsAfter, () => {
        if (!isCurrent()) return
        dispatch({ kind: "failed", reply: id, reason: "broken" })
        endSilence(reply)
      })
    }
    if ("after" in scripted && scripted.after === undefined) return
    plan(now + after, () => {
      if (!isCurrent()) return
      if (chunkIds !== undefined) dispatch({ kind: "retrieved", reply: id, chunkIds, problem })
      if (isGenerated && text !== "") {
        dispatch({ kind: "firstToken", reply: id })
        dispatch({ kind: "answering", reply: id, provider: "HOSTED_API", language: "en-IN" })
      }
      if (text !== "") sound(reply)
      if (failsAfter === undefined) dispatch({ kind: "complete", reply: id, endsCall, handsOver, text })
      endSilence(reply)
    })
  }

  /** Ends a reply that has played its filler only. */
  const endSilence = (reply: Playing) => {
    if (playing !== reply || reply.since !== undefined || reply.firstAt === undefined) return
    plan(now + 300, () => {
      if (playing !== reply || reply.since !== undefined) return
      playing = undefined
      dispatch({ kind: "played", reply: reply.id })
    })
  }

  const perform = (command: Command) => {
    done.push({ at: now, command })
    const { do: what } = command
    // A preparation is not heard.
    if (what === "prepare" || what === "discard") return
    const id = "reply" in command ? ` ${command.reply}` : ""
    const line = "line" in command ? ` ${command.line}` : ""
    const why = command.do === "end" ? ` ${command.why}` : ""
    log.push(`${now} ${what}${id}${line}${why}`)
    if (command.do === "say")
      begin(command.reply, options.fixed?.[command.line] ?? { text: lines[command.line] }, false)
    if (command.do === "think") begin(command.reply, replies.shift() ?? { text: "Very well.", after: 500 }, true)
    const reply = playing
    if (reply === undefined || !("reply" in command) || command.reply !== reply.id) return
    if (what === "fill") fill(reply)
    if (what === "drop") {
      playing = undefined
      reportHeard(reply, true)
    }
    if (what === "finish filler") {
      // The words of the reply itself never come.
      reply.since ??= Number.POSITIVE_INFINITY
      plan(reply.fillerEndsAt, () => {
        playing = undefined
        dispatch({ kind: "played", reply: reply.id })
      })
    }
    if (what === "pause" && reply.since !== undefined) {
      reply.playedMillis = playedOf(reply)
      reply.since = undefined
    }
    if (what === "resume" && reply.firstAt !== undefined) {
      reply.since = now
      planEnd(reply)
    }
  }

  /** A filler is audible, but leaves no trace in what is played. */
  const fill = (reply: Playing) => {
    if (reply.since !== undefined) return
    reply.firstAt ??= now
    dispatch({ kind: "audible", reply: reply.id, from: now })
    const ends = now + fillerMillis
    reply.fillerEndsAt = ends
    plan(ends, () => {
      if (playing === reply && reply.since === undefined) dispatch({ kind: "dry", reply: reply.id, from: ends })
    })
  }

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

  const initial = newConversation(settings)
  state = initial.state
  for (const command of initial.commands) perform(command)

  /** Runs until this time, or until the call is over. */
  const until = (end: number) => {
    for (;;) {
      planned.sort((one, other) => one.at - other.at || one.order - other.order)
      const next = planned[0]
      const wakes = wakeAt(state)
      const at = Math.min(next?.at ?? Number.POSITIVE_INFINITY, wakes ?? Number.POSITIVE_INFINITY)
      if (at > end || state.phase === "ended") break
      now = Math.max(now, at >= stall.from ? stall.to : 0, at)
      if (next !== undefined && next.at <= now) {
        planned.shift()
        next.run()
      } else dispatch({ kind: "time" })
    }
    if (state.phase !== "ended") now = Math.max(now, end)
    return call
  }

  const call = {
    until,
    toEnd: () => until(settings.limitMillis + 5_000),
    at: (at: number, event: EventWithoutTime) => {
      plan(at, () => dispatch(event))
      return call
    },
    /** Has the process stand still: all that would happen meanwhile happens at its end. */
    standsStill: (from: number, to: number) => {
      stall = { from, to }
      return call
    },
    /** Plans the detection of a voice. */
    voice: (from: number, millis: number) => {
      plan(from + 200, () => dispatch({ kind: "voice", change: "began", changedAt: from }))
      plan(from + millis + 200, () => dispatch({ kind: "voice", change: "ended", changedAt: from + millis }))
      return call
    },
    /** Plans a voice and its words: an interim half way, and a final soon after. */
    says: (from: number, text: string, millis = text.length * letterMillis) => {
      call.voice(from, millis)
      const words = text.split(" ")
      const half = words.slice(0, Math.ceil(words.length / 2)).join(" ")
      plan(from + millis / 2 + 150, () => dispatch({ kind: "interim", text: half, stability: 0.5 }))
      plan(from + millis + 250, () => dispatch({ kind: "final", text }))
      return call
    },
    log,
    done,
    state: () => state,
    now: () => now,
    /** Returns the transcript in short. */
    heard: () => state.transcript.map(({ interrupted, role, text }) => `${role}: ${text}${interrupted ? " —" : ""}`),
    /** Returns the commands of these kinds, without their times. */
    did: (...kinds: ReadonlyArray<Command["do"]>) =>
      log.map((line) => line.slice(line.indexOf(" ") + 1)).filter((line) => kinds.some((kind) => line.startsWith(kind)))
  }
  return call
}
