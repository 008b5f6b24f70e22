import { Effect } from "effect"
import { AppConfig } from "../../../platform/config.ts"
import { RateLimiter } from "../../../platform/rate-limit/RateLimiter.ts"
import type { Rate, RateDecision } from "../../../platform/rate-limit/token-bucket.ts"
import { TooManyRequests } from "../../contract/shared/errors.ts"
import { RequestInfo } from "../RequestInfo.ts"

/**
 * Rates from API_RATE_LIMIT. A burst may use a sixth of the limit. An import or a bulk request may have 16 MB, so these
 * get a tenth of the limit, and a tenth of that in one burst. Wrong admin tokens are limited to ten a minute, whatever
 * the limit of requests is. Sign-ins with a password are limited to 20 a minute from one network and to 5 a minute for
 * one account. Single sign-ons and passkeys cannot be guessed, and a whole office may share an address, so they have the
 * rate of requests.
 */
const ratesOf = (perMinute: number) => {
  const requests = { perMinute, burst: Math.max(1, Math.floor(perMinute / 6)) }
  const tenth = Math.max(1, Math.floor(perMinute / 10))
  const guesses = Math.min(10, perMinute)
  return {
    requests,
    "failed-authentications": requests,
    handshakes: requests,
    "failed-admin-tokens": { perMinute: guesses, burst: guesses },
    "sign-ins": { perMinute: 2 * guesses, burst: 2 * guesses },
    "sign-ins-of-account": { perMinute: Math.ceil(guesses / 2), burst: guesses },
    bulk: { perMinute: tenth, burst: Math.max(1, Math.floor(tenth / 10)) }
  }
}

/** Takes a token from a bucket, and reports its state in the headers of the answer. Fails when it is empty. */
export const limitBy = Effect.gen(function* () {
  const limiter = yield* RateLimiter
  const { apiRateLimit } = yield* AppConfig
  const rates = ratesOf(apiRateLimit)

  return Effect.fnUntraced(function* (policy: keyof typeof rates, key: string) {
    const rate = rates[policy]
    const decision = yield* limiter.take(`${policy}:${key}`, rate)
    const { headers } = yield* RequestInfo
    Object.assign(headers, rateHeaders(policy, rate, decision))
    if (decision.allowed) return
    const seconds = Math.max(1, Math.ceil(decision.waitMillis / 1000))
    headers["retry-after"] = String(seconds)
    return yield* new TooManyRequests({
      message: `Too many requests: at most ${rate.perMinute} a minute. Try again in ${seconds} s`
    })
  })
})

const rateHeaders = (policy: string, { perMinute, burst }: Rate, { remaining }: RateDecision) => ({
  "ratelimit-policy": `"${policy}";q=${perMinute};w=60`,
  ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(((burst - remaining) * 60) / perMinute)}`
})
