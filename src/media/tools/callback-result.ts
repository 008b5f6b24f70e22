import { readCallbackWish } from "../../domain/calendar/callback-slot.ts"
import { callbackTime } from "../../domain/calendar/callback-time.ts"
import { containsQuote } from "../../domain/text/words.ts"
import type { ToolOutcome } from "../../domain/tools/ToolCall.ts"

interface Situation {
  /** The turns of the person. */
  readonly heard: ReadonlyArray<string>
  readonly now: Date
  /** The person's time zone. */
  readonly zone: string
}

/** Returns the result of `schedule_callback`. Its wish counts only if the person said it, and its time is clear. */
export const callbackResult = (
  given: Readonly<Record<string, unknown>>,
  { heard, now, zone }: Situation
): ToolOutcome => {
  const wish = readCallbackWish(given)
  if (wish === undefined) return refused("The arguments do not fit the tool")
  if (!heard.some((turn) => containsQuote(turn, wish.said)))
    return refused("said must be the person's own words about the time, as they were heard")
  if (wish.slot === null) return { ...set, result: "No callback is set any more. Confirm it to them." }
  const found = callbackTime(wish.slot, { now, zone })
  if ("unsure" in found)
    return refused(
      `The time is not clear: ${found.unsure}. Ask the person for the day and the time, and call the tool again`
    )
  return {
    ...set,
    result: `The callback is set for ${timeIn(zone, found.at)} where the person is. Confirm it to them.`
  }
}

const set = { status: "DONE", httpStatus: null } as const

/** The result of a call that is not carried out. */
export const refused = (why: string): ToolOutcome => ({ status: "REFUSED", httpStatus: null, result: `${why}.` })

const timeIn = (zone: string, at: Date) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "full", timeStyle: "short" }).format(at)
