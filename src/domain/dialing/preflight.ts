import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { spacing } from "./pacing.ts"

const Reason = Schema.Struct({ reason: Schema.String, count: Schema.Int })

/** The outlook on a campaign before it starts. */
export const Preflight = Schema.Struct({
  ready: Schema.Boolean.annotate({ description: "Whether the campaign could be started now" }),
  missing: Schema.Array(Schema.String).annotate({ description: "All that would refuse the start, each in a sentence" }),
  warnings: Schema.Array(Schema.String).annotate({
    description:
      "Problems that would not refuse the start but show in the calls, each in a sentence: such as a tool that its MCP server has changed"
  }),
  contacts: Schema.Int.annotate({ description: "Size of the audience" }),
  examined: Schema.Int.annotate({
    description:
      "Contacts that were examined: at most 20,000; the other numbers are then estimates for the whole audience"
  }),
  willBeCalled: Schema.Int,
  skipped: Schema.Array(Reason).annotate({ description: "Contacts that would not be called, by reason" }),
  delayed: Schema.Array(Reason).annotate({
    description: "Contacts that could not be called at the start but later, by reason; part of `willBeCalled`"
  }),
  startsAt: Timestamp.annotate({ description: "scheduledAt, or now" }),
  firstCallAt: Schema.NullOr(Timestamp),
  lastCallAt: Schema.NullOr(Timestamp).annotate({
    description:
      "The last first attempt at this pace, in these hours and with the calls that the numbers may place a day; retries follow"
  }),
  callsPerMinute: Schema.Int,
  minutes: Schema.Struct({
    estimated: Schema.Int.annotate({ description: "Minutes of conversation for one attempt to each contact" }),
    needed: Schema.Int.annotate({ description: "Minutes of quota that the start requires" }),
    remaining: Schema.Int.annotate({ description: "Minutes of quota that are left" })
  }),
  cost: Schema.NullOr(Schema.Struct({ amount: Schema.String, currency: Schema.String })).annotate({
    description: "For one attempt to each contact; null when the price of a part is unknown or no calls were placed yet"
  }),
  basis: Schema.Int.annotate({
    description: "Attempts of the organization that the estimates rest on; with 0, each call counts as one minute"
  })
}).annotate({ identifier: "Preflight" })
export type Preflight = typeof Preflight.Type

/** A person who may be called from a moment on, in hours that `nextOpening` knows. */
export interface Waiting {
  readonly readyAt: number
  readonly nextOpening: (from: Date) => Date | undefined
}

/** How many calls may start on each calendar day. There is always a day on which one may. */
export interface DailyCalls {
  readonly nextDay: (at: number) => number
  /** Calls on the day that ends then, as many as are left. */
  readonly callsUntil: (endOfDay: number) => number
}

interface PlanRules {
  readonly callsPerMinute: number
  readonly endAt: number
  /** Number of people for each person of the plan. */
  readonly share: number
  /** Left out: any number of calls on each day. */
  readonly daily?: DailyCalls | undefined
}

/**
 * Plans the first attempts: in the order in which people may be called, no faster than the pace, within the hours of
 * each and the calls of a day. Returns the first and the last start, ms, and the number of people whose start would come
 * after `endAt`.
 */
export const planStarts = (people: ReadonlyArray<Waiting>, { callsPerMinute, daily, endAt, share }: PlanRules) => {
  const gap = spacing(callsPerMinute, 60_000) * share
  const inOrder = (one: Waiting, other: Waiting) => one.readyAt - other.readyAt
  const openingOf = ({ nextOpening, readyAt }: Waiting, from: number) =>
    nextOpening(new Date(Math.max(readyAt, from)))?.getTime() ?? Number.POSITIVE_INFINITY
  const waiting = people.map((person) => ({ ...person, readyAt: openingOf(person, person.readyAt) })).sort(inOrder)
  // People whose hours were closed when their turn came, until they open.
  let closed: Array<Waiting> = []
  let free = Number.NEGATIVE_INFINITY
  // Turns only grow, so one day at a time is enough.
  let day = { end: Number.NEGATIVE_INFINITY, calls: 0 }
  const whenCallsAreLeft = (from: number): number => {
    if (daily === undefined) return from
    let at = from
    while (at < endAt && at < Number.POSITIVE_INFINITY) {
      if (at >= day.end) {
        const end = daily.nextDay(at)
        day = { end, calls: daily.callsUntil(end) }
      }
      if (day.calls > 0) break
      at = day.end
    }
    return at
  }
  let first: number | undefined
  let last: number | undefined
  let late = 0
  for (let index = 0; index < waiting.length || closed.length > 0; ) {
    const [reopened] = closed
    const fresh = waiting[index]
    const person =
      fresh === undefined || (reopened !== undefined && reopened.readyAt < fresh.readyAt) ? closed.shift() : fresh
    if (person === undefined) break
    if (person === fresh) index++
    const turn = whenCallsAreLeft(Math.max(person.readyAt, free))
    free = turn
    const opening = openingOf(person, turn)
    if (opening >= endAt || opening === Number.POSITIVE_INFINITY) late++
    else if (opening > turn) {
      const isLast = (closed.at(-1)?.readyAt ?? 0) <= opening
      closed.push({ ...person, readyAt: opening })
      if (!isLast) closed = closed.sort(inOrder)
    } else {
      first ??= turn
      last = turn
      free = turn + gap
      day.calls -= share
    }
  }
  return { first, last, late }
}
