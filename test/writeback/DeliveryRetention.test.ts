import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { prune } from "../../src/writeback/DeliveryRetention.ts"
import { idAt } from "../support/calendar/months.ts"
import { deliveriesOf, organizationWithWebhook } from "../support/data/deliveries.ts"
import { writeBackServices } from "../support/services/write-back.ts"

layer(writeBackServices(), { excludeTestServices: true })("old deliveries", (it) => {
  it.effect("old deliveries and their answers are deleted after the organization's retention period", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const customer = yield* organizationWithWebhook("https://hooks.example.com/")
      const other = yield* organizationWithWebhook("https://hooks.example.com/")
      for (const status of ["DELIVERED", "FAILED", "PERMANENT_FAILURE", "PENDING"])
        yield* addDelivery(customer, status, 30)
      yield* addDelivery(customer, "DELIVERED", 29)
      yield* addDelivery(other, "DELIVERED", 30)

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

  it.effect(
    "a month is dropped as a whole once no delivery in it is pending or within the term of its organization",
    () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`delete from deliveries`
        const customer = yield* organizationWithWebhook("https://hooks.example.com/")
        const other = yield* organizationWithWebhook("https://hooks.example.com/")
        for (const table of ["deliveries", "delivery_attempts"]) {
          yield* sql.unsafe(`create table ${table}_first (like ${table}_rest including all)`)
          yield* sql.unsafe(`alter table ${table} attach partition ${table}_first for values from (minvalue)
          to ('${idOf(40)}')`)
        }
        yield* addDelivery(customer, "DELIVERED", 20)
        // The call belongs to the month that is dropped. Its delivery came later, so the answer is in a later partition.
        yield* addDelivery(customer, "DELIVERED", 35, idOf(45))
        yield* addDelivery(customer, "DELIVERED", 60)
        yield* addDelivery(customer, "PENDING", 61)
        yield* addDelivery(other, "DELIVERED", 62)

        const leftWith = (isWaiting: boolean, ...terms: ReadonlyArray<number | null>) =>
          Effect.gen(function* () {
            for (const [index, { organizationId }] of [customer, other].entries()) {
              yield* sql`update organizations set retention_days = null, record_days = ${terms[index] ?? null}
              where id = ${organizationId}`
            }
            if (!isWaiting) yield* sql`update deliveries set status = 'DELIVERED', next_attempt_at = null`
            yield* prune(sql)
            const partitions = yield* sql<{ name: string }>`select name from table_partitions
            where name in ('deliveries_first', 'delivery_attempts_first') order by name`
            const answers = yield* sql<{ response: string }>`select response from delivery_attempts order by response`
            const rows = yield* sql<{ body: string }>`select body from deliveries order by body`
            assert.deepStrictEqual(
              rows.map(({ body }) => body),
              answers.map(({ response }) => response)
            )
            return yield* Effect.fail([...partitions.map(({ name }) => name), ...rows.map(({ body }) => body)])
          }).pipe(sql.withTransaction, Effect.flip)

        const both = ["deliveries_first", "delivery_attempts_first"]
        assert.deepStrictEqual(yield* leftWith(true, 30, 50), [...both, "DELIVERED 20", "PENDING 61"])
        assert.deepStrictEqual(yield* leftWith(false, 30, null), [...both, "DELIVERED 20", "DELIVERED 62"])
        assert.deepStrictEqual(yield* leftWith(false, 30, 70), [...both, "DELIVERED 20", "DELIVERED 62"])
        // From here on deleting a single row fails: the month must be dropped as a whole.
        yield* sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'deleted'; end $$`
        yield* sql`create trigger refuse before delete on deliveries for each row execute function refuse()`
        assert.deepStrictEqual(yield* leftWith(false, 30, 50), ["DELIVERED 20"])
      })
  )
})

let ids = 0

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000 - 60_000)

/** Returns a new id of the moment this many days and a minute ago. */
const idOf = (days: number) => idAt(daysAgo(days), ++ids)

/** Adds a delivery with an answer, created this many days and a minute ago. */
const addDelivery = Effect.fnUntraced(function* (
  { campaignId, organizationId }: Effect.Success<ReturnType<typeof organizationWithWebhook>>,
  status: string,
  days: number,
  callId = idOf(days)
) {
  const sql = yield* PgClient.PgClient
  const at = daysAgo(days)
  const id = idOf(days)
  const text = `${status} ${days}`
  yield* sql`insert into deliveries ${sql.insert({
    ...{ organization_id: organizationId, id, kind: "CALL", campaign_id: campaignId, call_id: callId, attempt_no: 1 },
    ...{ body: text, status, attempts: 1, next_attempt_at: status === "PENDING" ? new Date() : null, created_at: at }
  })}`
  yield* sql`insert into delivery_attempts ${sql.insert({
    ...{ organization_id: organizationId, delivery_id: id, at, duration_ms: 1, response: text }
  })}`
})
