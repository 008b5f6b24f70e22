import type { Contact } from "../../domain/contacts/Contact.ts"
import type { FlowWithVariables } from "../../domain/flows/Flow.ts"
import { fillPlaceholders, sentencesNaming } from "../../domain/flows/placeholders.ts"
import { containsQuote } from "../../domain/text/words.ts"
import { toSpokenText } from "../text/sentences.ts"

/** Returns what the agent says to machines in a call. */
export const linesForMachines = (
  { machines }: Pick<FlowWithVariables, "machines">,
  call: {
    readonly contact: Contact
    readonly opening: string
    /** The sentence that says that an automated assistant calls, and for whom; null: none. */
    readonly disclosure: string | null
    /** The name of the organization. */
    readonly caller: string
    /** The number that the person sees. */
    readonly callerId: string
  }
): { readonly message: string; readonly introduction: string } => {
  const { caller, contact, disclosure, opening } = call
  const callbackNumber = spokenNumber(machines?.callbackNumber ?? call.callerId)
  const known = { ...contact, metadata: { ...contact.metadata, caller, callbackNumber } }
  const filled = (text: string) => toSpokenText(fillPlaceholders(text, known).replaceAll(/[{}]/g, ""))
  const message = filled(machines?.message ?? "")
  // A message may contain the disclosure already.
  const isDisclosed = disclosure === null || containsQuote(message, disclosure)
  return {
    message: isDisclosed || machines?.voicemail !== "LEAVE_MESSAGE" ? message : `${disclosure} ${message}`.trim(),
    introduction: machines?.introduction == null ? opening : filled(machines.introduction)
  }
}

/** Leaves out what the lines for machines say about the person, besides the name: other people may hear a voicemail. */
export const withoutDetails = ({
  machines
}: Pick<FlowWithVariables, "machines">): Pick<FlowWithVariables, "machines"> => {
  const harmless = (text: string) => sentencesNaming(text, ["name", "caller", "callbackNumber"])
  return {
    machines: machines && {
      ...machines,
      message: machines.message === null ? null : harmless(machines.message) || null,
      introduction: machines.introduction === null ? null : harmless(machines.introduction) || null
    }
  }
}

/** Returns the keys that the agent may send in a call. A sequence whose placeholder has no keys is left out. */
export const keysFor = (keys: ReadonlyArray<string>, contact: Contact): ReadonlyArray<string> => [
  ...new Set(
    keys.map((one) => fillPlaceholders(one, contact).replaceAll(/\s/g, "")).filter((one) => keySequence.test(one))
  )
]

const keySequence = /^[0-9*#]{1,20}$/

/** Returns a phone number as it is dictated, digit by digit. */
const spokenNumber = (phoneNumber: string): string => {
  const digits = phoneNumber.replaceAll(/\D/g, "")
  return digits
    .split(/(?=(?:\d{3})*\d{4}$)/)
    .map((group) => [...group].join(" "))
    .join(", ")
}
