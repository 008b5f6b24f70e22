import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeListener } from "../../../src/audio/modem.ts"
import { answered } from "../../support/api/answered.ts"
import { adminToken, startServer, type TestServer } from "../../support/api/test-server.ts"
import { elevenLabsFake } from "../../support/fakes/vendors/elevenlabs-fake.ts"

const serverWith = (settings: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(() => startServer({ settings })),
    ({ stop }) => Effect.promise(stop)
  )
const isIndian = ({ vendor }: { readonly vendor: string }) => vendor === "sarvam"
const newOrganization = (server: TestServer) => Effect.promise(() => server.organization())
const voicesOf = (server: TestServer, id: number, query = "") =>
  Effect.promise(() => answered(200, server.admin("GET", `/admin/v1/organizations/${id}/voices${query}`)))

/** The body of a sample, and its status. */
const sample = (server: TestServer, id: number, body: object) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/admin/v1/organizations/${id}/voices/sample`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  })

describe("the voices of an organization", () => {
  it.live("are those of the vendors that have a key, its own or the settings', for a language", () =>
    Effect.gen(function* () {
      const fake = yield* elevenLabsFake({}, "el-of-the-organization")
      const server = yield* serverWith({ ELEVENLABS_URL: fake.url })
      const { id } = yield* newOrganization(server)
      assert.deepStrictEqual(yield* voicesOf(server, id), { data: [], problems: [] })
      const path = `/admin/v1/organizations/${id}/speech-profile`
      yield* Effect.promise(() => server.admin("PUT", path, { apiKeys: { elevenlabs: "el-of-the-organization" } }))
      const { data, problems } = yield* voicesOf(server, id)
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(
        data.map(({ name }: { name: string }) => name),
        ["Rachel", "Asha"]
      )
      const hindi = yield* voicesOf(server, id, "?language=hi-IN")
      assert.deepStrictEqual(hindi.data.at(-1), {
        vendor: "elevenlabs",
        voiceId: "asha-voice",
        name: "Asha",
        languages: ["hi"],
        gender: "FEMALE"
      })
      assert.lengthOf((yield* voicesOf(server, id, "?language=kn")).data, 0)
      yield* Effect.promise(() => server.admin("PUT", path, { apiKeys: { elevenlabs: "wrong" } }))
      assert.deepStrictEqual(yield* voicesOf(server, id), {
        data: [],
        problems: [{ vendor: "elevenlabs", message: "it refuses the key (HTTP 401)" }]
      })
    }).pipe(Effect.scoped)
  )

  it.live("are found by each code of a language", () =>
    Effect.gen(function* () {
      const fake = yield* elevenLabsFake()
      const keys = { ELEVENLABS_API_KEY: "el-test", SARVAM_API_KEY: "sv-test" }
      const server = yield* serverWith({ ELEVENLABS_URL: fake.url, ...keys })
      const { id } = yield* newOrganization(server)
      for (const [usual, ...others] of [
        ["no", "nb-NO", "nn-NO"],
        ["hi-IN", "hin-IN", "HI-in"],
        ["fil-PH", "tl-PH"],
        ["zh-CN", "cmn-CN"],
        ["or-IN", "ory-IN"]
      ]) {
        const { data } = yield* voicesOf(server, id, `?language=${usual}`)
        assert.isNotEmpty(data, usual)
        for (const other of others)
          assert.deepStrictEqual((yield* voicesOf(server, id, `?language=${other}`)).data, data, other)
      }
      assert.isEmpty((yield* voicesOf(server, id, "?language=en-GB")).data.filter(isIndian))
    }).pipe(Effect.scoped)
  )

  it.live("speak a sample, as a WAV file", () =>
    Effect.gen(function* () {
      const fake = yield* elevenLabsFake({ sound: (text) => (text === "Silence." ? "empty" : undefined) })
      const server = yield* serverWith({ ELEVENLABS_URL: fake.url, ELEVENLABS_API_KEY: "el-test" })
      const { id } = yield* newOrganization(server)
      const wanted = { text: "Good morning, Asha.", language: "en-IN" }
      const named = yield* sample(server, id, { ...wanted, vendor: "elevenlabs", voiceId: "asha-voice" })
      assert.deepStrictEqual([named.response.status, named.response.headers.get("content-type")], [200, "audio/wav"])
      assert.strictEqual(makeListener().hear(named.bytes.subarray(58)).trim(), wanted.text)
      assert.include(fake.connections[0]?.url.pathname, "/asha-voice/")
      const usual = yield* sample(server, id, wanted)
      assert.strictEqual(usual.response.status, 200)
      assert.lengthOf(fake.texts, 2)

      const refusal = (body: object) =>
        Effect.map(sample(server, id, body), ({ bytes, response }) => [
          response.status,
          JSON.parse(bytes.toString()).message
        ])
      assert.deepStrictEqual(yield* refusal({ ...wanted, voiceId: "asha-voice" }), [
        400,
        "vendor is required with voiceId or model"
      ])
      assert.deepStrictEqual(yield* refusal({ ...wanted, text: "…" }), [
        400,
        "vendor spoke nothing: the text has no words"
      ])
      assert.deepStrictEqual(yield* refusal({ ...wanted, text: "Silence." }), [400, "vendor sent no sound"])
      assert.deepStrictEqual((yield* refusal({ ...wanted, text: " " }))[0], 400)
    }).pipe(Effect.scoped)
  )
})
