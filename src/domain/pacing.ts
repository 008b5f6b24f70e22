/** Whether one more call may start, and from when the next may. Times are milliseconds, fractions allowed. */
export type PacingVerdict =
  | { readonly admitted: true; readonly nextStartAt: number }
  | { readonly admitted: false; readonly waitMillis: number }

/** How much of its lateness a start is forgiven, so that a dialer that wakes up late keeps the pace. */
const forgivenMillis = 50

/** One for times cut to whole milliseconds, one for the rounding of a thousand sums. */
const roundingMillis = 2

/**
 * Takes the campaign's pacing slot: GCRA with burst 1, whose whole state is the one time kept with the campaign.
 * Starts are so far apart that, forgiven lateness and all, no 60 seconds hold more than `callsPerMinute` of them.
 */
export const takeSlot = (nextStartAt: number | undefined, now: number, callsPerMinute: number): PacingVerdict => {
  if (nextStartAt !== undefined && now < nextStartAt) {
    return { admitted: false, waitMillis: Math.ceil(nextStartAt - now) }
  }
  const interval = (60_000 + forgivenMillis + roundingMillis) / callsPerMinute
  return { admitted: true, nextStartAt: Math.max(nextStartAt ?? 0, now - forgivenMillis) + interval }
}
