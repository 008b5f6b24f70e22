import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { missingSettings, unheardOptOuts } from "../../../src/dialer/Readiness.ts"
import { readSettings } from "../../../src/platform/config.ts"

const twilio = {
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM_NUMBER: "+15005550006"
}
const reachable = { PUBLIC_URL: "https://us.example" }
const namedWith = (settings: Record<string, string>, llmProvider: "HOSTED_API" | "PLATFORM_INFERENCE" = "HOSTED_API") =>
  Effect.map(readSettings(settings), (read) =>
    missingSettings(read, { llmProvider }).map((sentence) => /the setting (\w+) is /.exec(sentence)?.[1])
  )

describe("missing settings", () => {
  it.effect("no settings are missing with the simulated carrier", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namedWith({}), [])
    })
  )

  it.effect("a real carrier needs the settings of the flow's language model and of speech", () =>
    Effect.gen(function* () {
      const hosted = yield* namedWith({ ...twilio, ...reachable })
      assert.deepStrictEqual(hosted, ["OPENAI_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS"])
      const own = yield* namedWith(
        { ...twilio, ...reachable, INFERENCE_BASE_URL: "http://models" },
        "PLATFORM_INFERENCE"
      )
      assert.deepStrictEqual(own, ["INFERENCE_MODEL", "GOOGLE_APPLICATION_CREDENTIALS"])
    })
  )

  it.effect("no settings are missing with a real carrier and stand-ins", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namedWith({ ...twilio, ...reachable, PROVIDERS: "local" }), [])
    })
  )

  it.effect("a PUBLIC_URL that Twilio cannot reach is named, unless a stand-in replaces Twilio", () =>
    Effect.gen(function* () {
      const local = { ...twilio, PROVIDERS: "local" }
      assert.deepStrictEqual(yield* namedWith(local), ["PUBLIC_URL"])
      assert.deepStrictEqual(yield* namedWith({ ...local, PUBLIC_URL: "http://us.example" }), ["PUBLIC_URL"])
      assert.deepStrictEqual(yield* namedWith({ ...local, TWILIO_API_BASE_URL: "http://127.0.0.1:1" }), [])
      const edge = { ...local, TWILIO_API_BASE_URL: "https://api.dublin.ie1.twilio.com" }
      assert.deepStrictEqual(yield* namedWith(edge), ["PUBLIC_URL"])
    })
  )
})

describe("a flow whose language has no opt-out phrases", () => {
  const twilioCalls = { carrier: "twilio" } as const

  it("is refused with a real carrier until an admin accepts it", () => {
    const [problem = ""] = unheardOptOuts(twilioCalls, { language: "sw-KE", optOutByModelOnly: false })
    assert.match(problem, /language sw-KE: an admin can set the flow's optOutByModelOnly/)
    assert.deepStrictEqual(unheardOptOuts(twilioCalls, { language: "sw-KE", optOutByModelOnly: true }), [])
  })

  it("is called by the simulated carrier, and other languages by any", () => {
    assert.deepStrictEqual(unheardOptOuts({ carrier: "simulated" }, { language: "sw", optOutByModelOnly: false }), [])
    for (const language of ["en-US", "HI", "ta-IN", "cmn-Hans-CN"])
      assert.deepStrictEqual(unheardOptOuts(twilioCalls, { language, optOutByModelOnly: false }), [])
  })
})
