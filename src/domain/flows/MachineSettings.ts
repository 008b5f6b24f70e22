import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"
import { countProblem } from "../schema/count-problem.ts"
import { withDefault } from "../schema/with-default.ts"
import { writtenText } from "../text/text.ts"
import { placeholdersOf } from "./placeholders.ts"

/** Placeholders of a message and an introduction, besides those of the contact. */
export const callerPlaceholders = ["caller", "callbackNumber"] as const

/** How an agent treats a machine that answers. */
export const MachineSettings = Schema.Struct({
  voicemail: Schema.Literals(["RETRY", "HANG_UP", "LEAVE_MESSAGE"]).annotate({
    description:
      "RETRY hangs up, and the retries of the campaign decide when the person is called again. HANG_UP ends the call for good. LEAVE_MESSAGE says `message` after the beep"
  }),
  message: withDefault(
    Schema.NullOr(
      writtenText(
        600,
        "The words for a voicemail, said once and whole, with placeholders as in `initialPrompt` and {{caller}}, the name of the organization, and {{callbackNumber}}. At most 600 characters"
      )
    ),
    null
  ),
  retryAfterMessage: withDefault(
    Schema.Boolean.annotate({
      description:
        "Whether the person is called again after a message was left. false: the message is the end of the call"
    }),
    false
  ),
  callbackNumber: withDefault(
    Schema.NullOr(PhoneNumber).annotate({
      description: "The number of {{callbackNumber}}. null: the number from which the person is called"
    }),
    null
  ),
  introduction: withDefault(
    Schema.NullOr(
      writtenText(
        300,
        "One sentence with the name and the reason, for a phone assistant that asks who is calling. null: the opening words. At most 300 characters"
      )
    ),
    null
  )
})
  .check(
    Schema.makeFilter(({ message, voicemail }) => {
      if (voicemail === "LEAVE_MESSAGE" && message === null) return "must have a message to leave"
      return message === null || namesNumber(message)
        ? undefined
        : "must name the number to call back in its message: {{callbackNumber}}, or the digits"
    })
  )
  .annotate({ identifier: "MachineSettings" })
export type MachineSettings = typeof MachineSettings.Type

/** Whether a person who hears the message learns which number to call. */
const namesNumber = (message: string) =>
  placeholdersOf(message).includes("callbackNumber") || (message.match(/\d/g)?.length ?? 0) >= shortestNumber

/** Minimum number of digits of a number to call. */
const shortestNumber = 3

const KeySequence = Schema.String.annotate({
  description: "1 to 20 keys (0 to 9, *, #), with placeholders of the contact such as {{extension}}"
}).check(
  Schema.makeFilter((keys) =>
    keys.length <= 100 && /^[0-9*#]{1,20}$/.test(keys.replaceAll(/\{\{[^{}]+\}\}/g, "0"))
      ? undefined
      : "must be 1 to 20 keys of 0 to 9, * and #, or placeholders such as {{extension}}"
  )
)

/** The keys that an agent may send. */
export const FlowKeys = Schema.Array(KeySequence)
  .annotate({
    description:
      'Keys that the agent may send in a voice menu, such as ["1", "0", "{{extension}}#"]: nothing else is ever sent. At most 20; empty: the agent sends no keys, and leaves voice menus'
  })
  .check(
    Schema.makeFilter(
      (all) =>
        countProblem(all.length, 20, "entries") ?? (new Set(all).size < all.length ? "must be different" : undefined)
    )
  )
