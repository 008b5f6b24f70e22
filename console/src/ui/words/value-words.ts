import type { Decision } from "../../../../src/domain/calls/Call.ts"
import type { UsageKind, UsagePurpose } from "../../../../src/domain/costs/Usage.ts"
import type { Tone } from "../Badge.tsx"

interface Named {
  readonly label: string
  readonly tone: Tone
}

/** The words of the screens for the values of the API; a value that is not here is shown as it is. */
const named = <K extends string>(words: Readonly<Record<K, readonly [label: string, tone: Tone]>>) => {
  const entries = words as Readonly<Record<string, readonly [label: string, tone: Tone]>>
  return {
    of: (value: string): Named => {
      const found = Object.hasOwn(entries, value) ? entries[value] : undefined
      return { label: found?.[0] ?? value, tone: found?.[1] ?? "muted" }
    },
    options: Object.entries(entries).map(([value, [label]]) => ({ value: value as K, label }))
  }
}

export const campaignStatus = named({
  DRAFT: ["Draft", "muted"],
  SCHEDULED: ["Scheduled", "info"],
  IN_PROGRESS: ["Running", "accent"],
  PAUSED: ["Paused", "warn"],
  COMPLETED: ["Completed", "good"],
  CANCELLED: ["Cancelled", "muted"]
})

export const useCase = named({
  LEAD_QUALIFICATION: ["Lead qualification", "muted"],
  COLLECTIONS: ["Collections", "muted"],
  MEDICAL_BOOKING: ["Medical booking", "muted"],
  CUSTOMER_SUPPORT: ["Customer support", "muted"],
  EDUTECH: ["Education", "muted"],
  CUSTOM: ["Other", "muted"]
})

export const health = named({
  green: ["Healthy", "good"],
  amber: ["Look at it", "warn"],
  red: ["Stopped", "bad"]
})

export const callStatus = named({
  PENDING: ["Pending", "muted"],
  QUEUED: ["Queued", "info"],
  IN_PROGRESS: ["Live", "accent"],
  COMPLETED: ["Completed", "good"],
  FAILED: ["Failed", "bad"],
  SKIPPED: ["Skipped", "muted"],
  SUPPRESSED: ["Suppressed", "warn"]
})

export const transferStatus = named({
  RINGING: ["Ringing", "accent"],
  BRIEFING: ["Listening to the agent", "accent"],
  ACCEPTED: ["Being connected", "accent"],
  CONNECTED: ["Connected", "good"],
  BUSY: ["Busy", "muted"],
  NO_ANSWER: ["No answer", "muted"],
  REFUSED: ["Did not take it", "warn"],
  FAILED: ["Failed", "bad"],
  PERSON_LEFT: ["Person hung up", "muted"]
})

export const toolCallStatus = named({
  RUNNING: ["Running", "accent"],
  DONE: ["Done", "good"],
  FAILED: ["Failed", "bad"],
  REFUSED: ["Not sent", "warn"],
  UNCLEAR: ["Unclear whether it happened", "warn"]
})

export const outcome = named({
  CONNECTED: ["Connected", "good"],
  NO_ANSWER: ["No answer", "muted"],
  BUSY: ["Busy", "muted"],
  VOICEMAIL: ["Voicemail", "info"],
  UNREACHABLE: ["Unreachable", "warn"],
  INVALID_NUMBER: ["Invalid number", "bad"],
  TIMEOUT: ["Timeout", "warn"],
  CARRIER_ERROR: ["Carrier error", "bad"],
  DISPATCH_UNKNOWN: ["Unknown", "warn"]
})

/** How an attempt ended with a machine. */
export const machineDetail = named({
  MESSAGE_LEFT: ["Voicemail; the message was left", "info"],
  MESSAGE_MAY_BE_LEFT: ["Voicemail; the message may have been left", "warn"],
  NO_MESSAGE: ["Voicemail; no message was left", "muted"],
  VOICE_MENU: ["A voice menu that led to nobody", "muted"],
  SCREENED: ["An assistant asked who is calling; nobody came", "muted"],
  REACHED_BY_MENU: ["A voice menu, and then a person", "good"],
  REACHED_BY_SCREENING: ["An assistant, and then a person", "good"]
})

export const journeyAction = named({
  MARK_COMPLETED: ["Done with this contact", "good"],
  RETRY: ["Call again after a delay", "info"],
  FLAG_REVIEW: ["Put into the review queue", "warn"],
  COMMITMENT_REMINDER: ["Remind of the promise on the day before", "info"],
  SUPPRESS_CAMPAIGN: ["Not again in this campaign", "warn"],
  SUPPRESS_ORG_WIDE: ["Never again: Do Not Contact", "bad"]
})

export const retryBehavior = named({
  RETRYABLE: ["May be called again", "muted"],
  SUPPRESS_CAMPAIGN: ["Not again in this campaign", "warn"],
  SUPPRESS_ORG_WIDE: ["Never again: Do Not Contact", "bad"]
})

/** The checks before a call is placed. */
export const gate = named<Decision["gate"] | "due">({
  campaign: ["Campaign", "muted"],
  quota: ["Quota", "muted"],
  dnc: ["Do Not Contact", "muted"],
  consent: ["Consent", "muted"],
  suppression: ["Suppression", "muted"],
  frequency: ["Frequency cap", "muted"],
  window: ["Calling hours", "muted"],
  live: ["Already in a call", "muted"],
  caller: ["Numbers to call from", "muted"],
  pacing: ["Pace", "muted"],
  slot: ["Concurrent calls", "muted"],
  due: ["Not due yet", "muted"]
})

/** Why a person is called, and for what a consent holds. */
export const callPurpose = named({
  MARKETING: ["Marketing", "muted"],
  DEBT: ["Debt", "muted"],
  SERVICE: ["Service", "muted"],
  MEDICAL: ["Medical", "muted"],
  ALL: ["All purposes", "muted"]
})

/** On what basis people may be called. */
export const consentBasis = named({
  EXPRESS_WRITTEN: ["Agreed in writing", "muted"],
  EXPRESS: ["Agreed", "muted"],
  EXISTING_CUSTOMER: ["Is a customer", "muted"],
  CONTRACT: ["By a contract", "muted"],
  LEGITIMATE_INTEREST: ["Legitimate interest", "muted"],
  LEGAL_OBLIGATION: ["Legal obligation", "muted"]
})

export const consentPolicy = named({
  OFF: ["Off", "muted"],
  RECORDED: ["Recorded", "muted"],
  REQUIRED: ["Required", "muted"]
})

/** The things that vendors and carriers bill. */
export const usageKinds: Readonly<Record<UsageKind, string>> = {
  ear: "Speech recognition",
  voice: "Voice",
  promptTokens: "Model, prompts",
  cachedTokens: "Model, cached prompts",
  completionTokens: "Model, answers",
  carrier: "Carrier"
}

/** The purposes for which they were used. */
export const usagePurposes: Readonly<Record<UsagePurpose, string>> = {
  conversation: "Conversations",
  speculative: "Discarded replies",
  analysis: "Analysis",
  fixedLines: "Fixed lines",
  transfer: "Transfers"
}

/** The name of a part of the service: `Language model` for `language-model`. */
export const partName = (part: string): string =>
  part.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase())
