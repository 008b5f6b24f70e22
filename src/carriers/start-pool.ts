import { Deferred, Effect } from "effect"
import { forgivenMillis } from "../domain/dialing/pacing.ts"
import type { Contender } from "./account-turns.ts"

/** A leased start: a point of time at which, or shortly after which, one call may begin. */
export interface LeasedStart {
  /** In milliseconds on the database clock. */
  readonly startsAt: number
  /** The same on the clock of `performance.now()`, as well as this node knows it. */
  readonly at: number
}

interface Waiting {
  readonly organizationId: number
  /** Receives the time of the start, on the clock of `performance.now()`. */
  readonly admission: Deferred.Deferred<number>
  until: number
}

/**
 * The starts that this node has leased, and its campaigns that wait for one. A campaign is admitted at the time of a start
 * and takes one when its claim is ready: the oldest that still counts, or the next one that comes soon, because claims may
 * overtake one another. A claim begins before its start by the time that claims take. All times are those of
 * `performance.now()`.
 */
export const makeStartPool = () => {
  const waiting = new Map<string, Waiting>()
  const admitted = new Map<string, number>()
  const claiming = new Set<string>()
  const urgent: Array<Deferred.Deferred<LeasedStart>> = []
  const claims = { millis: 0, deviation: 0 }
  let starts: Array<LeasedStart> = []

  const admittedAt = (campaignId: string, now: number) => {
    const at = admitted.get(campaignId)
    if (at === undefined || claiming.has(campaignId) || now <= at + admissionMillis) return at
    admitted.delete(campaignId)
    return undefined
  }

  return {
    /** Returns when a campaign may begin its claim; undefined if it is not admitted. */
    admittedAt,
    /** Returns how long before its start a claim begins, ms. */
    ahead: () => Math.min(claims.millis + claims.deviation, longestAheadMillis),
    /** Queues a campaign behind the others of its organization, or extends its wait, until the given time. */
    want: ({ campaignId, organizationId }: Contender, until: number): Deferred.Deferred<number> => {
      const place = waiting.get(campaignId) ?? { organizationId, admission: Deferred.makeUnsafe<number>(), until }
      place.until = Math.max(place.until, until)
      waiting.set(campaignId, place)
      return place.admission
    },
    /** Ends the wait of a campaign at the given time. */
    leave: (campaignId: string, until: number) => {
      const place = waiting.get(campaignId)
      if (place !== undefined) place.until = until
    },
    /** Begins the claim of a campaign, which stays admitted until the claim ends, however long it takes. */
    beginClaim: (campaignId: string) => claiming.add(campaignId),
    /** Ends the claim of a campaign, whether or not it took a start. */
    endClaim: (campaignId: string) => {
      claiming.delete(campaignId)
      admitted.delete(campaignId)
    },
    /** Returns how many more campaigns may be admitted. */
    room: (now: number): number => {
      for (const campaignId of admitted.keys()) admittedAt(campaignId, now)
      return Math.max(0, claimsAtOnce - new Set([...admitted.keys(), ...claiming]).size)
    },
    /** Returns how many campaigns of each organization wait. */
    wanted: (now: number): ReadonlyMap<number, number> => {
      const counts = new Map<number, number>()
      for (const [campaignId, { organizationId, until }] of waiting) {
        if (until < now) waiting.delete(campaignId)
        else counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
      }
      return counts
    },
    /** Adds leased starts, and admits a campaign of the organization for each of them. */
    grant: (organizationId: number, leased: ReadonlyArray<LeasedStart>, ahead: number) => {
      starts.push(...leased)
      const times = leased.map(({ at }) => at - ahead)[Symbol.iterator]()
      for (const [campaignId, { admission, organizationId: ofCampaign }] of waiting) {
        if (ofCampaign !== organizationId) continue
        const next = times.next()
        if (next.done === true) return
        waiting.delete(campaignId)
        admitted.set(campaignId, next.value)
        Deferred.doneUnsafe(admission, Effect.succeed(next.value))
      }
    },
    /** Waits for a start that is leased for a claim that is ready. */
    ask: (): Deferred.Deferred<LeasedStart> => {
      const asked = Deferred.makeUnsafe<LeasedStart>()
      urgent.push(asked)
      return asked
    },
    /** Ends a wait that had no answer. */
    giveUp: (asked: Deferred.Deferred<LeasedStart>) => {
      const index = urgent.indexOf(asked)
      if (index >= 0) urgent.splice(index, 1)
    },
    /** Returns how many claims are ready and wait for a start. */
    asked: () => urgent.length,
    /** Hands leased starts to the claims that asked first. */
    answer: (leased: ReadonlyArray<LeasedStart>) => {
      for (const start of leased) {
        const asked = urgent.shift()
        if (asked !== undefined) Deferred.doneUnsafe(asked, Effect.succeed(start))
      }
    },
    /** Takes a start out of the pool: no other call can get it. */
    take: (campaignId: string, now: number): LeasedStart | undefined => {
      const since = admittedAt(campaignId, now)
      if (since !== undefined) {
        const difference = now - since - claims.millis
        claims.millis += difference / claimsRemembered
        claims.deviation += (Math.abs(difference) - claims.deviation) / claimsRemembered
      }
      admitted.delete(campaignId)
      const alive = starts.findIndex(({ at }) => now <= at + forgivenMillis)
      starts = alive < 0 ? [] : starts.slice(alive)
      const [first] = starts
      return first !== undefined && first.at <= now + longestEarlyMillis ? starts.shift() : undefined
    }
  }
}

/** Time for which a campaign stays admitted if it does not begin its claim, ms. */
const admissionMillis = 1_000

/**
 * Maximum number of campaigns of a node that claim a call at once, or are admitted to do so: fewer than a node has
 * connections to the database, so that calls that are live or end, and requests, do not wait behind claims. More claims at
 * once would place no more calls, and would come too late for their starts.
 */
export const claimsAtOnce = 8

/** Maximum time for which a claim that is ready waits for its start, ms. */
const longestEarlyMillis = 100

/** Maximum time by which a claim begins before its start, ms. */
const longestAheadMillis = 150

/** Number of claims over which their duration is averaged. */
export const claimsRemembered = 16
