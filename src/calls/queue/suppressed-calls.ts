import { maskPhoneNumber } from "../../domain/calendar/phone-number.ts"
import { doNotContact } from "../../domain/contacts/DoNotContact.ts"
import type { DomainEvent } from "../../events/schemas/topics.ts"

/** The fields of a suppressed call that its event contains, selected from `calls c`. */
export interface SuppressedCall {
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly contactId: string
  readonly phoneNumber: string
  readonly attempt: number
}

export const suppressedCallColumns = `c.organization_id, c.campaign_id,
  c.id as call_id, c.contact_id, c.phone_number, c.attempts as attempt`

/** Returns the event of a suppression, with the label that caused it, if any. */
export const suppressedEvent = (
  call: SuppressedCall,
  label?: { readonly name: string; readonly id: string | null },
  scope: "CAMPAIGN" | "ORGANIZATION" = "ORGANIZATION"
): DomainEvent => ({
  topic: "call-suppressed.v1",
  data: {
    ...call,
    phoneNumber: maskPhoneNumber(call.phoneNumber),
    scope,
    reason: label?.name || doNotContact,
    intentLabelId: label?.id ?? null
  }
})
