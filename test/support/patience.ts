/**
 * Maximum time that a test waits for a condition, ms. Long, because a test should give up only when
 * the condition would never hold, however busy the machine is; and shorter than a test's timeout,
 * so that the error names the condition.
 */
export const patience = 220_000
