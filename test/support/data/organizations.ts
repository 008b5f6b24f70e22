import { Effect } from "effect"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { Flows } from "../../../src/campaigns/Flows.ts"
import { Audiences } from "../../../src/contacts/Audiences.ts"

/** The fields of a new organization. */
export const acme = {
  name: "Acme",
  timezone: "UTC",
  minutesQuota: 1000,
  callingWindow: null,
  complianceProfile: null,
  identifierKey: null,
  retentionDays: null,
  recordDays: null,
  modelFallback: "NONE",
  callWeight: 1
} as const

/** The fields of a new flow. */
export const reminder = {
  name: "Reminder",
  systemInstruction: "Remind politely.",
  initialPrompt: "Hello.",
  type: "HYBRID",
  language: "en-US",
  voiceGender: "FEMALE",
  ttsProvider: "CLOUD_TTS",
  llmProvider: "HOSTED_API",
  allowInterrupts: true,
  knowledgeBaseId: null,
  optOutKey: "9",
  optOutByModelOnly: false,
  languages: [],
  model: null,
  reasoningEffort: null,
  temperature: null,
  tools: [],
  callData: null,
  machines: null,
  keys: [],
  transfer: null,
  variables: [],
  recording: "OFF",
  keepTranscript: true,
  contactFields: []
} as const

/** A new organization's id. */
export const newOrganization = Effect.map(
  Organizations.use(({ create }) => create({ ...acme, minutesQuota: 0 })),
  ({ id }) => id
)

/** An organization with what a campaign needs. */
export const organizationReadyToCall = Effect.gen(function* () {
  const { create } = yield* Organizations
  const { id } = yield* create({ ...acme, timezone: "Asia/Kolkata" })
  const flows = yield* Flows
  const flow = yield* flows.create(id, reminder)
  const audiences = yield* Audiences
  return { organizationId: id, flow, audience: yield* audiences.create(id, { name: "All" }) }
})
