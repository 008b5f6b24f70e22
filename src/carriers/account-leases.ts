import { randomUUID } from "node:crypto"
import type { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Latch, Option } from "effect"
import { forgivenMillis, spacing } from "../domain/dialing/pacing.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { SqlSession } from "../platform/sql/Sql.ts"
import { AccountBusy, accountTurns, type Contender, type LimitedAccount, patienceMillis } from "./account-turns.ts"
import { claimsRemembered, type LeasedStart, makeStartPool } from "./start-pool.ts"

interface Lease {
  /** Null for starts that were urgent. */
  readonly organizationId: number | null
  readonly starts: number
  /** Both in milliseconds on the database clock. */
  readonly firstStartAt: number
  readonly leasedAt: number
}

/**
 * Leases the starts of an account in portions of some milliseconds, so that no claim waits for the row of the account. A
 * start counts only within `forgivenMillis` after its time, on the database clock: one that a node could not use, because
 * it died, paused or was slow, is lost.
 */
export const accountLeases = Effect.fnUntraced(function* (sql: PgClient.PgClient, limited: LimitedAccount) {
  const { account, callsPerSecond } = limited
  const intervalMillis = spacing(callsPerSecond, 1_000)
  const node = randomUUID()
  const pool = makeStartPool()
  const turns = accountTurns(sql, limited)
  const isWanted = Latch.makeUnsafe(false)
  const isUrgent = Latch.makeUnsafe(false)
  const offsetOf = makeOffset()
  // Starts that claims approach, with the time at which the claims went on to their locks.
  const approached = new Map<string, { readonly start: LeasedStart; readonly at: number }>()
  // Average time from there to `reserve`, ms.
  let lockingMillis = 0

  const untilNextLease = Effect.asVoid(Effect.timeoutOption(isUrgent.await, leaseEveryMillis))

  const lease = Effect.fnUntraced(function* (session: PgClient.PgClient) {
    for (const [campaignId, { at }] of approached)
      if (at + longestWaitMillis < performance.now()) approached.delete(campaignId)
    const ahead = pool.ahead()
    const waiting = pool.wanted(performance.now())
    const room = pool.room(performance.now())
    const wanted: typeof waiting = room > 0 ? waiting : new Map()
    const urgent = pool.asked()
    isUrgent.closeUnsafe()
    if (waiting.size + urgent === 0) return void isWanted.closeUnsafe()
    if (wanted.size + urgent === 0) return yield* untilNextLease
    const lead = Math.min(leadMillis, (room - 1) * intervalMillis)
    const leases = yield* session<Lease>`select * from lease_starts(${account}, ${node}::uuid,
      ${[...wanted.keys()]}::int[], ${[...wanted.values()]}::int[], ${urgent}::int, ${intervalMillis}::float8,
      ${ahead}::float8, ${lead}::float8, ${olderLeadMillis}::float8, ${patienceMillis}::float8)`
    const [first] = leases
    if (first !== undefined) {
      const offset = offsetOf(performance.now() - first.leasedAt)
      let next = first.firstStartAt
      for (const { organizationId, starts } of leases) {
        const leased = Array.from({ length: starts }, (_, index) => {
          const startsAt = next + index * intervalMillis
          return { startsAt, at: startsAt + offset }
        })
        if (organizationId === null) pool.answer(leased)
        else pool.grant(organizationId, leased, ahead)
        next += starts * intervalMillis
      }
    }
    yield* untilNextLease
  })

  // A session of its own: claims wait for their starts in transactions, and other work may have all other connections.
  const { open } = yield* SqlSession
  yield* Effect.flatMap(open ?? Effect.succeed(sql), (session) =>
    Effect.forever(Effect.andThen(isWanted.await, lease(session)))
  ).pipe(Effect.scoped, keepGoing("Could not lease starts of the carrier account; trying again"), Effect.forkScoped)

  const want = (contender: Contender, until: number) => {
    const admission = pool.want(contender, until)
    isWanted.openUnsafe()
    return admission
  }

  const queue = (contender: Contender) =>
    Effect.sync(() => {
      const now = performance.now()
      const at = pool.admittedAt(contender.campaignId, now)
      if (at !== undefined) return Math.max(0, Math.ceil(at - now))
      want(contender, now + patienceMillis)
      return 1
    })

  const turn = (contender: Contender) =>
    Effect.suspend(() => {
      const at = pool.admittedAt(contender.campaignId, performance.now())
      return at !== undefined ? Effect.succeed(at) : Deferred.await(want(contender, Number.POSITIVE_INFINITY))
    }).pipe(
      Effect.onInterrupt(() => Effect.sync(() => pool.leave(contender.campaignId, performance.now() + patienceMillis))),
      Effect.flatMap((at) => Effect.sleep(Math.max(0, at - performance.now()))),
      Effect.andThen(Effect.sync(() => pool.beginClaim(contender.campaignId)))
    )

  const endTurn = ({ campaignId }: Contender) => Effect.sync(() => pool.endClaim(campaignId))

  /** Returns the time of a start on the database clock if it counts now, after waiting for it if it is early. */
  const begin = Effect.fnUntraced(function* (startsAt: number) {
    for (let looks = 0; looks < 4; looks++) {
      const [{ now } = { now: Number.NaN }] = yield* sql<{ now: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
      if (now >= startsAt) return now <= startsAt + forgivenMillis ? now : undefined
      // The clock of the database was set back.
      if (startsAt - now > longestWaitMillis) return undefined
      yield* Effect.sleep(Math.ceil(startsAt - now))
    }
    return undefined
  }, Effect.orDie)

  // Asks for another start in a claim that came too late for its own. Nothing can be leased in the embedded database
  // meanwhile: the claim uses its only connection.
  const ask = Effect.suspend(() => {
    if (open === undefined) return Effect.undefined
    const asked = pool.ask()
    isWanted.openUnsafe()
    isUrgent.openUnsafe()
    return Effect.ensuring(
      Deferred.await(asked),
      Effect.sync(() => pool.giveUp(asked))
    )
  }).pipe(Effect.timeoutOption(longestWaitMillis), Effect.map(Option.getOrUndefined))

  const approach = Effect.fnUntraced(function* ({ campaignId }: Contender) {
    const now = performance.now()
    const before = approached.get(campaignId)?.start
    approached.delete(campaignId)
    const isInTime = before !== undefined && now <= before.at + forgivenMillis
    const start = isInTime ? before : (pool.take(campaignId, now) ?? (yield* ask))
    if (start === undefined) return
    yield* Effect.sleep(Math.max(0, start.at - lockingMillis - performance.now()))
    approached.set(campaignId, { start, at: performance.now() })
  })

  const reserve = Effect.fnUntraced(function* (contender: Contender): Effect.fn.Return<number, AccountBusy> {
    const { campaignId } = contender
    const own = approached.get(campaignId)
    approached.delete(campaignId)
    const now = performance.now()
    if (own !== undefined) lockingMillis += (now - own.at - lockingMillis) / claimsRemembered
    let start = own?.start
    while (performance.now() < now + longestWaitMillis) {
      start ??= pool.take(campaignId, performance.now()) ?? (yield* ask)
      // Without this wait, `begin` would ask the database too early.
      if (start !== undefined) yield* Effect.sleep(Math.max(0, start.at - performance.now()))
      // The account's next start, if no node has leased it.
      if (start === undefined) return yield* turns.reserve(contender)
      const at = yield* begin(start.startsAt)
      if (at !== undefined) return at
      start = undefined
    }
    return yield* new AccountBusy()
  })

  return { queue, turn, endTurn, approach, reserve }
})

/** Maximum time for which starts are leased in advance, beyond the time that a claim takes, ms. */
const leadMillis = 75

/** Maximum such time while nodes of an older release wait, ms: they cannot take a start before its time. */
const olderLeadMillis = 5

/** Maximum time for which a claim that is ready waits for a start, ms. */
const longestWaitMillis = 1_000

/** Time between two leases of a node, ms. */
const leaseEveryMillis = 25

/**
 * Returns the difference of `performance.now()` and the database clock, by the fastest of the last answers: the others took
 * longer to arrive.
 */
const makeOffset = () => {
  const last: Array<number> = []
  return (offset: number) => {
    last.push(offset)
    if (last.length > 16) last.shift()
    return Math.min(...last)
  }
}
