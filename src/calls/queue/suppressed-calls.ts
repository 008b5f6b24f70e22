import { maskPhoneNumber } from "../../domain/calendar/phone-number.ts"
import { doNotContact } from "../../domain/contacts/DoNotContact.ts"
import type { DomainEvent } from "../../events/schemas/topics.ts"

/** A suppressed call as its event needs it, selected from `calls c`. */
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

/** The event of a suppression, which a label may have caused. */
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
