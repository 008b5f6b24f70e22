import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { campaignClient, type Person } from "../../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../../support/api/test-server.ts"
import { callAndLineRecord, expectPersonaCall } from "../../../support/data/conversations.ts"
import { eventually } from "../../../support/eventually.ts"
import { startProviders } from "../../../support/fakes/fake-providers.ts"
import { assemblyFake } from "../../../support/fakes/vendors/assemblyai-fake.ts"
import { deepgramFake } from "../../../support/fakes/vendors/deepgram-fake.ts"
import { sarvamFake } from "../../../support/fakes/vendors/sarvam-fake.ts"
import { sonioxFake } from "../../../support/fakes/vendors/soniox-fake.ts"

/** Starts a server in the place of each vendor. Deepgram refuses Portuguese, and Soniox breaks off in it. */
const startEars = async () => {
  const scope = await Effect.runPromise(Scope.make())
  const started = Effect.all({
    deepgram: deepgramFake({ refuse: (_, url) => (url.searchParams.get("language_hint") === "pt" ? 400 : undefined) }),
    soniox: sonioxFake({
      heard: (connection, _, millis, language) => {
        if (language === "pt" && millis > 6_000) connection.cut()
      }
    }),
    assemblyai: assemblyFake(),
    sarvam: sarvamFake()
  })
  const fakes = await Effect.runPromise(Scope.provide(started, scope))
  return {
    fakes,
    settings: {
      DEEPGRAM_API_KEY: "dg-test",
      DEEPGRAM_URL: fakes.deepgram.url,
      SONIOX_API_KEY: "so-test",
      SONIOX_URL: fakes.soniox.url,
      ASSEMBLYAI_API_KEY: "as-test",
      ASSEMBLYAI_URL: fakes.assemblyai.url,
      SARVAM_API_KEY: "sa-test",
      SARVAM_URL: fakes.sarvam.url
    },
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

// The language of a call decides which ear it has. None of these vendors speaks one of these languages.
const languages = {
  "Deepgram Flux": "ru-RU",
  "Deepgram Nova-3": "pl-PL",
  Soniox: "sw-KE",
  Sarvam: "as-IN",
  "AssemblyAI, after two ears that fail": "pt-BR",
  Google: "am-ET"
} as const

/** The last digit of a number decides what its person does. */
const people = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const talkative = [0, 1, 5, 6, 7, 8]
const sampled = talkative[Number(process.env.TEST_SEED) % talkative.length] as number
const digits = process.env.PROVE === "full" ? people : [sampled]

let providers: Awaited<ReturnType<typeof startProviders>>
let ears: Awaited<ReturnType<typeof startEars>>
let server: TestServer
let client: ReturnType<typeof campaignClient>
const campaigns = new Map<string, { readonly campaignId: string; readonly people: ReadonlyArray<Person> }>()

beforeAll(async () => {
  providers = await startProviders()
  ears = await startEars()
  // Above 1 the line's time is that of the calls, so that a slow machine makes no event late.
  server = await startServer({ settings: { ...providers.settings, ...ears.settings, SIMULATOR_SPEED: "1.01" } })
  client = campaignClient(server, await server.organization())
  for (const [name, language] of Object.entries(languages)) {
    const people = await client.people(...digits)
    const flowId = await client.flow({ initialPrompt: "Hello {{name}}?", language, name })
    campaigns.set(name, { people, campaignId: await client.started(people, { flowId, maxRetries: 0 }) })
  }
})
afterAll(async () => {
  await server.stop()
  await ears.stop()
  await providers.stop()
})

describe.each(Object.keys(languages))("a call with the ear of %s", (name) => {
  test.each(digits)("with person %i is recorded as both sides spoke, letter by letter", async (digit) => {
    const { campaignId, people } = campaigns.get(name) as NonNullable<ReturnType<typeof campaigns.get>>
    const person = people[digits.indexOf(digit)] as Person
    await client.untilCall(campaignId, person, ({ status }) => ["COMPLETED", "SUPPRESSED", "FAILED"].includes(status))
    expectPersonaCall(digit, await callAndLineRecord(server, client, campaignId, person))
  })
})

test("each call had the ear of its language, and every vendor's session was ended", async () => {
  const { assemblyai, deepgram, sarvam, soniox } = ears.fakes
  const isFluxUsed = deepgram.connections.map(({ url }) => url.pathname === "/v2/listen")
  expect(new Set(isFluxUsed)).toEqual(new Set([true, false]))
  for (const one of [assemblyai, deepgram, sarvam, soniox]) {
    expect(one.connections.length).toBeGreaterThan(0)
    const open = () => one.connections.filter(({ isOpen }) => isOpen).map(({ url }) => url.href)
    await eventually(() => expect(open()).toEqual([]))
    expect(one.problems).toEqual([])
  }
  for (const one of [assemblyai, deepgram, sarvam])
    expect(one.connections.every(({ saidFarewell }) => saidFarewell)).toBe(true)
  expect([...providers.google.problems, ...providers.openAi.problems]).toEqual([])
})
