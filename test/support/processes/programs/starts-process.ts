import { writeSync } from "node:fs"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { accountLeases } from "../../../../src/carriers/account-leases.ts"
import { newId } from "../../../../src/platform/ids.ts"
import { transaction } from "../../../../src/platform/sql/transaction.ts"
import { onDatabase } from "../../services/ground.ts"

// A node whose campaigns take starts of an account without a pause. It prints the organization and the time of each start,
// on the database clock. Its own clock is wrong by CLOCK_RATE.
const { CALLS_PER_SECOND, CAMPAIGNS = "{}", CLOCK_RATE, DATABASE_URL = "" } = process.env

const now = performance.now.bind(performance)
performance.now = () => now() * Number(CLOCK_RATE)

const campaigns = Object.entries(JSON.parse(CAMPAIGNS) as Record<string, number>).flatMap(([organization, count]) =>
  Array.from({ length: count }, () => ({ organizationId: Number(organization), campaignId: newId() }))
)

const dialAll = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const account = { account: "an account", callsPerSecond: Number(CALLS_PER_SECOND) }
  const { approach, endTurn, queue, reserve, turn } = yield* accountLeases(sql, account)
  const dial = Effect.fnUntraced(function* (campaign: (typeof campaigns)[number]) {
    yield* turn(campaign)
    if ((yield* queue(campaign)) > 0) return
    const at = yield* transaction(sql)(Effect.andThen(approach(campaign), reserve(campaign)))
    writeSync(1, `${campaign.organizationId} ${at}\n`)
  })
  yield* Effect.forEach(
    campaigns,
    (campaign) => Effect.forever(Effect.ensuring(Effect.ignore(dial(campaign)), endTurn(campaign))),
    {
      concurrency: "unbounded"
    }
  )
})

await dialAll.pipe(Effect.scoped, Effect.provide(onDatabase({ DATABASE_URL })(Layer.empty)), (running) =>
  Effect.runPromise(running)
)
