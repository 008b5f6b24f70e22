import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, expect, test } from "vitest"
import migration from "../../../migrations/0018_opt_out.ts"
import { answered } from "../../support/api/answered.ts"
import { newCampaign } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const base = await newCampaign(server, org)

/** A campaign whose label Do Not Call was changed by SQL, as clients could change it before the migration. */
const campaignWith = async (changes: object | "deleted", custom?: object) => {
  const { id } = await answered(201, org.call("POST", "/v1/campaigns", { ...base, useCaseType: "CUSTOM" }))
  await rows.query((sql) =>
    changes === "deleted"
      ? sql`delete from intent_labels where campaign_id = ${id} and seed = 'Do Not Call'`
      : sql`update intent_labels set ${sql.update(changes as Record<string, unknown>)}
          where campaign_id = ${id} and seed = 'Do Not Call'`
  )
  if (custom !== undefined) await answered(201, org.call("POST", `/v1/campaigns/${id}/intent-labels`, custom))
  return id as string
}

const migrateAgain = () =>
  server.run(
    Effect.flatMap(PgClient.PgClient, (sql) =>
      Effect.andThen(
        sql`alter table flows drop column opt_out_key, drop column opt_out_by_model_only`,
        Effect.provideService(migration, SqlClient.SqlClient, sql)
      )
    ) as Effect.Effect<void, never, PgClient.PgClient>
  )

const labelsOf = (id: string): Promise<ReadonlyArray<any>> =>
  answered(200, org.call("GET", `/v1/campaigns/${id}/intent-labels`))

const systemLabels = async (id: string) =>
  (await labelsOf(id)).filter(({ isSystem }) => isSystem).map(({ name, retryBehavior }) => [name, retryBehavior])

const notReachable = ["Not Reachable", "RETRYABLE"]
const doNotCall = ["Do Not Call", "SUPPRESS_ORG_WIDE"]

test("after the migration each campaign that is not over has a label that ends all calls", async () => {
  const renamed = { name: "Opted out", folded_name: "opted out" }
  const retryable = { retry_behavior: "RETRYABLE" }
  const unchanged = await campaignWith({ color: "#000000" })
  const weakened = await campaignWith({ ...retryable, is_positive: true })
  const another = await campaignWith({ ...renamed, ...retryable })
  const named = await campaignWith(renamed, { name: "Do Not Call", retryBehavior: "SUPPRESS_ORG_WIDE" })
  const deleted = await campaignWith("deleted")
  const replaced = await campaignWith("deleted", { name: "do not call", retryBehavior: "SUPPRESS_ORG_WIDE" })
  const over = await campaignWith("deleted")
  await rows.query((sql) => sql`update campaigns set status = 'COMPLETED' where id = ${over}`)

  await migrateAgain()

  for (const id of [unchanged, weakened, another, deleted])
    expect(await systemLabels(id)).toEqual([doNotCall, notReachable])
  expect(await systemLabels(named)).toEqual([["Opted out", "SUPPRESS_ORG_WIDE"], notReachable])
  expect(await systemLabels(replaced)).toEqual([notReachable, ["do not call", "SUPPRESS_ORG_WIDE"]])
  expect(await systemLabels(over)).toEqual([notReachable])
  expect((await labelsOf(another)).find(({ name }) => name === "Opted out")).toMatchObject({
    isSystem: false,
    retryBehavior: "RETRYABLE"
  })
})

test("after the migration a node of an earlier version still offers the label to the analysis", async () => {
  const id = await campaignWith({ color: "#000000" })
  const stored = await rows.query(
    (sql) =>
      sql<{ isSystem: boolean }>`select is_system from intent_labels where campaign_id = ${id} and seed = 'Do Not Call'`
  )
  expect(stored).toEqual([{ isSystem: false }])
})
