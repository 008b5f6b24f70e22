import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { longestRetryAfterMillis } from "../contract/retry-after.ts"
import { retryDelayMillis } from "./retry-info.ts"

/** Status codes of gRPC. */
const codes = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16
} as const

const names = new Map<number, string>(Object.entries(codes).map(([name, code]) => [code, name]))

// The credentials are refused, or the project may not use the service, such as without billing. For voices Google denies
// single models, too.
const concernsAccount = (provider: string, code: number | undefined) =>
  code === codes.UNAUTHENTICATED || (code === codes.PERMISSION_DENIED && provider === "google-speech")

// The request is wrong or not allowed; a retry cannot succeed.
const final = new Set<number | undefined>([
  codes.INVALID_ARGUMENT,
  codes.NOT_FOUND,
  codes.PERMISSION_DENIED,
  codes.FAILED_PRECONDITION,
  codes.UNIMPLEMENTED,
  codes.UNAUTHENTICATED
])

/** Leaves out the details of the error, since they may quote the request. */
export const googleFailure = (provider: string, cause: unknown): ProviderFailure => {
  const code = codeOf(cause)
  // An error without a code came before the request was sent: the credentials are unreadable or refused.
  const reason = code === undefined ? "no request could be made; see GOOGLE_APPLICATION_CREDENTIALS" : nameOf(code)
  const delayMillis = retryDelayMillis((cause as { metadata?: unknown } | null | undefined)?.metadata)
  return new ProviderFailure({
    provider,
    reason,
    retryable: !final.has(code),
    ...(concernsAccount(provider, code) && { refusesAccount: true }),
    ...(delayMillis !== undefined && { retryAfterMillis: Math.min(delayMillis, longestRetryAfterMillis) })
  })
}

const codeOf = (cause: unknown): number | undefined => {
  const code = (cause as { code?: unknown } | null | undefined)?.code
  return typeof code === "number" ? code : undefined
}

const nameOf = (code: number) => names.get(code) ?? `gRPC status ${code}`
