// A machine that is slow or shared stretches every wait: CI, which may run beside other work, and TEST_PATIENCE=3 npm test.
const factor = Number(process.env.TEST_PATIENCE ?? (process.env.CI === undefined ? 3 : 6))

/**
 * Longest wait for a condition, ms, by what has to happen: `engine` for rows, events and requests of this process,
 * `process` for whole processes that start, die or take over. A test gives up only when the condition would never hold.
 */
export const patience = { engine: 20_000 * factor, process: 60_000 * factor }
