import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readSettings } from "../../src/platform/config.ts"
import { listVoices } from "../../src/providers/voice-lists.ts"
import { freePort } from "../support/servers/free-port.ts"

/** A vendor that answers every request with a document. */
const vendorWith = (answer: unknown) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer((_, response) => response.end(JSON.stringify(answer)))
        await once(server.listen(0, "127.0.0.1"), "listening")
        return server
      }),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

describe("the list of voices", () => {
  const named = { voice_id: "v1", name: "Asha", verified_languages: [{ language: "hi" }] }
  for (const [answer, voices, problems] of [
    [{ voices: [named] }, ["Asha"], []],
    [{ voices: [named, { ...named, name: 7 }, { ...named, verified_languages: [{ language: 1 }] }] }, ["Asha"], []],
    [{ voices: [null] }, [], ["an unreadable answer"]],
    [{ voices: "none" }, [], ["an unreadable answer"]],
    [null, [], ["an unreadable answer"]]
  ] as const) {
    it.live(`has what can be read of the answer ${JSON.stringify(answer)}`, () =>
      Effect.gen(function* () {
        const url = yield* vendorWith(answer)
        const settings = yield* readSettings({ ELEVENLABS_URL: url, ELEVENLABS_API_KEY: "key" })
        const found = yield* listVoices(settings, new Map())
        assert.deepStrictEqual(
          found.data.map(({ name }) => name),
          [...voices]
        )
        assert.deepStrictEqual(
          found.problems.map(({ message }) => message),
          [...problems]
        )
      })
    )
  }

  it.live("says why a vendor cannot be reached", () =>
    Effect.gen(function* () {
      const url = `ws://127.0.0.1:${yield* Effect.promise(freePort)}`
      const settings = yield* readSettings({ ELEVENLABS_URL: url, ELEVENLABS_API_KEY: "key" })
      const { problems } = yield* listVoices(settings, new Map())
      assert.include(problems[0]?.message, "no whole answer (ECONNREFUSED)")
    })
  )
})
