import { ProviderFailure } from "../contract/ProviderFailure.ts"

/**
 * Its message is left out: it quotes keys and requests. The status and the code say what happened. Another try may mend what
 * the server or the way to it did.
 */
export const openAiFailure = (provider: string, cause: unknown): ProviderFailure => {
  const { code, name, status } = (cause ?? {}) as { status?: unknown; code?: unknown; name?: unknown }
  if (typeof status !== "number") {
    return new ProviderFailure({
      provider,
      reason: `no whole answer (${nameOf(code) ?? nameOf(name) ?? "unknown"})`,
      retryable: true
    })
  }
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500
  const named = nameOf(code)
  return new ProviderFailure({ provider, reason: `HTTP ${status}${named === undefined ? "" : ` ${named}`}`, retryable })
}

// What a server calls its error is a word of its own, such as rate_limit_exceeded; anything longer is no name.
const nameOf = (value: unknown) => (typeof value === "string" && /^[\w.-]{1,64}$/.test(value) ? value : undefined)
