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
import type { FixedLine } from "../../../src/media/conversation/fixed-lines.ts"

/** How a reply comes; all of it at once, after a while. */
export interface Scripted {
  readonly text: string
  /** Until its first sound; undefined: it never comes. */
  readonly after?: number | undefined
  readonly endsCall?: boolean
  /** It fails then, after it was asked for. */
  readonly failsAfter?: number
  readonly chunkIds?: ReadonlyArray<string>
  /** Why the knowledge base did not answer. */
  readonly problem?: string
}

type Unstamped<Event> = Event extends unknown ? Omit<Event, "at"> : never
export type Happening = Unstamped<ConversationEvent>

const lines: Record<FixedLine, string> = {
  opening: "Hello, this is Asha. Do you have a minute?",
  filler: "One moment.",
  "ask to repeat": "Sorry, could you say that again?",
  "first silence": "Are you still there?",
  "second silence": "Can you hear me?",
  "goodbye after silence": "I will try again later.",
  goodbye: "Thank you, goodbye.",
  "time is up": "Our time is up, goodbye.",
  "opt-out": "I will not call you again.",
  apology: "I am sorry, something went wrong."
}

const letterMillis = 50

interface Playing {
  readonly id: number
  readonly text: string
  readonly isWhole: boolean
  playedMillis: number
  since: number | undefined
  firstAt: number | undefined
}

/** A call without sound: plays the person by what is planned, and the rest of the engine. */
export const makeCall = (
  given: Partial<ConversationSettings> & {
    readonly replies?: ReadonlyArray<Scripted>
    readonly fixed?: Partial<Record<FixedLine, Scripted>>
  } = {}
) => {
  const settings = { allowInterrupts: true, limitMillis: 300_000, ...given }
  const replies = [...(given.replies ?? [])]
  const log: Array<string> = []
  const done: Array<{ readonly at: number; readonly command: Command }> = []
  const planned: Array<{ readonly at: number; readonly order: number; readonly run: () => void }> = []
  const waiting: Array<ConversationEvent> = []
  let orders = 0
  let now = 0
  let isDraining = false
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

  const tellSaid = (reply: Playing, interrupted: boolean) => {
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
    offer({ kind: "audible", reply: reply.id, from: now })
    planEnd(reply)
  }

  const planEnd = (reply: Playing) => {
    const since = reply.since
    plan(now + lengthOf(reply) - reply.playedMillis, () => {
      if (playing !== reply || reply.since !== since || since === undefined || !reply.isWhole) return
      playing = undefined
      waiting.push({ at: now, kind: "played", reply: reply.id })
      tellSaidAfter(reply)
      drain()
    })
  }

  const tellSaidAfter = (reply: Playing) => {
    const event = waiting.pop()
    tellSaid(reply, false)
    if (event !== undefined) waiting.unshift(event)
  }

  const begin = (id: number, scripted: Scripted, isThought: boolean) => {
    const { after = 0, chunkIds, problem, endsCall = false, failsAfter, text } = scripted
    assert.isUndefined(playing, "a reply began before the last was over")
    const reply: Playing = {
      id,
      text,
      isWhole: true,
      playedMillis: 0,
      since: undefined,
      firstAt: undefined
    }
    playing = reply
    const isCurrent = () => playing === reply
    if (failsAfter !== undefined) {
      plan(now + failsAfter, () => {
        if (!isCurrent()) return
        offer({ kind: "failed", reply: id, reason: "broken" })
        endSilence(reply)
      })
    }
    if ("after" in scripted && scripted.after === undefined) return
    plan(now + after, () => {
      if (!isCurrent()) return
      if (chunkIds !== undefined) offer({ kind: "retrieved", reply: id, chunkIds, problem })
      if (isThought && text !== "") offer({ kind: "firstToken", reply: id })
      if (text !== "") sound(reply)
      if (failsAfter === undefined) offer({ kind: "complete", reply: id, endsCall, text })
      endSilence(reply)
    })
  }

  /** Nothing is to be played of it but the filler. */
  const endSilence = (reply: Playing) => {
    if (playing !== reply || reply.since !== undefined || reply.firstAt === undefined) return
    plan(now + 300, () => {
      if (playing !== reply || reply.since !== undefined) return
      playing = undefined
      offer({ kind: "played", reply: reply.id })
    })
  }

  const perform = (command: Command) => {
    done.push({ at: now, command })
    const { do: what } = command
    const id = "reply" in command ? ` ${command.reply}` : ""
    const line = "line" in command ? ` ${command.line}` : ""
    const why = command.do === "end" ? ` ${command.why}` : ""
    log.push(`${now} ${what}${id}${line}${why}`)
    if (command.do === "say") begin(command.reply, given.fixed?.[command.line] ?? { text: lines[command.line] }, false)
    if (command.do === "think") begin(command.reply, replies.shift() ?? { text: "Very well.", after: 500 }, true)
    const reply = playing
    if (reply === undefined || !("reply" in command) || command.reply !== reply.id) return
    if (what === "fill") fill(reply)
    if (what === "drop") {
      playing = undefined
      tellSaid(reply, true)
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

  /** It sounds, and then it is as if nothing had. */
  const fill = (reply: Playing) => {
    if (reply.firstAt !== undefined) return
    reply.firstAt = now
    offer({ kind: "audible", reply: reply.id, from: now })
  }

  const offer = (event: Happening) => {
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

  const begun = newConversation(settings)
  state = begun.state
  for (const command of begun.commands) perform(command)

  /** Goes on until then, or until the call is over. */
  const until = (end: number) => {
    for (;;) {
      planned.sort((one, other) => one.at - other.at || one.order - other.order)
      const next = planned[0]
      const wakes = wakeAt(state)
      const at = Math.min(next?.at ?? Number.POSITIVE_INFINITY, wakes ?? Number.POSITIVE_INFINITY)
      if (at > end || state.phase === "ended") break
      now = Math.max(now, at)
      if (next !== undefined && next.at <= now) {
        planned.shift()
        next.run()
      } else offer({ kind: "time" })
    }
    if (state.phase !== "ended") now = Math.max(now, end)
    return call
  }

  const call = {
    until,
    toEnd: () => until(settings.limitMillis + 5_000),
    at: (at: number, event: Happening) => {
      plan(at, () => offer(event))
      return call
    },
    /** A voice, as it is noticed. */
    voice: (from: number, millis: number) => {
      plan(from + 200, () => offer({ kind: "voice", change: "began", changedAt: from }))
      plan(from + millis + 200, () => offer({ kind: "voice", change: "ended", changedAt: from + millis }))
      return call
    },
    /** A voice and what it says: what is understood of it half way, and all of it soon after. */
    says: (from: number, text: string, millis = text.length * letterMillis) => {
      call.voice(from, millis)
      const words = text.split(" ")
      const half = words.slice(0, Math.ceil(words.length / 2)).join(" ")
      plan(from + millis / 2 + 150, () => offer({ kind: "interim", text: half, stability: 0.5 }))
      plan(from + millis + 250, () => offer({ kind: "final", text }))
      return call
    },
    log,
    done,
    state: () => state,
    now: () => now,
    /** What was said, as it was heard. */
    heard: () => state.transcript.map(({ interrupted, role, text }) => `${role}: ${text}${interrupted ? " —" : ""}`),
    /** The commands of these kinds, without their times. */
    did: (...kinds: ReadonlyArray<Command["do"]>) =>
      log.map((line) => line.slice(line.indexOf(" ") + 1)).filter((line) => kinds.some((kind) => line.startsWith(kind)))
  }
  return call
}
