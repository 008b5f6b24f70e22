/** The innermost text of an error: the outer ones only say which operation failed. */
export const why = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(why).join("; ")
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : why(error.cause)
}
