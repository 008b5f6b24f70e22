import { Schema } from "effect"
import { OrganizationId } from "../accounts/OrganizationId.ts"
import { Timestamp } from "../calendar/time.ts"
import { Name, shortText } from "../text/text.ts"

const description = Schema.optionalKey(Schema.NullOr(shortText(2000)))

export const NewAudience = Schema.Struct({ name: Name, description }).annotate({ identifier: "NewAudience" })
export type NewAudience = typeof NewAudience.Type

export const AudienceChanges = Schema.Struct({ name: Schema.optionalKey(Name), description }).annotate({
  identifier: "AudienceChanges"
})
export type AudienceChanges = typeof AudienceChanges.Type

export const Audience = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  organizationId: OrganizationId,
  contactCount: Schema.Int,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Audience" })
export type Audience = typeof Audience.Type
