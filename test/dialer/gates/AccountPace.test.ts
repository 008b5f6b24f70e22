import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AccountPace } from "../../../src/carriers/AccountPace.ts"
import { Carrier } from "../../../src/carriers/Carrier.ts"
import { newId } from "../../../src/platform/ids.ts"
import { makeRandom } from "../../support/random.ts"
import { onDatabase, onNewDatabase } from "../../support/services/ground.ts"

const { PROVE, TEST_SEED } = process.env

// However slow the test is, the account is taken for longer, until it makes the next start due itself.
const callsPerSecond = 0.01
const carrier = { account: "an account", callsPerSecond } as Carrier["Service"]
const services = onNewDatabase((settings) =>
  AccountPace.layer.pipe(Layer.provide(Layer.succeed(Carrier, carrier)), onDatabase(settings))
)()

/** Makes the next start due now. However slow the test is, no campaign loses its place, and the one with the turn is still first. */
const makeFree = PgClient.PgClient.use((sql) =>
  Effect.andThen(
    sql`update carrier_wants set wants_until = now() + interval '1 hour' where wants_until > '-infinity'`,
    sql`update carrier_pace set next_start_at = clock_timestamp()`
  )
)
/** Forgets which campaigns were waiting. */
const forget = PgClient.PgClient.use((sql) => sql`update carrier_wants set wants_until = '-infinity'`)

layer(services, { excludeTestServices: true })("the turns of a carrier account", (it) => {
  // Campaigns ask in a random order, and the one that may start reserves the start.
  const round = Effect.fnUntraced(function* (wanting: ReadonlyArray<Campaign>, random: () => number) {
    const pace = yield* AccountPace
    const ask = () => [...wanting].sort(() => random() - 0.5)
    // The account is taken while they ask for the first time, so each gets its place.
    for (const campaign of ask()) assert.isAbove(yield* pace.queue(campaign), 0)
    const admitted: Array<Campaign> = []
    for (const campaign of ask()) {
      yield* makeFree
      if ((yield* pace.queue(campaign)) === 0) admitted.push(campaign)
    }
    assert.strictEqual(admitted.length, 1, "exactly one campaign has the turn")
    for (const campaign of ask().filter((one) => one !== admitted[0])) {
      yield* makeFree
      assert.strictEqual((yield* Effect.flip(pace.reserve(campaign)))._tag, "AccountBusy")
    }
    yield* makeFree
    yield* pace.reserve(admitted[0] as Campaign)
    assert.strictEqual((yield* Effect.flip(pace.reserve(admitted[0] as Campaign)))._tag, "AccountBusy")
    return admitted[0] as Campaign
  })

  it.effect("are shared by the organizations that want a start, and then by their campaigns", () =>
    Effect.gen(function* () {
      const random = makeRandom(Number(TEST_SEED))
      const below = (bound: number) => Math.floor(random() * bound)
      const pace = yield* AccountPace
      yield* pace.reserve(campaignOf(0))
      for (let run = 0; run < (PROVE === "full" ? 100 : 2); run++) {
        yield* forget
        // The naive model: each organization, and each campaign of one, starts equally often, give or take one.
        const organizations = Array.from({ length: 1 + below(4) }, (_, index) =>
          Array.from({ length: 1 + below(index === 0 ? 1 : 6) }, () => campaignOf(run * 10 + index + 1))
        )
        const wanting = organizations.flat()
        const starts = new Map<Campaign, number>(wanting.map((campaign) => [campaign, 0]))
        const rounds = 2 * wanting.length + below(5)
        for (let turn = 0; turn < rounds; turn++) {
          const served = yield* round(wanting, random)
          starts.set(served, (starts.get(served) ?? 0) + 1)
        }
        const countOf = (campaign: Campaign) => starts.get(campaign) ?? 0
        const ofOrganizations = organizations.map((campaigns) => campaigns.reduce((sum, one) => sum + countOf(one), 0))
        assertEven(ofOrganizations)
        for (const campaigns of organizations) assertEven(campaigns.map(countOf))
      }
    })
  )

  it.effect("are shared by the weights of the organizations", () =>
    Effect.gen(function* () {
      const random = makeRandom(Number(TEST_SEED))
      const below = (bound: number) => Math.floor(random() * bound)
      const pace = yield* AccountPace
      const sql = yield* PgClient.PgClient
      yield* Effect.ignore(pace.reserve(campaignOf(0)))
      for (let run = 0; run < (PROVE === "full" ? 50 : 2); run++) {
        yield* forget
        const shares = yield* Effect.forEach(Array.from({ length: 2 + below(3) }), () =>
          Effect.gen(function* () {
            const weight = 1 + below(6)
            const [row] = yield* sql<{
              id: number
            }>`insert into organizations (name, timezone, minutes_quota, call_weight)
              values ('Acme', 'UTC', 0, ${weight}) returning id`
            return {
              weight,
              campaigns: Array.from({ length: 1 + below(3) }, () => campaignOf(row?.id ?? 0)),
              starts: 0
            }
          })
        )
        const wanting = shares.flatMap(({ campaigns }) => campaigns)
        for (let turn = 0; turn < 10 + below(10); turn++) {
          const served = yield* round(wanting, random)
          for (const share of shares) if (share.campaigns.includes(served)) share.starts++
          // The naive model: at any time the starts go by the weights, give or take one start of each organization.
          for (const one of shares) {
            for (const other of shares) {
              const difference = one.starts / one.weight - other.starts / other.weight
              assert.isAtMost(difference, 1 / one.weight + 1 / other.weight + 1e-9, JSON.stringify(shares))
            }
          }
        }
      }
    })
  )

  it.effect("go to the others while an organization wants none, and it has saved none up when it comes back", () =>
    Effect.gen(function* () {
      const random = makeRandom(Number(TEST_SEED))
      const [busy, idle] = [campaignOf(100_001), campaignOf(100_002)]
      assert.strictEqual(yield* round([busy, idle], random), busy)
      assert.strictEqual(yield* round([busy, idle], random), idle)
      yield* forget
      for (let turn = 0; turn < 5; turn++) assert.strictEqual(yield* round([busy], random), busy)
      const served: Array<Campaign> = []
      for (let turn = 0; turn < 4; turn++) served.push(yield* round([busy, idle], random))
      assert.deepStrictEqual(served, [idle, busy, idle, busy])
    })
  )

  it.effect("pass to another campaign when the one with the turn does not come", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const pace = yield* AccountPace
      yield* forget
      const [gone, here] = [campaignOf(200_001), campaignOf(200_002)]
      assert.isAbove(yield* pace.queue(gone), 0)
      assert.isAbove(yield* pace.queue(here), 0)
      yield* makeFree
      assert.isAbove(yield* pace.queue(here), 0)
      yield* makeFree
      assert.strictEqual((yield* Effect.flip(pace.reserve(here)))._tag, "AccountBusy")
      yield* sql`update carrier_pace set next_start_at = clock_timestamp() - interval '300 milliseconds'`
      assert.strictEqual(yield* pace.queue(here), 0)
      yield* pace.reserve(here)
    })
  )
})

interface Campaign {
  readonly organizationId: number
  readonly campaignId: string
}
const campaignOf = (organizationId: number): Campaign => ({ organizationId, campaignId: newId() })

const assertEven = (counts: ReadonlyArray<number>) =>
  assert.isAtMost(Math.max(...counts) - Math.min(...counts), 1, `${counts.join(", ")} are even`)
