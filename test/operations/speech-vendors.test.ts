import { type AddressInfo, createServer, type Server } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { readSettings } from "../../src/platform/config.ts"
import { redactText } from "../../src/platform/secrets/redact.ts"
import { examineEarOf, examineVoiceOf } from "../../src/providers/vendor-examinations.ts"
import { startServer } from "../support/api/test-server.ts"
import { openAiFake } from "../support/fakes/openai-fake.ts"
import { assemblyFake } from "../support/fakes/vendors/assemblyai-fake.ts"
import { auraFake } from "../support/fakes/vendors/aura-fake.ts"
import { cartesiaFake } from "../support/fakes/vendors/cartesia-fake.ts"
import { deepgramFake } from "../support/fakes/vendors/deepgram-fake.ts"
import { elevenLabsFake } from "../support/fakes/vendors/elevenlabs-fake.ts"
import { sarvamFake } from "../support/fakes/vendors/sarvam-fake.ts"
import { sarvamVoiceFake } from "../support/fakes/vendors/sarvam-voice-fake.ts"
import { sonioxFake } from "../support/fakes/vendors/soniox-fake.ts"

const nowhere = "ws://127.0.0.1:1"

const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)))

const urlOf = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise(() => listening(server)),
    () => Effect.sync(() => server.close())
  ).pipe(Effect.map(() => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** A server that knows no websockets. */
const webServer = Effect.suspend(() =>
  urlOf(createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"))))
)

describe("the doctor, with a newcomer's keys of Deepgram, ElevenLabs and OpenAI", () => {
  it.live("is green, and each vendor has heard a second of sound or spoken a word", () =>
    Effect.gen(function* () {
      const deepgram = yield* deepgramFake()
      const elevenLabs = yield* elevenLabsFake()
      const openai = yield* openAiFake(() => "hang")
      const settings = {
        DEEPGRAM_API_KEY: "dg-test",
        DEEPGRAM_URL: deepgram.url,
        ELEVENLABS_API_KEY: "el-test",
        ELEVENLABS_URL: elevenLabs.url,
        OPENAI_API_KEY: "sk-test",
        OPENAI_BASE_URL: openai.url
      }
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startServer({ settings })),
        ({ stop }) => Effect.promise(stop)
      )
      const { body } = yield* Effect.promise(() => server.admin("GET", "/admin/v1/doctor"))
      const statuses = Object.fromEntries(
        body.parts.map(({ part, problem, status }: { part: string; problem: string | null; status: string }) => [
          part,
          problem ?? status
        ])
      )
      assert.deepInclude(statuses, { "deepgram-ear": "OK", "elevenlabs-voice": "OK", "language-model": "OK" })
      assert.isTrue(body.ok)
      assert.deepStrictEqual([...deepgram.problems, ...elevenLabs.problems, ...openai.problems], [])
      assert.deepStrictEqual(elevenLabs.texts, ["Hello."])
      yield* deepgram.until(() => deepgram.openCount() === 0)
      yield* elevenLabs.until(() => elevenLabs.openCount() === 0)
    }).pipe(Effect.scoped)
  )
})

describe("the examination of a vendor", () => {
  it.live("names the setting of a key that is refused, and of a server that is not the vendor's", () =>
    Effect.gen(function* () {
      const deepgram = yield* deepgramFake()
      const elevenLabs = yield* elevenLabsFake()
      const keys = { DEEPGRAM_API_KEY: "wrong", ELEVENLABS_API_KEY: "wrong" }
      const refused = yield* readSettings({ ...keys, DEEPGRAM_URL: deepgram.url, ELEVENLABS_URL: elevenLabs.url })
      const ear = yield* Effect.flip(examineEarOf(refused, "deepgram"))
      assert.strictEqual(ear.message, "deepgram: it refuses the key (HTTP 401); set DEEPGRAM_API_KEY to a valid key")
      const voice = yield* Effect.flip(examineVoiceOf(refused, "elevenlabs"))
      assert.strictEqual(
        voice.message,
        "elevenlabs: it refuses the key (HTTP 401); set ELEVENLABS_API_KEY to a valid key"
      )
      const away = yield* readSettings({ ...keys, DEEPGRAM_URL: nowhere, ELEVENLABS_URL: nowhere })
      assert.strictEqual(
        (yield* Effect.flip(examineEarOf(away, "deepgram"))).message,
        "deepgram: no connection (ECONNREFUSED); check DEEPGRAM_URL"
      )
      assert.strictEqual(
        (yield* Effect.flip(examineVoiceOf(away, "elevenlabs"))).message,
        "elevenlabs: no connection (ECONNREFUSED); check ELEVENLABS_URL"
      )
      const elsewhere = yield* readSettings({ ...keys, DEEPGRAM_URL: yield* webServer })
      assert.strictEqual(
        (yield* Effect.flip(examineEarOf(elsewhere, "deepgram"))).message,
        "deepgram: HTTP 200; check DEEPGRAM_URL"
      )
    }).pipe(Effect.scoped)
  )

  it.live("says that a server opens a session that does not begin", () =>
    Effect.gen(function* () {
      const { url } = yield* assemblyFake({ answers: () => false })
      const mute = yield* readSettings({ ASSEMBLYAI_API_KEY: "as-test", ASSEMBLYAI_URL: url })
      const failure = yield* Effect.flip(examineEarOf(mute, "assemblyai"))
      assert.strictEqual(failure.message, "assemblyai: its session did not begin within 2000 ms")
    }).pipe(Effect.scoped)
  )

  it.live("says that a server accepts connections and does not answer", () =>
    Effect.gen(function* () {
      const mute = { SONIOX_API_KEY: "so-test", SONIOX_URL: yield* urlOf(createServer(() => undefined)) }
      const failure = yield* Effect.flip(examineEarOf(yield* readSettings(mute), "soniox"))
      assert.strictEqual(failure.message, "soniox: no connection (Opening handshake has timed out); check SONIOX_URL")
    }).pipe(Effect.scoped)
  )

  it.live("fails when the vendor closes while it hears, or speaks nothing", () =>
    Effect.gen(function* () {
      const deepgram = yield* deepgramFake({
        heard: (connection, _, millis) => millis >= 500 && connection.close(1011)
      })
      const elevenLabs = yield* elevenLabsFake({ sound: () => "empty" })
      const settings = yield* readSettings({
        DEEPGRAM_API_KEY: "dg-test",
        DEEPGRAM_URL: deepgram.url,
        ELEVENLABS_API_KEY: "el-test",
        ELEVENLABS_URL: elevenLabs.url
      })
      const ear = yield* Effect.flip(examineEarOf(settings, "deepgram"))
      assert.strictEqual(ear.message, "deepgram: it closed the connection (1011)")
      assert.strictEqual(
        (yield* Effect.flip(examineVoiceOf(settings, "elevenlabs"))).message,
        "elevenlabs: no sound came"
      )
    }).pipe(Effect.scoped)
  )

  it.live("passes at each vendor, and names the setting where it refuses the key", () =>
    Effect.gen(function* () {
      const ears = { soniox: yield* sonioxFake(), assemblyai: yield* assemblyFake(), sarvam: yield* sarvamFake() }
      const voices = {
        cartesia: yield* cartesiaFake(),
        deepgram: yield* auraFake(),
        sarvam: yield* sarvamVoiceFake()
      }
      const keys = {
        soniox: "so-test",
        assemblyai: "as-test",
        sarvam: "sa-test",
        cartesia: "ca-test",
        deepgram: "dg-test"
      }
      const settingsOf = (vendor: keyof typeof keys, url: string, key: string = keys[vendor]) =>
        readSettings({ [`${vendor.toUpperCase()}_API_KEY`]: key, [`${vendor.toUpperCase()}_URL`]: url })
      const refusals = yield* Effect.all(
        [
          ...Struct.keys(ears).map((vendor) =>
            Effect.gen(function* () {
              yield* examineEarOf(yield* settingsOf(vendor, ears[vendor].url), vendor)
              const wrong = yield* settingsOf(vendor, ears[vendor].url, "wrong")
              return [vendor, (yield* Effect.flip(examineEarOf(wrong, vendor))).message] as const
            })
          ),
          ...Struct.keys(voices).map((vendor) =>
            Effect.gen(function* () {
              yield* examineVoiceOf(yield* settingsOf(vendor, voices[vendor].url), vendor)
              const wrong = yield* settingsOf(vendor, voices[vendor].url, "wrong")
              return [vendor, (yield* Effect.flip(examineVoiceOf(wrong, vendor))).message] as const
            })
          )
        ],
        { concurrency: "unbounded" }
      )
      for (const [vendor, message] of refusals) {
        assert.include(message, `set ${vendor.toUpperCase()}_API_KEY to a valid key`)
      }
    }).pipe(Effect.scoped)
  )

  it.live("names the setting in words that are not masked, also when the vendor's error names the key", () =>
    Effect.gen(function* () {
      const fake = yield* elevenLabsFake({
        sound: (_, __, connection) => {
          connection.send({ error: "invalid_api_key", message: "Invalid API key", code: 1008 })
          return "hang"
        }
      })
      const settings = yield* readSettings({ ELEVENLABS_API_KEY: "el-test", ELEVENLABS_URL: fake.url })
      const { message } = yield* Effect.flip(examineVoiceOf(settings, "elevenlabs"))
      assert.strictEqual(message, "elevenlabs: error invalid_api_key; set ELEVENLABS_API_KEY to a valid key")
      assert.strictEqual(redactText(message), message)
    }).pipe(Effect.scoped)
  )
})
