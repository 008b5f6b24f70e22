import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { speak } from "../../../../src/audio/modem.ts"
import { campaignClient } from "../../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../../support/api/test-server.ts"
import {
  callAndLineRecord,
  expectPersonaCall,
  type LineRecord,
  lettersOf,
  linesOf
} from "../../../support/data/conversations.ts"
import { startProviders } from "../../../support/fakes/fake-providers.ts"
import { auraFake } from "../../../support/fakes/vendors/aura-fake.ts"
import { cartesiaFake } from "../../../support/fakes/vendors/cartesia-fake.ts"
import { elevenLabsFake } from "../../../support/fakes/vendors/elevenlabs-fake.ts"
import { sarvamVoiceFake } from "../../../support/fakes/vendors/sarvam-voice-fake.ts"
import type { VoiceScript } from "../../../support/fakes/vendors/voice-script.ts"
import { isFull, someOf } from "../../../support/sample.ts"

// Person 8 interrupts the opening.
const digits = isFull ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : [8]

const fakes = {
  CARTESIA: cartesiaFake,
  ELEVENLABS: elevenLabsFake,
  DEEPGRAM: auraFake,
  SARVAM: sarvamVoiceFake
} as const
const keys = { CARTESIA: "ca-test", ELEVENLABS: "el-test", DEEPGRAM: "dg-test", SARVAM: "sa-test" } as const
type Vendor = keyof typeof fakes

/** In the order in which calls in Indian English use them; Google's voices are the last. */
const vendors = someOf<Vendor>(["CARTESIA", "ELEVENLABS", "DEEPGRAM", "SARVAM"], 2)

/** The text in which a server in a vendor's place breaks off. */
const lastText = "What else may I do for you?"

let providers: Awaited<ReturnType<typeof startProviders>>
let voices: Readonly<Record<Vendor, Effect.Success<ReturnType<(typeof fakes)[Vendor]>>>>
let server: TestServer
let client: ReturnType<typeof campaignClient>
let scope: Scope.Closeable
let breaking: Vendor | undefined
/** The vendors that refuse connections. */
const down = new Set<Vendor>()

const scriptOf = (vendor: Vendor): VoiceScript => ({
  refuse: () => (down.has(vendor) ? 503 : undefined),
  sound: (text, _, connection) => {
    if (breaking !== vendor || text !== lastText) return undefined
    down.add(vendor)
    // Idle ones would speak again.
    for (const other of voices[vendor].connections) if (other !== connection) other.cut()
    return "cut"
  }
})

beforeAll(async () => {
  providers = await startProviders()
  scope = await Effect.runPromise(Scope.make())
  const start = (vendor: Vendor) => Effect.runPromise(Scope.provide(fakes[vendor](scriptOf(vendor)), scope))
  const [CARTESIA, ELEVENLABS, DEEPGRAM, SARVAM] = await Promise.all([
    start("CARTESIA"),
    start("ELEVENLABS"),
    start("DEEPGRAM"),
    start("SARVAM")
  ])
  voices = { CARTESIA, ELEVENLABS, DEEPGRAM, SARVAM }
  const accounts = vendors.flatMap((vendor) => [
    [`${vendor}_API_KEY`, keys[vendor]],
    [`${vendor}_URL`, voices[vendor].url]
  ])
  const settings = { ...providers.settings, ...Object.fromEntries(accounts), SIMULATOR_SPEED: "1.5" }
  server = await startServer({ settings })
  client = campaignClient(server, await server.organization())
})
afterAll(async () => {
  await server?.stop()
  await providers?.stop()
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
})

const callsOf = async (digits: ReadonlyArray<number>, initialPrompt: string) => {
  const people = await client.people(...digits)
  const flowId = await client.flow({ initialPrompt, language: "en-IN" })
  const campaignId = await client.started(people, { flowId, maxRetries: 0 })
  return Promise.all(
    people.map(async (person) => {
      await client.untilCall(campaignId, person, ({ status }) => ["COMPLETED", "FAILED", "SUPPRESSED"].includes(status))
      return callAndLineRecord(server, client, campaignId, person)
    })
  )
}

// Each vendor is the first that answers, because those before it have broken off for good.
describe.each(vendors)("a server with the voices of %s", (vendor) => {
  test("lets people hear what the transcript says, letter by letter", async () => {
    const prompt = "Hello {{name}}, this is the Bank of Pune. May I ask you something?"
    const calls = await callsOf(digits, prompt)
    for (const [index, call] of calls.entries()) expectPersonaCall(digits[index] as number, call)
    expect(voices[vendor].texts).not.toEqual([])
    // A key may be for an ear too, which this server does not have; so Google's hears the call.
    const ear = /\/(listen|speech-to-text-realtime)/
    expect(voices[vendor].problems.filter((problem) => !ear.test(problem))).toEqual([])
  })

  test("has the next voice go on from the sentence in which it breaks off", async () => {
    breaking = vendor
    const [{ call, line } = expect.fail("no call")] = await callsOf([0], "Hello {{name}}?")
    expect(call).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED" })
    expect([...down]).toContain(vendor)
    expect(linesOf(call, "agent")[1]?.text.endsWith(lastText)).toBe(true)
    expect(linesOf(call, "agent").at(-1)?.text).toMatch(/Goodbye\.$/)
    // The word in which the voice broke off is not recorded.
    const [heard, recorded] = [lettersOf(line.heard), lettersOf(linesOf(call, "agent"))]
    const same = [...recorded].findIndex((letter, index) => heard[index] !== letter)
    const brokenOff = heard.length - recorded.length
    expect(heard.slice(0, same) + heard.slice(same + brokenOff)).toBe(recorded)
    expect(brokenOff).toBeLessThan(longestWord)
    expect(Math.max(...silences(line))).toBeLessThanOrEqual(longestSilence)
  })
})

/** Returns the silences during the agent's turns, in the line's time. */
const silences = ({ heard, said }: LineRecord): ReadonlyArray<number> =>
  said.map(({ atMillis, text }) => {
    const until = atMillis + speak(text).length / 8
    const next = heard.find((one) => one.untilMillis > until)
    return next === undefined ? 0 : next.atMillis - until
  })

const longestSilence = 3_000
const longestWord = 5
