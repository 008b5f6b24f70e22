import { Schema } from "effect"
import { GivenTime, Timestamp } from "../calendar/time.ts"
import { withDefault } from "../schema/with-default.ts"
import { Name } from "../text/text.ts"

/** From the fewest permissions to the most. */
export const roles = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"] as const
export const Role = Schema.Literals(roles)
export type Role = typeof Role.Type

export const hasRole = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed)

export const NewApiKey = Schema.Struct({
  name: Name,
  role: withDefault(Role, "ADMIN"),
  expiresAt: withDefault(Schema.NullOr(GivenTime), null)
}).annotate({ identifier: "NewApiKey" })
export type NewApiKey = typeof NewApiKey.Type

const fields = {
  id: Schema.String,
  name: Schema.String,
  role: Role,
  prefix: Schema.String.annotate({ description: "The first characters of the key, by which to recognise it" }),
  expiresAt: Schema.NullOr(Timestamp),
  revokedAt: Schema.NullOr(Timestamp),
  lastUsedAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp
}

export const ApiKey = Schema.Struct(fields).annotate({ identifier: "ApiKey" })
export type ApiKey = typeof ApiKey.Type

export const CreatedApiKey = Schema.Struct({
  ...fields,
  key: Schema.String.annotate({ description: "The key itself; it is shown only in this answer" })
}).annotate({ identifier: "CreatedApiKey" })
export type CreatedApiKey = typeof CreatedApiKey.Type
