import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { searchText } from "../../src/contacts/contact-rows.ts"
import { newId } from "../../src/platform/ids.ts"
import { median, rounded } from "../figures.ts"
import { type Product, withClient, withDatabase, withProduct } from "../product.ts"

const rowsOfImport = 10_000
const goal = 0.3

/**
 * An import from its 201 to COMPLETED, compared with one statement that upserts the same rows into
 * the same table.
 */
export const run = () =>
  withDatabase((url) =>
    withProduct(url, async (product) => {
      const rounds: Array<{ product: number; floor: number }> = []
      for (let round = 0; round < 6; round++) {
        const measured = {
          product: await importOnce(product, rowsOf(round)),
          floor: await upsertOnce(url, product, rowsOf(round + 100))
        }
        // The first round warms up both.
        if (round > 0) rounds.push(measured)
      }
      const ratio = median(rounds.map((round) => round.floor / round.product))
      return {
        what: `milliseconds for ${rowsOfImport} new contacts`,
        product: Math.round(median(rounds.map((round) => round.product))),
        floor: Math.round(median(rounds.map((round) => round.floor))),
        floorIs: "one `insert … select from unnest … on conflict do update` of the same rows into the same table",
        ratio: rounded(ratio),
        ratioIs: "rate of the import to the rate of the floor",
        goal,
        met: ratio >= goal
      }
    })
  )

const rowsOf = (round: number) =>
  Array.from({ length: rowsOfImport }, (_, index) => ({
    name: `Person ${index} of round ${round}`,
    phoneNumber: `+91${6_000_000_000 + round * rowsOfImport + index}`,
    language: "hi-IN",
    loan_id: `L-${index}`
  }))

type Row = ReturnType<typeof rowsOf>[number]

const importOnce = async ({ port, key }: Product, contacts: ReadonlyArray<Row>) => {
  const headers = { "x-api-key": key, "content-type": "application/json" }
  const created = await fetch(`http://127.0.0.1:${port}/v1/imports/api/bulk`, {
    method: "POST",
    headers,
    body: JSON.stringify({ contacts })
  })
  if (created.status !== 201) throw new Error(await created.text())
  const startedAt = performance.now()
  const { importId } = (await created.json()) as { importId: string }
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/imports/${importId}/status`, { headers })
    const { status, created } = (await response.json()) as { status: string; created: number }
    if (status === "COMPLETED" && created === rowsOfImport) return performance.now() - startedAt
    if (status !== "PENDING" && status !== "PROCESSING") throw new Error(`The import ended ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const upsertOnce = (url: string, { organizationId }: Product, rows: ReadonlyArray<Row>) =>
  withClient(url, (sql) =>
    Effect.gen(function* () {
      yield* sql`select 1`
      const startedAt = performance.now()
      yield* upsert(sql, organizationId, rows)
      return performance.now() - startedAt
    })
  )

const upsert = (sql: PgClient.PgClient, organizationId: number, rows: ReadonlyArray<Row>) =>
  sql`insert into contacts (organization_id, id, name, phone_number, search, language, metadata)
    select ${organizationId}::int, * from unnest(
      ${rows.map(() => newId())}::uuid[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ phoneNumber }) => phoneNumber)}::text[], ${rows.map(searchText)}::text[],
      ${rows.map(({ language }) => language)}::text[],
      ${rows.map(({ loan_id }) => JSON.stringify({ loan_id }))}::jsonb[])
    on conflict (organization_id, phone_number) do update set name = excluded.name, search = excluded.search,
      language = excluded.language, metadata = excluded.metadata, updated_at = now()`
