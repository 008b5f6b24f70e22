import { assert, describe, it } from "@effect/vitest"
import { profileProblem } from "../../../src/domain/speech/profile-problem.ts"

const withKeys =
  (...vendors: ReadonlyArray<string>) =>
  (_role: string, vendor: string) =>
    vendors.includes(vendor)

describe("profileProblem", () => {
  it("accepts a profile whose vendors have keys", () => {
    const profile = {
      ears: { "hi-IN": [{ vendor: "google" }], "*": [{ vendor: "deepgram" }] },
      voices: { hi: { PREMIUM_TTS: [{ vendor: "elevenlabs" }], "*": [{ vendor: "google" }] } }
    } as const
    assert.isUndefined(profileProblem(profile, withKeys("google", "deepgram", "elevenlabs")))
    assert.isUndefined(profileProblem({}, withKeys()))
  })

  it("names the entry whose vendor has no key, and the setting that gives it one", () => {
    const ears = { hi: [{ vendor: "google" }, { vendor: "deepgram" }] } as const
    assert.deepStrictEqual(profileProblem({ ears }, withKeys("google")), {
      path: "ears.hi.1.vendor",
      message: "names deepgram, which has no key: send apiKeys.deepgram, or set DEEPGRAM_API_KEY"
    })
    const voices = { "*": { "*": [{ vendor: "google" }] } } as const
    assert.deepStrictEqual(profileProblem({ voices }, withKeys()), {
      path: "voices.*.*.0.vendor",
      message: "names google, which has no key: set GOOGLE_APPLICATION_CREDENTIALS"
    })
  })

  it("refuses to permit only listed vendors without an ear or without a voice", () => {
    const google = [{ vendor: "google" }] as const
    const problem = { path: "onlyListed", message: "needs ears and voices: calls would have none" }
    for (const lists of [
      {},
      { ears: { hi: google } },
      { ears: { hi: google }, voices: { "*": {} } },
      { ears: { hi: google }, voices: { "*": { "*": [] } } },
      { ears: { hi: [] }, voices: { "*": { "*": google } } }
    ]) {
      assert.deepStrictEqual(profileProblem({ ...lists, onlyListed: true }, withKeys("google")), problem)
    }
    const complete = { ears: { hi: google }, voices: { hi: {}, "*": { "*": google } } }
    assert.isUndefined(profileProblem({ ...complete, onlyListed: true }, withKeys("google")))
  })

  it("refuses what is no language, and a language that no vendor knows", () => {
    const google = [{ vendor: "google" }] as const
    assert.deepStrictEqual(profileProblem({ ears: { tlh: google } }, withKeys("google")), {
      path: "ears.tlh",
      message: "is a language that no vendor knows"
    })
    assert.deepStrictEqual(profileProblem({ voices: { tlh: { "*": google } } }, withKeys("google")), {
      path: "voices.tlh",
      message: "is a language that no vendor knows"
    })
    for (const language of ["", "h", "hi_IN", "hi-IN ", "**", "__proto__", "x".repeat(40)]) {
      const problem = profileProblem({ ears: { [language]: google } }, withKeys("google"))
      assert.strictEqual(problem?.message, "must be a language code such as hi-IN or hi, or *", language)
    }
  })
})
