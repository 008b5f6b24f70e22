import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { googleFake } from "../support/fakes/google-fake.ts"
import { openAiFake, text } from "../support/fakes/openai-fake.ts"
import { startScript } from "../support/processes/script-process.ts"

describe("the providers", () => {
  it.live("close all connections and leave no unhandled error after an interruption", () =>
    Effect.gen(function* () {
      const google = yield* googleFake({ heard: (recognizer) => recognizer.interim("Hello", recognizer.millis) })
      const openai = yield* openAiFake(() => [text("Hello"), "hang"])
      const { ended } = yield* startScript(
        new URL("../support/processes/programs/provider-process.ts", import.meta.url),
        {
          GOOGLE_PROJECT: "p",
          GOOGLE_SPEECH_ENDPOINT: google.url,
          GOOGLE_TTS_ENDPOINT: google.url,
          OPENAI_API_KEY: "sk-1",
          OPENAI_BASE_URL: openai.url
        }
      )
      assert.deepStrictEqual(yield* Effect.promise(() => ended), { code: 0, stderr: "" })
      assert.isTrue(google.recognizers.every(({ isCancelled }) => isCancelled))
      assert.isTrue(google.voices.every(({ isOver }) => isOver))
      assert.lengthOf(google.recognizers, 1)
      assert.lengthOf(google.voices, 2)
      assert.isTrue(openai.completions[0]?.isAborted)
      assert.deepStrictEqual([...google.problems, ...openai.problems], [])
    })
  )
})
