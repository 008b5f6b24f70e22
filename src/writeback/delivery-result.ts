import { createHash } from "node:crypto"

/** The state of a delivery after an attempt. */
export interface DeliveryResult {
  readonly status: "PENDING" | "DELIVERED" | "FAILED" | "PERMANENT_FAILURE"
  /** The reason, for people to read: without an address, a credential or the body. Null when delivered. */
  readonly error: string | null
  /** Time until the next attempt, ms; null when there is none. */
  readonly delayMillis: number | null
}

/** The outcome of a request: a status, or the reason why there is none. */
export type RequestOutcome = { readonly status: number } | { readonly problem: string; readonly mayPass: boolean }

const seconds = 1_000
const minutes = 60 * seconds
/** Delays before each attempt after the first, ms. */
export const retryDelays = {
  CALL: [30 * seconds, 2 * minutes, 10 * minutes, 30 * minutes, 120 * minutes],
  // Clients can always ask for the status of an import.
  IMPORT: [30 * seconds, 2 * minutes]
} as const

/**
 * Decides what happens to a delivery after an attempt. `attempts` counts those that ended before
 * this one.
 */
export const resultOf = (
  outcome: RequestOutcome,
  { attempts, id, kind }: { readonly attempts: number; readonly id: string; readonly kind: keyof typeof retryDelays }
): DeliveryResult => {
  if ("status" in outcome && outcome.status >= 200 && outcome.status < 300) {
    return { status: "DELIVERED", error: null, delayMillis: null }
  }
  const error = "status" in outcome ? answerOf(outcome.status) : outcome.problem
  const mayPass = "status" in outcome ? outcome.status >= 500 : outcome.mayPass
  if (!mayPass) return { status: "PERMANENT_FAILURE", error, delayMillis: null }
  const delay = retryDelays[kind][attempts]
  if (delay === undefined) return { status: "FAILED", error, delayMillis: null }
  return { status: "PENDING", error, delayMillis: delay * (1 + jitter(id, attempts)) }
}

const answerOf = (status: number) =>
  `The target answered ${status}${status >= 300 && status < 400 ? ", and redirects are not followed" : ""}`

// Up to a tenth later, different for each delivery, so that deliveries that failed together are not
// retried together.
const jitter = (id: string, attempts: number) =>
  createHash("sha256").update(`${id} ${attempts}`).digest().readUInt32BE(0) / 2 ** 32 / 10
