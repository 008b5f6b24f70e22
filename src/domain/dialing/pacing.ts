/** Whether another call may start, and when the next one may start. Times in milliseconds, with fractions. */
export type PacingVerdict =
  | { readonly admitted: true; readonly nextStartAt: number }
  | { readonly admitted: false; readonly waitMillis: number }

/** Maximum lateness of a start that does not delay the next one, ms: a dialer that wakes up late keeps its pace. */
export const forgivenMillis = 50

/** Margin for rounding, ms: 1 for times that are cut to whole milliseconds, 1 for the errors of adding fractions. */
const roundingMillis = 2

/** Distance between two starts, ms, such that no period contains more than `starts` of them, lateness included. */
export const spacing = (starts: number, periodMillis: number): number =>
  (periodMillis + forgivenMillis + roundingMillis) / starts

/**
 * Takes the campaign's next pacing slot if it has come: GCRA with burst 1, whose only state is the time stored with the
 * campaign, `nextStartAt`.
 * No 60 seconds contain more than `callsPerMinute` starts.
 */
export const takeSlot = (nextStartAt: number | undefined, now: number, callsPerMinute: number): PacingVerdict => {
  if (nextStartAt !== undefined && now < nextStartAt) {
    return { admitted: false, waitMillis: Math.ceil(nextStartAt - now) }
  }
  const from = Math.max(nextStartAt ?? 0, now - forgivenMillis)
  return { admitted: true, nextStartAt: from + spacing(callsPerMinute, 60_000) }
}

/**
 * Returns the time of the next allowed start at another pace, given the starts of the last minute, the latest first.
 * The earlier starts count as if they had been made at the new pace: a closed 60 seconds that end after the change never
 * contain more starts than it allows, and a faster pace catches up with nothing. Undefined if nothing was started.
 */
export const respaced = (starts: ReadonlyArray<number>, callsPerMinute: number): number | undefined => {
  const times = starts
    .slice(0, callsPerMinute)
    .map((start, index) => start + (index + 1) * spacing(callsPerMinute, 60_000))
  return times.length === 0 ? undefined : Math.max(...times)
}
