import { Schema } from "effect"
import { GivenTime, Timestamp } from "../calendar/time.ts"
import { withDefault } from "../schema/with-default.ts"
import { Name } from "../text/text.ts"

/** Returns whether a role has the permissions of another. The roles are given from the fewest permissions to the most. */
export const ladderOf =
  <Role>(roles: ReadonlyArray<Role>) =>
  (held: Role, needed: Role): boolean =>
    roles.indexOf(held) >= roles.indexOf(needed)

/** The fields of a new API key or admin token, beside its role. */
export const newCredentialFields = {
  name: Name,
  expiresAt: withDefault(Schema.NullOr(GivenTime), null)
}

/** The fields of an API key or admin token, without the secret itself. */
export const credentialFields = <Role extends Schema.Top>(role: Role, kind: "key" | "token") => ({
  id: Schema.String,
  name: Schema.String,
  role,
  prefix: Schema.String.annotate({ description: `The first characters of the ${kind}, by which to recognise it` }),
  expiresAt: Schema.NullOr(Timestamp),
  revokedAt: Schema.NullOr(Timestamp),
  lastUsedAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp
})
