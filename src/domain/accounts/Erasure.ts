import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"

/** Whose data is to go. */
export const ErasureRequest = Schema.Struct({ phoneNumber: PhoneNumber }).annotate({ identifier: "ErasureRequest" })

/** What went. */
export const ErasureReport = Schema.Struct({
  erased: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "How many rows of each kind were removed, or no longer tell whose they were",
    examples: [{ contacts: 1, calls: 2, attempts: 3, talks: 2 }]
  })
}).annotate({ identifier: "Erasure" })

/** A person, as those who keep something of people are told to forget them. */
export interface ErasedPerson {
  readonly organizationId: number
  /** The number, and those that the person had before. */
  readonly phoneNumbers: ReadonlyArray<string>
  readonly contactId: string | null
  readonly callIds: ReadonlyArray<string>
}
