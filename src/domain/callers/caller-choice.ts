import { type NumberPlace, placeOf } from "../calendar/number-place.ts"
import { cite, type NamedSeries, seriesOf } from "../law/all-laws.ts"

/** A number of an organization's own from which it may call. */
export interface PoolNumber {
  readonly number: string
  readonly isOff: boolean
  /** End of its rest, ms; null if it does not rest. */
  readonly restingUntil: number | null
  /** Maximum number of calls a day; null without one. */
  readonly dailyCap: number | null
  readonly callsToday: number
  /** The organization's own carrier account from which it calls; null: that of the installation. */
  readonly accountId: string | null
  /** When the next call from that account may begin, ms; null if none has begun yet. */
  readonly accountFreeAt: number | null
}

/** The numbers of an organization, or of the pool that a campaign names. */
export interface CallerPoolState {
  /** The name of the pool; null: all numbers of the organization. */
  readonly pool: string | null
  readonly numbers: ReadonlyArray<PoolNumber>
}

/** The moments that decide whether a number may be used, ms. */
export interface PoolClock {
  readonly now: number
  /** When the daily caps are counted anew. */
  readonly nextDay: number
}

export interface CallerInput extends CallerPoolState, PoolClock {
  /** The number of the person. */
  readonly to: string
  /** The numbers from which the person was called, the first one first. */
  readonly seen: ReadonlyArray<string>
  /** The series that the law prescribes for the call; null if laws do not apply. */
  readonly series: ReadonlyArray<NamedSeries> | null
}

export type CallerChoice =
  | { readonly kind: "number"; readonly number: string; readonly detail: string }
  | {
      readonly kind: "none"
      readonly detail: string
      /** When a number is free again, ms; undefined if that needs an admin. */
      readonly until: number | undefined
    }

/**
 * Chooses the number that a person sees, among the free numbers that the law allows: the one that they saw first; else
 * one of the series that the law prefers; else one with their area code, of their region or of their country. Numbers
 * that fit equally well share the people, and a new one takes over only its share of them.
 */
export const chooseCaller = (input: CallerInput): CallerChoice => {
  const lawful = input.numbers.filter(({ number }) => isLawful(number, input))
  const free = lawful.filter((one) => isFree(one, input))
  const known = input.seen.find((number) => free.some((one) => one.number === number))
  if (known !== undefined) return chosen(known, "as before")
  const best = nearest(free, input)
  if (best !== undefined) return chosen(best.number, best.why)
  if (lawful.length > 0) return { kind: "none", detail: noneFree(lawful, input), until: freeAt(lawful, input) }
  const [rule] = input.series ?? []
  const isPrescribed = input.numbers.length > 0 && rule !== undefined
  const detail = isPrescribed ? `No number of ${poolName(input)} may place the call by ${cite(rule)}` : noNumber(input)
  return { kind: "none", detail, until: undefined }
}

/** Why no number of a pool may place a call now, and until when; undefined if one may. */
export const closedPool = (
  state: CallerPoolState & PoolClock
): { readonly detail: string; readonly until: number | undefined } | undefined => {
  if (state.numbers.some((one) => isFree(one, state))) return undefined
  if (state.numbers.length === 0) return { detail: noNumber(state), until: undefined }
  return { detail: noneFree(state.numbers, state), until: freeAt(state.numbers, state) }
}

/** How many more calls the numbers of a pool may place today; Infinity without a cap. */
export const callsLeft = ({ now, numbers }: Pick<CallerInput, "now" | "numbers">): number =>
  numbers
    .filter(({ isOff, restingUntil }) => !isOff && (restingUntil ?? 0) <= now)
    .reduce(
      (sum, { callsToday, dailyCap }) => sum + Math.max(0, (dailyCap ?? Number.POSITIVE_INFINITY) - callsToday),
      0
    )

/** How many calls the numbers of a pool may place on a later day, by its end; Infinity without a cap. */
export const callsOfDay = (numbers: ReadonlyArray<PoolNumber>, endOfDay: number): number =>
  numbers
    .filter(({ isOff, restingUntil }) => !isOff && (restingUntil ?? 0) < endOfDay)
    .reduce((sum, { dailyCap }) => sum + (dailyCap ?? Number.POSITIVE_INFINITY), 0)

const isCapped = ({ callsToday, dailyCap }: PoolNumber) => dailyCap !== null && callsToday >= dailyCap

const isFree = (one: PoolNumber, { now }: Pick<PoolClock, "now">) =>
  !one.isOff && (one.restingUntil ?? 0) <= now && !isCapped(one)

/** Whether a number may place the call: numbers of a series serve its purposes in its country only. */
const isLawful = (number: string, { series, to }: CallerInput) => {
  if (series === null) return true
  const own = seriesOf(number)
  const only = series.filter(({ binding }) => binding === "ONLY")
  if (only.length > 0) return only.every(({ prefix }) => number.startsWith(prefix))
  return (
    own.length === 0 ||
    (placeOf(number).country === placeOf(to).country && series.some(({ prefix }) => number.startsWith(prefix)))
  )
}

const chosen = (number: string, why: string) => ({ kind: "number" as const, number, detail: `${number}, ${why}` })

/** The best of the free numbers for a person who was called from none of them. */
const nearest = (free: ReadonlyArray<PoolNumber>, { series, to }: CallerInput) => {
  const place = placeOf(to)
  const ranked = free.map(({ number }) => ({ number, ...rankOf(number, place, series) }))
  const best = ranked.reduce((least, { rank }) => Math.min(least, rank), Number.POSITIVE_INFINITY)
  return ranked
    .filter(({ rank }) => rank === best)
    .map((one) => ({ ...one, hash: hashOf(`${one.number} ${to}`) }))
    .reduce<Hashed | undefined>((first, one) => (first === undefined || isBefore(one, first) ? one : first), undefined)
}

interface Hashed {
  readonly number: string
  readonly why: string
  readonly hash: number
}

const isBefore = (one: Hashed, other: Hashed) =>
  one.hash < other.hash || (one.hash === other.hash && one.number < other.number)

const rankOf = (number: string, person: NumberPlace, series: CallerInput["series"]) => {
  if (series?.some(({ prefix }) => number.startsWith(prefix)) === true)
    return { rank: 0, why: "of the series that the law prefers" }
  const own = placeOf(number)
  if (own.country === undefined || own.country !== person.country) return { rank: 4, why: "from another country" }
  if (own.area !== undefined && own.area === person.area) return { rank: 1, why: "with the person's area code" }
  if (own.region !== undefined && own.region === person.region) return { rank: 2, why: "from the person's region" }
  return { rank: 3, why: "from the person's country" }
}

const poolName = ({ pool }: Pick<CallerPoolState, "pool">) => (pool === null ? "the organization" : `the pool ${pool}`)

const noNumber = (state: CallerPoolState) => `There is no number in ${poolName(state)}: add one, or name another pool`

const noneFree = (numbers: ReadonlyArray<PoolNumber>, state: CallerPoolState & PoolClock) => {
  const off = numbers.filter(({ isOff }) => isOff).length
  const resting = numbers.filter((one) => !one.isOff && (one.restingUntil ?? 0) > state.now).length
  const capped = numbers.length - off - resting
  const counts = [
    ...(capped > 0 ? [`${capped} made all calls of the day`] : []),
    ...(resting > 0 ? [`${resting} rest because few people answer`] : []),
    ...(off > 0 ? [`${off} are off`] : [])
  ]
  const until = freeAt(numbers, state)
  const end = until === undefined ? "" : `. The first is free at ${new Date(until).toISOString()}`
  return `No number of ${poolName(state)} is free: ${counts.join(", ")}${end}`
}

const freeAt = (numbers: ReadonlyArray<PoolNumber>, { nextDay }: Pick<PoolClock, "nextDay">): number | undefined => {
  const times = numbers
    .filter(({ isOff }) => !isOff)
    .map((one) => Math.max(one.restingUntil ?? 0, isCapped(one) ? nextDay : 0))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** FNV-1a, which spreads people evenly over equal numbers. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  // Texts that differ only at the end have similar hashes until the bits are mixed.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
