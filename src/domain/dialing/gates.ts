import type { Decision } from "../calls/Call.ts"
import { frequencyVerdict } from "./frequency-cap.ts"

/** What the gates between a person who waits and a call ask, as it is within the claim. */
export interface GateQuestions {
  readonly now: Date
  /** Of the organization: what neither calls have used nor calls under way have reserved. */
  readonly minutesLeft: number
  readonly onRegistry: boolean
  readonly calls: ReadonlyArray<Date>
  readonly maxCallsPerDay: number
  readonly maxCallsPerWeek: number
  /** Whose calendar days count. */
  readonly zone: string
  /** The first moment from a moment on at which the person may be called. */
  readonly nextOpening: (from: Date) => Date | undefined
  readonly live: boolean
  readonly untagged: boolean
}

export type GateAnswer =
  | { readonly kind: "dial" }
  | { readonly kind: "suppress" }
  | { readonly kind: "defer"; readonly until: Date; readonly reason: string }
  /** `hours`: it is not the hour, and so it may not be for many others. */
  | { readonly kind: "postpone"; readonly until: Date; readonly hours: boolean }

export type Trail = ReadonlyArray<Omit<Decision, "at">>

/**
 * Asks the gates in their order, up to the first that is closed. Those of the campaign (is it running, may another call
 * begin and live) are open when a person's turn comes; their place in the trail tells so.
 */
export const passGates = (asked: GateQuestions): { readonly trail: Trail; readonly answer: GateAnswer } => {
  const { calls, live, nextOpening, now, onRegistry, untagged } = asked
  const open = (...gates: ReadonlyArray<Gate>) => gates.map((gate) => verdict(gate, "PASS", null))
  const start = [...open("campaign"), verdict("quota", "PASS", `${asked.minutesLeft} minutes left`)]

  if (onRegistry) {
    return {
      trail: [...start, verdict("dnc", "REFUSE", "The number is on Do Not Contact")],
      answer: { kind: "suppress" }
    }
  }
  const allowed = [...start, ...open("dnc", "suppression")]

  const capped = frequencyVerdict({ ...asked, calls })
  if (capped !== undefined) {
    const detail = `${capped.reason}: not before ${capped.until.toISOString()}`
    return { trail: [...allowed, verdict("frequency", "WAIT", detail)], answer: { kind: "defer", ...capped } }
  }
  const closed = closedHours(now, nextOpening)
  if (closed !== undefined) {
    return {
      trail: [...allowed, ...open("frequency"), ...closed.trail],
      answer: { kind: "postpone", until: closed.until, hours: true }
    }
  }
  const inHours = [...allowed, ...open("frequency", "window")]
  if (live || untagged) {
    const detail = live
      ? "Another call to the number is under way"
      : "The last talk with the number is not analysed yet"
    const until = new Date(now.getTime() + lookAgainMillis)
    return { trail: [...inHours, verdict("live", "WAIT", detail)], answer: { kind: "postpone", until, hours: false } }
  }
  return { trail: [...inHours, ...open("live", "pacing", "slot")], answer: { kind: "dial" } }
}

/** What the gate of the hours says by itself when it is closed. */
export const closedHours = (now: Date, nextOpening: GateQuestions["nextOpening"]) => {
  const opening = nextOpening(now)
  if (opening !== undefined && opening <= now) return undefined
  const until = opening ?? new Date(now.getTime() + dayMillis)
  const detail =
    opening === undefined
      ? "No hour is open in all time zones that the person may be in"
      : `The calling hours open at ${until.toISOString()}`
  return { until, trail: [verdict("window", "WAIT", detail)] }
}

type Gate = Decision["gate"]

const verdict = (gate: Gate, verdict: Decision["verdict"], detail: string | null) => ({ gate, verdict, detail })

const dayMillis = 86_400_000
// When a talk ends is known to nobody.
const lookAgainMillis = 10_000
