import type { DomainEvent } from "../../../src/events/schemas/topics.ts"

/** Builds an event keyed by a contact; `attempt` makes it distinct. */
export const callEnded = (contactId: string, attempt: number): DomainEvent => ({
  topic: "call-ended.v1",
  data: {
    organizationId: 1,
    campaignId: "campaign",
    callId: `call of ${contactId}`,
    contactId,
    phoneNumber: "+9198******10",
    attempt,
    callSid: null,
    status: "COMPLETED",
    outcome: "CONNECTED",
    failureReason: null,
    durationSeconds: 30,
    answeredBy: "human",
    startedAt: new Date(1_700_000_000_000),
    endedAt: new Date(1_700_000_030_000)
  }
})
