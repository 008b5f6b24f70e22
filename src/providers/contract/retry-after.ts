/** Reads a Retry-After header, in seconds or as a date; undefined if it has none of the two forms. */
export const retryAfterOf = (header: string | null | undefined): number | undefined => {
  const text = header?.trim() ?? ""
  const millis = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(millis) ? undefined : Math.ceil(Math.min(Math.max(0, millis), longestRetryAfterMillis))
}

/** Maximum wait that a provider may ask for, ms. */
export const longestRetryAfterMillis = 3_600_000
