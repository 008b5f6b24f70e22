/** How fast an account at a vendor answers, by its own measure. */
export interface SpeedState {
  /** The last answers, ms; the oldest first. */
  readonly recent: ReadonlyArray<number>
  /** The answers before `recent`, which show the usual speed, ms. */
  readonly earlier: ReadonlyArray<number>
  readonly demotion: Demotion | undefined
  /** Number of times in a row that the account had no answer where another had one. */
  readonly missed: number
}

/** While an account is demoted, calls prefer the next of their list, except for a trial now and then. */
interface Demotion {
  /** When the next trial may begin, ms. */
  readonly nextTrialAt: number
  /** Pause before the first trial of this demotion, ms. */
  readonly pauseMillis: number
  /** Number of trials in a row that were fast enough. */
  readonly goodTrials: number
  /** Maximum time of an answer that is fast enough, ms. */
  readonly limitMillis: number
}

export const unmeasured: SpeedState = { recent: [], earlier: [], demotion: undefined, missed: 0 }

/** Notes the time of an answer, ms. An account whose slowest answers are far above its usual ones is demoted. */
export const afterAnswer = (state: SpeedState, millis: number, now: number): SpeedState => {
  const { demotion } = state
  if (demotion !== undefined) return afterTrial(state, demotion, millis, now)
  const all = [...state.recent, millis]
  const recent = all.slice(-recentCount)
  const earlier = [...state.earlier, ...all.slice(0, all.length - recent.length)].slice(-earlierCount)
  const slowest = recent.length < recentCount ? 0 : percentile(recent, 0.95)
  // Nearly every answer ends here, without a look at the earlier ones.
  if (slowest <= slowMillis) return { recent, earlier, demotion: undefined, missed: 0 }
  const limitMillis = limitOf(earlier)
  return limitMillis === undefined || slowest <= limitMillis
    ? { recent, earlier, demotion: undefined, missed: 0 }
    : { recent: [], earlier, demotion: demotionAt(now, shortestPauseMillis, limitMillis), missed: 0 }
}

/** Notes that an account had no answer where another had one. It is demoted for that, whatever its usual speed. */
export const afterMissed = (state: SpeedState, now: number): SpeedState => {
  const { demotion, earlier } = state
  if (demotion !== undefined) return afterTrial(state, demotion, Number.POSITIVE_INFINITY, now)
  const missed = state.missed + 1
  if (missed < missedToDemote) return { ...state, missed }
  const limitMillis = limitOf(earlier) ?? Number.MAX_VALUE
  return { recent: [], earlier, demotion: demotionAt(now, shortestPauseMillis, limitMillis), missed: 0 }
}

/** Whether calls prefer others now. */
export const isDemoted = ({ demotion }: SpeedState): boolean => demotion !== undefined

/** Begins a trial if one is due: the call that asks uses the account in spite of its demotion. */
export const beginTrial = (
  state: SpeedState,
  now: number
): { readonly isTrial: boolean; readonly state: SpeedState } => {
  const { demotion } = state
  if (demotion === undefined || now < demotion.nextTrialAt) return { isTrial: false, state }
  return { isTrial: true, state: { ...state, demotion: { ...demotion, nextTrialAt: now + trialMillis } } }
}

const afterTrial = (state: SpeedState, demotion: Demotion, millis: number, now: number): SpeedState => {
  // An answer from before the first trial belongs to the calls that caused the demotion.
  if (demotion.goodTrials === 0 && now < demotion.nextTrialAt - trialMillis) return state
  if (millis > demotion.limitMillis) {
    const pauseMillis = Math.min(demotion.pauseMillis * 2, longestPauseMillis)
    return { ...state, demotion: demotionAt(now, pauseMillis, demotion.limitMillis) }
  }
  const goodTrials = demotion.goodTrials + 1
  return { ...state, demotion: goodTrials >= trialsToReturn ? undefined : { ...demotion, goodTrials } }
}

const demotionAt = (now: number, pauseMillis: number, limitMillis: number): Demotion => ({
  nextTrialAt: now + pauseMillis,
  pauseMillis,
  goodTrials: 0,
  limitMillis
})

/** The most that an answer may take, ms; undefined while the usual speed is not known. */
const limitOf = (earlier: ReadonlyArray<number>) =>
  earlier.length < recentCount
    ? undefined
    : Math.max(slowMillis, 2 * percentile(earlier, 0.5), percentile(earlier, 0.95))

/** Returns the value that this part of the values does not exceed. */
const percentile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? 0

/** Numbers of answers that are kept. */
const recentCount = 20
const earlierCount = 200
/** Time below which no answer is slow, ms. */
const slowMillis = 1_000
/** Number of missing answers in a row that demote. */
const missedToDemote = 2
/** Pauses before the first trial, ms; doubled when a trial is slow. */
const shortestPauseMillis = 30_000
const longestPauseMillis = 600_000
/** Interval of trials, ms. */
const trialMillis = 5_000
/** Number of fast trials that end a demotion. */
const trialsToReturn = 3
