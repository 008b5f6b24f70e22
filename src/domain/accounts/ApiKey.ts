import { Schema } from "effect"
import { withDefault } from "../schema/with-default.ts"
import { credentialFields, ladderOf, newCredentialFields } from "./credential.ts"

/** From the fewest permissions to the most. */
export const roles = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"] as const
export const Role = Schema.Literals(roles)
export type Role = typeof Role.Type

export const hasRole = ladderOf<Role>(roles)

const { expiresAt, name } = newCredentialFields
export const NewApiKey = Schema.Struct({ name, role: withDefault(Role, "ADMIN"), expiresAt }).annotate({
  identifier: "NewApiKey"
})
export type NewApiKey = typeof NewApiKey.Type

const fields = credentialFields(Role, "key")

export const ApiKey = Schema.Struct(fields).annotate({ identifier: "ApiKey" })
export type ApiKey = typeof ApiKey.Type

export const CreatedApiKey = Schema.Struct({
  ...fields,
  key: Schema.String.annotate({ description: "The key itself; it is shown only in this answer" })
}).annotate({ identifier: "CreatedApiKey" })
export type CreatedApiKey = typeof CreatedApiKey.Type
