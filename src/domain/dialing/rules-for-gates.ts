import {
  type CallingRulesInput,
  callingRules,
  closedByLaw,
  disregardedZone,
  legalLimits,
  nextOpening
} from "./calling-hours.ts"
import { daysNeeded, type LegalLimits } from "./frequency-cap.ts"
import type { GateFacts } from "./gates.ts"

/** The calling hours of a call, as the gates ask for them. */
export const hoursForGates = (
  input: CallingRulesInput
): Pick<GateFacts, "closedByLaw" | "hoursRemark" | "nextOpening"> => {
  const rules = callingRules(input)
  return {
    nextOpening: (from) => nextOpening(rules, from),
    closedByLaw: (at) => closedByLaw(rules, at),
    hoursRemark: disregardedZone(input)
  }
}

/** The caps and pauses of the law for a call, and how many days of the number's history they need. */
export const limitsForGates = (
  input: CallingRulesInput,
  isCallback: boolean
): { readonly days: number; readonly limits: Pick<LegalLimits, "caps" | "pauses" | "zones"> } => {
  const { caps, pauses, zones } = legalLimits(input)
  // The person asked for a callback in the conversation that would close the days after it.
  const kept = isCallback ? pauses.filter(({ after }) => after !== "CONVERSATION") : pauses
  const limits = { caps, pauses: kept, zones }
  return { days: daysNeeded(limits), limits }
}
