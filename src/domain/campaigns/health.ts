import type { CampaignStatus } from "./Campaign.ts"

export interface Health {
  readonly level: "green" | "amber" | "red"
  readonly reason: string
}

/** Number of people who were reached, and of people whose calls ended without reaching them. */
export interface Resolved {
  readonly connected: number
  readonly notConnected: number
}

/** The facts from which a campaign's health is determined. */
export interface HealthFacts {
  readonly now: Date
  readonly status: typeof CampaignStatus.Type
  /** Why the service paused the campaign or could not start it. */
  readonly statusReason: string | null
  readonly resolved: Resolved
  readonly today: Resolved
  /** The seven days before today. */
  readonly week: Resolved
  /** Number of calls that wait for their next attempt. */
  readonly waiting: number
  /** Number of waiting calls that the frequency cap deferred. */
  readonly deferred: number
  /** Number of calls whose conversation is not analyzed yet. */
  readonly awaitingLabel: number
  /** Time by which the first of them should have been analyzed. */
  readonly labelDueAt: Date | null
  readonly inProgress: number
  readonly maxConcurrentCalls: number
  readonly callsPerMinute: number
  readonly attempts: number
  readonly startedAt: Date | null
  readonly endAt: Date | null
  /** When the call that has waited longest was due. */
  readonly dueAt: Date | null
  readonly lastDialAt: Date | null
  /** Whether the calling hours are closed for the contact of the call that has waited longest. */
  readonly closed: boolean
  /** Failed webhook deliveries of the campaign since the last successful one; null without any. */
  readonly failedWriteBack: { readonly failures: number; readonly since: Date; readonly error: string } | null
}

/** The share of people who were reached; null until any call is resolved. */
export const connectionRate = ({ connected, notConnected }: Resolved): number | null =>
  connected + notConnected === 0 ? null : connected / (connected + notConnected)

/** Whether calls are due but none is placed. That is a stall unless the calling hours are closed. */
export const seemsStalled = (facts: Omit<HealthFacts, "closed">): boolean => idleMinutes(facts) >= stallMinutes

/** The campaign's health: the worst level that applies, with its reason. Failing webhooks are always mentioned. */
export const healthOf = (facts: HealthFacts): Health => {
  const health = healthOfCalling(facts)
  if (facts.failedWriteBack === null) return health
  const reason = writeBackReason(facts.failedWriteBack)
  return health.level === "green" ? { level: "amber", reason } : { ...health, reason: `${health.reason}. ${reason}` }
}

const healthOfCalling = (facts: HealthFacts): Health => {
  const red = stoppedByService(facts) ?? stalled(facts)
  if (red !== undefined) return { level: "red", reason: red }
  const amber =
    unanalyzed(facts) ?? fewReached(facts) ?? fewerThanBefore(facts) ?? muchDeferred(facts) ?? tooSlow(facts)
  if (amber !== undefined) return { level: "amber", reason: amber }
  return { level: "green", reason: greenReason(facts) }
}

/** Minimum number of resolved calls from which a rate is meaningful. Below it, those of a day do not matter. */
export const minimumResolved = 20
/** Minutes without a call, although calls are due, from which a campaign counts as stalled. */
const stallMinutes = 5
/** A minute, ms. */
const minute = 60_000

const stoppedByService = ({ status, statusReason }: HealthFacts) => {
  if (statusReason === null) return undefined
  if (status === "PAUSED") return `Paused itself: ${statusReason}`
  return status === "SCHEDULED" ? `Could not start: ${statusReason}` : undefined
}

const stalled = (facts: HealthFacts) =>
  seemsStalled(facts) && !facts.closed
    ? `Calls are due, but none was placed for ${Math.floor(idleMinutes(facts))} minutes`
    : undefined

// A campaign at its limit of concurrent calls is not idle: it waits for one of them to end.
const idleMinutes = ({
  now,
  status,
  dueAt,
  lastDialAt,
  inProgress,
  maxConcurrentCalls
}: Omit<HealthFacts, "closed">) =>
  status !== "IN_PROGRESS" || dueAt === null || inProgress >= maxConcurrentCalls
    ? 0
    : (now.getTime() - Math.max(dueAt.getTime(), lastDialAt?.getTime() ?? 0)) / minute

const unanalyzed = ({ awaitingLabel, labelDueAt, now }: HealthFacts) =>
  labelDueAt !== null && labelDueAt < now
    ? `${awaitingLabel} ${awaitingLabel === 1 ? "call awaits its label" : "calls await their label"}: ` +
      `the model has given no answer for ${Math.floor((now.getTime() - labelDueAt.getTime()) / minute) + 10} minutes`
    : undefined

const fewReached = ({ resolved }: HealthFacts) =>
  isLowerThan(resolved, 0.15) ? `Only ${percent(resolved)} of the people were reached` : undefined

const fewerThanBefore = ({ today, week }: HealthFacts) =>
  isLowerThan(today, (connectionRate(week) ?? 0) / 2)
    ? `${percent(today)} of the people were reached today, against ${percent(week)} in the week before`
    : undefined

const isLowerThan = (resolved: Resolved, rate: number) =>
  resolved.connected + resolved.notConnected >= minimumResolved && (connectionRate(resolved) ?? 0) < rate

const muchDeferred = ({ waiting, deferred }: HealthFacts) =>
  deferred > waiting / 4 ? `The frequency cap put off ${deferred} of the ${waiting} people who wait` : undefined

const tooSlow = (facts: HealthFacts) => {
  const { endAt, now, status, waiting } = facts
  if (endAt === null || waiting === 0 || status === "COMPLETED" || status === "CANCELLED") return undefined
  const calls = Math.floor((Math.max(0, endAt.getTime() - now.getTime()) / minute) * expectedCallsPerMinute(facts))
  return calls < waiting
    ? `It will not finish in time: ${waiting} people wait, and at the current pace ${calls} more can be called before it ends`
    : undefined
}

// Returns the campaign's limit until an hour of calls has shown the actual pace.
const expectedCallsPerMinute = ({ attempts, callsPerMinute, now, startedAt }: HealthFacts) => {
  const minutes = startedAt === null ? 0 : (now.getTime() - startedAt.getTime()) / minute
  return minutes < 60 || attempts === 0 ? callsPerMinute : Math.min(callsPerMinute, attempts / minutes)
}

const writeBackReason = ({ error, failures, since }: NonNullable<HealthFacts["failedWriteBack"]>) =>
  `Write-back: the target has failed ${failures === 1 ? "once" : `${failures} times`} since ${since.toISOString()} (${error})`

const greenReason = (facts: HealthFacts) => {
  switch (facts.status) {
    case "DRAFT":
      return "Not started yet"
    case "SCHEDULED":
      return "Waits for its start time"
    case "PAUSED":
      return "Paused on request"
    case "COMPLETED":
      return "Finished"
    case "CANCELLED":
      return "Cancelled"
    case "IN_PROGRESS":
      return runningReason(facts)
  }
}

const runningReason = ({ now, waiting, inProgress, dueAt, closed }: HealthFacts) => {
  if (waiting + inProgress === 0) return "No call is left"
  if (closed) return "Waits for the calling hours to open"
  return inProgress === 0 && dueAt !== null && dueAt > now
    ? `The next call is due at ${dueAt.toISOString()}`
    : "Calls people as planned"
}

const percent = ({ connected, notConnected }: Resolved) =>
  `${Math.floor((connected * 100) / (connected + notConnected))} %`
