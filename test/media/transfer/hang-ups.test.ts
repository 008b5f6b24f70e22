import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { clientOf } from "../../carriers/simulated/line-client.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { callAndLineRecord, linesOf } from "../../support/data/conversations.ts"
import { eventually, untilFound } from "../../support/eventually.ts"
import { lineToken } from "../gateway/stream-client.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "3" } })
afterAll(() => server.stop())
const client = campaignClient(server, await server.organization())
const token = await lineToken(server)

/** Addresses of targets, by what the person there does. */
const addresses = {
  "takes the call": "+442079460000",
  "stays on the line": "+442079460008",
  "does not answer": "+442079460002",
  "does not answer either": "+442079460012",
  "does not answer as well": "+442079460022",
  "says nothing": "+442079460009",
  "takes the call at its SIP address": "sip:desk0@pbx.example.com"
} as const
type Target = keyof typeof addresses
for (const [name, address] of Object.entries(addresses)) {
  // These are called after the others.
  const priority = /either|as well/.test(name) ? 50 : 1
  await answered(200, server.admin("PUT", `${client.admin}/transfer-targets`, { name, address, priority }))
}

interface Setup {
  readonly targets: ReadonlyArray<Target>
  readonly kind?: "COLD" | "WARM"
  readonly persona?: string
  readonly callTimeoutMinutes?: number
}

/** Begins a call whose person asks for a human. */
const call = async ({ callTimeoutMinutes = 5, kind = "WARM", persona = "asks-for-human", targets }: Setup) => {
  const person = await client.person(0, { metadata: { persona } })
  const transfer = { kind, targets }
  const flowId = await client.flow({ initialPrompt: "Hello, this is the bank.", language: "en-IN", transfer })
  const campaignId = await client.started([person], { flowId, maxRetries: 0, callTimeoutMinutes })
  return { person, campaignId }
}
type Call = Awaited<ReturnType<typeof call>>

/** Waits until the first try of a call has a status, and returns the carrier's ids of both calls. */
const untilTry = ({ campaignId }: Pick<Call, "campaignId">, ...statuses: ReadonlyArray<string>) =>
  eventually(async () => {
    const [found] = await client.query(
      (sql) => sql<{ id: string; attemptId: string; account: string; legSid: string | null; callSid: string }>`
        select t.id, t.attempt_id, a.account, t.leg_sid, a.call_sid from transfer_tries t
          join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
          where a.campaign_id = ${campaignId} and t.status in ${sql.in(statuses)} order by t.started_at limit 1`
    )
    if (found === undefined) throw new Error(`No try is ${statuses}`)
    if (found.legSid === null) throw new Error("The carrier has not called the target")
    return { ...found, legSid: found.legSid }
  })

/** Waits until the agent has left, and its conversation is stored. */
const untilStored = ({ attemptId }: { readonly attemptId: string }) =>
  eventually(async () => {
    const stored = await client.query(
      (sql) => sql`select 1 from talks where attempt_id = ${attemptId} and ended_at is not null`
    )
    expect(stored).toHaveLength(1)
  })

const lineOf = ({ account }: { readonly account: string }) => clientOf(account, token)
const stateOf = async (sides: { readonly account: string }, sid: string) =>
  (await Effect.runPromise(lineOf(sides).request("GET", `/Calls/${sid}.json`))).body
const hangUp = (sides: { readonly account: string }, sid: string) =>
  Effect.runPromise(lineOf(sides).request("POST", `/Calls/${sid}.json`, [["Status", "completed"]]))

/** Waits for the end of a call, and returns what it shows. No call to a target may be left. */
const outcomeOf = async ({ campaignId, person }: Call) => {
  const isOver = ({ status }: any) => ["COMPLETED", "SUPPRESSED", "FAILED"].includes(status)
  await client.untilCall(campaignId, person, isOver)
  const { call: explained, line } = await callAndLineRecord(server, client, campaignId, person)
  const tries = explained.transfers.map(({ status, target }: any) => [target, status])
  const legs = await client.query(
    (sql) => sql<{ account: string; legSid: string }>`select t.account, t.leg_sid from transfer_tries t
      join calls c on c.organization_id = t.organization_id and c.id = t.call_id
      where c.campaign_id = ${campaignId} and t.leg_sid is not null`
  )
  const over = ["completed", "canceled", "busy", "failed", "no-answer"]
  for (const leg of legs) await eventually(async () => expect(over).toContain((await stateOf(leg, leg.legSid)).status))
  expect(line.longestSilence).toBeLessThan(5_000)
  expect(explained.attemptLog).toHaveLength(1)
  return { explained, line, tries, said: linesOf(explained, "agent").map(({ text }) => text) }
}

const phases = [
  ["while the target rings", "does not answer", "RINGING", "PERSON_LEFT"],
  ["while the target hears the summary", "says nothing", "BRIEFING", "PERSON_LEFT"],
  ["while the two talk", "stays on the line", "CONNECTED", "CONNECTED"]
] as const

describe.concurrent("a warm transfer ends with both calls when", () => {
  test.each(phases)("the person hangs up %s", async (_, target, phase, status) => {
    const begun = await call({ targets: [target, "does not answer either"] })
    const sides = await untilTry(begun, phase)
    await hangUp(sides, sides.callSid)
    const { explained, tries } = await outcomeOf(begun)
    expect(explained).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED" })
    const ended = status === "CONNECTED" ? "DONE" : "FAILED"
    expect(explained.toolCalls).toMatchObject([{ tool: "transfer", status: ended }])
    expect(tries).toEqual([[target, status]])
  })

  test.each(phases)("an operator hangs up %s", async (_, target, phase, status) => {
    const begun = await call({ targets: [target, "does not answer either"] })
    await untilTry(begun, phase)
    const { id } = await client.record(begun.campaignId, begun.person)
    await answered(200, server.admin("POST", `${client.admin}/calls/${id}/hang-up`))
    expect((await outcomeOf(begun)).tries).toEqual([[target, status]])
  })

  test("the target hangs up while the two talk", async () => {
    const begun = await call({ targets: ["stays on the line"] })
    const sides = await untilTry(begun, "CONNECTED")
    await untilStored(sides)
    const [underWay] = (await client.explained(begun.campaignId, begun.person)).transfers
    expect(underWay).toMatchObject({ status: "CONNECTED", endedAt: null })
    await hangUp(sides, sides.legSid)
    const { explained, said, tries } = await outcomeOf(begun)
    expect(explained.transfers).toMatchObject([{ endedAt: expect.any(String) }])
    expect(explained).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED" })
    expect(tries).toEqual([["stays on the line", "CONNECTED"]])
    expect(said.at(-1)).not.toMatch(/nobody can take/)
  })

  test("the target hangs up in the moment before the person comes", async () => {
    const begun = await call({ targets: ["stays on the line"] })
    const sides = await untilTry(begun, "CONNECTED")
    await untilStored(sides)
    // A person who comes too late waits alone.
    const alone = [["Twiml", '<Response><Pause length="600"/></Response>']] as const
    await Effect.runPromise(lineOf(sides).request("POST", `/Calls/${sides.callSid}.json`, alone))
    await hangUp(sides, sides.legSid)
    expect((await outcomeOf(begun)).tries).toEqual([["stays on the line", "CONNECTED"]])
  })

  test("the time of the call is up while the targets ring", async () => {
    const targets = ["does not answer", "does not answer either", "does not answer as well"] as const
    const { said, tries } = await outcomeOf(await call({ targets, callTimeoutMinutes: 1 }))
    expect(tries.length).toBeGreaterThan(1)
    expect(tries.at(-1)[1]).toBe("PERSON_LEFT")
    expect(said.at(-1)).toMatch(/goodbye/i)
  })

  test("the person asks not to be called again, also if the target takes the call then", async () => {
    const begun = await call({ targets: ["does not answer", "takes the call"], persona: "opts-out-on-hold" })
    const attemptId = await untilFound(async () => {
      const [noted] = await client.query(
        (sql) => sql<{ attemptId: string }>`select t.attempt_id from talks t join attempts a on a.id = t.attempt_id
          where a.campaign_id = ${begun.campaignId} and t.opted_out`
      )
      return noted?.attemptId
    })
    // The wish ends the try as soon as it is heard.
    await client.query(
      (sql) => sql`update transfer_tries set status = 'ACCEPTED' where attempt_id = ${attemptId} and ended_at is null`
    )
    const { explained, line, tries } = await outcomeOf(begun)
    expect(explained).toMatchObject({ status: "SUPPRESSED" })
    // On a loaded machine the wish may be heard before the target is called.
    if (tries.length > 0) expect(tries).toEqual([["does not answer", "PERSON_LEFT"]])
    expect(line.heard.map(({ text }: any) => text).join(" ")).not.toMatch(/Service desk|How can I help/)
  })
})

describe.concurrent("a warm transfer goes on when", () => {
  test("the target hangs up while it hears the summary", async () => {
    const begun = await call({ targets: ["says nothing", "takes the call"] })
    const sides = await untilTry(begun, "BRIEFING")
    await hangUp(sides, sides.legSid)
    expect((await outcomeOf(begun)).tries).toEqual([
      ["says nothing", "REFUSED"],
      ["takes the call", "CONNECTED"]
    ])
  })

  test("the target has a SIP address", async () => {
    const { line, tries } = await outcomeOf(await call({ targets: ["takes the call at its SIP address"] }))
    expect(tries).toEqual([["takes the call at its SIP address", "CONNECTED"]])
    // A target who has to wait speaks before the two are joined, which happens on a busy machine at three times the speed.
    expect(line.heard.map(({ text }: any) => text).join(" ")).toMatch(/for calling/)
  })
})

describe.concurrent("a cold transfer ends when", () => {
  /** Waits until the person has heard some words on the line. */
  const untilHeard = (words: RegExp, begun: Call) =>
    eventually(async () => {
      const { line } = await callAndLineRecord(server, client, begun.campaignId, begun.person)
      expect(line.heard.map(({ text }: any) => text).join(" ")).toMatch(words)
    })
  const callSidOf = async ({ campaignId }: Call) => {
    const [found] = await client.query(
      (sql) => sql<{ account: string; callSid: string }>`select account, call_sid from attempts
        where campaign_id = ${campaignId}`
    )
    if (found === undefined) throw new Error("No attempt")
    return found
  }
  const cases = [
    ["while the target rings", "does not answer", /connect you/, "PERSON_LEFT"],
    ["while the two talk", "takes the call", /Service desk/, "CONNECTED"]
  ] as const

  test.each(cases)("the person hangs up %s", async (_, target, words, status) => {
    const begun = await call({ kind: "COLD", targets: [target, "does not answer either"] })
    await untilHeard(words, begun)
    await eventually(async () => {
      const rows = await client.query(
        (sql) => sql`select 1 from transfer_tries t join attempts a on a.id = t.attempt_id
          where a.campaign_id = ${begun.campaignId}`
      )
      expect(rows).not.toEqual([])
    })
    const person = await callSidOf(begun)
    await hangUp(person, person.callSid)
    await eventually(async () => expect((await outcomeOf(begun)).tries).toEqual([[target, status]]))
  })
})

test("all minutes of these calls are settled", async () => {
  const calls = await client.query(
    (sql) => sql<{ minutes: number }>`select ceil(duration_seconds / 60.0)::int as minutes from attempts`
  )
  const used = calls.reduce((sum, { minutes }) => sum + minutes, 0)
  await eventually(async () => expect(await client.usage()).toEqual({ reserved: 0, used }))
})
