/** Maximum rate of requests: `perMinute` on average, `burst` at once. */
export interface Rate {
  readonly perMinute: number
  readonly burst: number
}

export interface Bucket {
  readonly tokens: number
  readonly atMillis: number
}

/** The decision about one request, and the numbers for its response headers. */
export interface RateDecision {
  readonly allowed: boolean
  readonly remaining: number
  /** Time until the next token, ms; 0 when there is one. */
  readonly waitMillis: number
}

/** Takes a token, if there is one, after refilling the bucket for the time since its last use. */
export const takeToken = (
  bucket: Bucket | undefined,
  rate: Rate,
  nowMillis: number
): readonly [Bucket, RateDecision] => {
  const perMilli = rate.perMinute / 60_000
  const elapsed = bucket === undefined ? 0 : Math.max(0, nowMillis - bucket.atMillis)
  const tokens = bucket === undefined ? rate.burst : Math.min(rate.burst, bucket.tokens + elapsed * perMilli)
  // A token may lack 1e-9, because rounding errors of many small refills add up.
  const allowed = tokens >= 1 - 1e-9
  const left = allowed ? Math.max(0, tokens - 1) : tokens
  return [{ tokens: left, atMillis: nowMillis }, verdictOf(allowed, left, rate)]
}

export const verdictOf = (allowed: boolean, left: number, rate: Rate): RateDecision => ({
  allowed,
  remaining: Math.floor(left + 1e-9),
  waitMillis: left >= 1 ? 0 : Math.ceil(((1 - left) * 60_000) / rate.perMinute)
})
