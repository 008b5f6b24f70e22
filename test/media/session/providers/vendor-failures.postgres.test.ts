import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { answered } from "../../../support/api/answered.ts"
import { campaignClient } from "../../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../../support/api/test-server.ts"
import {
  callAndLineRecord,
  type LineRecord,
  lettersOf,
  linesOf,
  silencesIn
} from "../../../support/data/conversations.ts"
import { startProviders } from "../../../support/fakes/fake-providers.ts"
import { makeTcpProxy, type TcpProxy } from "../../../support/fakes/network/tcp-proxy.ts"
import { assemblyFake } from "../../../support/fakes/vendors/assemblyai-fake.ts"
import { cartesiaFake } from "../../../support/fakes/vendors/cartesia-fake.ts"
import { deepgramFake } from "../../../support/fakes/vendors/deepgram-fake.ts"
import { elevenLabsFake } from "../../../support/fakes/vendors/elevenlabs-fake.ts"
import { sarvamFake } from "../../../support/fakes/vendors/sarvam-fake.ts"
import { sonioxFake } from "../../../support/fakes/vendors/soniox-fake.ts"
import { makeRandom, shuffled } from "../../../support/random.ts"
import { hasTurn, isFull } from "../../../support/sample.ts"

const seed = Number(process.env.TEST_SEED)

const ears = ["deepgram", "soniox", "assemblyai", "sarvam", "google"] as const
const voices = ["cartesia", "elevenlabs", "deepgram", "sarvam", "google"] as const
type Vendor = (typeof ears)[number] | (typeof voices)[number]
const vendors = [...new Set<Vendor>([...ears, ...voices])]

/** How often each vendor's server is killed, in how many rounds of how many calls. */
const { kills, rounds, callsOfEach } = isFull
  ? { kills: 50, rounds: 14, callsOfEach: 4 }
  : { kills: 1, rounds: 1, callsOfEach: 1 }

let providers: Awaited<ReturnType<typeof startProviders>>
let proxies: Readonly<Record<Vendor, TcpProxy>>
let server: TestServer
let scope: Scope.Closeable
/** An organization for each order of vendors: the first ones prefer another ear and another voice than the next. */
let clients: ReadonlyArray<ReturnType<typeof campaignClient>>

const portOf = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  providers = await startProviders()
  scope = await Effect.runPromise(Scope.make())
  const started = Effect.all({
    deepgram: deepgramFake(),
    soniox: sonioxFake(),
    assemblyai: assemblyFake(),
    sarvam: sarvamFake(),
    cartesia: cartesiaFake(),
    elevenlabs: elevenLabsFake()
  })
  const fakes = await Effect.runPromise(Scope.provide(started, scope))
  const ports: Readonly<Record<Vendor, number>> = {
    deepgram: portOf(fakes.deepgram.url),
    soniox: portOf(fakes.soniox.url),
    assemblyai: portOf(fakes.assemblyai.url),
    sarvam: portOf(fakes.sarvam.url),
    cartesia: portOf(fakes.cartesia.url),
    elevenlabs: portOf(fakes.elevenlabs.url),
    google: portOf(providers.settings.GOOGLE_SPEECH_ENDPOINT)
  }
  const made = await Promise.all(
    vendors.map(async (vendor) => [vendor, await makeTcpProxy("127.0.0.1", ports[vendor])] as const)
  )
  proxies = Object.fromEntries(made) as typeof proxies
  const urlOf = (vendor: Vendor) => `ws://127.0.0.1:${proxies[vendor].port}`
  server = await startServer({
    settings: {
      ...providers.settings,
      GOOGLE_SPEECH_ENDPOINT: `http://127.0.0.1:${proxies.google.port}`,
      GOOGLE_TTS_ENDPOINT: `http://127.0.0.1:${proxies.google.port}`,
      DEEPGRAM_API_KEY: "dg-test",
      DEEPGRAM_URL: urlOf("deepgram"),
      SONIOX_API_KEY: "so-test",
      SONIOX_URL: urlOf("soniox"),
      ASSEMBLYAI_API_KEY: "as-test",
      ASSEMBLYAI_URL: urlOf("assemblyai"),
      SARVAM_API_KEY: "sa-test",
      SARVAM_URL: urlOf("sarvam"),
      CARTESIA_API_KEY: "ca-test",
      CARTESIA_URL: urlOf("cartesia"),
      ELEVENLABS_API_KEY: "el-test",
      ELEVENLABS_URL: urlOf("elevenlabs"),
      // Above 1 the line's time is that of the calls, so that a slow machine makes no event late.
      SIMULATOR_SPEED: "1.01"
    }
  })
  clients = await Promise.all(
    ears.map(async (_, first) => {
      const client = campaignClient(server, await server.organization())
      const profile = {
        ears: { en: rotated(ears, first).map((vendor) => ({ vendor })) },
        voices: { en: { "*": rotated(voices, first).map((vendor) => ({ vendor })) } }
      }
      await answered(200, server.admin("PUT", `${client.admin}/speech-profile`, profile))
      return client
    })
  )
})
afterAll(async () => {
  await server?.stop()
  await Promise.all(Object.values(proxies ?? {}).map(({ close }) => close()))
  await providers?.stop()
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
})

const rotated = <A>(all: ReadonlyArray<A>, by: number): ReadonlyArray<A> => [...all.slice(by), ...all.slice(0, by)]

const later = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, millis)))

/** Starts calls of one organization; returns when they are over. */
const callsOf = async (client: (typeof clients)[number], digits: ReadonlyArray<number>) => {
  const people = await client.people(...digits)
  const flowId = await client.flow({ initialPrompt: opening, language: "en-IN" })
  const campaignId = await client.started(people, { flowId, maxRetries: 0 })
  const over = Promise.all(
    people.map(async (person) => {
      await client.untilCall(campaignId, person, ({ status }) => ["COMPLETED", "FAILED", "SUPPRESSED"].includes(status))
      const ended = await client.events("call-ended.v1", campaignId)
      const { call, line } = await callAndLineRecord(server, client, campaignId, person)
      return { call, line, ended: ended.filter(({ callId }) => callId === call.id).length }
    })
  )
  return { over }
}

const opening = "Hello, this is the Bank of Pune. May I ask you something?"
const apology = "I'm sorry, we have a technical problem, so I have to end the call here. Goodbye."

const talkative = [0, 1, 5, 6, 7]

describe.runIf(hasTurn(1))(`${ears.length * callsOfEach} calls`, () => {
  test(`go on when the server of each vendor is killed at ${kills} moments`, async () => {
    const random = makeRandom(seed)
    const all = shuffled(
      vendors.flatMap((vendor) => Array.from({ length: kills }, () => vendor)),
      seed
    )
    for (let round = 0; round < rounds; round++) {
      const begun = await Promise.all(
        clients.map((client) =>
          callsOf(
            client,
            Array.from({ length: callsOfEach }, () => talkative[Math.floor(random() * talkative.length)] as number)
          )
        )
      )
      const ofRound = all.filter((_, index) => index % rounds === round)
      const killed = Promise.all(
        vendors.map(async (vendor) => {
          const moments = ofRound.filter((one) => one === vendor).map(() => random() * talkMillis)
          let now = 0
          for (const moment of moments.toSorted((one, other) => one - other)) {
            await later(moment - now)
            const away = random() * longestAwayMillis
            await proxies[vendor].cut()
            await later(away)
            await proxies[vendor].mend()
            now = moment + away
          }
        })
      )
      const calls = (await Promise.all(begun.map(({ over }) => over))).flat()
      await killed
      for (const call of calls) expectUnharmed(call, ofRound.length)
    }
  })
})

test.skipIf(!isFull)(
  "an ear that is away for 60 s changes nothing but the latency where there is a second",
  async () => {
    const [client = expect.fail("no client")] = clients
    const linesIn = ({ call }: Ended) => call.transcript.map(({ role, text }: any) => `${role}: ${text}`)
    const before = await (await callsOf(client, talkative)).over
    for (const call of before) expectUnharmed(call, 0)
    const undisturbed = before.map(linesIn)
    const during = await callsOf(client, talkative)
    await later(millisToTalk)
    await proxies.deepgram.cut()
    const [after] = await Promise.all([later(5_000).then(() => callsOf(client, talkative)), later(60_000)])
    await proxies.deepgram.mend()
    for (const calls of [await during.over, await after.over]) {
      for (const call of calls) expectUnharmed(call, 1)
      expect(calls.map(linesIn)).toEqual(undisturbed)
    }
  }
)

/** Time after the start at which calls are talking, ms. */
const millisToTalk = 8_000
/** In this time after the start most of the calls are talking, ms. */
const talkMillis = 24_000
const longestAwayMillis = 1_000

interface Ended {
  readonly call: any
  readonly line: LineRecord
  readonly ended: number
}

const expectUnharmed = ({ call, ended, line }: Ended, kills: number) => {
  const log = server.log.filter(
    (line) => line > `timestamp=${call.startedAt}` && line < `timestamp=${call.completedAt}`
  )
  const whole = `${JSON.stringify({ call, line })}\n${log.join("\n")}`
  expect(call, whole).toMatchObject({ outcome: "CONNECTED", attempts: 1, failureReason: null })
  expect(ended, whole).toBe(1)
  const agent = linesOf(call, "agent")
  expect(agent.map(({ text }) => text).join(" "), whole).not.toContain(apology)
  const said = lettersOf(line.said)
  expect([said, said.replace(/Goodbye\.$/, "")], whole).toContain(lettersOf(linesOf(call, "person")))
  expectHeardInParts(lettersOf(agent), lettersOf(line.heard), kills + line.clears, whole)
  expect(line.problems, whole).toEqual([])
  expect(Math.max(0, ...silencesIn(line)), whole).toBeLessThanOrEqual(longestSilence)
}

/**
 * Asserts that the person heard all that is recorded. A word in which a voice broke off is heard, but not recorded, and
 * its sound may swallow the first letter of the next.
 */
const expectHeardInParts = (recorded: string, heard: string, breaks: number, whole: string) => {
  // The least number of breaks, by the number of heard letters that the recorded ones until now explain.
  let states = new Map([[0, 0]])
  const note = (next: Map<number, number>, at: number, count: number) =>
    next.set(at, Math.min(count, next.get(at) ?? count))
  const withMore = (from: Map<number, number>) => {
    const next = new Map(from)
    for (const [at, count] of from) for (let more = 1; more <= longestWord; more++) note(next, at + more, count + 1)
    return next
  }
  for (const letter of recorded) {
    const next = new Map<number, number>()
    for (const [at, count] of withMore(states)) {
      if (heard[at] === letter) note(next, at + 1, count)
      note(next, at, count + 1)
    }
    states = new Map([...next].filter(([at, count]) => at <= heard.length && count <= breaks))
  }
  expect(withMore(states).get(heard.length), `${whole}\n${recorded}\n${heard}`).toBeLessThanOrEqual(breaks)
}

const longestWord = 12
const longestSilence = 3_000
