import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"

/** The person whose data is to be erased. */
export const ErasureRequest = Schema.Struct({ phoneNumber: PhoneNumber }).annotate({ identifier: "ErasureRequest" })

/** The number of rows that an erasure changed. */
export const ErasureReport = Schema.Struct({
  erased: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "How many rows of each kind were deleted or anonymised",
    examples: [{ contacts: 1, calls: 2, attempts: 3, talks: 2 }]
  })
}).annotate({ identifier: "Erasure" })

/** A person to erase, as passed to every service that stores data about people. */
export interface ErasedPerson {
  readonly organizationId: number
  /** The current number and the person's former ones. */
  readonly phoneNumbers: ReadonlyArray<string>
  readonly contactId: string | null
  readonly callIds: ReadonlyArray<string>
}
