import { status } from "@grpc/grpc-js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { speak } from "../../../src/audio/modem.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { bothSides, linesOf, type OtherSide } from "../../support/data/conversations.ts"
import {
  breakingEar,
  type EarFault,
  faultyEars,
  hangingEar,
  lateEar,
  leavingEar,
  nameIn,
  repeatingEar,
  spoken,
  startProviders
} from "../../support/fakes/fake-providers.ts"
import type { Sounding } from "../../support/fakes/google-fake.ts"
import type { Answer, Piece } from "../../support/fakes/openai-fake.ts"

const apology = "I'm sorry, we have a technical problem, so I have to end the call here. Goodbye."
const filler = "One moment, please."

const first = (fault: EarFault) => (before: number) => (before === 0 ? fault : undefined)

// Which ear is whose tells the language.
const ears: Readonly<
  Record<string, { readonly language: string; readonly fault: Parameters<typeof faultyEars>[0][string] }>
> = {
  "an ear that hangs": { language: "en-US", fault: first(hangingEar) },
  "an ear that leaves at the first word": { language: "en-GB", fault: first(leavingEar) },
  "an ear that is late": { language: "en-AU", fault: () => lateEar(2_000) },
  "an ear that says all twice": { language: "en-NZ", fault: () => repeatingEar },
  "an ear at its limit of time": { language: "en-IE", fault: first(breakingEar(4_000, status.ABORTED)) },
  "an ear that breaks": {
    language: "en-ZA",
    fault: (before) => (before === 1 ? breakingEar(300, status.UNAVAILABLE) : undefined)
  }
}

const half: ReadonlyArray<Piece> = spoken("Good to hear.", "We will")

// Of the first answer; a model that takes its place is well.
const models: Readonly<Record<string, Answer>> = {
  "a model that hangs": "hang",
  "a model that has too much to do": { status: 429, code: "rate_limit_exceeded" },
  "a model that breaks in the middle": [...half, "break"],
  "a model that stops in the middle": [...half, "hang"],
  "a model that says nothing": [{ delta: {}, finish: "stop" }, "done"]
}

// Of each text that is said for the first time; the voice that takes its place is well.
const voices: Readonly<Record<string, Sounding>> = {
  "a voice that hangs": "hang",
  "a voice that has too much to do": { code: status.RESOURCE_EXHAUSTED },
  "a voice without a sound": "empty"
}

const well = "nobody with a fault"
const deaf = "ears that are lost for good"
const thoughtless = "models that are all lost"
const voiceless = "voices that are lost but for what is kept"

const languageOf = (name: string) => (name === deaf ? "en-KE" : (ears[name]?.language ?? "en-IN"))
const names = [well, ...Object.keys(ears), ...Object.keys(models), ...Object.keys(voices), deaf, thoughtless, voiceless]

let providers: Awaited<ReturnType<typeof startProviders>>
let server: TestServer
let client: ReturnType<typeof campaignClient>
const campaigns = new Map<string, string>()
const people = new Map<string, Person>()

const hadFault = new Set<string>()
const once = (what: string) => {
  if (hadFault.has(what)) return false
  hadFault.add(what)
  return true
}

beforeAll(async () => {
  const faults = Object.fromEntries(Object.values(ears).map(({ fault, language }) => [language, fault]))
  providers = await startProviders({
    google: {
      ...faultyEars({ ...faults, "en-KE": () => breakingEar(0, status.PERMISSION_DENIED) }),
      sound: (text) => {
        if (text.startsWith("Good,") && text.includes(voiceless)) return { code: status.UNAVAILABLE }
        const name = Object.keys(voices).find((one) => text.startsWith("Good,") && text.includes(one))
        return (name !== undefined && once(text.trim()) ? voices[name] : undefined) ?? speak(text)
      }
    },
    answer: ({ model, system }) => {
      const name = nameIn(system)
      if (name === thoughtless) return { status: 503 }
      const fault = models[name]
      return fault !== undefined && model !== "own" && once(name) ? fault : undefined
    }
  })
  // The line's time is the clock: however slow the machine is, nobody is late for it.
  server = await startServer({ settings: { ...providers.settings, SIMULATOR_SPEED: "3" } })
  client = campaignClient(server, await server.organization())
  for (const name of names) {
    const person = await client.person(0, { name })
    const flowId = await client.flow({ initialPrompt: "Hello {{name}}?", language: languageOf(name), name })
    people.set(name, person)
    campaigns.set(name, await client.started([person], { flowId, maxRetries: 0 }))
  }
})
afterAll(async () => {
  await server.stop()
  await providers.stop()
})

const talked = async (name: string, status = "COMPLETED", outcome = "CONNECTED") => {
  const [campaignId, person] = [campaigns.get(name) as string, people.get(name) as Person]
  await client.untilCall(campaignId, person, (call) => ["COMPLETED", "FAILED"].includes(call.status))
  const { call, line } = await bothSides(server, client, campaignId, person)
  const ends = (await client.events("call-ended.v1", campaignId)).map(({ outcome }) => outcome)
  expect(call).toMatchObject({ status, outcome, attempts: 1 })
  expect(ends).toEqual([outcome])
  expect(call.attemptLog).toHaveLength(1)
  // What was heard is what is kept, letter by letter; how sentences are put together is the voice's.
  expect(letters(linesOf(call, "agent"))).toBe(letters(line.heard))
  expect(line.problems).toEqual([])
  expect(Math.max(...silences(line))).toBeLessThanOrEqual(longestSilence)
  return { call, line, ours: linesOf(call, "agent").map(({ text }) => text), theirs: linesOf(call, "person") }
}

const letters = (lines: ReadonlyArray<{ readonly text: string }>) =>
  lines.map(({ text }) => text.replaceAll(/\s/g, "")).join("")

/** How long it was still each time when it was our turn, in the line's time. */
const silences = ({ heard, said }: OtherSide): ReadonlyArray<number> =>
  said.map(({ atMillis, text }) => {
    const until = atMillis + speak(text).length / 8
    const next = heard.find((one) => one.untilMillis > until)
    return next === undefined ? 0 : next.atMillis - until
  })

// After three seconds it is given up; the apology for it is on its way.
const longestSilence = 3_500

test("a whole conversation over the sockets of Google and OpenAI", async () => {
  const { call, line, ours, theirs } = await talked(well)
  expect(ours).toEqual([`Hello ${well}?`, `Good, ${well}. What else may I do for you?`, `Thank you, ${well}. Goodbye.`])
  expect(theirs.map(({ text }) => text)).toEqual(line.said.map(({ text }) => text))
  expect(call.turns).toHaveLength(2)
})

/** The failure was ours: they may be called again. */
const failed = (name: string) => talked(name, "FAILED", "CARRIER_ERROR")

describe("whoever hears", () => {
  test.each(Object.keys(ears))("%s: nothing that is said is lost, or heard twice", async (name) => {
    const { line, theirs } = await talked(name)
    expect(letters(theirs)).toBe(letters(line.said))
  })

  test(`${deaf}: the call ends with an apology`, async () => {
    const { ours } = await failed(deaf)
    expect(ours).toEqual([apology])
  })
})

describe("whoever thinks", () => {
  test.each(Object.keys(models))("%s: the talk goes on to its end", async (name) => {
    const { ours, theirs } = await talked(name)
    expect(theirs.length).toBeGreaterThan(1)
    expect(ours.at(-1)).toContain("Goodbye.")
  })

  test(`${thoughtless}: the call ends with an apology`, async () => {
    const { ours } = await failed(thoughtless)
    expect(ours.at(-1)).toBe(apology)
  })
})

describe("whoever speaks", () => {
  test.each(Object.keys(voices))("%s: another says it", async (name) => {
    const { ours } = await talked(name)
    expect(ours.map((text) => text.replace(`${filler} `, ""))).toContain(`Good, ${name}. What else may I do for you?`)
  })

  test(`${voiceless}: the call ends with an apology`, async () => {
    const { ours } = await failed(voiceless)
    expect(ours).toEqual([`Hello ${voiceless}?`, apology])
  })
})

test("none of them was asked for what they do not take", () => {
  expect([...providers.google.problems, ...providers.openAi.problems]).toEqual([])
})
