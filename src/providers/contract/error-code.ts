/** Returns the code of a provider's error, one word such as rate_limit_exceeded; anything else may be a message. */
export const errorCodeOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w.-]{1,64}$/.test(value) ? value : undefined

/** Returns the code of a request that failed on the way, which `fetch` has in a cause of its error. */
export const networkCodeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  return errorCodeOf("code" in error ? error.code : undefined) ?? networkCodeOf(error.cause)
}

/** Whether an HTTP status, or a code of a vendor with the same meaning, refuses the key or the account. */
export const concernsAccount = (status: number) => status === 401 || status === 402 || status === 403

/** The HTTP status with which a provider refuses a request, in words for operators. */
export const refusalReason = (status: number) => {
  if (status === 402) return "the account has no credit left (HTTP 402)"
  return concernsAccount(status) ? `it refuses the key (HTTP ${status})` : `HTTP ${status}`
}
