import { assert, describe, it } from "@effect/vitest"
import {
  type Command,
  type Conversation,
  type ConversationEvent,
  newConversation,
  transition,
  wakeAt
} from "../../../src/media/conversation/conversation.ts"
import { makeRandom } from "../../support/random.ts"
import { makeCall, type Scripted } from "./conversation-call.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 20_000 : 400

const limitMillis = 60_000
const machineTexts = [
  "Please leave a message after the tone.",
  "The number you have called is private, take me off your list.",
  "Please say your name and the reason for your call.",
  "For sales, press 1. For support, press 2."
]
const texts = [
  "",
  "...",
  "haan",
  "yes",
  "no",
  "wait",
  "I want",
  "I want to pay",
  "I want to pay tomorrow.",
  "What is it?",
  "do not call me again",
  ...machineTexts,
  "मुझे दोबारा कॉल मत करना"
]

/** Carries out commands, and asserts that they are allowed in their order. */
const makePerformer = (what: string) => {
  let current: number | undefined
  let latest = 0
  let isPaused = false
  let isOver = false
  let isComplete = false
  let prepared: number | undefined
  let lastPrepared = 0
  const once = new Set<string>()

  const perform = (command: Command) => {
    const detail = `${what}: ${JSON.stringify(command)}`
    if (command.do === "discard") {
      assert.strictEqual(command.preparation, prepared, detail)
      prepared = undefined
      return
    }
    assert.isTrue(!isOver || command.do === "note opt-out", `after the end, ${detail}`)
    switch (command.do) {
      case "prepare":
        assert.isUndefined(prepared, `two preparations, ${detail}`)
        assert.isUndefined(current, `prepared during a reply, ${detail}`)
        assert.isAbove(command.preparation, lastPrepared, detail)
        prepared = lastPrepared = command.preparation
        return
      case "say":
      case "think":
        if (command.do === "think") {
          assert.strictEqual(command.preparation, prepared, detail)
          prepared = undefined
        }
        assert.isUndefined(current, `two replies, ${detail}`)
        assert.isAbove(command.reply, latest, detail)
        current = latest = command.reply
        isPaused = isComplete = false
        return
      case "end":
        assert.isUndefined(current, `ends in a reply, ${detail}`)
        isOver = true
        return
      case "hand over":
        assert.isUndefined(current, `hands over in a reply, ${detail}`)
        return
      case "note heard":
      case "note opt-out":
        assert.isFalse(once.has(command.do), detail)
        once.add(command.do)
        return
      case "note consent":
        return
    }
    assert.strictEqual(command.reply, current, `an old reply, ${detail}`)
    if (command.do === "drop") current = undefined
    if (command.do === "finish filler") isComplete = true
    if (command.do === "pause" || command.do === "resume") {
      assert.strictEqual(isPaused, command.do === "resume", detail)
      isPaused = command.do === "pause"
    }
  }

  const happens = (event: ConversationEvent) => {
    if (!("reply" in event) || event.reply !== current) return
    if (event.kind === "complete" || event.kind === "failed") isComplete = true
    if (event.kind === "played" && isComplete) current = undefined
  }

  return {
    perform,
    happens,
    prepared: () => prepared,
    current: () => current,
    latest: () => latest,
    isOver: () => isOver
  }
}

const assertInOrder = ({ transcript }: Conversation, what: string) => {
  transcript.forEach((line, index) => {
    assert.isAtLeast(line.startMs, transcript[index - 1]?.startMs ?? 0, `${what}: ${JSON.stringify(transcript)}`)
    assert.isAtLeast(line.endMs, line.startMs, `${what}: ${JSON.stringify(line)}`)
    assert.notStrictEqual(line.text.trim(), "", what)
  })
}

describe("a conversation with random events", () => {
  it("has one reply at a time, ignores events of old replies, and ends by its limit", () => {
    for (let run = 0; run < runs; run++) {
      const what = `TEST_SEED=${seed} run ${run}`
      const random = makeRandom(seed + run)
      const pick = <A>(items: ReadonlyArray<A>) => items[Math.floor(random() * items.length)]!
      const below = (limit: number) => Math.floor(random() * limit)
      const begun = newConversation({
        allowInterrupts: random() < 0.7,
        limitMillis,
        languages: ["en-IN"],
        optOutKey: "9",
        asksConsent: random() < 0.4,
        ...(random() < 0.5 && { machines: { leavesMessage: random() < 0.5, sendsKeys: random() < 0.5 } })
      })
      const performer = makePerformer(what)
      begun.commands.forEach(performer.perform)
      let { state } = begun
      let now = 0
      let latest = 0
      const unreported = new Set<number>()
      const trace: Array<ConversationEvent> = []

      const happen = (event: ConversationEvent) => {
        trace.push(event)
        latest = Math.max(latest, event.at)
        const detail = `${what}: ${trace.length} events, the last ${JSON.stringify(trace.slice(-12))}`
        const isOld = "reply" in event && event.reply !== performer.current()
        const next = transition(state, event)
        if (isOld && (event.kind !== "replyHeard" || !unreported.has(event.reply))) {
          const otherwise = transition(state, { at: event.at, kind: "time" })
          assert.deepStrictEqual(next, otherwise, `an old reply counts, ${detail}`)
        }
        if (event.kind === "replyHeard") unreported.delete(event.reply)
        const before = performer.current()
        performer.happens(event)
        for (const command of next.commands) {
          if (command.do === "drop") unreported.add(command.reply)
          performer.perform(command)
        }
        if (before !== undefined && performer.current() !== before) unreported.add(before)
        state = next.state
        // A preparation ends with the turn, and does not outlive the call.
        assert.strictEqual(performer.prepared(), state.preparation?.id, detail)
        assert.isTrue(performer.prepared() === undefined || performer.current() === undefined, detail)
        assert.isTrue(performer.prepared() === undefined || !performer.isOver(), detail)
        const wakes = wakeAt(state)
        assert.strictEqual(wakes === undefined, performer.isOver(), detail)
        assert.isTrue(wakes === undefined || wakes >= latest, detail)
        assert.strictEqual(state.phase === "ended", performer.isOver(), detail)
        assertInOrder(state, detail)
      }

      const anyReply = () => pick([performer.current() ?? 0, performer.current() ?? 0, below(performer.latest() + 3)])
      const anyEvent = (): ConversationEvent => {
        const at = random() < 0.05 ? Math.max(0, now - below(1_000)) : now
        const reply = anyReply()
        switch (below(21)) {
          case 0:
          case 1:
          case 2:
            return {
              at,
              kind: "voice",
              change: pick(["began", "ended"]),
              changedAt: at - pick([0, 200, 200, 3_000, -500])
            }
          case 3:
          case 4:
            return { at, kind: "interim", text: pick(texts), stability: random() }
          case 5:
          case 6:
            return { at, kind: "final", text: pick(texts) }
          case 7:
            return random() < 0.1 ? { at, kind: "recognizerLost" } : { at, kind: "pressed", digit: pick(["5", "9"]) }
          case 8:
            return { at, kind: "retrieved", reply, chunkIds: ["a"], problem: undefined }
          case 9:
            return { at, kind: "firstToken", reply }
          case 10:
            return { at, kind: "audible", reply, from: at + pick([0, 20, -5_000, 100_000]) }
          case 11:
            return {
              at,
              kind: "complete",
              reply,
              endsCall: random() < 0.2,
              handsOver: random() < 0.1,
              text: pick(texts)
            }
          case 12:
            return { at, kind: "failed", reply, reason: "broken" }
          case 13:
            return { at, kind: "played", reply }
          case 14: {
            const startMs = below(now + 1)
            return {
              at,
              kind: "replyHeard",
              reply,
              text: pick(texts),
              startMs,
              endMs: startMs + pick([0, 500, -100]),
              interrupted: random() < 0.5
            }
          }
          case 15:
            return { at, kind: "dry", reply, from: at - pick([0, 20, 5_000]) }
          case 16:
            return random() < 0.3 ? { at, kind: "optOut", reply } : { at, kind: "waiting", reply, reason: "HTTP 500" }
          case 17:
            return pick([
              { at, kind: "machine" },
              { at, kind: "beep", endedAt: at - pick([0, 200]), voicedMillis: pick([500, 3_000]) }
            ])
          case 18:
          case 19:
            return { at, kind: pick(["turnEnded", "turnMayEnd", "turnMayEnd", "turnResumed"]) }
          default:
            return { at, kind: "time" }
        }
      }

      const events = below(80)
      for (let count = 0; count < events && !performer.isOver(); count++) {
        const later = now + pick([0, 20, 100, 400, 1_500, 4_000])
        const wakes = wakeAt(state) ?? later
        // Mostly, the time event comes on time.
        if (random() < 0.8 && wakes <= later) {
          now = Math.max(now, wakes)
          happen({ at: now, kind: "time" })
        } else {
          now = later
          happen(anyEvent())
        }
      }

      let currentReply = performer.current()
      let currentSince = now
      for (let count = 0; !performer.isOver(); count++) {
        assert.isBelow(count, 200, `${what}: the conversation does not end`)
        now = Math.max(now, wakeAt(state)!)
        happen({ at: now, kind: "time" })
        if (performer.current() !== currentReply) currentSince = now
        currentReply = performer.current()
        assert.isTrue(currentReply === undefined || now - currentSince <= 50_000, `${what}: the agent speaks for ever`)
      }
      assert.isAtMost(now, Math.max(limitMillis + 5_000, trace.at(-1)?.at ?? 0), what)
      for (let count = 0; count < 10; count++) happen({ ...anyEvent(), at: now })
    }
  })

  it("records the beginning of each reply, and each reply once", () => {
    for (let run = 0; run < runs / 4; run++) {
      const random = makeRandom(seed + run)
      const pick = <A>(items: ReadonlyArray<A>) => items[Math.floor(random() * items.length)]!
      const below = (limit: number) => Math.floor(random() * limit)
      const replies = Array.from(
        { length: 40 },
        (_, index): Scripted => ({
          text: pick([
            "",
            `Reply ${index}.`,
            `Reply ${index} is one of those that go on and on for quite a while, is it not?`
          ]),
          after: pick([undefined, 0, 300, 800, 1_500, 2_900]),
          endsCall: random() < 0.05,
          ...(random() < 0.1 ? { failsAfter: below(4_000) } : {})
        })
      )
      const call = makeCall({ allowInterrupts: random() < 0.7, asksConsent: random() < 0.4, limitMillis, replies })
      for (let from = below(3_000); from < limitMillis; from += 200 + below(6_000)) {
        const kind = below(6)
        if (kind === 0) call.voice(from, 300 + below(5_000))
        else if (kind === 1) call.at(from, { kind: "pressed", digit: "7" })
        else call.says(from, pick(texts.slice(2)), 200 + below(3_000))
      }
      call.toEnd()
      const what = `TEST_SEED=${seed} run ${run}: ${call.log.join("\n")}\n${JSON.stringify(call.state().transcript)}`
      assert.strictEqual(call.state().phase, "ended", what)
      assert.isAtMost(call.now(), limitMillis, what)
      assertInOrder(call.state(), what)
      const agentMessages = call.state().transcript.filter(({ role }) => role === "agent")
      for (const { text } of agentMessages.filter(({ text }) => text.startsWith("Reply"))) {
        const number = text.split(" ")[1]
        if (number === undefined) continue
        assert.isTrue(
          replies.some((reply) => reply.text.startsWith(text)),
          what
        )
        assert.strictEqual(agentMessages.filter((line) => line.text.split(" ")[1] === number).length, 1, what)
      }
    }
  })
})
