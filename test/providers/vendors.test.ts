import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { silent } from "../../src/audio/frames.ts"
import { speak as modem } from "../../src/audio/modem.ts"
import { SpeechToText } from "../../src/providers/contract/SpeechToText.ts"
import * as Providers from "../../src/providers/Providers.ts"
import { fluxFake } from "../support/fakes/vendors/flux-fake.ts"
import { settingsLayer } from "./settings.ts"

describe("vendors of speech", () => {
  it.live("an ear hears a turn, and decides when it ends", () =>
    Effect.gen(function* () {
      const fake = yield* fluxFake()
      const services = yield* Layer.build(
        Providers.layer.pipe(Layer.provide(settingsLayer({ DEEPGRAM_API_KEY: "dg-test", DEEPGRAM_URL: fake.url })))
      )
      const { hear, heard } = yield* SpeechToText.use(({ listen }) =>
        listen({ language: "en-IN", ear: { vendor: "deepgram" } })
      ).pipe(Effect.provide(services))
      hear(silent(100))
      hear(modem("I want to go."))
      for (let at = 0; at < 600; at += 20) hear(silent(20))
      const events = yield* heard.pipe(
        Stream.takeUntil(({ kind }) => kind === "turnEnded"),
        Stream.runCollect
      )
      assert.deepStrictEqual(fake.problems, [])
      assert.deepStrictEqual(
        events.flatMap((one) => (one.kind === "final" ? [one.text] : one.kind === "interim" ? [] : [one.kind])),
        ["speechBegan", "turnMayEnd", "I want to go.", "turnEnded"]
      )
    }).pipe(Effect.scoped)
  )
})
