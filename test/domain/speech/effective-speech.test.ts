import { assert, describe, it } from "@effect/vitest"
import { preferredEars, preferredVoices } from "../../../src/domain/speech/effective-speech.ts"
import type { PreferredEar, PreferredVoice, SpeechPreferences } from "../../../src/domain/speech/SpeechProfile.ts"
import { isHeardBy, isSpokenBy } from "../../../src/domain/speech/vendor-languages.ts"
import { earVendors, voiceVendors } from "../../../src/domain/speech/vendors.ts"
import { makeRandom } from "../../support/random.ts"

const seed = Number(process.env.TEST_SEED)

const languages = ["hi-IN", "hi", "HI-in", "en", "en-US", "ta-IN", "zh-Hant-TW", "zh", "zh-hant", "*"]
const asked = ["hi-IN", "hi", "en-US", "en-GB", "ta-IN", "ta", "zh-Hant-TW", "de"]
const providers = ["CLOUD_TTS", "GENERATIVE_TTS", "PREMIUM_TTS"] as const
const genders = ["FEMALE", "MALE", "NEUTRAL"] as const

const randomly = (random: () => number) => {
  const one = <A>(all: ReadonlyArray<A>) => all[Math.floor(random() * all.length)] as A
  const some = <A>(make: () => A, most: number) => Array.from({ length: Math.floor(random() * (most + 1)) }, make)
  const ear = (): PreferredEar => ({ vendor: one(earVendors), ...(random() < 0.4 && { model: one(["a", "b"]) }) })
  const voice = (): PreferredVoice => ({
    vendor: one(voiceVendors),
    ...(random() < 0.5 && { voiceId: one(["v", "w"]) }),
    ...(random() < 0.3 && { model: one(["a", "b"]) }),
    ...(random() < 0.3 && { gender: one(genders) })
  })
  const profile = (): SpeechPreferences => ({
    ears: Object.fromEntries(some(() => [one(languages), some(ear, 4)] as const, 5)),
    voices: Object.fromEntries(
      some(
        () => [one(languages), Object.fromEntries(some(() => [one([...providers, "*"]), some(voice, 3)] as const, 3))],
        5
      )
    )
  })
  return { one, profiles: () => some(profile, 2) }
}

/** Sorts the entries by a rank, and drops each that is like an earlier one. */
const naively = <A>(
  entries: ReadonlyArray<{ readonly rank: ReadonlyArray<number>; readonly entry: A; readonly name: string }>
): ReadonlyArray<A> => {
  const sorted = entries.toSorted((one, other) => {
    const at = one.rank.findIndex((number, index) => number !== other.rank[index])
    return at < 0 ? 0 : (one.rank[at] ?? 0) - (other.rank[at] ?? 0)
  })
  return sorted
    .filter(({ name }, index) => sorted.findIndex((one) => one.name === name) === index)
    .map((one) => one.entry)
}

/** The number of parts that a code shares with the language from its beginning; undefined if it does not contain it. */
const specificity = (code: string, language: string) => {
  if (code === "*") return 0
  const parts = code.toLowerCase().split("-")
  const isPrefix = parts.every((part, index) => language.toLowerCase().split("-")[index] === part)
  return isPrefix ? parts.length : undefined
}

describe("the effective recognizers and voices", () => {
  it("are those of a naive model, for random profiles", () => {
    const random = makeRandom(seed)
    const { one, profiles } = randomly(random)
    for (let round = 0; round < 500; round++) {
      const given = profiles()
      const language = one(asked)
      const ears = given.flatMap((profile, first) =>
        Object.entries(profile.ears ?? {}).flatMap(([code, list]) => {
          const exact = specificity(code, language)
          if (exact === undefined) return []
          return list.flatMap((entry) =>
            exact === 0 && !isHeardBy(entry.vendor, language)
              ? []
              : [{ rank: [first, -exact], entry, name: `${entry.vendor} ${entry.model}` }]
          )
        })
      )
      assert.deepStrictEqual(preferredEars(given, language), naively(ears), `seed ${seed}, round ${round}`)

      const [ttsProvider, gender] = [one(providers), one(genders)]
      const voices = given.flatMap((profile, first) =>
        Object.entries(profile.voices ?? {}).flatMap(([code, lists]) => {
          const exact = specificity(code, language)
          if (exact === undefined) return []
          return Object.entries(lists).flatMap(([provider, list = []]) =>
            list.flatMap((entry) => {
              const isOther = provider !== ttsProvider && provider !== "*"
              const isMute = exact === 0 && !isSpokenBy(entry.vendor, language)
              if (isOther || isMute || (entry.gender ?? gender) !== gender) return []
              const name = `${entry.vendor} ${entry.voiceId} ${entry.model}`
              return [{ rank: [first, -exact, provider === "*" ? 1 : 0], entry, name }]
            })
          )
        })
      )
      const found = preferredVoices(given, { language, ttsProvider, gender })
      assert.deepStrictEqual(found, naively(voices), `seed ${seed}, round ${round}`)
    }
  })

  it("a vendor that is named for a language is used for it, and one named for all only where it knows the language", () => {
    const deepgram = [{ vendor: "deepgram" }] as const
    assert.deepStrictEqual(preferredEars([{ ears: { "*": deepgram } }], "ml-IN"), [])
    assert.deepStrictEqual(preferredEars([{ ears: { ml: deepgram } }], "ml-IN"), deepgram)
    const profile = { ears: { "*": deepgram, "hi-IN": [{ vendor: "google" }] } } as const
    assert.deepStrictEqual(preferredEars([profile], "hi-IN"), [{ vendor: "google" }, { vendor: "deepgram" }])
  })
})
