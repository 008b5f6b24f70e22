import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { engine } from "../../support/services/test-database.ts"

// The embedded database has one session: nobody waits for anybody.
const race = test.skipIf(engine !== "postgres")

// Here a call lasts until a test ends it.
const server = await startServer()
afterAll(server.stop)

race("a call that ends waits for the claims of its campaign without holding up those of others", async () => {
  const its = campaignClient(server, await server.organization())
  const [person] = (await its.people(2)) as [Person]
  const id = await its.started([person], { maxRetries: 0 })
  const attempt = await its.live(id, person)
  // As a claim does: first the figures of the campaign, last the minutes of the organization.
  const told = await server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const told = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from campaign_figures where campaign_id = ${id} for no key update`
          const told = its.tell(attempt, "busy")
          yield* Effect.promise(its.somebodyWaits)
          yield* sql`select 1 from organization_usage for no key update nowait`
          return { told }
        })
      )
      return yield* Effect.promise(() => told.told)
    })
  )
  expect(told.status).toBe(204)
  await its.untilStatus(id, "COMPLETED")
})

race("a call whose placing is noted while it ends waits for that, and does not hold it up", async () => {
  const its = campaignClient(server, await server.organization())
  const [person] = (await its.people(2)) as [Person]
  const id = await its.started([person], { maxRetries: 0 })
  const attempt = await its.live(id, person)
  // As whoever ends the attempt does: first the call, then the attempt.
  const noted = await server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { noted } = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from calls where id = ${attempt.callId} for no key update`
          const noted = server.run(Attempts.use(({ placed }) => placed(attempt.id, attempt.callSid ?? "")))
          yield* Effect.promise(its.somebodyWaits)
          yield* sql`select 1 from attempts where id = ${attempt.id} for no key update nowait`
          yield* sql`update attempts set ended_at = now(), outcome = 'BUSY' where id = ${attempt.id}`
          return { noted }
        })
      )
      return yield* Effect.promise(() => noted)
    })
  )
  // It had ended by then: the carrier is to hang up.
  expect(noted).toBe(false)
})
