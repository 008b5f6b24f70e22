/** The parts of a consent by which it counts or not. Times are texts of ISO 8601 in UTC, as the service sends them. */
interface TimedConsent {
  readonly purpose: string
  readonly at: string
  readonly expiresAt: string | null
  readonly withdrawnAt: string | null
}

/** Why a consent counts or does not. One that is not later than a withdrawal of its purpose is `SUPERSEDED`. */
export const standingOf = (
  consent: TimedConsent,
  all: ReadonlyArray<TimedConsent>,
  now: string
): "GIVEN" | "WITHDRAWN" | "SUPERSEDED" | "EXPIRED" | "NOT_YET" => {
  const { at, expiresAt, purpose, withdrawnAt } = consent
  if (withdrawnAt !== null) return "WITHDRAWN"
  const isSuperseded = all.some(
    (one) => one.withdrawnAt !== null && one.withdrawnAt >= at && (one.purpose === purpose || one.purpose === "ALL")
  )
  if (isSuperseded) return "SUPERSEDED"
  if (at > now) return "NOT_YET"
  return expiresAt !== null && expiresAt <= now ? "EXPIRED" : "GIVEN"
}
