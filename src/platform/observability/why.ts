import { Cause } from "effect"

/** Returns the message of the innermost cause; the outer messages only name the operation that failed. */
export const why = (error: unknown): string => {
  if (Cause.isCause(error)) return why(Cause.squash(error))
  if (error instanceof AggregateError) return error.errors.map(why).join("; ")
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : why(error.cause)
}
