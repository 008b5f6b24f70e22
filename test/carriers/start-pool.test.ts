import { Deferred, Effect } from "effect"
import { describe, expect, test } from "vitest"
import { claimsAtOnce, makeStartPool } from "../../src/carriers/start-pool.ts"
import { forgivenMillis } from "../../src/domain/dialing/pacing.ts"
import { makeRandom } from "../support/random.ts"

const campaignOf = (index: number) => ({ campaignId: `campaign ${index}`, organizationId: index % 2 })
const patienceMillis = 500
const startsAt = (...times: ReadonlyArray<number>) => times.map((at) => ({ at, startsAt: at }))

describe("the starts that a node has leased", () => {
  test("are taken once, in their order, and only within the forgiven time", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const below = (bound: number) => Math.floor(random() * bound)
    for (let run = 0; run < 200; run++) {
      const pool = makeStartPool()
      // The naive model: the times that no campaign has taken.
      const left = new Set<number>()
      let now = 0
      let next = 0
      for (let step = 0; step < 60; step++) {
        now += below(40)
        const campaign = campaignOf(below(5))
        const does = below(3)
        if (does === 0) pool.want(campaign, now + patienceMillis)
        else if (does === 1) {
          const times = Array.from({ length: below(5) }, (_, index) => Math.max(next, now) + index * 10)
          next = Math.max(next, now) + times.length * 10
          for (const at of times) left.add(at)
          pool.grant(campaign.organizationId, startsAt(...times), 0)
        } else {
          const open = [...left].filter((at) => at <= now + 100 && now <= at + forgivenMillis)
          const first = open.length === 0 ? undefined : Math.min(...open)
          expect(pool.take(campaign.campaignId, now)?.at).toBe(first)
          if (first !== undefined) left.delete(first)
        }
      }
    }
  })

  test("admit the campaigns of an organization one after another, as long as these wait", async () => {
    const pool = makeStartPool()
    const [first, other, second, third] = [campaignOf(0), campaignOf(1), campaignOf(2), campaignOf(4)]
    for (const one of [second, other, first, third]) pool.want(one, patienceMillis)
    pool.leave(first.campaignId, 10)
    expect(Object.fromEntries(pool.wanted(20))).toEqual({ 0: 2, 1: 1 })
    pool.grant(0, startsAt(50), 20)
    const admitted = [first, other, second, third].map(({ campaignId }) => pool.admittedAt(campaignId, 30))
    expect(admitted).toEqual([undefined, undefined, 30, undefined])
    expect(Object.fromEntries(pool.wanted(30))).toEqual({ 0: 1, 1: 1 })
    // A campaign that was admitted queues behind the others.
    pool.take(second.campaignId, 30)
    const admission = pool.want(second, patienceMillis)
    pool.grant(0, startsAt(40, 50), 0)
    expect(pool.admittedAt(third.campaignId, 40)).toBe(40)
    expect(await Effect.runPromise(Deferred.await(admission))).toBe(50)
    // An admission ends some time after its start.
    expect(pool.admittedAt(third.campaignId, 2_000)).toBeUndefined()
  })

  test("admit a campaign until its claim ends, and no more campaigns than a node can claim calls at once", () => {
    const pool = makeStartPool()
    const campaigns = Array.from({ length: claimsAtOnce }, (_, index) => campaignOf(2 * index))
    for (const campaign of campaigns) pool.want(campaign, patienceMillis)
    expect(pool.room(0)).toBe(claimsAtOnce)
    pool.grant(0, startsAt(...campaigns.map(() => 0)), 0)
    expect(pool.room(0)).toBe(0)
    const [slow, ended, ...others] = campaigns.map(({ campaignId }) => campaignId)
    if (slow === undefined || ended === undefined) throw new Error("Too few campaigns")
    for (const one of [slow, ended]) pool.beginClaim(one)
    // The others did not begin their claims in time.
    expect(pool.room(60_000)).toBe(others.length)
    expect(pool.admittedAt(slow, 60_000)).toBe(0)
    // A claim that has taken its start still counts until it has committed.
    pool.take(ended, 60_000)
    expect(pool.room(60_000)).toBe(others.length)
    pool.endClaim(ended)
    expect(pool.room(60_000)).toBe(others.length + 1)
    expect(pool.admittedAt(ended, 60_000)).toBeUndefined()
  })

  test("are claimed ahead of their time by as long as claims take", () => {
    const pool = makeStartPool()
    const campaign = campaignOf(0)
    for (let now = 0; now < 100_000; now += 1_000) {
      pool.want(campaign, now + patienceMillis)
      pool.grant(0, startsAt(now + pool.ahead()), pool.ahead())
      expect(pool.admittedAt(campaign.campaignId, now)).toBe(now)
      // Close to the start, once the duration is known.
      const start = pool.take(campaign.campaignId, now + 150)
      if (now > 50_000) expect(Math.abs(now + 150 - (start?.at ?? 0))).toBeLessThan(15)
    }
  })
})
