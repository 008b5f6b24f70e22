import { assert, describe, it } from "@effect/vitest"
import { makeListener, speak } from "../../../src/audio/modem.ts"
import { makePlayedText } from "../../../src/media/text/played-text.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 200

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)

const wordOf = (random: Random) =>
  Array.from({ length: 1 + below(random, 9) }, () => "abcdefgh123,."[below(random, 13)]!).join("")
const sentenceOf = (random: Random) => Array.from({ length: 1 + below(random, 8) }, () => wordOf(random)).join(" ")
const sentencesOf = (random: Random) => Array.from({ length: 1 + below(random, 4) }, () => sentenceOf(random))

/** Speech of the modem, in parts of random length. */
const speechOf = (sentences: ReadonlyArray<string>, random: Random) => {
  const spoken = makePlayedText()
  const audio = sentences.map((sentence) => speak(sentence))
  audio.forEach((bytes, index) => {
    spoken.begin(sentences[index]!)
    for (let at = 0; at < bytes.length; ) {
      const next = at + 1 + below(random, 4_000)
      spoken.add(bytes.subarray(at, next))
      at = next
    }
  })
  spoken.finish()
  return { spoken, audio: new Uint8Array(Buffer.concat(audio)) }
}

const read = (spoken: ReturnType<typeof makePlayedText>, from: number, length: number) => {
  const frame = new Uint8Array(length).fill(0xff)
  spoken.read(from, frame)
  return frame
}

describe("played text", () => {
  it("keeps its audio when the buffer in which it came is used again", () => {
    const buffer = new Uint8Array(64_000).fill(1)
    const spoken = makePlayedText()
    spoken.begin("Hello.")
    spoken.add(buffer.subarray(0, 160))
    buffer.fill(2)
    const frame = new Uint8Array(160)
    spoken.read(0, frame)
    assert.deepStrictEqual(frame, new Uint8Array(160).fill(1))
  })

  it("returns the audio unchanged from any position", () => {
    for (let run = 0; run < runs / 4; run++) {
      const random = makeRandom(seed + run)
      const { audio, spoken } = speechOf(sentencesOf(random), random)
      let at = 0
      for (let step = 0; step < 100; step++) {
        if (random() < 0.1) at = below(random, audio.length)
        const length = below(random, 400)
        const expected = new Uint8Array(length).fill(0xff)
        expected.set(audio.subarray(at, at + length))
        assert.deepStrictEqual(read(spoken, at, length), expected, `TEST_SEED=${seed} run ${run} step ${step}`)
        at = Math.min(audio.length, at + length)
      }
    }
  })

  it("reports the complete words that a listener has heard", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const sentences = sentencesOf(random)
      const { audio, spoken } = speechOf(sentences, random)
      const position = below(random, audio.length + 1)
      const what = `TEST_SEED=${seed} run ${run}, ${position} of ${audio.length}`
      const text = spoken.textBefore(position)
      const letters = sentences.join(" ")
      assert.isTrue(letters.startsWith(text), what)
      if (text !== "") assert.include([undefined, " "], letters[text.length], what)
      const heard = makeListener().hear(audio.subarray(0, position))
      // No unheard word is reported, and at most the last heard one is missing.
      const bare = (some: string) => some.replaceAll(" ", "")
      assert.isTrue(bare(heard).startsWith(bare(text)), `${what}: reported "${text}", heard "${heard}"`)
      const words = (some: string) => some.split(/\s+/).filter((word) => word !== "").length
      const wordsHeard = words(letters.slice(0, indexOfLetter(letters, bare(heard).length)))
      assert.isAtLeast(words(text), wordsHeard - 1, `${what}: reported "${text}", heard "${heard}"`)
    }
  })

  it("resumes at the first word that was not heard, so that a listener hears it completely and nothing before it", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const sentences = sentencesOf(random)
      const { audio, spoken } = speechOf(sentences, random)
      const position = below(random, audio.length + 1)
      const what = `TEST_SEED=${seed} run ${run}, ${position} of ${audio.length}`
      const from = spoken.wordStart(position)
      assert.isAtMost(from, position, what)
      const rest = sentences.join(" ").slice(spoken.textBefore(position).length).trimStart()
      const heard = makeListener().hear(audio.subarray(from))
      assert.strictEqual(heard.replaceAll(" ", ""), rest.replaceAll(" ", ""), what)
    }
  })

  it("is heard completely at its end, and not before", () => {
    const random = makeRandom(seed)
    const { audio, spoken } = speechOf(["One two.", "Three four."], random)
    assert.strictEqual(spoken.textBefore(audio.length), "One two. Three four.")
    assert.strictEqual(spoken.textBefore(audio.length - 1), "One two. Three")
    assert.strictEqual(spoken.wordStart(audio.length), audio.length)
  })

  it("does not report the last word while more audio of the sentence may come", () => {
    const spoken = makePlayedText()
    spoken.begin("Your balance is ninety rupees.")
    spoken.add(speak("Your balance"))
    assert.strictEqual(spoken.textBefore(spoken.length()), "Your balance")
    spoken.add(speak("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"))
    assert.strictEqual(spoken.textBefore(spoken.length()), "Your balance is ninety")
    spoken.begin("Is that right?")
    assert.strictEqual(spoken.textBefore(spoken.length()), "Your balance is ninety rupees.")
  })

  it("reports the heard part of each sentence that broke off", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const sentence = sentenceOf(random)
      const audio = speak(sentence)
      const cutAt = below(random, audio.length)
      const what = `TEST_SEED=${seed} run ${run}, cut at ${cutAt} of ${audio.length}: ${sentence}`
      const spoken = makePlayedText()
      spoken.begin(sentence)
      spoken.add(audio.subarray(0, cutAt))
      spoken.cut()
      spoken.begin(sentence)
      spoken.add(audio)
      spoken.finish()
      const reported = spoken.textBefore(cutAt)
      const heard = makeListener().hear(audio.subarray(0, cutAt))
      assert.isTrue(sentence.startsWith(reported), what)
      assert.isAtMost(reported.length, heard.length, what)
      assert.isAtLeast(`${reported} `.split(" ").length, `${heard} `.split(" ").length - 1, what)
      const all = reported === "" ? sentence : `${reported} ${sentence}`
      assert.strictEqual(spoken.textBefore(spoken.length()), all, what)
      // A resume never goes back into text whose audio will never come.
      const from = cutAt + below(random, audio.length)
      assert.isAtLeast(spoken.wordStart(from), cutAt, what)
    }
  })

  it("ends at the position of a cut, and reports no word after it", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const { audio, spoken } = speechOf(sentencesOf(random), random)
      const before = below(random, audio.length + 1)
      read(spoken, 0, before)
      const position = before + below(random, audio.length + 1 - before)
      spoken.truncate(position)
      const what = `TEST_SEED=${seed} run ${run}, ${position} of ${audio.length}`
      assert.strictEqual(spoken.length(), position, what)
      assert.deepStrictEqual(read(spoken, 0, position), audio.slice(0, position), what)
      // Audio that comes later is read after it.
      spoken.begin("Bye.")
      spoken.add(speak("Bye."))
      spoken.finish()
      assert.deepStrictEqual(read(spoken, position, speak("Bye.").length), speak("Bye."), what)
      assert.isTrue(spoken.textBefore(spoken.length()).endsWith("Bye."), what)
      const heard = makeListener().hear(audio.subarray(0, position))
      const reported = spoken.textBefore(position)
      const bare = (some: string) => some.replaceAll(" ", "")
      assert.isTrue(bare(heard).startsWith(bare(reported)), `${what}: reported "${reported}", heard "${heard}"`)
    }
  })

  it("reports sentences before a broken one completely", () => {
    const spoken = makePlayedText()
    spoken.begin("One two.")
    spoken.add(speak("One two."))
    spoken.finish()
    spoken.cut()
    assert.strictEqual(spoken.textBefore(spoken.length()), "One two.")
  })

  it("omits a sentence without audio", () => {
    const spoken = makePlayedText()
    spoken.begin("Lost.")
    spoken.begin("One two.")
    spoken.add(speak("One two."))
    spoken.begin("Lost too.")
    spoken.finish()
    assert.strictEqual(spoken.textBefore(spoken.length()), "One two.")
    assert.strictEqual(spoken.wordStart(800), 0)
  })

  it("resumes at the same position when it has no text", () => {
    const spoken = makePlayedText()
    spoken.add(new Uint8Array(4_000))
    assert.strictEqual(spoken.wordStart(1_234), 1_234)
    assert.strictEqual(spoken.textBefore(1_234), "")
  })
})

/** Returns the index after this number of letters, not counting spaces. */
const indexOfLetter = (text: string, letters: number) => {
  let [at, left] = [0, letters]
  for (; left > 0; at++) if (text[at] !== " ") left--
  return at
}
