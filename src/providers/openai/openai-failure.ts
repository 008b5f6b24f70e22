import { concernsAccount, errorCodeOf, networkCodeOf } from "../contract/error-code.ts"
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
      reason: `no whole answer (${networkCodeOf(cause) ?? errorCodeOf(name) ?? "unknown"})`,
      retryable: true
    })
  }
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500
  const named = errorCodeOf(code)
  const retryAfterMillis = headers instanceof Headers ? retryAfterOf(headers.get("retry-after")) : undefined
  return new ProviderFailure({
    provider,
    reason: `HTTP ${status}${named === undefined ? "" : ` ${named}`}`,
    retryable,
    // 404: the key does not reach the model.
    ...((concernsAccount(status) || status === 404) && { refusesAccount: true }),
    ...(retryAfterMillis !== undefined && { retryAfterMillis })
  })
}
