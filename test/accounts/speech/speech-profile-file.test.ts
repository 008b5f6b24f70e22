import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { SpeechProfiles } from "../../../src/accounts/speech/SpeechProfiles.ts"
import { UsualSpeech } from "../../../src/accounts/speech/UsualSpeech.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "carillon-speech-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** The plan of an organization without a profile, where the settings name a file with this content. */
const planWith = (content: string | undefined, settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const path = join(yield* folder, "profile.json")
    if (content !== undefined) yield* Effect.promise(() => writeFile(path, content))
    const noRows = () => Effect.succeed([])
    return yield* SpeechProfiles.use(({ plan }) => plan(1)).pipe(
      Effect.provide(SpeechProfiles.layer),
      Effect.provide(UsualSpeech.layer),
      Effect.provide([
        Layer.effect(AppConfig, readSettings({ SPEECH_PROFILE: path, ...settings })),
        Layer.succeed(PgClient.PgClient, noRows as unknown as PgClient.PgClient),
        Layer.succeed(Secrets, {} as Secrets["Service"]),
        Layer.mock(SecurityLog, {})
      ])
    )
  })

describe("the file at SPEECH_PROFILE", () => {
  it.live("decides for organizations that do not decide themselves", () =>
    Effect.gen(function* () {
      const profile = {
        ears: { hi: [{ vendor: "deepgram" }] },
        voices: { "*": { "*": [{ vendor: "google" }] } }
      } as const
      const { profiles } = yield* planWith(JSON.stringify(profile), { DEEPGRAM_API_KEY: "dg" })
      assert.deepEqual<unknown>(profiles, [{}, profile])
    })
  )

  it.live("stops the start where it is wrong, and names the field", () =>
    Effect.gen(function* () {
      for (const [content, problem] of [
        [undefined, /^SPEECH_PROFILE: \S+profile\.json cannot be read: ENOENT/],
        ["{", /is not valid: The file must be valid JSON/],
        ['{"ears":{"hi":[{"vendor":"nobody"}]}}', /is not valid: ears\.hi\.0\.vendor must be/],
        [
          '{"ears":{"hi":[{"vendor":"deepgram"}]}}',
          /ears\.hi\.0\.vendor names deepgram, which has no key: set DEEPGRAM_API_KEY$/
        ],
        ['{"apiKeys":{"deepgram":"dg"}}', /is not valid: apiKeys is not a known field$/],
        ['{"voice":{}}', /voice/]
      ] as const) {
        const failure = yield* Effect.flip(planWith(content))
        assert.match((failure as Error).message, problem)
      }
    })
  )
})
