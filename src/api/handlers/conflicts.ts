import type { WrongState } from "../../campaigns/Campaigns.ts"
import { Conflict } from "../contract/shared/errors.ts"

/** Answers that something is in a state in which this is not possible. */
export const invalidState = (message: string) => new Conflict({ message, code: "INVALID_STATE" })

/** Answers that a campaign is in a state in which this is not possible. */
export const wrongState = ({ message }: WrongState) => invalidState(message)

/** Answers that campaigns need what was to be deleted. */
export const inUse =
  (what: string, remedy: string) =>
  ({ campaigns }: { readonly campaigns: ReadonlyArray<string> }) =>
    invalidState(`The ${what} is used by ${named(campaigns)}; ${remedy}`)

const named = (campaigns: ReadonlyArray<string>) => {
  const first = campaigns.slice(0, 5).map((name) => `"${name}"`)
  const others = campaigns.length - first.length
  return `the ${campaigns.length === 1 ? "campaign" : "campaigns"} ${first.join(", ")}${others > 0 ? ` and ${others} more` : ""}`
}
