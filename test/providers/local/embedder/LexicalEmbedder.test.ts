import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lexicalEmbedder } from "../../../../src/providers/local/embedder/LexicalEmbedder.ts"
import { makeRandom } from "../../../support/random.ts"
import { type Business, fitted, unseen } from "./questions.ts"

const { embed, scoreOf } = lexicalEmbedder

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

const scoresOf = Effect.fnUntraced(function* (question: string, chunks: ReadonlyArray<string>) {
  const [asked = new Float32Array()] = yield* embed([question], "question")
  return (yield* embed(chunks, "document")).map((chunk) => scoreOf(cosine(asked, chunk)))
})

/** Precision and recall of the score 0.5 over all pairs of a question and a chunk. */
const judge = Effect.fnUntraced(function* (businesses: Readonly<Record<string, Business>>) {
  const counts = { right: 0, wrong: 0, missed: 0, pairs: 0 }
  for (const { chunks, questions } of Object.values(businesses)) {
    for (const [question, ...answeredBy] of questions) {
      const scores = yield* scoresOf(question, Object.values(chunks))
      for (const [index, name] of Object.keys(chunks).entries()) {
        const [should, does] = [answeredBy.includes(name), (scores[index] ?? 0) >= 0.5]
        counts.pairs += 1
        if (should && does) counts.right += 1
        if (should && !does) counts.missed += 1
        if (!should && does) counts.wrong += 1
      }
    }
  }
  const { missed, pairs, right, wrong } = counts
  return { pairs, precision: right / (right + wrong), recall: right / (right + missed) }
})

describe("lexicalEmbedder", () => {
  it.effect(
    "separates chunks that answer a question from others, also for businesses whose words it was not fitted to",
    () =>
      Effect.gen(function* () {
        const known = yield* judge(fitted)
        assert.isAtLeast(known.pairs, 120)
        assert.isAtLeast(known.precision, 0.78)
        assert.isAtLeast(known.recall, 0.9)
        const other = yield* judge(unseen)
        assert.isAtLeast(other.pairs, 120)
        assert.isAtLeast(other.precision, 0.83)
        assert.isAtLeast(other.recall, 0.75)
      })
  )

  it.effect("finds the opening hours in a sentence without the words of the question, and not in a price list", () =>
    Effect.gen(function* () {
      const open = "We are open from nine to six, Monday to Saturday."
      const prices = "Price list. Consultation 500 rupees. X-ray 800 rupees. Root canal 4,000 rupees."
      const [hours = 0, price = 0] = yield* scoresOf("What are your opening hours?", [open, prices])
      assert.isAtLeast(hours, 0.5)
      assert.isBelow(price, 0.5)
    })
  )

  it.effect(
    "finds a phone number, documents, an age, a fine and a place by their form, and takes no month for a place",
    () =>
      Effect.gen(function* () {
        const closed = "The clinic stays closed in January and on Sundays."
        for (const [question, chunk] of [
          [
            "What is the phone number of the office?",
            "Talking to us. Dial 1800 200 3344, or write to desk@example.com."
          ],
          ["Which documents are needed for admission?", "Admission. Bring the birth certificate and two photographs."],
          ["How old must a child be for nursery?", "A child is at least three years of age when it joins the nursery."],
          ["What happens if the cheque bounces?", "For a cheque that bounces we add a fine."],
          ["Where is the clinic?", "The clinic stands in Koramangala, next to the post office."]
        ] as const) {
          const [score = 0, other = 0] = yield* scoresOf(question, [chunk, closed])
          assert.isAtLeast(score, 0.5, question)
          assert.isBelow(other, 0.5, question)
        }
      })
  )

  it.effect("recognizes a word in another script and in another spelling", () =>
    Effect.gen(function* () {
      for (const [question, chunk] of [
        ["डॉक्टर?", "Each doctor sees patients by the order of their names."],
        ["hostel kaisa hai?", "लड़कों और लड़कियों के लिए अलग हॉस्टल है।"],
        ["सिम?", "The sim card is blocked."],
        ["appointment", "Your apointment can be moved."],
        ["इंश्योरेंस?", "We take the insurance of all companies."],
        ["மருத்துவர் யார்?", "எங்கள் மருத்துவர் யார் என்பதை இங்கே காணலாம்."]
      ] as const) {
        const [score = 0] = yield* scoresOf(question, [chunk])
        assert.isAtLeast(score, 0.5, question)
      }
    })
  )

  it.effect("scores a chunk by its answer, however long the chunk is", () =>
    Effect.gen(function* () {
      // A fixed seed: among many random texts one would fill the buckets of a word by chance.
      const random = makeRandom(1)
      const below = (bound: number) => Math.floor(random() * bound)
      const words = Array.from({ length: 5_000 }, () =>
        Array.from({ length: 3 + below(6) }, () => String.fromCharCode(97 + below(26))).join("")
      )
      const chunk = (length: number) => Array.from({ length }, () => words[below(words.length)]).join(" ")
      for (let time = 0; time < 50; time++) {
        // A text of 400 words has about 200 that are not stop words.
        const filler = chunk(200)
        const [withAnswer = 0, without = 0] = yield* scoresOf("Is the warranty transferable?", [
          `${filler} The warranty is transferable.`,
          filler
        ])
        assert.isAtLeast(withAnswer, 0.5)
        assert.isBelow(without, 0.5)
      }
    })
  )

  it.effect("returns the same unit vectors each time, and zeros for a text without words of its own", () =>
    Effect.gen(function* () {
      const texts = [
        "Where are you?",
        "रिफंड",
        "a ".repeat(9_000),
        "x".repeat(50_000),
        "299 🙂 plan",
        "The fee, the fee!"
      ]
      for (const use of ["document", "question"] as const) {
        const vectors = yield* embed([...texts, "", " … ", "yes"], use)
        assert.deepStrictEqual(vectors, yield* embed([...texts, "", " … ", "yes"], use))
        for (const vector of vectors) {
          assert.lengthOf(vector, lexicalEmbedder.dimensions)
          const length = Math.hypot(...vector)
          assert.isTrue(length === 0 || Math.abs(length - 1) < 1e-5)
        }
        assert.deepStrictEqual(
          vectors.map((vector) => vector.some((value) => value !== 0)),
          [true, true, false, true, true, true, false, false, false]
        )
      }
    })
  )

  it("scores monotonically from 0 to 1", () => {
    const scores = Array.from({ length: 201 }, (_, index) => scoreOf((index - 100) / 100 / 20))
    assert.deepStrictEqual(
      scores,
      scores.toSorted((one, other) => one - other)
    )
    assert.deepStrictEqual([scoreOf(-1), scoreOf(0), scoreOf(1)], [0, 0, 1])
  })
})
