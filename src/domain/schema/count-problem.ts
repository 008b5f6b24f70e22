/** Returns the problem of more parts than the maximum, such as `must have at most 20 tools`; undefined otherwise. */
export const countProblem = (count: number, maximum: number, parts: string): string | undefined =>
  count > maximum ? `must have at most ${maximum} ${parts}` : undefined
