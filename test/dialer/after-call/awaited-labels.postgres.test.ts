import { Effect, Exit, Scope } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { AwaitedLabels } from "../../../src/calls/outcomes/AwaitedLabels.ts"
import { Tagging } from "../../../src/calls/outcomes/Tagging.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { newId } from "../../../src/platform/ids.ts"
import { sweep } from "../../../src/writeback/WriteBack.ts"
import { answered } from "../../support/api/answered.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { liveCallsOn, type OpenCall, suppressedAs } from "../../support/data/live-calls.ts"
import { eventually } from "../../support/eventually.ts"
import { analyst, type Fault } from "../../support/fakes/analyst.ts"
import { webhookTarget } from "../../support/fakes/webhook-target.ts"
import { command } from "../../support/processes/command.ts"

const scope = Scope.makeUnsafe()
const acquire = <A>(resource: Effect.Effect<A, never, Scope.Scope>) =>
  Effect.runPromise(Effect.provideService(resource, Scope.Scope, scope))
const model = await acquire(analyst)
const target = await acquire(webhookTarget(200))
const server = await startServer({
  settings: { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: model.url, ALLOW_PRIVATE_WEBHOOKS: "1" }
})
const client = liveCallsOn(server.run as Parameters<typeof liveCallsOn>[0])
const org = await client.organization()
afterAll(async () => {
  await server.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const { key } = await answered(
  201,
  server.admin("POST", `/admin/v1/organizations/${org.id}/api-keys`, { name: "Test", role: "ADMIN" })
)
await answered(
  200,
  server.as(key)("PUT", "/v1/write-back/config", { webhookEnabled: true, webhookUrl: target.url, authType: "NONE" })
)

/** Ends a conversation in which the person said this. */
const hear = async (campaignId: string, words: string) => {
  const openCall = await org.liveCall(campaignId)
  const line = (role: "agent" | "person", text: string, at: number) => ({
    ...{ role, text, startMs: at * 1_000, endMs: at * 1_000 + 900, interrupted: false }
  })
  const transcript = [line("agent", "Hello. Would you like to hear more?", 0), line("person", words, 3)]
  await client.conversations.end(openCall, { heard: true, transcript })
  await client.reportEnd(openCall, client.connected())
  return openCall
}
const recordOf = async ({ callId, campaignId }: OpenCall) => {
  const { data } = await answered(200, server.as(key)("GET", `/v1/campaigns/${campaignId}/calls?limit=100`))
  return data.find((call: { id: string }) => call.id === callId)
}
/** Makes all analyses due, as if time had passed. */
const makeDue = () => client.query((sql) => sql`update awaited_labels set next_at = clock_timestamp()`)
const failuresOf = async ({ id }: OpenCall): Promise<number> => {
  const [row] = await client.query(
    (sql) => sql<{ failures: number }>`select failures from awaited_labels where attempt_id = ${id}`
  )
  return row?.failures ?? 0
}
/** The labels that the webhooks of a call reported, in order. */
const reportedOf = async ({ phoneNumber }: OpenCall) =>
  target.received
    .map(({ body }) => JSON.parse(body))
    .filter((body) => body.contact_identifier === phoneNumber)
    .map((body) => body.intent_label)

/** Runs while the model fails in this way, and mends it afterwards. */
const during = async <A>(fault: Fault, work: () => Promise<A>): Promise<A> => {
  model.answerWith(fault)
  try {
    return await work()
  } finally {
    model.answerWith("well")
  }
}
const untilFailed = (openCall: OpenCall, times: number) =>
  eventually(async () => {
    if (times > 1) await makeDue()
    expect(await failuresOf(openCall)).toBeGreaterThanOrEqual(times)
  })
const untilLabelled = (openCall: OpenCall) =>
  eventually(async () => {
    await makeDue()
    expect(await recordOf(openCall)).toMatchObject({ awaitsLabel: false })
  })

describe("a call whose conversation no model analyzes", () => {
  test.each(["500", "429", "broken", "prose", "wrong label"] as const)(
    "awaits its label while the model answers with %s, and then gets it, once",
    async (fault) => {
      const campaign = await org.campaign()
      const openCall = await during(fault, async () => {
        const ended = await hear(campaign, "Yes, I am interested.")
        await untilFailed(ended, 2)
        await server.run(sweep)
        expect(await recordOf(ended)).toMatchObject({
          status: "COMPLETED",
          awaitsLabel: true,
          intentLabel: null,
          intentUndetermined: false
        })
        expect((await client.eventsOf(ended)).map(({ topic }) => topic)).toEqual(["call-ended.v1"])
        return ended
      })
      await untilLabelled(openCall)
      expect(await client.callOf(openCall)).toMatchObject({ label: "Positive", source: "auto", undetermined: false })
      expect((await client.eventsOf(openCall)).map(({ topic }) => topic)).toEqual(["call-ended.v1", "call-tagged.v1"])
      await eventually(async () => expect(await reportedOf(openCall)).toEqual(["Positive"]))
      expect(await client.query((sql) => sql`select 1 from awaited_labels where attempt_id = ${openCall.id}`)).toEqual(
        []
      )
      await server.run(sweep)
      expect(await reportedOf(openCall)).toEqual(["Positive"])
    }
  )

  test("awaits its label while the model hangs, and is suppressed by a late label", async () => {
    const campaign = await org.campaign()
    const openCall = await during("hang", async () => {
      const ended = await hear(campaign, "I am not interested.")
      await untilFailed(ended, 1)
      return ended
    })
    await untilLabelled(openCall)
    expect(await client.callOf(openCall)).toMatchObject({ label: "Negative", status: "SUPPRESSED" })
    await eventually(async () => expect(await reportedOf(openCall)).toEqual(["Negative"]))
  })

  test("is reported without a label after ten minutes, and again when the label comes", async () => {
    const campaign = await org.campaign()
    const openCall = await during("500", async () => {
      const ended = await hear(campaign, "Yes, I am interested.")
      await untilFailed(ended, 1)
      await server.run(sweep)
      expect(await reportedOf(ended)).toEqual([])
      await client.query(
        (sql) => sql`update calls set awaits_tag_until = clock_timestamp() - interval '10 seconds'
          where id = ${ended.callId}`
      )
      await eventually(async () => {
        await server.run(sweep)
        expect(await reportedOf(ended)).toEqual([null])
      })
      expect(await recordOf(ended)).toMatchObject({ awaitsLabel: true, intentUndetermined: false })
      return ended
    })
    await untilLabelled(openCall)
    await eventually(async () => expect(await reportedOf(openCall)).toEqual([null, "Positive"]))
  })

  test("is analyzed although its event was lost", async () => {
    const campaign = await org.campaign()
    const openCall = await during("500", async () => {
      const ended = await hear(campaign, "Yes, I am interested.")
      await untilFailed(ended, 1)
      return ended
    })
    await client.query((sql) => sql`delete from awaited_labels where attempt_id = ${openCall.id}`)
    await client.query(
      (sql) => sql`update calls set awaits_tag_until = clock_timestamp() - interval '1 second'
        where id = ${openCall.callId}`
    )
    await server.run(AwaitedLabels.use(({ addForgotten }) => addForgotten))
    await untilLabelled(openCall)
    expect(await client.callOf(openCall)).toMatchObject({ label: "Positive" })
  })

  test("is put on Do Not Contact by a label that comes after its campaign has completed", async () => {
    const campaign = await org.campaign()
    const openCall = await during("500", async () => {
      const ended = await hear(campaign, "Take my number off, never call me again.")
      await untilFailed(ended, 1)
      await client.query((sql) => sql`update campaigns set status = 'COMPLETED' where id = ${campaign}`)
      return ended
    })
    await untilLabelled(openCall)
    expect(await client.callOf(openCall)).toMatchObject(suppressedAs())
    expect(await client.entriesOf(openCall)).toHaveLength(1)
    await eventually(async () => expect(await reportedOf(openCall)).toEqual(["Do Not Call"]))
  })
})

describe("an analysis on request", () => {
  const path = `/admin/v1/organizations/${org.id}/calls`
  const analyze = (callId: string) => server.admin("POST", `${path}/${callId}/analyze`)
  const analyzeAll = async (filter: object) =>
    (await answered(200, server.admin("POST", `${path}/analyze`, filter))).queued

  const analyzeBy = (...flags: ReadonlyArray<string>) =>
    command(["call", "analyze", "--org", String(org.id), ...flags], {
      PORT: String(server.port),
      ADMIN_TOKEN: adminToken
    })

  /** A call that waited a day for an answer of the model. */
  const givenUp = async (campaign: string, words: string) => {
    const openCall = await during("500", async () => {
      const ended = await hear(campaign, words)
      await untilFailed(ended, 1)
      await client.query(
        (sql) => sql`update calls set awaits_tag_until = clock_timestamp() - interval '23 hours 51 minutes'
          where id = ${ended.callId}`
      )
      await server.run(Tagging.use(({ giveUp }) => giveUp))
      return ended
    })
    expect(await recordOf(openCall)).toMatchObject({ intentUndetermined: true, awaitsLabel: false })
    return openCall
  }

  test("finds the label of a call that was given up, and reports it once more", async () => {
    const openCall = await givenUp(await org.campaign(), "Take my number off, never call me again.")
    await eventually(async () => expect(await reportedOf(openCall)).toEqual([null]))
    const { analysis } = await answered(200, server.admin("GET", `${path}/${openCall.callId}`))
    expect(analysis.undetermined).toMatch(
      /^The conversation was not analyzed within 24 hours. The model gave no answer: /
    )

    await answered(200, analyze(openCall.callId))
    await eventually(async () => expect(await client.callOf(openCall)).toMatchObject(suppressedAs()))
    await eventually(async () => expect(await reportedOf(openCall)).toEqual([null, "Do Not Call"]))
    const ids = target.received
      .filter(({ body }) => JSON.parse(body).contact_identifier === openCall.phoneNumber)
      .map(({ headers }) => headers["webhook-id"])
    expect(new Set(ids).size).toBe(2)
    expect(await analyzeBy("--call", openCall.callId)).toMatchObject({
      code: 1,
      stderr: "carillon: The call has its label: only a call without one is analyzed again\n"
    })
    const refused = await answered(409, analyze(openCall.callId))
    expect(refused).toMatchObject({ code: "INVALID_STATE", message: expect.stringContaining("The call has its label") })
    expect(await client.entriesOf(openCall)).toHaveLength(1)
  })

  test("takes all calls of a campaign or a time that no model answered for, and no others", async () => {
    const [campaign, elsewhere] = [await org.campaign(), await org.campaign()]
    const lost = [await givenUp(campaign, "Yes, I am interested."), await givenUp(campaign, "I am not interested.")]
    const other = await givenUp(elsewhere, "Yes, I am interested.")
    const unclear = await hear(campaign, "The weather is fine today.")
    const labelled = await hear(campaign, "Yes, I am interested.")
    for (const openCall of [unclear, labelled]) await untilLabelled(openCall)
    expect(await recordOf(unclear)).toMatchObject({ intentUndetermined: true })

    expect(await analyzeAll({ campaignId: campaign, until: "2020-01-01T00:00:00Z" })).toBe(0)
    const done = await analyzeBy("--campaign", campaign, "--since", "2020-01-01T00:00:00Z")
    expect(done).toMatchObject({ code: 0, stdout: "2 calls are analyzed again.\n" })
    for (const [index, label] of ["Positive", "Negative"].entries())
      await eventually(async () => expect(await client.callOf(lost[index]!)).toMatchObject({ label }))
    expect(await client.callOf(other)).toMatchObject({ label: null, undetermined: true })
    expect(await analyzeAll({ campaignId: campaign })).toBe(0)
    // A single call may be analyzed again although the model found no label in it.
    await answered(200, analyze(unclear.callId))
    await eventually(async () =>
      expect(await client.query((sql) => sql`select 1 from awaited_labels where attempt_id = ${unclear.id}`)).toEqual(
        []
      )
    )
    expect((await client.eventsOf(unclear)).map(({ topic }) => topic)).toEqual(["call-ended.v1", "call-tagged.v1"])
    const log = await client.query(
      (sql) => sql`select target, details from security_log where action = 'call.analyze' and target = ${campaign}
        order by id`
    )
    expect(log.map(({ details }: any) => details.count)).toEqual([0, 2, 0])
  })

  test("has the stored results of its campaign stored anew, with the label", async () => {
    const campaign = await org.campaign()
    const openCall = await givenUp(campaign, "Yes, I am interested.")
    await answered(200, server.as(key)("PUT", "/v1/write-back/config", { csvAutoExport: true }))
    await client.query(
      (sql) => sql`update campaigns set status = 'COMPLETED', completed_at = clock_timestamp() where id = ${campaign}`
    )
    await server.run(Signals.use(({ send }) => send("campaigns")))
    const results = async () => {
      const { resultsExportedAt } = await answered(200, server.as(key)("GET", `/v1/campaigns/${campaign}`))
      expect(resultsExportedAt).not.toBeNull()
      return (await server.as(key)("GET", `/v1/write-back/campaigns/${campaign}/results.csv`)).text
    }
    expect(await eventually(results)).toContain(",Asha,,,COMPLETED,")
    await answered(200, analyze(openCall.callId))
    await eventually(async () => expect(await results()).toContain(",Asha,Positive,auto,COMPLETED,"))
  })

  test("needs to know which calls", async () => {
    expect(await analyzeBy()).toMatchObject({ code: 2, stderr: expect.stringContaining("Give --call, --campaign") })
    const both = await analyzeBy("--call", newId(), "--since", "2020-01-01T00:00:00Z")
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("Give either --call") })
    expect((await answered(404, server.admin("POST", `${path}/analyze`, { campaignId: newId() }))).message).toMatch(
      /no such campaign/
    )
  })

  test("is refused for a call without a conversation, or whose transcript is gone", async () => {
    const campaign = await org.campaign()
    const silent = await org.liveCall(campaign)
    await client.conversations.end(silent, { heard: false })
    await client.reportEnd(silent, client.connected())
    expect((await answered(409, analyze(silent.callId))).message).toMatch(/said nothing/)
    const forgotten = await givenUp(campaign, "Yes, I am interested.")
    await client.query((sql) => sql`delete from talks where attempt_id = ${forgotten.id}`)
    expect((await answered(409, analyze(forgotten.callId))).message).toMatch(/said nothing|not stored/)
    const live = await org.liveCall(campaign)
    expect((await answered(409, analyze(live.callId))).message).toMatch(/IN_PROGRESS/)
  })
})
