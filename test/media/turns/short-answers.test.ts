import { assert, describe, it } from "@effect/vitest"
import { isBackChannel, isStopWord, yesOrNo } from "../../../src/media/turns/short-answers.ts"
import { listening } from "../../../src/media/turns/turn-words.ts"

const table = (is: (text: string) => boolean, good: ReadonlyArray<string>, bad: ReadonlyArray<string>) => {
  for (const text of good) assert.isTrue(is(text), text)
  for (const text of [...bad, ""]) assert.isFalse(is(text), text)
}

describe("short answers", () => {
  it("recognize texts of back-channels only", () => {
    table(
      isBackChannel,
      [
        ..."haan haa हाँ हां ji जी hmm हम्म mhm accha achha अच्छा ok Okay. ओके right yes yeah sure bilkul बिल्कुल".split(" "),
        ...["theek hai", "ठीक है", "haan ji", "जी हाँ", "ok ok ok", "hmm, accha...", "I see.", "got it", "all right"],
        ...["uh huh", "haan bolo", "samajh gaya", "go ahead", "सही है"]
      ],
      [
        ..."no nahi kya stop what left".split(" "),
        ...["haan lekin kyun", "ok but why", "yes I want that", "right now", "हाँ मुझे चाहिए", "is it ok"]
      ]
    )
  })

  it("take no time for words that a recognizer repeats without end", () => {
    const own = ["haan", "ji", "haan ji", "accha ji", "theek hai", "uh huh", "all right", "ok"]
    const phrases = [...own, ...Object.values(listening).flatMap((words) => words.split("|"))]
    for (const phrase of phrases) {
      for (const between of [" ", ""]) {
        const repeated = Array.from({ length: 60 }, () => phrase).join(between)
        assert.isFalse(isBackChannel(`${repeated} xyz`), phrase)
        isStopWord(`${repeated} xyz`)
        assert.isUndefined(yesOrNo(`${repeated} xyz`), phrase)
      }
      assert.isTrue(isBackChannel(Array.from({ length: 60 }, () => phrase).join(" ")), phrase)
    }
  }, 10_000)

  it("recognize stop words at the beginning", () => {
    table(
      isStopWord,
      [
        ..."stop Wait! ruko rukiye रुको रुकिए bas बस nahi नहीं no suno सुनिए listen".split(" "),
        ...[
          "hold on",
          "one minute please",
          "ek minute",
          "एक मिनट",
          "ek second",
          "just a second",
          "haan ruko",
          "ok wait"
        ],
        ...["sir please stop", "no no no", "excuse me", "let me speak", "रुक जाओ", "hello, stop"]
      ],
      ["haan", "I can't wait to hear", "the bus stop", "theek hai", "know", "nothing", "what", "accha ji", "one more"]
    )
  })

  it("recognize answers that are only a yes or only a no", () => {
    const answers = {
      yes: [
        ..."yes Yeah! haan हाँ ji जी ok sure correct bilkul sahi".split(" "),
        ...["yes please", "haan ji", "जी हाँ", "theek hai", "yes I do", "of course", "um, yes sir", "bilkul sahi hai"]
      ],
      no: [
        ..."no Nope nahi नहीं na never".split(" "),
        ...[
          "ji nahi",
          "जी नहीं",
          "bilkul nahi",
          "no thank you",
          "not really",
          "of course not",
          "I do not",
          "no, I'm not"
        ]
      ],
      neither: [
        ...["", "maybe", "yes and no", "no yes", "please", "thank you", "tomorrow", "yes tomorrow", "nahi kal", "hmm"],
        ...["no problem", "right now"]
      ]
    }
    for (const text of answers.yes) assert.strictEqual(yesOrNo(text), "yes", text)
    for (const text of answers.no) assert.strictEqual(yesOrNo(text), "no", text)
    for (const text of answers.neither) assert.isUndefined(yesOrNo(text), text)
  })
})
