import { Schema } from "effect"
import { GivenTime, Timestamp } from "../calendar/time.ts"
import { withDefault } from "../schema/with-default.ts"
import { Name } from "../text/text.ts"

/** From the fewest permissions to the most: reads, acts on campaigns and calls, does everything. */
export const adminRoles = ["VIEWER", "OPERATOR", "ADMIN"] as const
export const AdminRole = Schema.Literals(adminRoles)
export type AdminRole = typeof AdminRole.Type

export const hasAdminRole = (held: AdminRole, needed: AdminRole): boolean =>
  adminRoles.indexOf(held) >= adminRoles.indexOf(needed)

export const NewAdminToken = Schema.Struct({
  name: Name,
  role: withDefault(AdminRole, "VIEWER"),
  expiresAt: withDefault(Schema.NullOr(GivenTime), null)
}).annotate({ identifier: "NewAdminToken" })
export type NewAdminToken = typeof NewAdminToken.Type

const fields = {
  id: Schema.String,
  name: Schema.String,
  role: AdminRole,
  prefix: Schema.String.annotate({ description: "The first characters of the token, by which to recognise it" }),
  expiresAt: Schema.NullOr(Timestamp),
  revokedAt: Schema.NullOr(Timestamp),
  lastUsedAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp
}

export const AdminToken = Schema.Struct(fields).annotate({ identifier: "AdminToken" })
export type AdminToken = typeof AdminToken.Type

export const CreatedAdminToken = Schema.Struct({
  ...fields,
  token: Schema.String.annotate({ description: "The token itself; it is shown only in this answer" })
}).annotate({ identifier: "CreatedAdminToken" })
export type CreatedAdminToken = typeof CreatedAdminToken.Type
