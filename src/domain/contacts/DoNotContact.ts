import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"
import { GivenTime, Timestamp } from "../calendar/time.ts"
import { shortText } from "../text/text.ts"

/** The reason of an entry that was added without one. */
export const doNotContact = "Do Not Contact"

export const NewDoNotContactEntry = Schema.Struct({
  phoneNumber: PhoneNumber,
  reason: Schema.optionalKey(
    Schema.NullOr(shortText(255, "Why the person must not be called; Do Not Contact by default"))
  ),
  expiresAt: Schema.optionalKey(
    Schema.NullOr(
      GivenTime.annotate({
        description: "The entry blocks nothing from then on; without it, it does for good. Never shortens an entry"
      })
    )
  )
}).annotate({ identifier: "NewDoNotContactEntry" })
export type NewDoNotContactEntry = typeof NewDoNotContactEntry.Type

/** A number that no campaign of the organization may call. */
export const DoNotContactEntry = Schema.Struct({
  id: Schema.String,
  phoneNumber: Schema.String.annotate({
    description: "Masked if the person was erased; the number is still not called"
  }),
  sourceCampaignName: Schema.String.annotate({
    description: "The campaign that added the number; empty if no campaign did"
  }),
  intentLabel: Schema.String.annotate({ description: "The intent label that added the number; empty if no label did" }),
  createdAt: Timestamp
}).annotate({ identifier: "DoNotContactEntry" })

/** An entry as it is stored, with the reason that a contact's page shows. */
export interface DoNotContactEntry extends Schema.Schema.Type<typeof DoNotContactEntry> {
  readonly reason: string
  /** When the entry stops blocking; null if it never does. */
  readonly expiresAt: Date | null
  /** Whether the person was erased: only the masked number and its digest are left. */
  readonly isErased: boolean
}

/** An entry with the reason and who added it, as operators see it. */
export const ExplainedDoNotContactEntry = Schema.Struct({
  ...DoNotContactEntry.fields,
  reason: Schema.String.annotate({ description: "As given, or the intent label, or Do Not Contact" }),
  expiresAt: Schema.NullOr(Timestamp).annotate({ description: "The entry blocks nothing from then on" }),
  addedBy: Schema.NullOr(
    Schema.Struct({ actor: Schema.String, name: Schema.NullOr(Schema.String) }).annotate({
      description: "As in the security log"
    })
  )
}).annotate({ identifier: "ExplainedDoNotContactEntry" })
export type ExplainedDoNotContactEntry = typeof ExplainedDoNotContactEntry.Type

/** The result of an upload of numbers. */
export const UploadedNumbers = Schema.Struct({
  added: Schema.Int,
  existing: Schema.Int.annotate({ description: "Numbers that were on Do Not Contact already" }),
  rejected: Schema.Array(
    Schema.Struct({
      row: Schema.Int.annotate({ description: "From 1, without the line that names the columns" }),
      phoneNumber: Schema.NullOr(Schema.String),
      reason: Schema.String
    })
  ).annotate({ description: "The first 10,000" }),
  rejectedRows: Schema.Int
}).annotate({ identifier: "UploadedNumbers" })
