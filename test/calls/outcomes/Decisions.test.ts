import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { prune } from "../../../src/calls/erasure/CallRetention.ts"
import { Decisions } from "../../../src/calls/outcomes/Decisions.ts"
import type { Decision } from "../../../src/domain/calls/Call.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

// No dialer runs, so the rows stay as they are created.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const aCall = async (organization = org) => rows.call(organization.id, await rows.campaign(organization.id))
const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 9, 0, second))
const note = (id: string, second: number, trail: ReadonlyArray<Omit<Decision, "at">>, organization = org) =>
  server.run(Effect.flatMap(Decisions, (decisions) => decisions.record(organization.id, id, trail, at(second))))
const of = (id: string, organization = org) =>
  server.run(Effect.flatMap(Decisions, (decisions) => decisions.of(organization.id, id)))

const wait = { gate: "window", verdict: "WAIT", detail: "opens at 09:00" } as const
const pass = { gate: "window", verdict: "PASS", detail: null } as const

describe("Decisions", () => {
  test("keep the verdict of each gate, oldest first", async () => {
    const id = await aCall()
    expect(await of(id)).toEqual([])
    const trail = [
      { gate: "campaign", verdict: "PASS", detail: null },
      { gate: "frequency", verdict: "WAIT", detail: '3 of 3 calls today — "morgen", नमस्ते\nand \' a quote' }
    ] as const
    await note(id, 1, trail)
    await note(id, 2, [pass])
    expect(await of(id)).toEqual([
      { at: at(1), ...trail[0] },
      { at: at(1), ...trail[1] },
      { at: at(2), ...pass }
    ])
  })

  test("keep the last twenty trails", async () => {
    const id = await aCall()
    for (let second = 0; second < 25; second++) {
      await note(id, second, [wait, pass])
      const kept = await of(id)
      expect(kept).toHaveLength(2 * Math.min(second + 1, 20))
      expect(kept[0]).toEqual({ at: at(Math.max(0, second - 19)), ...wait })
      expect(kept.at(-1)).toEqual({ at: at(second), ...pass })
    }
  })

  test("keep calls and organizations apart, whether noted together or not", async () => {
    const ids = await Promise.all([aCall(), aCall(), aCall()])
    const foreign = await aCall(other)
    await Promise.all([
      ...ids.flatMap((id) => [1, 2, 3].map((second) => note(id, second, [wait]))),
      note(foreign, 9, [pass], other)
    ])
    for (const id of ids) expect(await of(id)).toHaveLength(3)
    expect(await of(foreign)).toEqual([])
    expect(await of(foreign, other)).toEqual([{ at: at(9), ...pass }])
  })

  test("are deleted after the retention time of the organization", async () => {
    const [old, recent] = [await aCall(), await aCall()]
    const foreign = await aCall(other)
    for (const id of [old, recent]) await note(id, 1, [pass])
    await note(foreign, 1, [pass], other)
    await rows.query(
      (sql) => sql`update call_decisions set updated_at = now() - interval '30 days 1 minute'
        where call_id in ${sql.in([old, foreign])}`
    )
    const kept = async () => [await of(old), await of(recent), await of(foreign, other)].map(({ length }) => length)
    const pruned = () => server.run(Effect.flatMap(PgClient.PgClient, prune))
    await pruned()
    expect(await kept()).toEqual([1, 1, 1])
    const retain = (retentionDays: number) =>
      server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { retentionDays })
    await retain(31)
    await pruned()
    expect(await kept()).toEqual([1, 1, 1])
    await retain(30)
    await pruned()
    expect(await kept()).toEqual([0, 1, 1])
  })
})
