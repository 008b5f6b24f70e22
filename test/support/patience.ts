// Factor of all waits, larger in CI, where the machine may be slow or shared. TEST_PATIENCE overrides it.
const factor = Number(process.env.TEST_PATIENCE ?? (process.env.CI === undefined ? 3 : 6))

/**
 * Longest wait for a condition, ms, by what has to happen: `engine` for rows, events and requests of this process,
 * `process` for whole processes that start, die or take over. The limits are so generous that a test
 * fails only when the condition would never hold.
 */
export const patience = { engine: 20_000 * factor, process: 60_000 * factor }
