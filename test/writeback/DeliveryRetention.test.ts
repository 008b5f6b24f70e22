import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newId } from "../../src/platform/ids.ts"
import { prune } from "../../src/writeback/DeliveryRetention.ts"
import { deliveriesOf, organizationWithWebhook } from "../support/data/deliveries.ts"
import { writeBackServices } from "../support/services/write-back.ts"

layer(writeBackServices(), { excludeTestServices: true })("old deliveries", (it) => {
  it.effect("old deliveries and their answers are deleted after the organization's retention period", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const customer = yield* organizationWithWebhook("https://hooks.example.com/")
      const other = yield* organizationWithWebhook("https://hooks.example.com/")
      for (const status of ["DELIVERED", "FAILED", "PERMANENT_FAILURE", "PENDING"]) yield* made(customer, status, 30)
      yield* made(customer, "DELIVERED", 29)
      yield* made(other, "DELIVERED", 30)

      const kept = (of: typeof customer) =>
        Effect.map(deliveriesOf(of.organizationId), (rows) => rows.map(({ body }) => body).sort())
      const retain = (days: number) =>
        Effect.andThen(
          sql`update organizations set retention_days = ${days} where id = ${customer.organizationId}`,
          prune(sql)
        )
      yield* prune(sql)
      yield* retain(31)
      assert.strictEqual((yield* kept(customer)).length, 5)
      yield* retain(30)
      assert.deepStrictEqual(yield* kept(customer), ["DELIVERED 29", "PENDING 30"])
      assert.deepStrictEqual(yield* kept(other), ["DELIVERED 30"])
      const answers = yield* sql<{ response: string }>`select response from delivery_attempts order by response`
      assert.deepStrictEqual(
        answers.map(({ response }) => response),
        ["DELIVERED 29", "DELIVERED 30", "PENDING 30"]
      )
    })
  )
})

/** Adds a delivery with an answer, made this many days and a minute ago. */
const made = Effect.fnUntraced(function* (
  { campaignId, organizationId }: Effect.Success<ReturnType<typeof organizationWithWebhook>>,
  status: string,
  days: number
) {
  const sql = yield* PgClient.PgClient
  const at = new Date(Date.now() - days * 24 * 60 * 60_000 - 60_000)
  const id = at.getTime().toString(16).padStart(12, "0") + newId().replaceAll("-", "").slice(12)
  const text = `${status} ${days}`
  yield* sql`insert into deliveries ${sql.insert({
    ...{ organization_id: organizationId, id, kind: "CALL", campaign_id: campaignId, call_id: newId(), attempt_no: 1 },
    ...{ body: text, status, attempts: 1, next_attempt_at: status === "PENDING" ? new Date() : null, created_at: at }
  })}`
  yield* sql`insert into delivery_attempts ${sql.insert({
    ...{ organization_id: organizationId, delivery_id: id, at, duration_ms: 1, response: text }
  })}`
})
