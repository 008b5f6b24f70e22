import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { Name } from "../text/text.ts"
import { Role } from "./ApiKey.ts"

/** Roles of a person in an organization, from the fewest permissions to the most. A SUPER_ADMIN is above all of them. */
export const personRoles = ["VIEWER", "MEMBER", "ADMIN"] as const
export const PersonRole = Schema.Literals(personRoles)
export type PersonRole = typeof PersonRole.Type

/** An organization in which a person has a role. */
export const OwnOrganization = Schema.Struct({ id: Schema.Int, name: Schema.String, role: Role })

export const Me = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.NullOr(Schema.String).annotate({
    description: "Null for the first person of an installation until they enter one"
  }),
  isSuperAdmin: Schema.Boolean,
  organizations: Schema.Array(OwnOrganization).annotate({
    description: "In the order of their names. A SUPER_ADMIN has all organizations of the installation"
  }),
  hasPassword: Schema.Boolean,
  hasTotp: Schema.Boolean
}).annotate({ identifier: "Me" })
export type Me = typeof Me.Type

/** Visible ASCII letters, so that no two e-mail addresses look the same. */
export const Email = Schema.String.annotate({
  description: "An e-mail address in ASCII, at most 254 characters"
}).check(
  Schema.makeFilter((text) =>
    text.length <= 254 && /^[!-?A-~]+@[!-?A-~]+$/.test(text) ? undefined : "must be an e-mail address"
  )
)

export const MeChanges = Schema.Struct({
  name: Schema.optionalKey(Name),
  email: Schema.optionalKey(Email)
}).annotate({ identifier: "MeChanges" })
export type MeChanges = typeof MeChanges.Type

/** A session of a person, as the person sees it. */
export const OpenSession = Schema.Struct({
  id: Schema.String,
  isCurrent: Schema.Boolean.annotate({ description: "Whether the request itself belongs to this session" }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "The address that signed in, which is the proxy's behind one"
  }),
  userAgent: Schema.NullOr(Schema.String).annotate({ description: "How the browser describes itself" }),
  lastUsedAt: Timestamp,
  createdAt: Timestamp
}).annotate({ identifier: "OpenSession" })
export type OpenSession = typeof OpenSession.Type
