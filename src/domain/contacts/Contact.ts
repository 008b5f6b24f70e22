import { Schema, Struct } from "effect"
import { OrganizationId } from "../accounts/OrganizationId.ts"
import { PhoneNumber } from "../calendar/phone-number.ts"
import { Timestamp } from "../calendar/time.ts"
import { countProblem } from "../schema/count-problem.ts"
import { LanguageCode, Name, shortText } from "../text/text.ts"
import { Consent } from "./Consent.ts"

const cityTiers = ["Metro", "Tier 1", "Tier 2", "Rural"] as const

/** Demographic fields, by which the best time to call groups people. */
export const demographicFields = {
  ageBand: shortText(50, "Band such as 26-35"),
  gender: shortText(50),
  cityTier: Schema.Literals(cityTiers),
  occupation: shortText(100),
  incomeBand: shortText(100),
  productType: shortText(100, "A product such as loan or insurance")
}

const metadataLimit = 32_768

const Metadata = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter((metadata) =>
    countProblem(new TextEncoder().encode(JSON.stringify(metadata)).length, metadataLimit, "bytes as JSON")
  )
)
export type Metadata = typeof Metadata.Type

const clearable = Struct.map(
  Struct.map({ language: LanguageCode, ...demographicFields, metadata: Metadata }, Schema.NullOr),
  Schema.optionalKey
)

/** The fields of a contact as a client sends them; null clears an optional field. */
export const NewContact = Schema.Struct({
  name: Name,
  phoneNumber: PhoneNumber,
  ...clearable,
  consent: Schema.optionalKey(Consent)
}).annotate({ identifier: "NewContact" })
export type NewContact = typeof NewContact.Type

export const ContactChanges = Schema.Struct(NewContact.fields)
  .mapFields(Struct.map(Schema.optionalKey))
  .annotate({ identifier: "ContactChanges" })
export type ContactChanges = typeof ContactChanges.Type

export const Contact = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  phoneNumber: Schema.String,
  language: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.Json),
  ageBand: Schema.NullOr(Schema.String),
  gender: Schema.NullOr(Schema.String),
  cityTier: Schema.NullOr(Schema.String),
  occupation: Schema.NullOr(Schema.String),
  incomeBand: Schema.NullOr(Schema.String),
  productType: Schema.NullOr(Schema.String),
  organizationId: OrganizationId,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Contact" })
export type Contact = typeof Contact.Type
