/** Whether one more call may start, and from when the next may. Times are milliseconds, fractions allowed. */
export type PacingVerdict =
  | { readonly admitted: true; readonly nextStartAt: number }
  | { readonly admitted: false; readonly waitMillis: number }

/** How much of its lateness a start is forgiven, so that a dialer that wakes up late keeps the pace. */
export const forgivenMillis = 50

/** One for times cut to whole milliseconds, one for the rounding of a thousand sums. */
const roundingMillis = 2

/** How far apart starts are, so that, forgiven lateness and all, no such period holds more than so many of them. */
export const spacing = (starts: number, periodMillis: number): number =>
  (periodMillis + forgivenMillis + roundingMillis) / starts

/**
 * Takes the campaign's pacing slot: GCRA with burst 1, whose whole state is the one time kept with the campaign.
 * No 60 seconds hold more than `callsPerMinute` starts.
 */
export const takeSlot = (nextStartAt: number | undefined, now: number, callsPerMinute: number): PacingVerdict => {
  if (nextStartAt !== undefined && now < nextStartAt) {
    return { admitted: false, waitMillis: Math.ceil(nextStartAt - now) }
  }
  const from = Math.max(nextStartAt ?? 0, now - forgivenMillis)
  return { admitted: true, nextStartAt: from + spacing(callsPerMinute, 60_000) }
}
