import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { retryAfterOf } from "../contract/retry-after.ts"

/**
 * Converts an error of the SDK. Leaves out its message, which quotes keys and requests; the status and the code
 * describe the failure. Errors of the server and the network are retryable.
 */
export const openAiFailure = (provider: string, cause: unknown): ProviderFailure => {
  const { code, headers, name, status } = (cause ?? {}) as Partial<
    Record<"code" | "headers" | "name" | "status", unknown>
  >
  if (typeof status !== "number") {
    return new ProviderFailure({
      provider,
      reason: `no whole answer (${nameOf(code) ?? nameOf(name) ?? "unknown"})`,
      retryable: true
    })
  }
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500
  const named = nameOf(code)
  const retryAfterMillis = headers instanceof Headers ? retryAfterOf(headers.get("retry-after")) : undefined
  return new ProviderFailure({
    provider,
    reason: `HTTP ${status}${named === undefined ? "" : ` ${named}`}`,
    retryable,
    ...(retryAfterMillis !== undefined && { retryAfterMillis })
  })
}

// The name of an error is one word such as rate_limit_exceeded; anything else may be a message.
const nameOf = (value: unknown) => (typeof value === "string" && /^[\w.-]{1,64}$/.test(value) ? value : undefined)
