import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"
import { Timestamp } from "../calendar/time.ts"
import { shortText } from "../text/text.ts"

/** Why a number is not called where nobody gave a reason. */
export const doNotContact = "Do Not Contact"

export const NewDoNotContactEntry = Schema.Struct({
  phoneNumber: PhoneNumber,
  reason: Schema.optionalKey(
    Schema.NullOr(shortText(255, "Why the person is not to be called; Do Not Contact if not given"))
  )
}).annotate({ identifier: "NewDoNotContactEntry" })
export type NewDoNotContactEntry = typeof NewDoNotContactEntry.Type

/** A number that no campaign of the organization calls. */
export const DoNotContactEntry = Schema.Struct({
  id: Schema.String,
  phoneNumber: Schema.String.annotate({
    description: "Masked when the person was erased; it is not called all the same"
  }),
  sourceCampaignName: Schema.String.annotate({
    description: "The campaign in which it was decided; empty without one"
  }),
  intentLabel: Schema.String.annotate({ description: "The intent label that decided it; empty without one" }),
  createdAt: Timestamp
}).annotate({ identifier: "DoNotContactEntry" })

/** As the registry keeps it: with why, which a contact shows. */
export interface DoNotContactEntry extends Schema.Schema.Type<typeof DoNotContactEntry> {
  readonly reason: string
  /** Only a mask and a digest are left of the number. */
  readonly isErased: boolean
}
