import { Schema } from "effect"
import { withDefault } from "../schema/with-default.ts"
import { credentialFields, ladderOf, newCredentialFields } from "./credential.ts"

/** From the fewest permissions to the most: reads, acts on campaigns and calls, does everything. */
export const adminRoles = ["VIEWER", "OPERATOR", "ADMIN"] as const
export const AdminRole = Schema.Literals(adminRoles)
export type AdminRole = typeof AdminRole.Type

export const hasAdminRole = ladderOf<AdminRole>(adminRoles)

const { expiresAt, name } = newCredentialFields
export const NewAdminToken = Schema.Struct({ name, role: withDefault(AdminRole, "VIEWER"), expiresAt }).annotate({
  identifier: "NewAdminToken"
})
export type NewAdminToken = typeof NewAdminToken.Type

const fields = credentialFields(AdminRole, "token")

export const AdminToken = Schema.Struct(fields).annotate({ identifier: "AdminToken" })
export type AdminToken = typeof AdminToken.Type

export const CreatedAdminToken = Schema.Struct({
  ...fields,
  token: Schema.String.annotate({ description: "The token itself; it is shown only in this answer" })
}).annotate({ identifier: "CreatedAdminToken" })
export type CreatedAdminToken = typeof CreatedAdminToken.Type
