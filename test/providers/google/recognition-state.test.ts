import { assert, describe, it } from "@effect/vitest"
import type { Heard } from "../../../src/providers/contract/SpeechToText.ts"
import {
  beginRecognition,
  keptMillis,
  type RecognitionCommand,
  type RecognitionInput,
  type RecognizerEvent,
  step
} from "../../../src/providers/google/recognition-state.ts"
import { makeRandom } from "../../support/random.ts"

/** The state machine, with its commands. */
const setUp = () => {
  let [state, commands] = beginRecognition()
  const done: Array<RecognitionCommand> = []
  const open = new Map<number, number>()
  const note = () => {
    done.push(...commands)
    for (const one of commands) {
      if (one.kind === "open") open.set(one.id, one.from)
      if (one.kind === "close") open.delete(one.id)
    }
  }
  note()
  const take = (event: RecognitionInput) => {
    ;[state, commands] = step(state, event)
    note()
  }
  const machine = {
    audio: (millis: number, loud = false, piece = 20) => {
      for (let passed = 0; passed < millis; passed += piece) take({ kind: "audio", millis: piece, loud })
    },
    /** Speech to which the current stream responds all the time. */
    speak: (millis: number, id = 0) => {
      for (let passed = 0; passed < millis; passed += 1_000) {
        machine.audio(Math.min(millis - passed, 1_000), true)
        machine.result(id, { kind: "speechEnded", at: null })
      }
    },
    tick: (silence = 0) => take({ kind: "tick", silence }),
    result: (id: number, result: RecognizerEvent) => take({ kind: "result", id, result }),
    interim: (id: number, text: string, at: number) =>
      take({ kind: "result", id, result: { kind: "interim", text, stability: 0.5, at } }),
    final: (id: number, text: string, at: number) =>
      take({ kind: "result", id, result: { kind: "final", text, confidence: null, at } }),
    ended: (id: number) => {
      open.delete(id)
      take({ kind: "ended", id })
    },
    broke: (id: number) => {
      open.delete(id)
      take({ kind: "broke", id })
    },
    refused: (id: number) => take({ kind: "refused", id }),
    /** The open streams and the positions at which they begin. */
    get open() {
      return [...open]
    },
    get events(): ReadonlyArray<Heard> {
      return done.flatMap((one) => (one.kind === "report" ? [one.heard] : []))
    },
    get finals() {
      return machine.events.flatMap((heard) =>
        heard.kind === "final" ? [[heard.text, heard.untilMillis] as const] : []
      )
    },
    /** The positions at which opened streams begin, and the closed streams. */
    get streams() {
      return done.flatMap((one) =>
        one.kind === "open" ? [`${one.id} from ${one.from}`] : one.kind === "close" ? [`${one.id} closed`] : []
      )
    },
    get gaveUp() {
      return done.some(({ kind }) => kind === "giveUp")
    }
  }
  return machine
}

describe("the state of a recognition", () => {
  it("reports the events of the first stream in the time of the audio", () => {
    const machine = setUp()
    machine.audio(1_000, true)
    machine.result(0, { kind: "speechBegan", at: 100 })
    machine.interim(0, " I want", 600)
    machine.result(0, { kind: "speechEnded", at: 900 })
    machine.final(0, " I want to pay ", 950)
    assert.deepStrictEqual(machine.events, [
      { kind: "speechBegan", atMillis: 100 },
      { kind: "interim", text: "I want", stability: 0.5, atMillis: 600 },
      { kind: "speechEnded", atMillis: 900 },
      { kind: "final", text: "I want to pay", untilMillis: 950, confidence: null }
    ])
  })

  it("reports no final twice, no final without words, and no late event before the last final", () => {
    const machine = setUp()
    machine.audio(3_000)
    machine.final(0, "Yes", 1_000)
    machine.final(0, "Yes", 1_000)
    machine.final(0, " ", 1_500)
    machine.interim(0, "Yes", 1_000)
    machine.interim(0, "", 1_600)
    machine.result(0, { kind: "speechBegan", at: 900 })
    assert.lengthOf(machine.events, 1)
  })

  it("reports the beginning and end of speech in turn, and starts over after a final", () => {
    const machine = setUp()
    machine.audio(3_000)
    for (const at of [100, 200]) machine.result(0, { kind: "speechBegan", at })
    machine.final(0, "Yes", 1_000)
    machine.result(0, { kind: "speechEnded", at: 1_100 })
    machine.result(0, { kind: "speechBegan", at: 1_500 })
    assert.deepStrictEqual(
      machine.events.map(({ kind }) => kind),
      ["speechBegan", "final", "speechBegan"]
    )
  })

  it("dates an event without a time by the audio", () => {
    const machine = setUp()
    machine.audio(1_000)
    machine.result(0, { kind: "speechBegan", at: null })
    assert.deepStrictEqual(machine.events, [{ kind: "speechBegan", atMillis: 1_000 }])
  })

  it("excludes inserted silence from the times", () => {
    const machine = setUp()
    machine.audio(1_000)
    machine.tick(1_000)
    machine.tick(1_000)
    machine.audio(1_000)
    machine.tick(1_000)
    machine.audio(1_000)
    machine.interim(0, "a", 2_500)
    machine.interim(0, "b", 3_400)
    machine.final(0, "c", 5_500)
    assert.deepStrictEqual(
      machine.events.map((heard) => (heard.kind === "final" ? heard.untilMillis : heard.atMillis)),
      [1_000, 1_400, 2_500]
    )
  })

  describe("the next stream", () => {
    it("is opened at 240 s, with the audio that is not final", () => {
      const machine = setUp()
      machine.speak(236_000)
      machine.final(0, "So far", 235_000)
      machine.interim(0, "and so", 236_000)
      machine.speak(3_980)
      machine.interim(0, "and so on", 239_900)
      assert.lengthOf(machine.streams, 1)
      machine.audio(20, true)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "1 from 235000"])
    })

    it("is opened in the first pause after 200 s", () => {
      const machine = setUp()
      machine.audio(150_000)
      machine.final(0, "Long ago", 140_000)
      machine.speak(51_000)
      machine.interim(0, "still", 201_000)
      machine.audio(1_000)
      // A pause within a sentence does not count.
      assert.lengthOf(machine.streams, 1)
      machine.final(0, "still here", 201_100)
      machine.audio(20)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "1 from 201100"])
      const early = setUp()
      early.audio(199_980)
      assert.lengthOf(early.streams, 1)
      early.audio(20)
      assert.lengthOf(early.streams, 2)
    })

    it("is due by the audio that the current stream was sent, inserted silence included", () => {
      const machine = setUp()
      machine.speak(1_000)
      for (let second = 0; second < 199; second++) machine.tick(1_000)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "1 from 0"])
    })

    it("begins no earlier than the call", () => {
      const machine = setUp()
      machine.speak(236_000)
      machine.interim(0, "on and on", 236_000)
      machine.speak(3_000)
      machine.interim(0, "on and on and on", 239_000)
      machine.audio(1_000, true)
      assert.deepStrictEqual(machine.streams.at(-1), `1 from ${240_000 - keptMillis}`)
    })
  })

  describe("in an overlap", () => {
    /** In the middle of a sentence, which began at 235 s and with which the next stream begins. */
    const overlapping = () => {
      const machine = setUp()
      machine.speak(236_000)
      machine.final(0, "So far", 235_000)
      machine.interim(0, "and I want", 236_000)
      machine.speak(2_000)
      machine.interim(0, "and I want to", 238_000)
      machine.speak(2_000)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "1 from 235000"])
      return machine
    }

    it("reports the old stream's final, and not the new stream's repetition", () => {
      const machine = overlapping()
      machine.interim(1, "and I want to", 4_000)
      machine.audio(1_000, true)
      machine.final(0, "and I want to pay", 241_000)
      assert.deepStrictEqual(machine.streams.slice(2), ["0 closed"])
      machine.final(1, "and I want to play", 6_300)
      machine.speak(4_000, 1)
      machine.final(1, "on Friday", 9_000)
      assert.deepStrictEqual(machine.finals, [
        ["So far", 235_000],
        ["and I want to pay", 241_000],
        ["on Friday", 244_000]
      ])
    })

    it("reports only the rest of a sentence that the new stream ends later", () => {
      const machine = overlapping()
      machine.audio(1_000, true)
      machine.final(0, "And I want to pay.", 241_000)
      machine.interim(1, "and I want to pay on", 7_000)
      machine.final(1, "and I want to pay on Friday", 8_000)
      assert.deepStrictEqual(machine.events.slice(-2), [
        { kind: "interim", text: "on", stability: 0.5, atMillis: 242_000 },
        { kind: "final", text: "on Friday", untilMillis: 243_000, confidence: null }
      ])
      // The same words said again are not a repetition.
      machine.final(1, "Friday, yes", 9_000)
      assert.deepStrictEqual(machine.finals.at(-1), ["Friday, yes", 244_000])
    })

    it("holds the new stream's events until the old one ends its sentence or fails", () => {
      const machine = overlapping()
      machine.interim(1, "and I", 3_000)
      machine.final(1, "and I want to pay", 6_000)
      for (let count = 0; count < 100; count++) machine.interim(1, "on", 6_500)
      assert.lengthOf(machine.finals, 1)
      machine.ended(0)
      assert.deepStrictEqual(machine.finals, [
        ["So far", 235_000],
        ["and I want to pay", 241_000]
      ])
      assert.deepInclude(machine.events.at(-1), { kind: "interim", text: "on" })
    })

    it("switches at once between sentences", () => {
      const machine = setUp()
      machine.audio(205_000)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "1 from 190000"])
      machine.result(1, { kind: "speechBegan", at: 14_000 })
      assert.deepStrictEqual(machine.streams.at(-1), "0 closed")
      assert.deepStrictEqual(machine.events, [{ kind: "speechBegan", atMillis: 204_000 }])
      machine.final(0, "too late", 205_000)
      assert.lengthOf(machine.events, 1)
    })

    it("ends the old stream after 10 s in any case", () => {
      const machine = overlapping()
      for (let second = 0; second < 9; second++) {
        machine.audio(1_000, true)
        machine.interim(0, "and I want to go on", 241_000 + second * 1_000)
      }
      assert.lengthOf(machine.streams, 2)
      machine.audio(1_000, true)
      assert.deepStrictEqual(machine.streams.at(-1), "0 closed")
    })

    it("keeps the old stream when the new one fails, and opens another later", () => {
      const machine = overlapping()
      machine.ended(1)
      for (let second = 0; second < 5; second++) {
        assert.lengthOf(machine.streams, 2)
        machine.interim(0, "and I want to go on", 240_000 + second * 1_000)
        machine.audio(1_000, true)
      }
      assert.deepStrictEqual(machine.streams.at(-1), "2 from 235000")
      assert.isFalse(machine.gaveUp)
    })
  })

  describe("after the end of a stream", () => {
    it("another opens at once, with the audio that is not final", () => {
      const machine = setUp()
      machine.audio(2_000, true)
      machine.final(0, "Yes", 1_500)
      machine.ended(0)
      machine.interim(1, "and", 400)
      machine.audio(1_000, true)
      machine.ended(1)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "1 from 1500", "2 from 1500"])
    })

    it("reported words are not taken back while the next stream catches up", () => {
      const machine = setUp()
      machine.audio(4_000)
      machine.interim(0, "Yes, I am here", 3_900)
      machine.ended(0)
      machine.interim(1, "Yes", 2_000)
      machine.interim(1, "Yes, I am", 3_300)
      machine.interim(1, "Yes, I am hear", 3_800)
      machine.audio(1_000)
      machine.interim(1, "Yes, I am here now", 4_500)
      machine.interim(1, "Yes, I am here", 3_900)
      assert.deepStrictEqual(
        machine.events.map((heard) => heard.kind === "interim" && heard.text),
        ["Yes, I am here", "Yes, I am hear", "Yes, I am here now", "Yes, I am here"]
      )
      machine.ended(1)
      // A final is reported wherever it ends.
      machine.interim(2, "Yes, I am", 3_300)
      machine.final(2, "Yes, I am here.", 3_300)
      assert.deepStrictEqual(machine.finals, [["Yes, I am here.", 3_300]])
      assert.lengthOf(machine.events, 5)
    })

    it("the next begins no earlier than the kept audio", () => {
      const machine = setUp()
      machine.audio(30_000)
      machine.ended(0)
      assert.deepStrictEqual(machine.streams.at(-1), `1 from ${30_000 - keptMillis}`)
    })

    it("three more are opened after growing pauses before it gives up", () => {
      const machine = setUp()
      const opened: Array<number> = []
      for (let second = 0; !machine.gaveUp; second++) {
        const before = machine.streams.length
        machine.ended(before - 1)
        machine.audio(1_000, true)
        machine.tick()
        if (machine.streams.length > before) opened.push(second)
      }
      assert.deepStrictEqual(opened, [0, 1, 3])
      assert.isTrue(machine.gaveUp)
      // No audio was lost.
      assert.isTrue(machine.streams.every((stream) => stream.endsWith("from 0")))
    })

    it("failures are counted from zero once a stream was healthy", () => {
      const machine = setUp()
      for (let id = 0; id < 20; id++) {
        machine.audio(20)
        machine.interim(id, `word ${id}`, id * 20 + 20)
        machine.ended(id)
      }
      for (let id = 20; id < 40; id++) {
        machine.audio(60_000)
        machine.ended(id)
      }
      assert.isFalse(machine.gaveUp)
      for (let id = 40; id < 44; id++) {
        machine.ended(id)
        for (let second = 0; second < 4; second++) machine.tick()
      }
      assert.isTrue(machine.gaveUp)
    })

    it("a stream that only repeated the last one before it failed counts as failed", () => {
      const machine = setUp()
      machine.audio(4_000)
      machine.interim(0, "Yes, I", 3_000)
      machine.ended(0)
      for (let id = 1; id < 30 && !machine.gaveUp; id++) {
        machine.audio(100)
        machine.interim(id, "Yes, I", 3_000)
        // Only the first stream reports something new.
        if (id === 1) machine.interim(id, "Yes, I am", 3_900)
        machine.ended(id)
        for (let second = 0; second < 3; second++) machine.tick()
      }
      assert.deepStrictEqual(
        machine.streams,
        [0, 1, 2, 3, 4].map((id) => `${id} from 0`)
      )
      assert.isTrue(machine.gaveUp)
    })

    it("one that breaks is replaced at once, and two in a row give up", () => {
      const machine = setUp()
      machine.audio(2_000, true)
      machine.broke(0)
      assert.deepStrictEqual(machine.streams.at(-1), "1 from 0")
      machine.interim(1, "Yes", 1_500)
      machine.broke(1)
      assert.isFalse(machine.gaveUp)
      machine.broke(2)
      assert.isTrue(machine.gaveUp)
    })

    it("a refusal gives up at once", () => {
      const machine = setUp()
      machine.refused(0)
      assert.isTrue(machine.gaveUp)
      // Except when another stream was accepted.
      const other = setUp()
      other.audio(205_000)
      other.refused(1)
      assert.isFalse(other.gaveUp)
    })
  })

  describe("a stream that does not respond to speech", () => {
    it("is replaced after 3 s of speech, which the next stream receives again", () => {
      const machine = setUp()
      machine.audio(1_000)
      machine.audio(2_980, true)
      assert.lengthOf(machine.streams, 1)
      machine.audio(20, true)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "0 closed", "1 from 0"])
    })

    it("is not replaced for a cough, for silence, or for speech that gets a response", () => {
      const machine = setUp()
      machine.audio(580, true)
      machine.audio(30_000)
      assert.lengthOf(machine.streams, 1)
      for (let second = 0; second < 20; second++) {
        machine.audio(1_000, true)
        machine.interim(0, "la", 31_000 + second * 1_000)
      }
      assert.lengthOf(machine.streams, 1)
    })

    it("is replaced after longer and longer times while that does not help", () => {
      const machine = setUp()
      const left: Array<number> = []
      for (let second = 1; second <= 195; second++) {
        const before = machine.streams.length
        machine.audio(1_000, true)
        if (machine.streams.length > before) left.push(second)
      }
      assert.deepStrictEqual(left, [3, 9, 21, 45, 93, 153])
      machine.interim(6, "at last", 1_000)
      machine.audio(3_000, true)
      assert.lengthOf(machine.streams, 15)
    })

    it("is replaced by the next stream when that is open already", () => {
      const machine = setUp()
      machine.audio(205_000)
      assert.deepStrictEqual(machine.streams, ["0 from 0", "1 from 190000"])
      machine.audio(3_000, true)
      assert.deepStrictEqual(machine.streams.slice(2), ["0 closed"])
    })
  })

  it("loses and repeats no word, whatever the streams do", () => {
    for (let round = 0; round < 30; round++) {
      const random = makeRandom(round)
      const machine = setUp()
      // A word every two seconds. Streams report a complete word late; some streams end, and some fail.
      const words = Array.from({ length: 250 }, (_, index) => ({ text: `w${index}`, until: index * 2_000 + 1_000 }))
      const heardUntil = new Map<number, number>()
      for (let now = 1_000; now <= 500_000; now += 1_000) {
        machine.audio(1_000, now % 2_000 === 1_000, 250)
        machine.tick()
        for (const [id, from] of machine.open) {
          const lag = random() < 0.5 ? 500 : 1_500
          const heard = words.filter(
            ({ until }) => until >= from + 600 && until > (heardUntil.get(id) ?? 0) && until <= now - lag
          )
          for (const { text, until } of heard) {
            if (random() < 0.3) machine.interim(id, text, until - from)
            machine.final(id, text, until - from)
            heardUntil.set(id, until)
          }
          if (random() < 0.02) machine.ended(id)
        }
      }
      assert.isFalse(machine.gaveUp)
      const texts = machine.finals.map(([text]) => text)
      assert.deepStrictEqual(
        texts,
        words.slice(0, texts.length).map(({ text }) => text),
        `round ${round}`
      )
      assert.isAtLeast(texts.length, 245)
    }
  })
})
