/** How many may come: `perMinute` in the long run, `burst` at once. */
export interface Rate {
  readonly perMinute: number
  readonly burst: number
}

export interface Bucket {
  readonly tokens: number
  readonly atMillis: number
}

/** What was decided about one request, and what its client is told. */
export interface RateDecision {
  readonly allowed: boolean
  readonly remaining: number
  /** Until a token is there again; 0 when one is. */
  readonly waitMillis: number
}

/** Takes one token, if there is one, from a bucket that has been filling since it was last looked at. */
export const takeToken = (
  bucket: Bucket | undefined,
  rate: Rate,
  nowMillis: number
): readonly [Bucket, RateDecision] => {
  const perMilli = rate.perMinute / 60_000
  const elapsed = bucket === undefined ? 0 : Math.max(0, nowMillis - bucket.atMillis)
  const tokens = bucket === undefined ? rate.burst : Math.min(rate.burst, bucket.tokens + elapsed * perMilli)
  // A hair under a whole token is one: it is the rounding of many small refills.
  const allowed = tokens >= 1 - 1e-9
  const left = allowed ? Math.max(0, tokens - 1) : tokens
  return [{ tokens: left, atMillis: nowMillis }, verdictOf(allowed, left, rate)]
}

export const verdictOf = (allowed: boolean, left: number, rate: Rate): RateDecision => ({
  allowed,
  remaining: Math.floor(left + 1e-9),
  waitMillis: left >= 1 ? 0 : Math.ceil(((1 - left) * 60_000) / rate.perMinute)
})
