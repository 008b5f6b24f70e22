import type { CampaignStatus } from "./Campaign.ts"

export interface Health {
  readonly level: "green" | "amber" | "red"
  readonly reason: string
}

/** How many people were reached, and how many were given up without. */
export interface Resolved {
  readonly connected: number
  readonly notConnected: number
}

/** What the health of a campaign is told from. */
export interface HealthFacts {
  readonly now: Date
  readonly status: typeof CampaignStatus.Type
  /** Why it stands still, when the service decided so. */
  readonly statusReason: string | null
  readonly resolved: Resolved
  readonly today: Resolved
  /** The seven days before today. */
  readonly week: Resolved
  readonly waiting: number
  /** Of those who wait: put off by the frequency cap. */
  readonly deferred: number
  readonly inProgress: number
  readonly maxConcurrentCalls: number
  readonly callsPerMinute: number
  readonly attempts: number
  readonly startedAt: Date | null
  readonly endAt: Date | null
  /** When the call that has waited longest was due. */
  readonly dueAt: Date | null
  readonly lastDialAt: Date | null
  /** Whether that person may not be called at this hour. */
  readonly closed: boolean
  /** What came of its calls the organization's own system does not take, since it last took something. */
  readonly untold: { readonly failures: number; readonly since: Date; readonly error: string } | null
}

/** The share of people who were reached; null until it is known of anyone. */
export const connectionRate = ({ connected, notConnected }: Resolved): number | null =>
  connected + notConnected === 0 ? null : connected / (connected + notConnected)

/** Whether people are due, and nobody is called: a stall, unless it is the hour that forbids it. */
export const seemsStalled = (facts: Omit<HealthFacts, "closed">): boolean => idleMinutes(facts) >= stallMinutes

/** How a campaign fares, in one word and the reason for it: the worst that holds, and always that its outcomes do not arrive. */
export const healthOf = (facts: HealthFacts): Health => {
  const health = healthOfCalling(facts)
  if (facts.untold === null) return health
  const reason = notTold(facts.untold)
  return health.level === "green" ? { level: "amber", reason } : { ...health, reason: `${health.reason}. ${reason}` }
}

const healthOfCalling = (facts: HealthFacts): Health => {
  const red = heldBack(facts) ?? stalled(facts)
  if (red !== undefined) return { level: "red", reason: red }
  const amber = fewReached(facts) ?? fewerThanBefore(facts) ?? muchDeferred(facts) ?? tooSlow(facts)
  if (amber !== undefined) return { level: "amber", reason: amber }
  return { level: "green", reason: asItShould(facts) }
}

const enough = 20
const stallMinutes = 5
const minute = 60_000

const heldBack = ({ status, statusReason }: HealthFacts) => {
  if (statusReason === null) return undefined
  if (status === "PAUSED") return `Paused itself: ${statusReason}`
  return status === "SCHEDULED" ? `Could not start: ${statusReason}` : undefined
}

const stalled = (facts: HealthFacts) =>
  seemsStalled(facts) && !facts.closed
    ? `People are due, and nobody was called for ${Math.floor(idleMinutes(facts))} minutes`
    : undefined

// A campaign with as many calls as it may have at once waits for one of them to end.
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

const fewReached = ({ resolved }: HealthFacts) =>
  isLowerThan(resolved, 0.15) ? `Only ${percent(resolved)} of the people were reached` : undefined

const fewerThanBefore = ({ today, week }: HealthFacts) =>
  isLowerThan(today, (connectionRate(week) ?? 0) / 2)
    ? `${percent(today)} of the people were reached today, against ${percent(week)} in the week before`
    : undefined

const isLowerThan = (resolved: Resolved, rate: number) =>
  resolved.connected + resolved.notConnected >= enough && (connectionRate(resolved) ?? 0) < rate

const muchDeferred = ({ waiting, deferred }: HealthFacts) =>
  deferred > waiting / 4 ? `The frequency cap put off ${deferred} of the ${waiting} people who wait` : undefined

const tooSlow = (facts: HealthFacts) => {
  const { endAt, now, status, waiting } = facts
  if (endAt === null || waiting === 0 || status === "COMPLETED" || status === "CANCELLED") return undefined
  const calls = Math.floor((Math.max(0, endAt.getTime() - now.getTime()) / minute) * callsAMinute(facts))
  return calls < waiting
    ? `It will not finish in time: ${waiting} people wait, and at its pace ${calls} more can be called by its end`
    : undefined
}

// What it may do, until an hour has shown what it does.
const callsAMinute = ({ attempts, callsPerMinute, now, startedAt }: HealthFacts) => {
  const minutes = startedAt === null ? 0 : (now.getTime() - startedAt.getTime()) / minute
  return minutes < 60 || attempts === 0 ? callsPerMinute : Math.min(callsPerMinute, attempts / minutes)
}

const notTold = ({ error, failures, since }: NonNullable<HealthFacts["untold"]>) =>
  `Write-back: the target has failed ${failures === 1 ? "once" : `${failures} times`} since ${since.toISOString()} (${error})`

const asItShould = (facts: HealthFacts) => {
  switch (facts.status) {
    case "DRAFT":
      return "Not started yet"
    case "SCHEDULED":
      return "Waits for the time at which it starts"
    case "PAUSED":
      return "Paused on request"
    case "COMPLETED":
      return "Finished"
    case "CANCELLED":
      return "Cancelled"
    case "IN_PROGRESS":
      return whatItDoes(facts)
  }
}

const whatItDoes = ({ now, waiting, inProgress, dueAt, closed }: HealthFacts) => {
  if (waiting + inProgress === 0) return "Nobody is left to call"
  if (closed) return "Waits for the hours in which people are called"
  return inProgress === 0 && dueAt !== null && dueAt > now
    ? `The next call is due at ${dueAt.toISOString()}`
    : "Calls people as it should"
}

const percent = ({ connected, notConnected }: Resolved) =>
  `${Math.floor((connected * 100) / (connected + notConnected))} %`
