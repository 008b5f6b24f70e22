import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Settlement } from "../../../src/calls/attempts/Settlement.ts"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { CallCosts } from "../../../src/calls/costs/CallCosts.ts"
import { Spending } from "../../../src/calls/costs/Spending.ts"
import { amountOf, microsOf } from "../../../src/domain/costs/money.ts"
import type { PriceTable } from "../../../src/domain/costs/PriceTable.ts"
import { billedCall, priced } from "../../../src/domain/costs/pricing.ts"
import { type BilledUsage, type CostLine, usageKey } from "../../../src/domain/costs/Usage.ts"
import { newId } from "../../../src/platform/ids.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { makeRandom, shuffled } from "../../support/random.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const random = makeRandom(seed)
const below = (limit: number) => Math.floor(random() * limit)

const table: PriceTable = {
  currency: "USD",
  ears: [{ vendor: "one", perMinute: "0.0043" }],
  voices: [{ vendor: "one", perMillionCharacters: "30" }],
  models: [{ vendor: "one", perMillionPromptTokens: "2", perMillionCompletionTokens: "8" }],
  carriers: [{ vendor: "simulated", perMinute: "0.02", billedPer: "second" }]
}

const database = await makeDatabase()
const file = join(database.settings.DATA_DIR as string, "prices.json")
writeFileSync(file, JSON.stringify(table))
// No dialer and no worker runs, so that the test alone changes the rows.
const server = await startServer({ database, settings: { ROLES: "api", PRICES_FILE: file } })
afterAll(async () => {
  await server.stop()
  await database.remove()
})
const rows = rowsOf(server)
const org = await server.organization()

const newAttempt = async (campaignId: string) => {
  const callId = await rows.call(org.id, campaignId, { status: "IN_PROGRESS", attempts: 1 })
  const id = newId()
  await rows.query(
    (
      sql
    ) => sql`insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
        reserved_minutes, first_of_day, started_at, lease_expires_at, answered_at)
      select organization_id, ${id}::uuid, campaign_id, id, 1, ${newPhoneNumber()}, 'a test', 0, 0, false, now(), now(), now()
        from calls where id = ${callId}`
  )
  return { id, organizationId: org.id, callId }
}
type TestAttempt = Awaited<ReturnType<typeof newAttempt>>

const usageOf = (purpose: BilledUsage["purpose"]): ReadonlyArray<BilledUsage> =>
  (["ear", "voice", "promptTokens", "completionTokens"] as const).map((kind) => ({
    kind,
    purpose,
    // The second vendor has no price.
    vendor: below(4) === 0 ? "two" : "one",
    model: "",
    estimated: below(4) === 0,
    quantity: 1 + below(10 ** 5)
  }))

const silence = { transcript: [], turns: [], heard: false, optedOut: false, failed: false }
const store = (attempt: TestAttempt, usage: ReadonlyArray<BilledUsage>) =>
  Transcripts.use((transcripts) => transcripts.end(attempt, silence, usage))
const settle = ({ id }: TestAttempt, durationSeconds: number) =>
  Settlement.use((settlement) =>
    settlement.settle(id, { outcome: "CONNECTED", durationSeconds, answeredBy: "human", callSid: null })
  )
const analyze = (attempt: TestAttempt, usage: ReadonlyArray<BilledUsage>) =>
  CallCosts.use((costs) => costs.addUsage(attempt, usage))

const costsOf = (campaignId: string) =>
  server.run(Spending.use((spending) => Effect.orDie(spending.ofCampaign(org.id, campaignId, "all"))))

/** Sums lines one by one: quantity and cost of each thing. */
const naive = (lines: ReadonlyArray<CostLine>) => {
  const sums: Record<string, readonly [number, string]> = {}
  for (const { currency, micros, ...usage } of lines) {
    const key = `${currency} ${usageKey(usage)}`
    const [quantity, cost] = sums[key] ?? [0, "0.000000"]
    sums[key] = [quantity + usage.quantity, amountOf((microsOf(cost) ?? 0n) + micros)]
  }
  return sums
}

const shown = ({ usage }: Awaited<ReturnType<typeof costsOf>>) =>
  Object.fromEntries(
    usage.map(({ cost, currency, ...usage }) => [
      `${currency} ${usageKey(usage)}`,
      [usage.quantity, cost ?? "0.000000"]
    ])
  )

describe("the costs of attempts", () => {
  test("are counted once each, in any order of reports, and together with repeated ones", async () => {
    const campaignId = await rows.campaign(org.id)
    const work: Array<Effect.Effect<unknown, never, any>> = []
    const expected: Array<CostLine> = []
    for (let index = 0; index < (PROVE === "full" ? 60 : 8); index++) {
      const attempt = await newAttempt(campaignId)
      const conversation = [...usageOf("conversation"), ...(below(2) === 0 ? usageOf("speculative") : [])]
      const analyses = Array.from({ length: below(3) }, () => usageOf("analysis"))
      const seconds = 10 + below(300)
      const repeated = <A>(effect: A) => Array.from({ length: 1 + below(3) }, () => effect)
      work.push(
        ...repeated(store(attempt, conversation)),
        ...repeated(settle(attempt, seconds)),
        ...analyses.map((usage) => analyze(attempt, usage))
      )
      const bill = billedCall(table, { vendor: "simulated", account: "a test", phoneNumber: "+919812345678", seconds })
      expected.push(bill, ...[...conversation, ...analyses.flat()].map((usage) => priced(table, usage)))
    }
    await server.run(Effect.all(shuffled(work, seed), { concurrency: 8, discard: true }))
    const costs = await costsOf(campaignId)
    expect(shown(costs)).toEqual(naive(expected))
    const known = expected.reduce((sum, { micros }) => sum + micros, 0n)
    expect(costs).toMatchObject({ currency: "USD", cost: null, knownCost: amountOf(known) })
  })

  test("are those of the carrier if the conversation was never stored, as after a crash", async () => {
    const campaignId = await rows.campaign(org.id)
    await server.run(settle(await newAttempt(campaignId), 61))
    expect(await costsOf(campaignId)).toMatchObject({
      cost: "0.020333",
      usage: [{ kind: "carrier", vendor: "simulated", quantity: 61 }]
    })
  })

  test("are not counted when the end of the attempt is rolled back", async () => {
    const campaignId = await rows.campaign(org.id)
    const attempt = await newAttempt(campaignId)
    await server.run(store(attempt, usageOf("conversation")))
    // The last statement of a settlement appends here.
    await rows.query((sql) => sql`alter table usage_deltas add constraint broken check (minutes_used < 0) not valid`)
    await expect(server.run(settle(attempt, 61))).rejects.toThrow()
    await rows.query((sql) => sql`alter table usage_deltas drop constraint broken`)
    expect((await costsOf(campaignId)).usage).toEqual([])
    await server.run(settle(attempt, 61))
    expect((await costsOf(campaignId)).usage).toHaveLength(5)
  })

  test("belong to the month in which the attempt began, in the organization's time zone", async () => {
    const campaignId = await rows.campaign(org.id)
    const attempt = await newAttempt(campaignId)
    await rows.query((sql) => sql`update organizations set timezone = 'Asia/Kolkata' where id = ${org.id}`)
    await rows.query((sql) => sql`update attempts set started_at = '2030-01-31T18:29:59Z' where id = ${attempt.id}`)
    await server.run(settle(attempt, 61))
    const later = await newAttempt(campaignId)
    await rows.query((sql) => sql`update attempts set started_at = '2030-01-31T18:30:00Z' where id = ${later.id}`)
    await server.run(settle(later, 11))
    const ofMonth = async (month: string) =>
      (await server.run(Spending.use((it) => Effect.orDie(it.ofCampaign(org.id, campaignId, month))))).usage.map(
        ({ quantity }) => quantity
      )
    expect([await ofMonth("2030-01"), await ofMonth("2030-02"), await ofMonth("all")]).toEqual([[61], [11], [72]])
  })
})
