import { Effect } from "effect"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { Flows } from "../../../src/campaigns/Flows.ts"
import { Audiences } from "../../../src/contacts/Audiences.ts"

/** A new organization's id. */
export const newOrganization = Effect.map(
  Organizations.use(({ create }) =>
    create({
      name: "Acme",
      timezone: "UTC",
      minutesQuota: 0,
      callingWindow: null,
      complianceProfile: null,
      identifierKey: null,
      retentionDays: null,
      modelFallback: "NONE"
    })
  ),
  ({ id }) => id
)

/** An organization with what a campaign needs. */
export const organizationReadyToCall = Effect.gen(function* () {
  const { create } = yield* Organizations
  const { id } = yield* create({
    name: "Acme",
    timezone: "Asia/Kolkata",
    minutesQuota: 1000,
    callingWindow: null,
    complianceProfile: null,
    identifierKey: null,
    retentionDays: null,
    modelFallback: "NONE"
  })
  const flows = yield* Flows
  const flow = yield* flows.create(id, {
    name: "Reminder",
    systemInstruction: "Remind.",
    initialPrompt: "Hello.",
    type: "HYBRID",
    language: "en-US",
    voiceGender: "FEMALE",
    ttsProvider: "CLOUD_TTS",
    llmProvider: "HOSTED_API",
    allowInterrupts: true,
    knowledgeBaseId: null,
    variables: []
  })
  const audiences = yield* Audiences
  return { organizationId: id, flow, audience: yield* audiences.create(id, { name: "All" }) }
})
