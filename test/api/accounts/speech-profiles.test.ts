import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer({ settings: { DEEPGRAM_API_KEY: "a-key-of-the-settings" } })
afterAll(server.stop)
const { query } = rowsOf(server)

const path = ({ id }: TestOrganization) => `/admin/v1/organizations/${id}/speech-profile`
const get = (org: TestOrganization) => answered(200, server.admin("GET", path(org)))
const put = (org: TestOrganization, body: unknown) => server.admin("PUT", path(org), body)
const ofSettings = { vendor: "deepgram", source: "SETTINGS", lastFour: null }

const profile = {
  ears: { "hi-IN": [{ vendor: "google" }, { vendor: "deepgram", model: "nova-3" }] },
  voices: { "*": { PREMIUM_TTS: [{ vendor: "elevenlabs", voiceId: "abc", gender: "FEMALE" }] } }
}
const ownKey = "el-a-key-of-the-organization-wxyz"

describe("the speech profile of an organization", () => {
  test("is empty at first, replaces its lists, keeps its keys, and is cleared with them", async () => {
    const org = await server.organization()
    expect(await get(org)).toEqual({ ears: {}, voices: {}, onlyListed: false, keys: [ofSettings] })
    const written = await put(org, { ...profile, apiKeys: { elevenlabs: ownKey } })
    expect([written.status, written.text.includes(ownKey)]).toEqual([200, false])
    const keys = [ofSettings, { vendor: "elevenlabs", source: "ORGANIZATION", lastFour: "wxyz" }]
    expect(written.body).toEqual({ ...profile, onlyListed: false, keys })
    expect(await get(org)).toEqual({ ...profile, onlyListed: false, keys })

    const { voices } = profile
    expect(await answered(200, put(org, { voices }))).toEqual({ ears: {}, voices, onlyListed: false, keys })
    await answered(200, server.admin("DELETE", path(org)))
    expect(await get(org)).toEqual({ ears: {}, voices: {}, onlyListed: false, keys: [ofSettings] })
    await answered(200, server.admin("DELETE", path(org)))
  })

  test("stores keys sealed, and records in the security log which were changed, but not the keys", async () => {
    const org = await server.organization()
    await answered(200, put(org, { apiKeys: { elevenlabs: ownKey, deepgram: "short" } }))
    const rows = await query<{ apiKey: string; lastFour: string | null; vendor: string }>(
      (sql) => sql`select * from speech_keys where organization_id = ${org.id} order by vendor`
    )
    expect(rows.map(({ lastFour, vendor }) => [vendor, lastFour])).toEqual([
      ["deepgram", null],
      ["elevenlabs", "wxyz"]
    ])
    for (const { apiKey } of rows) expect(apiKey).toMatch(/^v1\./)
    await answered(200, put(org, { apiKeys: { deepgram: null } }))
    const log = await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log`))
    expect(log.data.slice(0, 2).map((one: { action: string; details: unknown }) => [one.action, one.details])).toEqual([
      ["speech-profile.configure", { keysSet: [], keysRemoved: ["deepgram"] }],
      ["speech-profile.configure", { keysSet: ["deepgram", "elevenlabs"], keysRemoved: [] }]
    ])
    expect(JSON.stringify(log)).not.toContain(ownKey)
    expect((await get(org)).keys).toContainEqual(ofSettings)
  })

  test("is refused with the field that is wrong, and then nothing changes", async () => {
    const org = await server.organization()
    const refusal = async (body: unknown) => (await answered(400, put(org, body))).details
    const google = [{ vendor: "google" }]
    expect(await refusal({ ...profile, apiKeys: { deepgram: "other" } })).toEqual([
      {
        path: "voices.*.PREMIUM_TTS.0.vendor",
        message: "names elevenlabs, which has no key: send apiKeys.elevenlabs, or set ELEVENLABS_API_KEY"
      }
    ])
    expect(await get(org)).toEqual({ ears: {}, voices: {}, onlyListed: false, keys: [ofSettings] })
    expect(await refusal({ ears: { tlh: google } })).toEqual([
      { path: "ears.tlh", message: "is a language that no vendor knows" }
    ])
    expect((await refusal({ ears: { hi: [{ vendor: "nobody" }] } }))[0].path).toBe("ears.hi.0.vendor")
    expect((await refusal({ ears: { hi: [] } }))[0].path).toBe("ears.hi")
    expect((await refusal({ voices: { hi: { "*": [{ vendor: "google", voiceId: "a b" }] } } }))[0].path).toBe(
      "voices.hi.*.0.voiceId"
    )
    const [unfit] = await refusal({ apiKeys: { elevenlabs: "with blanks" } })
    expect(unfit).toEqual({ path: "apiKeys.elevenlabs", message: "must be 1 to 4096 visible ASCII characters" })
    await answered(200, put(org, { ...profile, apiKeys: { elevenlabs: ownKey } }))
    // Without its key a voice of the profile could not speak.
    expect((await refusal({ ...profile, apiKeys: { elevenlabs: null } }))[0].path).toBe("voices.*.PREMIUM_TTS.0.vendor")
    expect((await get(org)).keys).toHaveLength(2)
  })

  test("may permit only the vendors that it lists, and then a campaign without any does not start", async () => {
    const org = await server.organization()
    const lists = { ears: { hi: [{ vendor: "google" }] }, voices: { hi: { "*": [{ vendor: "google" }] } } }
    expect(await answered(200, put(org, { ...lists, onlyListed: true }))).toMatchObject({ ...lists, onlyListed: true })
    expect(await get(org)).toMatchObject({ onlyListed: true })
    const withoutVoices = [undefined, { "*": {} }, { "*": { NO_TTS: [{ vendor: "google" }] } }]
    for (const voices of withoutVoices) {
      expect((await answered(400, put(org, { ears: lists.ears, voices, onlyListed: true }))).details).toEqual([
        { path: "onlyListed", message: "needs ears and voices: calls would have none" }
      ])
    }
    const client = campaignClient(server, org)
    const people = await client.people(0)
    const startIn = async (language: string) => {
      const id = await client.draft(people, { flowId: await client.flow({ language }) })
      return client.move(id, "start")
    }
    const refused = await startIn("en-IN")
    expect(refused.status).toBe(400)
    expect(refused.text).toContain("lists no vendor with a key that recognizes en-IN, and permits no other")
    expect((await startIn("hi-IN")).status).toBe(200)
  })

  test("needs an admin token with the role ADMIN to change, and any to read", async () => {
    const org = await server.organization()
    const { token } = await answered(201, server.admin("POST", "/admin/v1/tokens", { name: "One", role: "OPERATOR" }))
    const headers = { authorization: `Bearer ${token}` }
    await answered(200, server.call("GET", path(org), undefined, headers))
    await answered(403, server.call("PUT", path(org), {}, headers))
    await answered(403, server.call("DELETE", path(org), undefined, headers))
  })
})
