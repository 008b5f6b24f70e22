import { status } from "@grpc/grpc-js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { speak } from "../../../../src/audio/modem.ts"
import { fixedLineText } from "../../../../src/media/fixed-lines/fixed-lines.ts"
import { campaignClient, type Person } from "../../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../../support/api/test-server.ts"
import {
  callAndLineRecord,
  expectHeard,
  type LineRecord,
  lettersOf,
  linesOf
} from "../../../support/data/conversations.ts"
import {
  breakingRecognizer,
  faultyRecognizers,
  hangingRecognizer,
  lateRecognizer,
  leavingRecognizer,
  nameIn,
  type RecognizerFault,
  repeatingRecognizer,
  spoken,
  startProviders
} from "../../../support/fakes/fake-providers.ts"
import type { SynthesisResult } from "../../../support/fakes/google-fake.ts"
import { type Answer, finish, type Piece } from "../../../support/fakes/openai-fake.ts"
import { someOfTable } from "../../../support/sample.ts"

const apology = "I'm sorry, we have a technical problem, so I have to end the call here. Goodbye."
const filler = "One moment, please."

const first = (fault: RecognizerFault) => (before: number) => (before === 0 ? fault : undefined)

// The language identifies the call of a recognizer.
// The keys of these tables are the names of the people called, which the agent says: short, and without a comma.
const recognizers = someOfTable<{
  readonly language: string
  readonly fault: Parameters<typeof faultyRecognizers>[0][string]
}>(
  {
    "an ear that hangs": { language: "en-US", fault: first(hangingRecognizer) },
    "an ear that leaves at the first word": { language: "en-GB", fault: first(leavingRecognizer) },
    "an ear that is late": { language: "en-AU", fault: () => lateRecognizer(2_000) },
    "an ear that repeats it all": { language: "en-NZ", fault: () => repeatingRecognizer },
    "an ear at its limit of time": {
      language: "en-IE",
      fault: first(breakingRecognizer(4_000, status.ABORTED))
    },
    "an ear that breaks": {
      language: "en-ZA",
      fault: (before) => (before === 1 ? breakingRecognizer(300, status.UNAVAILABLE) : undefined)
    }
  },
  3
)

const half: ReadonlyArray<Piece> = spoken("Good to hear.", "We will")

// A fault of the first answer; the next one works.
const models = someOfTable<Answer>(
  {
    "a model that hangs": "hang",
    "a model that is too busy": { status: 429, code: "rate_limit_exceeded" },
    "a model that breaks in the middle": [...half, "break"],
    "a model that stops in the middle": [...half, "hang"],
    "a model with an empty answer": [{ delta: {}, finish: "stop" }, "done"]
  },
  3
)

// A fault of each text that is synthesized for the first time; the voice that replaces it works.
const voices = someOfTable<SynthesisResult>(
  {
    "a voice that hangs": "hang",
    "a voice that is too busy": { code: status.RESOURCE_EXHAUSTED },
    "a voice without a sound": "empty"
  },
  2
)

const well = "a call without a fault"
const deaf = "ears that all fail for good"
const thoughtless = "models that all fail"
const voiceless = "voices that all fail but the cache"

// The persona speaks of something else, and Swahili has no phrases: only the model says that it is an opt-out.
const optingOut = someOfTable(
  {
    "one whom the model understands": "sw-KE",
    "one whom it understands in Kannada": "kn-IN",
    "one whom it understands in Thai": "th-TH",
    "one whom it understands in Arabic": "ar-EG"
  },
  2
)
const doNotCall: Answer = [
  { delta: { tool_calls: [{ index: 0, id: "c1", function: { name: "do_not_call", arguments: "{}" } }] } },
  finish("tool_calls"),
  "usage",
  "done"
]

const languages: Readonly<Record<string, string>> = { [deaf]: "en-KE", ...optingOut }
const languageOf = (name: string) => languages[name] ?? recognizers[name]?.language ?? "en-IN"

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
  const faults = Object.fromEntries(Object.values(recognizers).map(({ fault, language }) => [language, fault]))
  providers = await startProviders({
    google: {
      ...faultyRecognizers({ ...faults, "en-KE": () => breakingRecognizer(0, status.INVALID_ARGUMENT) }),
      sound: (text) => {
        if (text.startsWith("Good,") && text.includes(voiceless)) return { code: status.UNAVAILABLE }
        const name = Object.keys(voices).find((one) => text.startsWith("Good,") && text.includes(one))
        return (name !== undefined && once(text.trim()) ? voices[name] : undefined) ?? speak(text)
      }
    },
    answer: ({ model, system }) => {
      const name = nameIn(system)
      if (name === thoughtless) return { status: 503 }
      if (name !== undefined && name in optingOut) return doNotCall
      const fault = models[name]
      return fault !== undefined && model !== "own" && once(name) ? fault : undefined
    }
  })
  // The line's time is the clock, so a slow machine makes no event late.
  server = await startServer({ settings: { ...providers.settings, SIMULATOR_SPEED: "3" } })
  client = campaignClient(server, await server.organization())
  const start = async (name: string) => {
    const person = await client.person(0, { name })
    const flowId = await client.flow({ initialPrompt: "Hello {{name}}?", language: languageOf(name), name })
    people.set(name, person)
    campaigns.set(name, await client.started([person], { flowId, maxRetries: 0 }))
  }
  // A provider that has failed one call for good is not asked for a moment, and a filler takes the place of its answer in
  // all others: the call without a fault goes first, and those with a provider that always fails go last.
  await start(well)
  await untilEnded(well)
  const together = [recognizers, models, voices, optingOut].flatMap((table) => Object.keys(table))
  for (const name of [deaf, ...together]) await start(name)
  for (const name of together) await untilEnded(name, name in optingOut ? "SUPPRESSED" : "COMPLETED")
  await start(voiceless)
  await untilEnded(voiceless, "FAILED")
  await start(thoughtless)
})
afterAll(async () => {
  await server.stop()
  await providers.stop()
})

const untilEnded = async (name: string, status = "COMPLETED") => {
  const [campaignId, person] = [campaigns.get(name) as string, people.get(name) as Person]
  await client.untilCall(campaignId, person, (call) => call.status === status)
  return { campaignId, person }
}

const callWith = async (name: string, status = "COMPLETED", outcome = "CONNECTED") => {
  const { campaignId, person } = await untilEnded(name, status)
  const { call, line } = await callAndLineRecord(server, client, campaignId, person)
  const ends = (await client.events("call-ended.v1", campaignId)).map(({ outcome }) => outcome)
  expect(call).toMatchObject({ status, outcome, attempts: 1 })
  expect(ends).toEqual([outcome])
  expect(call.attemptLog).toHaveLength(1)
  expectHeard(call, line)
  expect(Math.max(...silences(line))).toBeLessThanOrEqual(longestSilence)
  return { call, line, ours: linesOf(call, "agent").map(({ text }) => text), theirs: linesOf(call, "person") }
}

/** Returns the silences during the agent's turns, in the line's time. */
const silences = ({ heard, said }: LineRecord): ReadonlyArray<number> =>
  said.map(({ atMillis, text }) => {
    const until = atMillis + speak(text).length / 8
    const next = heard.find((one) => one.untilMillis > until)
    return next === undefined ? 0 : next.atMillis - until
  })

// After three seconds of dead air comes the apology, plus its latency.
const longestSilence = 3_500

test("a conversation uses real sockets to fakes of Google and OpenAI", async () => {
  const { call, line, ours, theirs } = await callWith(well)
  expect(ours).toEqual([`Hello ${well}?`, `Good, ${well}. What else may I do for you?`, `Thank you, ${well}. Goodbye.`])
  expect(theirs.map(({ text }) => text)).toEqual(line.said.map(({ text }) => text))
  expect(call.turns).toHaveLength(2)
})

/**
 * Asserts that the failure was ours, so the person may be called again. One who had spoken counts as
 * connected until then.
 */
const failed = async (name: string, outcome = "CONNECTED") => {
  const ended = await callWith(name, "FAILED", outcome)
  expect(ended.call).toMatchObject({ failureReason: "Carrier Error", intentLabel: null })
  return ended
}

describe("speech recognition", () => {
  test.each(Object.keys(recognizers))("%s: no words are lost or duplicated", async (name) => {
    const { line, theirs } = await callWith(name)
    expect(lettersOf(theirs)).toBe(lettersOf(line.said))
  })

  test(`${deaf}: the call ends with an apology`, async () => {
    const { ours } = await failed(deaf, "CARRIER_ERROR")
    expect(ours).toEqual([apology])
  })
})

describe("a language model", () => {
  test.each(Object.keys(models))("%s: the conversation continues to its end", async (name) => {
    const { ours, theirs } = await callWith(name)
    expect(theirs.length).toBeGreaterThan(1)
    expect(ours.at(-1)).toContain("Goodbye.")
  })

  test(`${thoughtless}: the call ends with an apology`, async () => {
    const { ours } = await failed(thoughtless)
    expect(ours.at(-1)).toBe(apology)
  })
})

describe("speech synthesis", () => {
  test.each(Object.keys(voices))("%s: another voice says the line", async (name) => {
    const { ours } = await callWith(name)
    expect(ours.map((text) => text.replace(`${filler} `, ""))).toContain(`Good, ${name}. What else may I do for you?`)
  })

  test(`${voiceless}: the call ends with an apology`, async () => {
    const { ours } = await failed(voiceless)
    expect(ours[0]).toBe(`Hello ${voiceless}?`)
    // On a slow machine another filler comes first, because the model is late as well.
    expect(ours[1]).toMatch(/^(One moment, please\. )+It takes a little longer/)
    expect(ours.at(-1)).toBe(apology)
  })
})

test.each(Object.entries(optingOut))(
  "a person whom only the model understands is confirmed that they will not be called, and is on Do Not Contact: %s",
  async (name, language) => {
    const { call, ours } = await callWith(name, "SUPPRESSED")
    // On a slow machine the model is late by the time of the line, so a filler comes first.
    const waits = fixedLineText(language, "filler")
    const said = ours.filter((line) => !waits.startsWith(line) && !line.startsWith(waits))
    // This model hears an opt-out in any words: on a slow machine already in the hello of a person who still waits for the
    // opening, which is left out then.
    expect([
      [fixedLineText(language, "opt-out")],
      [`Hello ${name}?`, fixedLineText(language, "opt-out")]
    ]).toContainEqual(said)
    expect(call).toMatchObject({ suppressionReason: "Do Not Call", journeyAction: "SUPPRESS_ORG_WIDE" })
  }
)

test("no provider received an invalid request", () => {
  expect([...providers.google.problems, ...providers.openAi.problems]).toEqual([])
})
