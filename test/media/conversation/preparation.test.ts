import { assert, describe, it } from "@effect/vitest"
import { makeCall } from "./conversation-call.ts"

type Call = ReturnType<typeof makeCall>

const greeted = () => makeCall({ replies: [{ text: "It is ten rupees.", after: 500 }] })

const interim = (call: Call, at: number, text: string, stability = 0.5) =>
  call.at(at, { kind: "interim", text, stability })

/** Returns the preparations and replies of the model. */
const work = (call: Call) =>
  call.done.flatMap(({ at, command }) => {
    if (command.do === "prepare") return [`${at} prepare ${command.preparation}: ${command.messages.at(-1)?.text}`]
    if (command.do === "discard") return [`${at} discard ${command.preparation}`]
    return command.do === "think"
      ? [`${at} think ${command.preparation ?? "anew"}: ${command.messages.at(-1)?.text}`]
      : []
  })

const speculative = (call: Call) => call.state().turns.map((turn) => turn.speculative)

describe("a reply that is prepared before the turn has ended", () => {
  it("is used when the turn ends with the same words, whatever their punctuation", () => {
    const call = greeted().voice(4_000, 1_000)
    interim(call, 5_000, "what does it cost")
      .at(5_250, { kind: "turnMayEnd" })
      .at(5_500, { kind: "final", text: "What does it cost …" })
      .at(5_500, { kind: "turnEnded" })
    call.until(7_000)
    assert.deepStrictEqual(work(call), ["5250 prepare 1: what does it cost", "5500 think 1: What does it cost …"])
    assert.deepStrictEqual(speculative(call), [{ used: true, discarded: 0 }])
    assert.strictEqual(call.state().turns[0]?.why, "recognizer")
  })

  it("is discarded when the person goes on, and prepared again at the next end", () => {
    const call = greeted().voice(4_000, 2_000)
    interim(call, 5_000, "what does it").at(5_250, { kind: "turnMayEnd" }).at(5_300, { kind: "turnResumed" })
    interim(call, 5_700, "what does it cost")
      .at(6_250, { kind: "turnMayEnd" })
      .at(6_500, { kind: "final", text: "what does it cost" })
      .at(6_500, { kind: "turnEnded" })
    call.until(7_000)
    assert.deepStrictEqual(work(call), [
      "5250 prepare 1: what does it",
      "5300 discard 1",
      "6250 prepare 2: what does it cost",
      "6500 think 2: what does it cost"
    ])
    assert.deepStrictEqual(speculative(call), [{ used: true, discarded: 1 }])
  })

  it("is discarded when other words come, and then the reply is made anew", () => {
    const call = greeted().voice(4_000, 1_000)
    interim(call, 5_000, "what does it cost")
      .at(5_250, { kind: "turnMayEnd" })
      .at(5_500, { kind: "final", text: "What does it cost him?" })
      .at(5_500, { kind: "turnEnded" })
    call.until(7_000)
    assert.deepStrictEqual(work(call), [
      "5250 prepare 1: what does it cost",
      "5500 discard 1",
      "5500 think anew: What does it cost him?"
    ])
  })

  it("is discarded in a call that asks who the person is, when their final words are a question", () => {
    const heard = (final: string, asksIdentity: boolean) => {
      const call = makeCall({ asksIdentity, replies: [{ text: "It is ten rupees.", after: 500 }] }).voice(4_000, 1_000)
      interim(call, 5_000, "yes")
        .at(5_250, { kind: "turnMayEnd" })
        .at(5_500, { kind: "final", text: final })
        .at(5_500, { kind: "turnEnded" })
      return work(call.until(7_000))
    }
    assert.deepStrictEqual(heard("Yes?", true), ["5250 prepare 1: yes", "5500 discard 1", "5500 think anew: Yes?"])
    assert.deepStrictEqual(heard("Yes.", true), ["5250 prepare 1: yes", "5500 think 1: Yes."])
    assert.deepStrictEqual(heard("Yes?", false), ["5250 prepare 1: yes", "5500 think 1: Yes?"])
  })

  it("is prepared when stable words read complete, without a recognizer that knows turns", () => {
    const call = greeted().voice(4_000, 1_000)
    interim(call, 5_100, "What does it cost?", 0.9)
    call.until(9_000)
    assert.deepStrictEqual(work(call), ["5200 prepare 1: What does it cost?", "6000 think 1: What does it cost?"])
  })

  it("is prepared at most twice in vain for a turn", () => {
    const call = greeted().voice(4_000, 6_000)
    const words = "one two three four five six seven eight".split(" ")
    for (const [index] of words.entries()) {
      const at = 5_000 + index * 500
      interim(call, at, words.slice(0, index + 1).join(" "))
        .at(at + 100, { kind: "turnMayEnd" })
        .at(at + 200, { kind: "turnResumed" })
    }
    call.until(20_000)
    assert.strictEqual(work(call).filter((one) => one.includes("prepare")).length, 2)
    assert.deepStrictEqual(speculative(call), [{ used: false, discarded: 2 }])
  })

  it("is never prepared for an opt-out, during the agent's words, or before the opening", () => {
    const optsOut = greeted().voice(4_000, 1_000)
    interim(optsOut, 5_000, "do not call me again", 0.9).at(5_250, { kind: "turnMayEnd" })
    assert.deepStrictEqual(work(optsOut.until(5_300)), [])

    const interrupts = greeted().voice(1_400, 500)
    interim(interrupts, 1_800, "yes", 0.9).at(1_850, { kind: "turnMayEnd" })
    assert.deepStrictEqual(work(interrupts.until(1_900)), [])

    const greets = greeted().voice(100, 300)
    interim(greets, 450, "Hello?", 0.9).at(460, { kind: "turnMayEnd" })
    assert.deepStrictEqual(work(greets.until(600)), [])
  })
})
