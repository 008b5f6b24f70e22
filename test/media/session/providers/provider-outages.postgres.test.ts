import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { campaignClient, type Person } from "../../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../../support/api/test-server.ts"
import {
  callAndLineRecord,
  expectHeard,
  type LineRecord,
  lettersOf,
  linesOf,
  silencesIn
} from "../../../support/data/conversations.ts"
import { eventually } from "../../../support/eventually.ts"
import { startProviders } from "../../../support/fakes/fake-providers.ts"
import { makeTcpProxy, type TcpProxy } from "../../../support/fakes/network/tcp-proxy.ts"
import type { Answer } from "../../../support/fakes/openai-fake.ts"
import { hasTurn, isFull } from "../../../support/sample.ts"

// Just above 1: the time of the line then slows down with a busy machine, which loses no frames.
const speed = isFull ? 1.01 : 2
const callCount = isFull ? 50 : 2

const apology = "I'm sorry, we have a technical problem, so I have to end the call here. Goodbye."

let providers: Awaited<ReturnType<typeof startProviders>>
let proxies: { readonly model: TcpProxy; readonly ear: TcpProxy; readonly voice: TcpProxy }
let server: TestServer
let client: ReturnType<typeof campaignClient>

/** The answer of a model that is away; undefined for the usual one. */
let fault: Answer | undefined
/** Called with each request to the model. */
let onAsked = () => {}

beforeAll(async () => {
  providers = await startProviders({
    answer: () => {
      onAsked()
      return fault
    }
  })
  const portOf = (url: string) => Number(new URL(url).port)
  const { settings } = providers
  proxies = {
    model: await makeTcpProxy("127.0.0.1", portOf(settings.OPENAI_BASE_URL)),
    ear: await makeTcpProxy("127.0.0.1", portOf(settings.GOOGLE_SPEECH_ENDPOINT)),
    voice: await makeTcpProxy("127.0.0.1", portOf(settings.GOOGLE_TTS_ENDPOINT))
  }
  server = await startServer({
    settings: {
      ...settings,
      OPENAI_BASE_URL: `http://127.0.0.1:${proxies.model.port}/v1`,
      GOOGLE_SPEECH_ENDPOINT: `http://127.0.0.1:${proxies.ear.port}`,
      GOOGLE_TTS_ENDPOINT: `http://127.0.0.1:${proxies.voice.port}`,
      SIMULATOR_SPEED: String(speed)
    }
  })
  client = campaignClient(server, await server.organization())
})
afterAll(async () => {
  await server?.stop()
  await Promise.all(Object.values(proxies ?? {}).map(({ close }) => close()))
  await providers?.stop()
})

interface Outage {
  /** Time from the first request to the model until the provider is away, and how long, ms of the line. */
  readonly after: number
  readonly millis: number
  readonly begin: () => unknown
  readonly end: () => unknown
}

const later = (lineMillis: number) => new Promise<void>((resolve) => setTimeout(resolve, lineMillis / speed))

const answering = (answer: Answer): Pick<Outage, "begin" | "end"> => ({
  begin: () => {
    fault = answer
  },
  end: () => {
    fault = undefined
  }
})
const cutting = (of: keyof typeof proxies): Pick<Outage, "begin" | "end"> => ({
  begin: () => proxies[of].cut(),
  end: () => proxies[of].mend()
})

/** Runs calls, and lets a provider be away once the first of them asks the model. */
const callsThrough = async ({ after, begin, end, millis }: Outage) => {
  const people: ReadonlyArray<Person> = await client.people(...Array.from({ length: callCount }, () => 0))
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  // The outage must be there when the first request is answered.
  if (after === 0) onAsked = chained(onAsked, begin)
  const flowId = await client.flow({ initialPrompt: "Hello, shall we talk?" })
  const campaignId = await client.started(people, { flowId, maxRetries: 0 })
  await asked
  if (after > 0) {
    await later(after)
    await begin()
  }
  await later(millis)
  await end()
  const calls: Array<{ readonly call: any; readonly line: LineRecord }> = []
  for (const person of people) {
    await client.untilCall(
      campaignId,
      person,
      (call) => call.status === "FAILED" || (call.status === "COMPLETED" && call.intentUndetermined)
    )
    calls.push(await callAndLineRecord(server, client, campaignId, person))
  }
  return calls
}

const chained = (first: () => void, second: () => unknown) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    void second()
    first()
  }
}

// The dead air that the rules allow, and the latency of the line.
const longestSilence = 3_300

const expectWhole = ({ call, line }: { readonly call: any; readonly line: LineRecord }) => {
  const said = lettersOf(line.said)
  // A person who answers the apology may be hung up on before they have finished.
  const words = lastWordsOf(call) === apology ? [said, said.replace(/Goodbye\.$/, "")] : [said]
  const whole = JSON.stringify({ call, line })
  expect(words, whole).toContain(lettersOf(linesOf(call, "person")))
  expectHeard(call, line)
  expect(Math.max(0, ...silencesIn(line)), whole).toBeLessThanOrEqual(longestSilence)
}

const lastWordsOf = (call: any) => linesOf(call, "agent").at(-1)?.text

const busy: Answer = { status: 429, code: "rate_limit_exceeded" }
const models: Readonly<Record<string, Pick<Outage, "begin" | "end">>> = {
  "answers 429": answering(busy),
  "answers 500": answering({ status: 500 }),
  "refuses connections": cutting("model"),
  hangs: answering("hang")
}
const seconds = isFull ? [1, 5, 10] : [5]
const kinds = Object.entries(models).filter(([kind]) => isFull || kind === "answers 429")
const modelOutages = kinds.flatMap(([kind, outage]) => seconds.map((length) => ({ kind, length, outage })))

describe.runIf(hasTurn(0))(`${callCount} conversations at a time`, () => {
  test.each(modelOutages)("go on when the model $kind for $length s", async ({ length, outage }) => {
    for (const one of await callsThrough({ ...outage, after: 0, millis: length * 1_000 })) {
      expectWhole(one)
      expect(one.call).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", attempts: 1 })
      expect(lastWordsOf(one.call)).toMatch(/Goodbye\.$/)
      expect(linesOf(one.call, "agent").map(({ text }) => text)).not.toContain(apology)
    }
  })

  test.each(isFull ? kinds : [])(
    "end with an apology, and count as failed, when the model %s for 30 s",
    async (_, outage) => {
      for (const one of await callsThrough({ ...outage, after: 0, millis: 30_000 })) {
        expectWhole(one)
        const [first] = one.line.said
        const last = linesOf(one.call, "agent").at(-1)
        // A call that came to its end before the outage did not notice it.
        if (last?.text !== apology) continue
        expect(last.startMs - (first?.atMillis ?? 0)).toBeGreaterThan(12_000)
        expect(one.call).toMatchObject({ status: "FAILED", failureReason: "Carrier Error" })
      }
    }
  )

  test.each(isFull ? [2, 10] : [2])("go on without losing a word when the ear is away for %i s", async (length) => {
    for (const one of await callsThrough({ ...cutting("ear"), after: 3_500, millis: length * 1_000 })) {
      expectWhole(one)
      expect(one.call).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", attempts: 1 })
      expect(linesOf(one.call, "agent").map(({ text }) => text)).not.toContain(apology)
    }
  })

  test("lose no word when the ear is away at the end of the call", async () => {
    for (const one of await callsThrough({ ...cutting("ear"), after: 1_000, millis: 9_000 })) {
      expectWhole(one)
      expect(one.call).toMatchObject({ outcome: "CONNECTED", attempts: 1 })
    }
  })

  test.skipIf(!isFull)("go on when the voice is away for 5 s", async () => {
    for (const one of await callsThrough({ ...cutting("voice"), after: 0, millis: 5_000 })) {
      expectWhole(one)
      expect(one.call).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", attempts: 1 })
    }
  })
})

describe("a campaign", () => {
  test("places no call while a provider is away, says so, and goes on by itself", async () => {
    await proxies.ear.cut()
    const [first, second] = (await client.people(0, 0)) as [Person, Person]
    const before = await client.started([first], { maxRetries: 0 })
    await client.untilCall(before, first, ({ status }) => status === "FAILED" || status === "COMPLETED")
    const waiting = await client.started([second], { maxRetries: 0 })
    const isAway = "The speech recognition does not answer: new calls wait until it does"
    await eventually(async () => expect(await client.campaign(waiting)).toMatchObject({ statusReason: isAway }))
    expect(await client.attempts(waiting)).toEqual([])
    await proxies.ear.mend()
    await client.untilCall(waiting, second, ({ status }) => status === "COMPLETED")
    expect(await client.campaign(waiting)).toMatchObject({ statusReason: null })
  })
})
