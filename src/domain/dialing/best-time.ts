import { dayMillis, wallTime } from "../calendar/local-time.ts"
import type { Contact } from "../contacts/Contact.ts"
import { foldCase } from "../text/text.ts"
import { type HoursRule, nextOpening } from "./calling-hours.ts"

/**
 * Attempts and connects in one band of the day: their numbers, and their sums with a lower weight for older attempts.
 */
export interface BandRecord {
  readonly attempts: number
  readonly connects: number
  readonly attemptWeight: number
  readonly connectWeight: number
}

/** A record for each band, in the order of `bands`. */
export type BandRecords = ReadonlyArray<BandRecord>

export interface BestTimeEvidence {
  readonly individual: BandRecords
  /** Records of the person's clusters, in the order of `clusterKeys`. */
  readonly clusters: ReadonlyArray<BandRecords>
  readonly organization: BandRecords
}

export interface BestTime {
  /** Index of the band; null without enough data. */
  readonly band: number | null
  readonly source: "individual" | "demographic" | "default"
  /** Number of observed attempts behind the choice. */
  readonly basisCount: number
}

/** Start and end hour of each band, in the person's local time. */
const bands = [
  [8, 10],
  [10, 12],
  [12, 14],
  [14, 16],
  [16, 18],
  [18, 21]
] as const

/**
 * Number of pseudo-observations that shrink a person's rate toward the cluster's, and a cluster's toward the
 * organization's.
 */
const [individualShrinkage, clusterShrinkage] = [4, 50]
/** Age at which an attempt has half its weight, ms. */
export const halfLifeMillis = 60 * dayMillis
/** Maximum delay of a retry for the sake of the best time, ms. */
const maximumShiftMillis = 48 * 3_600_000
/**
 * Minimum numbers of connects, attempts and bands for a choice by the person's own attempts, and by their cluster's.
 */
const [individualConnects, individualAttempts, individualBands] = [3, 5, 2]
const [clusterAttempts, clusterConnects, clusterBandAttempts] = [100, 20, 15]

/**
 * Returns the band in which a person is most likely to answer, judged by their own attempts or else by similar
 * people's.
 */
export const bestTime = ({ individual, clusters, organization }: BestTimeEvidence): BestTime => {
  const cluster = clusters.find(isEnoughForCluster)
  const overall = connectRate(organization)
  const expected = bands.map((_, band) => shrunk(cluster?.[band], clusterShrinkage, overall))
  if (isEnoughForIndividual(individual)) {
    const rates = expected.map((rate, band) => shrunk(individual[band], individualShrinkage, rate))
    return { band: bestAttempted(rates, individual, 1), source: "individual", basisCount: attemptsIn(individual) }
  }
  if (cluster === undefined) return { band: null, source: "default", basisCount: 0 }
  return {
    band: bestAttempted(expected, cluster, clusterBandAttempts),
    source: "demographic",
    basisCount: attemptsIn(cluster)
  }
}

/** The best time as shown in a contact's history. */
export const describeBestTime = ({ band, source, basisCount }: BestTime) => ({
  label: band === null ? null : bandLabel(band),
  source,
  basisCount
})

/** A label such as 10:00–12:00. */
export const bandLabel = (band: number): string => hoursOfBand(band).map(clock).join("–")

/** The band of a moment in the person's time zone; undefined from 21:00 to 08:00, where there is no band. */
export const bandOf = (at: Date, zone: string): number | undefined => {
  const hour = wallTime(zone, at.getTime()).millisOfDay / 3_600_000
  const band = bands.findIndex(([start, end]) => start <= hour && hour < end)
  return band === -1 ? undefined : band
}

/** Returns the weight of an attempt after the elapsed time: half of it after 60 days. */
export const decayed = (weight: number, elapsedMillis: number): number =>
  weight * 0.5 ** (elapsedMillis / halfLifeMillis)

/** The person's clusters, the most specific first; none without a city tier. */
export const clusterKeys = (person: Pick<Contact, "ageBand" | "cityTier" | "occupation">): ReadonlyArray<string> => {
  const [ageBand, cityTier, occupation] = [person.ageBand, person.cityTier, person.occupation].map(
    (value) => value && foldCase(value.trim())
  )
  if (!cityTier) return []
  const keys = [[cityTier]]
  if (occupation) keys.unshift([cityTier, occupation])
  if (occupation && ageBand) keys.unshift([cityTier, occupation, ageBand])
  return keys.map((key) => JSON.stringify(key))
}

/**
 * The first moment from `earliest` on that lies in the best band and in the hours of all rules, which the best time
 * never overrides. Returns `earliest` itself if there is no such moment within 48 hours.
 */
export const shiftToBestTime = (
  bestBand: number | null,
  earliest: Date,
  zone: string,
  rules: ReadonlyArray<HoursRule>
): Date => {
  if (bestBand === null) return earliest
  const shifted = nextOpening([...rules, bandRule(bestBand, zone)], earliest)
  const latest = earliest.getTime() + maximumShiftMillis
  return shifted !== undefined && shifted.getTime() <= latest ? shifted : earliest
}

const bandRule = (band: number, zone: string): HoursRule => {
  const [start = "", end = ""] = hoursOfBand(band).map(clock)
  return { days: [1, 2, 3, 4, 5, 6, 7], start, end, zones: [zone] }
}

const hoursOfBand = (band: number): readonly [number, number] => bands[band] ?? bands[0]

const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`

const isEnoughForIndividual = (records: BandRecords): boolean => {
  const connects = connectsIn(records)
  if (connects >= individualConnects) return true
  const attempted = records.filter(({ attempts }) => attempts > 0)
  return connects >= 1 && attemptsIn(records) >= individualAttempts && attempted.length >= individualBands
}

const isEnoughForCluster = (records: BandRecords): boolean =>
  attemptsIn(records) >= clusterAttempts && connectsIn(records) >= clusterConnects

const attemptsIn = (records: BandRecords) => records.reduce((sum, { attempts }) => sum + attempts, 0)

const connectsIn = (records: BandRecords) => records.reduce((sum, { connects }) => sum + connects, 0)

/** The connect rate of all bands together. */
const connectRate = (records: BandRecords): number => {
  const attempts = records.reduce((sum, { attemptWeight }) => sum + attemptWeight, 0)
  return attempts === 0 ? 0 : records.reduce((sum, { connectWeight }) => sum + connectWeight, 0) / attempts
}

/** The observed rate, shrunk toward the expected rate as if that had been observed `strength` times. */
const shrunk = (record: BandRecord | undefined, strength: number, expected: number): number =>
  ((record?.connectWeight ?? 0) + strength * expected) / ((record?.attemptWeight ?? 0) + strength)

/** The band with the highest rate among those with enough attempts; the earliest of equal ones. */
const bestAttempted = (rates: ReadonlyArray<number>, records: BandRecords, minimumAttempts: number): number => {
  const candidates = rates.map((rate, band) => ((records[band]?.attempts ?? 0) >= minimumAttempts ? rate : -1))
  return candidates.indexOf(Math.max(...candidates))
}
