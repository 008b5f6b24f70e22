import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import { CallQueue } from "../../../src/calls/queue/CallQueue.ts"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { PartSize } from "../../../src/calls/queue/PartSize.ts"
import { QueueFilling } from "../../../src/calls/queue/QueueFilling.ts"
import { makeTurn } from "../../../src/calls/queue/QueueParts.ts"
import { CampaignProgress } from "../../../src/calls/views/CampaignProgress.ts"
import { CampaignStates } from "../../../src/campaigns/CampaignStates.ts"
import { Campaigns } from "../../../src/campaigns/Campaigns.ts"
import type { Carrier } from "../../../src/carriers/Carrier.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { encodeContacts } from "../../../src/contacts/encoded-contacts.ts"
import { CampaignControl } from "../../../src/dialer/CampaignControl.ts"
import { Claims } from "../../../src/dialer/Claims.ts"
import { Pace } from "../../../src/dialer/Pace.ts"
import { type Campaign, NewCampaign } from "../../../src/domain/campaigns/Campaign.ts"
import { everySlice } from "../../../src/platform/sql/slices.ts"
import { organizationReadyToCall } from "../../support/data/organizations.ts"
import { childEnv } from "../../support/processes/child-env.ts"
import { makeRandom } from "../../support/random.ts"
import { records } from "../../support/services/calls.ts"
import { dialingServices } from "../../support/services/dialing.ts"
import { newDatabase, onDatabase, type Settings } from "../../support/services/ground.ts"

const full = process.env.PROVE === "full"
const seed = Number(process.env.TEST_SEED)

const servicesOn = (settings: Settings, partSize: number) =>
  records.pipe(Layer.provide(Layer.succeed(PartSize, partSize)), onDatabase(settings))

const campaignOf = (people: number) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const { audience, flow, organizationId } = yield* organizationReadyToCall
    const campaigns = yield* Campaigns
    const { id } = yield* campaigns.create(
      organizationId,
      Schema.decodeSync(NewCampaign)({
        name: "Spring",
        useCaseType: "CUSTOM",
        flowId: flow.id,
        audienceId: audience.id
      })
    )
    const add = (from: number, to: number) => sql`with added as (
        insert into contacts (organization_id, id, name, phone_number, metadata, search, language)
        select ${organizationId}::int, uuid_v7(), 'Asha ' || i, '+9198' || lpad(i::text, 8, '0'), '{}', '', 'en-US'
          from generate_series(${from}::int, ${to}::int) i returning id)
      insert into audience_members (organization_id, audience_id, contact_id)
      select ${organizationId}::int, ${audience.id}::uuid, id from added`
    yield* add(1, people)
    // These run on whatever services they are given, because a test may open the database anew.
    const moveTo = <E, R>(
      status: "IN_PROGRESS" | "CANCELLED",
      move: (campaign: Campaign) => Effect.Effect<void, E, R>
    ) =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const campaign = yield* Campaigns.use(({ get }) => get(organizationId, id))
        const { change } = yield* CampaignStates
        yield* sql.withTransaction(Effect.andThen(change(campaign, status), move(campaign)))
      })
    const start = moveTo("IN_PROGRESS", (campaign) => QueueFilling.use(({ begin }) => begin(campaign)))
    const cancel = moveTo("CANCELLED", () => CallQueue.use((queue) => queue.cancel(organizationId, id)))
    const progress = CampaignProgress.use(({ get }) => get(organizationId, id))
    return { add, audience, cancel, id, organizationId, progress, start }
  })

const untilMoved = Effect.flatMap(makeTurn, (turn) => Effect.repeat(turn(everySlice), { until: (moved) => !moved }))

const leftOver = PgClient.PgClient.use(
  (sql) => sql`select campaign_id from campaign_fillings union all select campaign_id from calls_to_add
    union all select campaign_id from calls_to_cancel`
)

describe("the parts of a change of hours", () => {
  it.live("restore each due time once, although the new hours postpone calls meanwhile", () =>
    Effect.gen(function* () {
      const settings = yield* newDatabase
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const queue = yield* CallQueue
        const turn = (yield* makeTurn)(everySlice)
        const campaign = yield* campaignOf(11)
        const other = yield* campaignOf(1)
        for (const one of [campaign, other]) {
          yield* one.start
          yield* untilMoved
        }
        const [before, after] = [new Date("2026-01-05T00:00:00Z"), new Date("2036-01-05T00:00:00Z")]
        const postpone = (condition: string) =>
          sql`update calls set due_before_hours = ${before}, next_attempt_at = ${after}
          where ${sql.literal(condition)}`
        yield* postpone("true")
        const waiting = Effect.map(
          sql<{ id: string }>`select id from calls where organization_id = ${campaign.organizationId}
            and due_before_hours is not null and next_attempt_at = ${after} order by id`,
          (rows) => rows.map(({ id }) => id)
        )
        const all = yield* waiting
        yield* queue.reconsiderHours(campaign.organizationId)
        assert.deepStrictEqual(yield* waiting, all.slice(4))
        yield* postpone(`id = '${all[1]}'`)
        assert.isTrue(yield* turn)
        assert.deepStrictEqual(yield* waiting, [all[1], ...all.slice(8)])
        // The hours change again, so that all are looked at anew.
        yield* queue.reconsiderHours(campaign.organizationId)
        yield* untilMoved
        assert.deepStrictEqual(yield* waiting, [])
        assert.deepStrictEqual(yield* queue.reconsidering, [])
        const restored = yield* sql`select 1 from calls where next_attempt_at = ${before} and scheduled_at = ${before}`
        assert.lengthOf(restored, 11)
      }).pipe(Effect.provide(servicesOn(settings, 4)))
    }).pipe(Effect.scoped)
  )
})

describe("a correction of a contact", () => {
  it.live("brings back the calls that the former time zone has postponed, and no others", () =>
    Effect.gen(function* () {
      const settings = yield* newDatabase
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const contacts = yield* Contacts
        const { id: campaignId, organizationId, start } = yield* campaignOf(7)
        yield* start
        yield* untilMoved
        const [before, after] = [new Date("2026-01-05T00:00:00Z"), new Date("2036-01-05T00:00:00Z")]
        const people = yield* sql<{ id: string; name: string; phoneNumber: string }>`update contacts
          set metadata = '{"timezone": "Asia/Kolkata", "city": "Pune"}'
          where organization_id = ${organizationId} returning id, name, phone_number`
        const [patched, moved, renamed, upserted, shouting, same, retried] = people as [
          (typeof people)[number],
          ...typeof people
        ]
        yield* untilMoved
        yield* sql`update calls set due_before_hours = ${before}, next_attempt_at = ${after}
          where campaign_id = ${campaignId} and contact_id <> ${retried?.id}`
        yield* sql`update calls set next_attempt_at = ${after} where contact_id = ${retried?.id}`
        const zone = (timezone: string) => ({ metadata: { timezone, city: "Agra" } })
        yield* contacts.update(organizationId, patched.id, zone("America/Chicago"))
        yield* contacts.update(organizationId, moved?.id ?? "", { phoneNumber: "+12025550100" })
        yield* contacts.update(organizationId, renamed?.id ?? "", { name: "Ravi" })
        yield* contacts.update(organizationId, retried?.id ?? "", zone("America/Chicago"))
        const row = (person: typeof shouting, metadata: Record<string, string>) => ({
          name: "Asha",
          phoneNumber: person?.phoneNumber ?? "",
          metadata
        })
        yield* contacts.upsert(
          organizationId,
          encodeContacts([
            row(upserted, zone("America/Chicago").metadata),
            row(shouting, { TIMEZONE: "America/Chicago" }),
            row(same, zone("Asia/Kolkata").metadata)
          ])
        )
        yield* untilMoved
        const due = yield* sql<{ id: string }>`select contact_id as id from calls where campaign_id = ${campaignId}
          and next_attempt_at = ${before} and scheduled_at = ${before} and due_before_hours is null`
        assert.sameMembers(
          due.map(({ id }) => id),
          [patched, moved, upserted, shouting].map((person) => person?.id)
        )
        assert.deepStrictEqual(yield* sql`select 1 from contacts_to_reconsider`, [])
      }).pipe(Effect.provide(servicesOn(settings, 4)))
    }).pipe(Effect.scoped)
  )
})

describe("the parts of a start and a cancel", () => {
  it.live(
    "leave the same calls as one transaction would, whatever happens between them",
    () =>
      Effect.gen(function* () {
        const settings = yield* newDatabase
        const partSize = 4
        yield* Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const suppression = yield* NumberSuppression
          const turn = (yield* makeTurn)(everySlice)
          const random = makeRandom(seed)
          for (let run = 0; run < (full ? 300 : 6); run++) {
            const below = (bound: number) => Math.floor(random() * bound)
            const people = below(23)
            const campaign = yield* campaignOf(people)
            const numberOf = (person: number) => `+9198${String(person).padStart(8, "0")}`
            // The naive model: everybody of the audience at the start waits, until Do Not Contact or a cancel.
            const model = new Map<string, string>()
            for (let person = 1; person <= people; person++) model.set(numberOf(person), "PENDING")
            const refuse = Effect.fnUntraced(function* () {
              const phoneNumber = numberOf(1 + below(people))
              yield* suppression.enter(campaign.organizationId, { phoneNumber, actor: "admin" })
              if (model.get(phoneNumber) === "PENDING") model.set(phoneNumber, "SUPPRESSED")
            })
            if (people > 0 && below(2) === 0) yield* refuse()
            yield* campaign.start
            let isCancelled = false
            for (let step = below(8); step > 0; step--) {
              const act = below(6)
              if (act === 0 && !isCancelled) {
                yield* campaign.cancel
                isCancelled = true
                for (const [number, status] of model) if (status === "PENDING") model.set(number, "SKIPPED")
              } else if (act === 1 && people > 0 && !isCancelled) yield* refuse()
              else if (act === 2) yield* campaign.add(100 + 10 * step, 101 + 10 * step)
              else if (act === 3) {
                // A node stops at any moment.
                const fiber = yield* Effect.forkChild(turn)
                for (let pause = below(12); pause > 0; pause--) yield* Effect.yieldNow
                yield* Fiber.interrupt(fiber)
              } else yield* turn
              const { pending, queued, skipped, suppressed, total } = yield* campaign.progress
              assert.strictEqual(total, people)
              assert.strictEqual(pending + queued + skipped + suppressed, people)
            }
            yield* untilMoved
            const calls = yield* sql<{ phoneNumber: string; status: string }>`select phone_number, status from calls
              where campaign_id = ${campaign.id}`
            assert.deepStrictEqual(
              new Map(calls.map(({ phoneNumber, status }) => [phoneNumber, status])),
              new Map([...model].sort())
            )
            assert.strictEqual(calls.length, people)
            const told = yield* sql`select 1 from outbox where topic = 'call-suppressed.v1'
              and convert_from(value, 'UTF8')::json ->> 'campaignId' = ${campaign.id}`
            assert.strictEqual(told.length, calls.filter(({ status }) => status === "SUPPRESSED").length)
            assert.deepStrictEqual(yield* leftOver, [])
          }
        }).pipe(Effect.provide(servicesOn(settings, partSize)))
      }),
    600_000
  )

  it.live("neither complete the campaign before its last part nor let a cancelled one dial", () =>
    Effect.gen(function* () {
      const settings = yield* newDatabase
      const carrier = {
        account: "an account",
        callsPerSecond: null,
        isReal: false,
        callerId: () => "+12025550100",
        accountOf: () => "an account"
      } as unknown as Carrier["Service"]
      yield* Effect.gen(function* () {
        const control = yield* CampaignControl
        const claims = yield* Claims
        const { enter } = yield* NumberSuppression
        const turn = (yield* makeTurn)(everySlice)
        const campaign = yield* campaignOf(7)
        const { id, organizationId } = campaign
        const sql = yield* PgClient.PgClient
        const first = yield* sql<{ phoneNumber: string }>`select phone_number from contacts
          where organization_id = ${organizationId} order by id limit 2`
        for (const { phoneNumber } of first) yield* enter(organizationId, { phoneNumber, actor: "admin" })
        assert.strictEqual((yield* control.start(organizationId, id)).status, "IN_PROGRESS")
        assert.deepInclude(yield* campaign.progress, { status: "IN_PROGRESS", total: 7, pending: 5, suppressed: 2 })
        const epoch = (yield* Pace.use(({ takeOver }) => takeOver(id))) ?? ""
        // All calls of the first part are suppressed, so none is waiting yet.
        assert.strictEqual((yield* claims.next(id, epoch)).kind, "wait")
        assert.isTrue(yield* turn)
        assert.strictEqual((yield* claims.next(id, epoch)).kind, "claimed")
        yield* control.cancel(organizationId, id)
        assert.strictEqual((yield* claims.next(id, epoch)).kind, "over")
        assert.deepInclude(yield* campaign.progress, { status: "CANCELLED", total: 7, inProgress: 1, suppressed: 2 })
        yield* untilMoved
        assert.deepInclude(yield* campaign.progress, { total: 7, pending: 0, skipped: 4, inProgress: 1, suppressed: 2 })
      }).pipe(Effect.provide(dialingServices(carrier, settings).pipe(Layer.provide(Layer.succeed(PartSize, 2)))))
    })
  )

  it.live(
    "continue after kill -9: no call is missing, double or counted twice",
    Effect.fnUntraced(function* () {
      const settings = yield* newDatabase
      const [people, partSize] = full ? [50_000, 500] : [150, 30]
      // Opened anew each time, because an embedded database belongs to one process at a time.
      const withServices = <A, E, R>(use: Effect.Effect<A, E, R>) =>
        Effect.provide(use, servicesOn(settings, partSize), { local: true })
      const campaign = yield* withServices(campaignOf(people))
      yield* withServices(campaign.start)
      yield* Effect.promise(() => killUntilIdle(settings, partSize))
      const count = (status: string) =>
        withServices(
          Effect.gen(function* () {
            const sql = yield* PgClient.PgClient
            const [counted] = yield* sql<{
              calls: number
              people: number
            }>`select count(*)::int as calls, count(distinct contact_id)::int as people
              from calls where campaign_id = ${campaign.id} and status = ${status}`
            const { pending, skipped, total } = yield* campaign.progress
            return { ...counted, pending, skipped, total, left: (yield* leftOver).length }
          })
        )
      assert.deepStrictEqual(yield* count("PENDING"), {
        calls: people,
        people,
        pending: people,
        skipped: 0,
        total: people,
        left: 0
      })
      yield* withServices(campaign.cancel)
      yield* Effect.promise(() => killUntilIdle(settings, partSize))
      assert.deepStrictEqual(yield* count("SKIPPED"), {
        calls: people,
        people,
        pending: 0,
        skipped: people,
        total: people,
        left: 0
      })
    }),
    600_000
  )
})

/** Runs processes that move parts, and kills each at a random moment, until one has nothing to do. */
const killUntilIdle = async (settings: Settings, partSize: number) => {
  const program = fileURLToPath(new URL("../../support/processes/programs/parts-process.ts", import.meta.url))
  let kills = 0
  for (let idle = false; !idle; ) {
    const node = spawn(process.execPath, [program, JSON.stringify(settings), String(partSize)], {
      env: { ...process.env, ...childEnv },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const ended = once(node, "exit")
    let turns = 2 + Math.floor(Math.random() * (full ? 6 : 3))
    for await (const line of createInterface(node.stdout)) {
      idle = line === "idle"
      if (idle || --turns === 0) break
    }
    await setTimeout(idle ? 0 : Math.random() * 40)
    node.kill("SIGKILL")
    await ended
    if (!idle) kills++
  }
  assert.isAbove(kills, 0)
}
