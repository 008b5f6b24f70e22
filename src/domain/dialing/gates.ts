import { dayMillis } from "../calendar/local-time.ts"
import type { CallerChoice } from "../callers/caller-choice.ts"
import type { Decision } from "../calls/Call.ts"
import type { ConsentVerdict } from "../contacts/Consent.ts"
import { frequencyVerdict, type LegalLimits } from "./frequency-cap.ts"

/** The facts that the gates check before a call, as read within the claim's transaction. */
export interface GateFacts {
  readonly now: Date
  /** The organization's minutes that are neither used nor reserved by calls in progress. */
  readonly minutesLeft: number
  /** Whether the number is on Do Not Contact. */
  readonly onDoNotContact: boolean
  /** The list of numbers that forbids the call, with its date. */
  readonly listedOn: string | undefined
  /** Says which list is too old to tell whether the number is on it; undefined if none is. */
  readonly oldList: string | undefined
  /** Whether consent allows the call; undefined where no consent is asked for. */
  readonly consent: ConsentVerdict | undefined
  /** Start times of the recent calls to the number. */
  readonly calls: ReadonlyArray<Date>
  readonly maxCallsPerDay: number
  readonly maxCallsPerWeek: number
  /** The zone whose calendar day counts for the daily cap. */
  readonly zone: string
  /** The caps and pauses of the law. */
  readonly legal: LegalLimits
  /** Returns the first moment from `from` on within the person's calling hours. */
  readonly nextOpening: (from: Date) => Date | undefined
  /** Cites the rules of laws that are closed at a moment, for the trail. */
  readonly closedByLaw: (at: Date) => ReadonlyArray<string>
  /** A remark on how the calling hours were determined, for the trail. */
  readonly hoursRemark: string | null
  /** Whether another call to the number is live. */
  readonly live: boolean
  /** Whether the last conversation with the number is not analyzed yet. */
  readonly untagged: boolean
  /** The number that the person sees; undefined where it is one of the installation's. */
  readonly caller: CallerChoice | undefined
}

export type GateDecision =
  | { readonly kind: "dial" }
  | { readonly kind: "suppress" }
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "defer"; readonly until: Date; readonly reason: string }
  /** `hours`: the calling hours are closed, so probably many other calls of the campaign must wait too. */
  | { readonly kind: "postpone"; readonly until: Date; readonly hours: boolean }
  /** A list that the number may be on is too old, so probably many other calls of the campaign must wait too. */
  | { readonly kind: "await-list"; readonly until: Date }
  /** No number from which the person may be called is free. */
  | { readonly kind: "hold"; readonly until: Date }

export type Trail = ReadonlyArray<Omit<Decision, "at">>

/**
 * Checks the gates in order, up to the first that is closed. The gates of the campaign (it runs, and its pace and
 * concurrency allow another call) are checked before a call is claimed; the trail only records them.
 */
export const passGates = (facts: GateFacts): { readonly trail: Trail; readonly decision: GateDecision } => {
  const { calls, hoursRemark, live, now, onDoNotContact, untagged } = facts
  const open = (...gates: ReadonlyArray<Gate>) => gates.map((gate) => verdict(gate, "PASS", null))
  const start = [...open("campaign"), verdict("quota", "PASS", `${facts.minutesLeft} minutes left`)]

  if (onDoNotContact) {
    return {
      trail: [...start, verdict("dnc", "REFUSE", "The number is on Do Not Contact")],
      decision: { kind: "suppress" }
    }
  }
  if (facts.listedOn !== undefined) {
    return {
      trail: [...start, verdict("dnc", "REFUSE", `The number is on the list ${facts.listedOn}`)],
      decision: { kind: "suppress" }
    }
  }
  if (facts.oldList !== undefined) {
    const { trail, until } = waitForList(now, facts.oldList)
    return { trail: [...start, ...trail], decision: { kind: "await-list", until } }
  }
  const unblocked = [...start, ...open("dnc")]
  const { consent } = facts
  if (consent?.isOpen === false) {
    return {
      trail: [...unblocked, verdict("consent", "REFUSE", consent.detail)],
      decision: { kind: "skip", reason: consent.reason }
    }
  }
  const agreed = consent === undefined ? unblocked : [...unblocked, verdict("consent", "PASS", consent.detail)]
  const allowed = [...agreed, ...open("suppression")]

  const capped = frequencyVerdict({ ...facts, calls })
  if (capped !== undefined) {
    const { reason, rule, until } = capped
    const detail = `${reason}: not before ${until.toISOString()}${rule === null ? "" : `. By ${rule}`}`
    return { trail: [...allowed, verdict("frequency", "WAIT", detail)], decision: { kind: "defer", until, reason } }
  }
  const closed = closedHours(now, facts)
  if (closed !== undefined) {
    return {
      trail: [...allowed, ...open("frequency"), ...closed.trail],
      decision: { kind: "postpone", until: closed.until, hours: true }
    }
  }
  const inHours = [...allowed, ...open("frequency"), verdict("window", "PASS", hoursRemark)]
  if (live || untagged) {
    const detail = live
      ? "Another call to the number is under way"
      : "The last conversation with the number is not analyzed yet"
    const until = new Date(now.getTime() + recheckMillis)
    return { trail: [...inHours, verdict("live", "WAIT", detail)], decision: { kind: "postpone", until, hours: false } }
  }
  const alone = [...inHours, ...open("live")]
  const { caller } = facts
  if (caller?.kind === "none") {
    const until = new Date(caller.until ?? now.getTime() + freeNumberMillis)
    return { trail: [...alone, verdict("caller", "WAIT", caller.detail)], decision: { kind: "hold", until } }
  }
  const seen = caller === undefined ? alone : [...alone, verdict("caller", "PASS", caller.detail)]
  return { trail: [...seen, ...open("pacing", "slot")], decision: { kind: "dial" } }
}

/** Checks the calling-hours gate alone; undefined while it is open. */
export const closedHours = (
  now: Date,
  { closedByLaw, hoursRemark, nextOpening }: Pick<GateFacts, "closedByLaw" | "hoursRemark" | "nextOpening">
) => {
  const opening = nextOpening(now)
  if (opening !== undefined && opening <= now) return undefined
  const until = opening ?? new Date(now.getTime() + dayMillis)
  const sentences = [
    opening === undefined
      ? "No hour is open in all time zones that the person may be in"
      : `The calling hours open at ${until.toISOString()}`,
    ...closedByLaw(now).map((rule) => `Closed by ${rule}`),
    ...(hoursRemark === null ? [] : [hoursRemark])
  ]
  return { until, trail: [verdict("window", "WAIT", sentences.join(". "))] }
}

/** Lets a call wait until a list that is too old was replaced, which restores the time at which it was due. */
export const waitForList = (now: Date, oldList: string) => ({
  until: new Date(now.getTime() + dayMillis),
  trail: [verdict("dnc", "WAIT", `${oldList.charAt(0).toUpperCase()}${oldList.slice(1)}`)]
})

type Gate = Decision["gate"]

const verdict = (gate: Gate, verdict: Decision["verdict"], detail: string | null) => ({ gate, verdict, detail })

/**
 * Delay before a call is checked again for which no number is free, ms, if it is not known when one will be. A change of
 * the numbers has it checked at once.
 */
const freeNumberMillis = 3_600_000
/**
 * Delay before a number with a live or unanalyzed call is checked again, ms. No signal announces the end of that call.
 */
const recheckMillis = 10_000
