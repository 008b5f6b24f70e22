import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { claimsAtOnce } from "../../../src/carriers/start-pool.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { engine } from "../../support/servers/test-database.ts"

// The embedded database has one session, so nothing waits for a lock.
const race = test.skipIf(engine !== "postgres")

// A call lasts until the test ends it.
const server = await startServer()
afterAll(server.stop)

race("claims that all wait for a lock leave connections to requests", async () => {
  const campaigns = campaignClient(server, await server.organization())
  const people = await campaigns.people(...Array<number>(12).fill(2))
  const drafts = await Promise.all(people.map((person) => campaigns.draft([person], { maxRetries: 0 })))
  await server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`lock table phone_ledger in access exclusive mode`
          const waiting = sql`select pid from pg_locks where relation = 'phone_ledger'::regclass and not granted`
          yield* Effect.promise(() => Promise.all(drafts.map((id) => campaigns.move(id, "start"))))
          yield* Effect.repeat(waiting, { until: ({ length }) => length === claimsAtOnce })
          yield* Effect.promise(() => campaigns.progress(drafts[0] ?? ""))
          expect(yield* waiting).toHaveLength(claimsAtOnce)
        })
      )
    })
  )
  await Promise.all(drafts.map((id, index) => campaigns.live(id, people[index] as Person)))
})

race("a call that ends waits neither for the figures of its campaign nor for a fold of them", async () => {
  const campaigns = campaignClient(server, await server.organization())
  const [person] = (await campaigns.people(2)) as [Person]
  const id = await campaigns.started([person], { maxRetries: 0 })
  const attempt = await campaigns.live(id, person)
  const answer = await server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from folded_figures where campaign_id = ${id} for update`
          yield* sql`select 1 from figure_deltas where campaign_id = ${id} for update`
          return yield* Effect.promise(() => campaigns.report(attempt, "busy"))
        })
      )
    })
  )
  expect(answer.status).toBe(204)
  await campaigns.untilStatus(id, "COMPLETED")
})

race("storing the carrier's id of a call that is ending waits for the end", async () => {
  const campaigns = campaignClient(server, await server.organization())
  const [person] = (await campaigns.people(2)) as [Person]
  const id = await campaigns.started([person], { maxRetries: 0 })
  const attempt = await campaigns.live(id, person)
  // Locks what the settlement of an attempt locks.
  const noted = await server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { noted } = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from calls c join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            where a.id = ${attempt.id} for no key update`
          const noted = server.run(Attempts.use(({ placed }) => placed(attempt.id, attempt.callSid ?? "")))
          yield* Effect.promise(campaigns.untilLockWait)
          yield* sql`update attempts set ended_at = now(), outcome = 'BUSY' where id = ${attempt.id}`
          return { noted }
        })
      )
      return yield* Effect.promise(() => noted)
    })
  )
  // The attempt had ended by then, so the carrier is asked to hang up.
  expect(noted).toBe(false)
})

race("a call that a claim postpones by hours that change meanwhile is due again", async () => {
  const campaigns = campaignClient(server, await server.organization())
  const [person] = (await campaigns.people(2)) as [Person]
  const anotherDay = ((new Date().getUTCDay() + 2) % 7) + 1
  await campaigns.update({ callingWindow: { days: [anotherDay], start: "09:00", end: "09:01", timezone: "UTC" } })
  const id = await campaigns.started([person])
  await eventually(async () => {
    const postponed = (sql: PgClient.PgClient) =>
      sql`select 1 from calls where campaign_id = ${id} and due_before_hours is not null`
    expect(await campaigns.query(postponed)).toHaveLength(1)
  })
  await campaigns.query((sql) => sql`update calls set due_before_hours = null where campaign_id = ${id}`)
  // Locks and writes what a claim does that postpones the call.
  const opened = await server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { opened } = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from campaign_pace where campaign_id = ${id} for no key update`
          const opened = campaigns.update({ callingWindow: null })
          yield* Effect.promise(campaigns.untilLockWait)
          yield* sql`update calls set due_before_hours = now() where campaign_id = ${id}`
          return { opened }
        })
      )
      return yield* Effect.promise(() => opened)
    })
  )
  expect(opened.callingWindow).toBeNull()
  await campaigns.live(id, person)
})

race("a request for a campaign of another organization locks nothing of it", async () => {
  const mine = campaignClient(server, await server.organization())
  const theirs = campaignClient(server, await server.organization())
  const id = await mine.draft(await mine.people(2), { callsPerMinute: 1 })
  await mine.move(id, "start")
  // This transaction waits for the answer. A request that locked the campaign before it knew whose it is would wait for
  // this transaction.
  const answer = await server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      return yield* sql.withTransaction(
        Effect.andThen(
          sql`select 1 from campaign_pace where campaign_id = ${id} for update`,
          Effect.promise(() => theirs.move(id, "pause"))
        )
      )
    })
  )
  expect(answer.status).toBe(404)
})
