import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { silent } from "../../../../src/audio/frames.ts"
import { speak } from "../../../../src/audio/modem.ts"
import { encode } from "../../../../src/audio/mulaw.ts"
import { tone } from "../../../../src/audio/tone.ts"
import { type Heard, SpeechToText } from "../../../../src/providers/contract/SpeechToText.ts"
import { TextToSpeech } from "../../../../src/providers/contract/TextToSpeech.ts"
import { instant, type Latencies, usual } from "../../../../src/providers/local/latencies.ts"
import * as LocalSpeech from "../../../../src/providers/local/speech/LocalSpeech.ts"
import * as LocalVoices from "../../../../src/providers/local/speech/LocalVoices.ts"
import { makeRandom } from "../../../support/random.ts"

const joined = (...parts: ReadonlyArray<Uint8Array>) => Uint8Array.from(Buffer.concat(parts))

/** The results for audio that arrives in these pieces. */
const heardIn = (pieces: Iterable<Uint8Array>, latencies: Latencies = usual) =>
  Effect.gen(function* () {
    const { listen } = yield* SpeechToText
    const results: Array<Heard> = []
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { hear, heard } = yield* listen({ language: "en-IN" })
        yield* Effect.forkScoped(Stream.runForEach(heard, (one) => Effect.sync(() => results.push(one))))
        for (const piece of pieces) {
          hear(piece)
          yield* Effect.yieldNow
        }
      })
    )
    return results
  }).pipe(Effect.provide(LocalSpeech.layer(latencies)))

const framesOf = function* (audio: Uint8Array, longest = 160) {
  for (let at = 0; at < audio.length; at += longest) yield audio.subarray(at, at + longest)
}

const finalsOf = (results: ReadonlyArray<Heard>) => results.flatMap((one) => (one.kind === "final" ? [one.text] : []))
const interimsOf = (results: ReadonlyArray<Heard>) => results.flatMap((one) => (one.kind === "interim" ? [one] : []))

const noise = (millis: number, loudest: number, random: () => number) =>
  encode(Int16Array.from({ length: millis * 8 }, () => (random() * 2 - 1) * loudest))

describe("LocalSpeech", () => {
  it.effect("reports the beginning and end of speech, growing interim results and a final one", () =>
    Effect.gen(function* () {
      // The modem sends 20 ms of preamble and 56 ms per letter, in whole frames.
      const words = speak("No, not me.")
      const ends = 1_000 + words.length / 8
      const results = yield* heardIn(framesOf(joined(silent(1_000), words, silent(1_000))))
      assert.deepStrictEqual(results, [
        { kind: "speechBegan", atMillis: 1_000 },
        { kind: "interim", text: "No,", stability: 0.5, atMillis: 1_260 },
        { kind: "interim", text: "No, not", stability: 0.5, atMillis: 1_480 },
        { kind: "speechEnded", atMillis: ends },
        { kind: "interim", text: "No, not me.", stability: 0.9, atMillis: ends },
        { kind: "final", text: "No, not me.", untilMillis: ends, confidence: 1 }
      ])
    })
  )

  it.effect("reports each result with the configured latency, on the clock of the audio", () =>
    Effect.gen(function* () {
      const audio = joined(speak("Yes, I am."), silent(2_000))
      const delaysWith = Effect.fnUntraced(function* (latencies: Latencies) {
        const { listen } = yield* SpeechToText.pipe(Effect.provide(LocalSpeech.layer(latencies)))
        const { hear, heard } = yield* listen({ language: "en-IN" })
        const delays: Array<number> = []
        let position = 0
        yield* Effect.forkScoped(
          Stream.runForEach(heard, (one) =>
            Effect.sync(() => delays.push(position - (one.kind === "final" ? one.untilMillis : one.atMillis)))
          )
        )
        for (const frame of framesOf(audio)) {
          position += 20
          hear(frame)
          yield* Effect.yieldNow
        }
        return delays
      })
      const [began, ...words] = yield* delaysWith({ ...usual, interimMillis: 200, finalMillis: 700 })
      assert.isAtLeast(began ?? 0, 200)
      assert.deepStrictEqual(words, [200, 200, 300, 300, 700])
      assert.deepStrictEqual((yield* delaysWith(instant)).slice(1), [0, 0, 20])
    }).pipe(Effect.scoped)
  )

  it.effect("drops pending interim results when the final comes first, but reports that speech began", () =>
    Effect.gen(function* () {
      const audio = joined(speak("Yes, I am."), silent(1_000))
      const results = yield* heardIn(framesOf(audio), { ...usual, interimMillis: 5_000 })
      assert.deepStrictEqual(
        results.map(({ kind }) => kind),
        ["speechBegan", "final"]
      )
    })
  )

  it.effect("hears no speech in noise, tones and silence", () =>
    Effect.gen(function* () {
      const random = makeRandom(1)
      const audio = joined(noise(3_000, 30_000, random), tone(1_000, 3_000), tone(440, 1_000), silent(1_000))
      assert.deepStrictEqual(yield* heardIn(framesOf(audio)), [])
    })
  )

  it.effect("ends an utterance when noise follows, and hears the next one after it", () =>
    Effect.gen(function* () {
      const random = makeRandom(2)
      const audio = joined(speak("Before."), noise(2_000, 8_000, random), speak("After."), tone(1_000, 2_000))
      const results = yield* heardIn(framesOf(audio))
      assert.deepStrictEqual(finalsOf(results), ["Before.", "After."])
    })
  )

  it.effect("joins words across a short pause, and separates utterances by a longer one", () =>
    Effect.gen(function* () {
      const results = yield* heardIn(
        framesOf(joined(speak("One"), silent(200), speak("two."), silent(400), speak("Three."), silent(400)))
      )
      assert.deepStrictEqual(finalsOf(results), ["One two.", "Three."])
      assert.deepStrictEqual(
        results.map(({ kind }) => kind).filter((kind) => kind !== "interim"),
        ["speechBegan", "speechEnded", "speechBegan", "speechEnded", "final", "speechBegan", "speechEnded", "final"]
      )
    })
  )

  it.effect("hears the spoken part of an utterance that breaks off", () =>
    Effect.gen(function* () {
      const begun = speak("Can you call me back?").subarray(0, 700 * 8)
      const results = yield* heardIn(framesOf(joined(begun, silent(500), speak("No."), silent(500))))
      assert.deepStrictEqual(finalsOf(results), ["Can you call", "No."])
    })
  )

  it.effect("reports the same for audio in any pieces as for audio in one piece", () =>
    Effect.gen(function* () {
      const random = makeRandom(3)
      const audio = joined(silent(333), speak("नमस्ते, आप कैसे हैं? Good 🙂."), silent(1_003), speak("Bye."), silent(500))
      for (const latencies of [usual, instant]) {
        const whole = yield* heardIn([audio], latencies)
        for (let run = 0; run < 20; run++) {
          const pieces: Array<Uint8Array> = []
          for (let at = 0; at < audio.length; ) {
            const next = at + Math.floor(random() * 700)
            pieces.push(audio.subarray(at, next))
            at = next
          }
          assert.deepStrictEqual(yield* heardIn(pieces, latencies), whole)
        }
        assert.deepStrictEqual(finalsOf(whole), ["नमस्ते, आप कैसे हैं? Good 🙂.", "Bye."])
      }
    })
  )

  it.effect("reports interim results that only grow, in whole words, at times that never go back", () =>
    Effect.gen(function* () {
      const text = "यह एक लंबा वाक्य है, with words in two scripts."
      const results = yield* heardIn(framesOf(joined(silent(5), speak(text), silent(500))))
      const interims = interimsOf(results)
      assert.lengthOf(interims, text.split(" ").length)
      for (const [index, { text: words }] of interims.entries()) {
        assert.strictEqual(
          words,
          text
            .split(" ")
            .slice(0, index + 1)
            .join(" ")
        )
      }
      const times = results.map((one) => (one.kind === "final" ? one.untilMillis : one.atMillis))
      assert.deepStrictEqual(
        times,
        [...times].sort((one, other) => one - other)
      )
    })
  )

  it.effect("hears a person who never pauses in parts, without repeating a word", () =>
    Effect.gen(function* () {
      const text = "word ".repeat(450).trim()
      const results = yield* heardIn([joined(speak(text), silent(500))])
      assert.isAbove(finalsOf(results).length, 1)
      assert.strictEqual(finalsOf(results).join(" "), text)
    })
  )

  it.effect("ends with its scope, and ignores later audio", () =>
    Effect.gen(function* () {
      const { listen } = yield* SpeechToText
      const { hear, heard } = yield* Effect.scoped(listen({ language: "hi-IN" }))
      hear(joined(speak("Hello."), silent(500)))
      assert.deepStrictEqual(yield* Stream.runCollect(heard), [])
    }).pipe(Effect.provide(LocalSpeech.layer(usual)))
  )
})

describe("LocalSpeech, listening to LocalVoices,", () => {
  const voice = { provider: "GENERATIVE_TTS", language: "hi-IN", gender: "FEMALE" } as const
  const spoken = (...sentences: ReadonlyArray<string>) =>
    TextToSpeech.use(({ speak: say }) =>
      Stream.runCollect(say({ voice, sentences: Stream.fromIterable(sentences) }))
    ).pipe(
      Effect.map((parts) => joined(...parts.map(({ audio }) => audio))),
      Effect.provide(LocalVoices.layer(instant))
    )

  it.effect("hears every letter, with blanks between sentences", () =>
    Effect.gen(function* () {
      const sentences = ["Good morning, Asha.", "आपकी किस्त ₹1,500 है।", "—", "Shall we go on?"]
      const audio = yield* spoken(...sentences)
      const results = yield* heardIn(framesOf(joined(silent(77), audio, silent(500))), instant)
      assert.deepStrictEqual(finalsOf(results), ["Good morning, Asha. आपकी किस्त ₹1,500 है। Shall we go on?"])
    })
  )

  it.effect("hears the part before an interruption, and then the repetition", () =>
    Effect.gen(function* () {
      const audio = yield* spoken("This is a long sentence.", "And another one.")
      const random = makeRandom(4)
      for (let run = 0; run < 20; run++) {
        const cut = 800 + Math.floor(random() * (audio.length - 800))
        const results = yield* heardIn(framesOf(joined(audio.subarray(0, cut), silent(500), audio, silent(500))), usual)
        const [first, second, ...rest] = finalsOf(results)
        assert.deepStrictEqual(rest, [])
        assert.isTrue("This is a long sentence. And another one.".startsWith(first ?? "nothing"))
        assert.strictEqual(second, "This is a long sentence. And another one.")
      }
    })
  )
})
