import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Usage } from "../../src/accounts/Usage.ts"
import { makeFoldPart } from "../../src/accounts/UsageFolding.ts"
import { newId } from "../../src/platform/ids.ts"
import { everySlice } from "../../src/platform/sql/slices.ts"
import { startServer } from "../support/api/test-server.ts"
import { makeRandom } from "../support/random.ts"
import { engine } from "../support/servers/test-database.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)

// No node has the role that folds, so nothing folds but the tests.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)

const organization = async (quota: number) => {
  const { id } = await server.organization()
  const setQuota = (minutes: number) =>
    server.run(
      PgClient.PgClient.use((sql) => sql`update organizations set minutes_quota = ${minutes} where id = ${id}`)
    )
  await setQuota(quota)
  const campaigns = Array.from({ length: 4 }, newId)
  const usage = <A, E>(use: (usage: Usage["Service"]) => Effect.Effect<A, E>) => server.run(Usage.use(use))
  /** Begins a call as a claim does, in a transaction that is undone when minutes are missing. */
  const begin = (campaign: number, minutes: number, isFirstOfDay = false) =>
    server.run(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const { begin } = yield* Usage
        const call = { campaignId: campaigns[campaign] ?? "", minutes, isFirstOfDay }
        return yield* Effect.flatMap(begin(id, call), (begun) =>
          begun ? Effect.succeed(true) : Effect.fail("no")
        ).pipe(
          sql.withTransaction,
          Effect.catch((error) => (error === "no" ? Effect.succeed(false) : Effect.fail(error)))
        )
      })
    )
  return { id, setQuota, usage, begin, campaigns }
}

const fold = () => server.run(Effect.flatMap(makeFoldPart, (foldPart) => foldPart(everySlice)))
const allowFreeing = server.run.bind(
  undefined,
  PgClient.PgClient.use((sql) => sql`update minute_portions set used_at = used_at - interval '1 hour'`)
)

describe("the usage of an organization", () => {
  test("agrees with a naive model: a call begins exactly if the quota has its minutes", async () => {
    for (let walk = 0; walk < (PROVE === "full" ? 60 : 3); walk++) {
      const random = makeRandom(seed + walk)
      const below = (bound: number) => Math.floor(random() * bound)
      const model = { quota: 40 + below(3_000), used: 0, calls: 0, contacts: 0 }
      const { begin, id, setQuota, usage } = await organization(model.quota)
      const live: Array<{ reserved: number; isFirstOfDay: boolean; counted: boolean }> = []
      const reserved = () => live.reduce((sum, call) => sum + call.reserved, 0)
      const free = () => model.quota - model.used - reserved()
      const end = () => live.splice(below(live.length), 1)[0]

      const steps: ReadonlyArray<readonly [weight: number, step: () => Promise<unknown>]> = [
        [
          12,
          async () => {
            // Now and then a call takes all that is free, which other campaigns may have in their portions.
            const minutes = random() < 0.1 ? Math.max(1, free()) : 1 + below(8)
            const isFirstOfDay = random() < 0.5
            const begun = await begin(below(4), minutes, isFirstOfDay)
            expect(begun).toBe(free() >= minutes)
            if (!begun) return
            live.push({ reserved: minutes, isFirstOfDay, counted: true })
            model.calls += 1
            model.contacts += isFirstOfDay ? 1 : 0
          }
        ],
        [
          8,
          async () => {
            const call = end()
            if (call === undefined) return
            const used = below(call.reserved + 1)
            await usage(({ settle }) => settle(id, { reserved: call.reserved, used }))
            model.used += used
          }
        ],
        [
          2,
          async () => {
            const call = end()
            if (call === undefined) return
            if (!call.counted) return live.push(call)
            await usage(({ undo }) => undo(id, { minutes: call.reserved, isFirstOfDay: call.isFirstOfDay }))
            model.calls -= 1
            model.contacts -= call.isFirstOfDay ? 1 : 0
          }
        ],
        [
          2,
          async () => {
            const call = live[below(live.length)]
            if (call === undefined) return
            const minutes = 1 + below(10)
            const granted = Math.max(0, Math.min(minutes, free()))
            expect(await usage(({ extend }) => extend(id, minutes))).toBe(granted)
            call.reserved += granted
          }
        ],
        [
          1,
          async () => {
            const minutes = 1 + below(4)
            await usage(({ reserveInbound }) => reserveInbound(id, minutes))
            live.push({ reserved: minutes, isFirstOfDay: false, counted: false })
          }
        ],
        [
          1,
          async () => {
            model.quota = below(3_000)
            await setQuota(model.quota)
          }
        ],
        [3, fold],
        [
          1,
          async () => {
            await allowFreeing()
            await fold()
          }
        ]
      ]
      const bag = steps.flatMap(([weight, step]) => Array<typeof step>(weight).fill(step))
      for (let count = 0; count < 80; count++) {
        await bag[below(bag.length)]?.()
        const now = await usage(({ minutes }) => minutes(id))
        expect(now).toEqual({ quota: model.quota, used: model.used, reserved: reserved() })
        const { calls, contacts } = await usage(({ today }) => today(id))
        expect([calls, contacts]).toEqual([model.calls, model.contacts])
      }
    }
  })

  test.skipIf(engine !== "postgres")(
    "never exceeds the quota while campaigns begin and end calls at once",
    async () => {
      const quota = 150
      const { begin, campaigns, id, usage } = await organization(quota)
      const sums = { used: 0, begun: 0, refused: 0 }
      let isOver = false
      const watch = async () => {
        while (!isOver) {
          const { reserved, used } = await usage(({ minutes }) => minutes(id))
          expect(used + reserved).toBeLessThanOrEqual(quota)
          await fold()
        }
      }
      const dial = async (campaign: number) => {
        const random = makeRandom(seed + campaign)
        const live: Array<number> = []
        for (let count = 0; count < 60; count++) {
          const minutes = 1 + Math.floor(random() * 5)
          if (live.length < 4 && (await begin(campaign, minutes))) {
            live.push(minutes)
            sums.begun += 1
            continue
          }
          sums.refused += live.length < 4 ? 1 : 0
          const reserved = live.shift()
          if (reserved === undefined) continue
          const used = random() < 0.3 ? Math.floor(random() * (reserved + 1)) : 0
          await usage(({ settle }) => settle(id, { reserved, used }))
          sums.used += used
        }
        for (const reserved of live) await usage(({ settle }) => settle(id, { reserved, used: 0 }))
      }
      const watching = watch()
      await Promise.all(campaigns.map((_, campaign) => dial(campaign)))
      isOver = true
      await watching
      expect(sums.begun).toBeGreaterThan(campaigns.length)
      expect(await usage(({ minutes }) => minutes(id))).toEqual({ quota, used: sums.used, reserved: 0 })
      // Unused portions are free for a single call of another campaign.
      const rest = quota - sums.used
      if (rest > 0) expect(await begin(0, rest)).toBe(true)
      expect(await begin(1, 1)).toBe(false)
    }
  )

  test.skipIf(engine !== "postgres")("is changed without its row while the portion of the campaign lasts", async () => {
    const { begin, id, usage } = await organization(10_000)
    expect(await begin(0, 5)).toBe(true)
    await server.run(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select 1 from organization_usage where organization_id = ${id} for update`
            // On other connections, which would wait for this transaction.
            const calls = Effect.promise(async () => {
              for (let call = 0; call < 9; call++) {
                expect(await begin(0, 5)).toBe(true)
                await usage(({ settle }) => settle(id, { reserved: 5, used: 1 }))
              }
            })
            yield* calls
          })
        )
      })
    )
    expect(await usage(({ minutes }) => minutes(id))).toMatchObject({ used: 9, reserved: 5 })
  })
})
