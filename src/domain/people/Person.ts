import { Schema } from "effect"
import { Role } from "../accounts/ApiKey.ts"
import { Timestamp } from "../calendar/time.ts"
import { Name } from "../text/text.ts"
import { NewPassword } from "./password.ts"

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
  hasTotp: Schema.Boolean,
  mayReplacePassword: Schema.Boolean.annotate({
    description: "Whether the password can be changed without the current one: for 10 minutes after a sign-in by a link"
  })
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

const hasTotp = Schema.Boolean.annotate({ description: "Whether the person has a second factor" })

/** A person of an organization, or an invitation that was not accepted yet. */
export const Member = Schema.Struct({
  id: Schema.String.annotate({ description: "The id of the person, or of the invitation" }),
  status: Schema.Literals(["ACTIVE", "INVITED"]),
  name: Schema.NullOr(Schema.String).annotate({ description: "Null until the invitation is accepted" }),
  email: Schema.NullOr(Schema.String),
  role: PersonRole,
  lastSignedInAt: Schema.NullOr(Timestamp),
  hasTotp,
  expiresAt: Schema.NullOr(Timestamp).annotate({ description: "When the invitation ends; null for a person" }),
  createdAt: Timestamp
}).annotate({ identifier: "Member" })
export type Member = typeof Member.Type

export const NewInvitation = Schema.Struct({ email: Email, role: PersonRole }).annotate({ identifier: "NewInvitation" })
export type NewInvitation = typeof NewInvitation.Type

/** A person, as seen from the whole installation. */
export const Person = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  isSuperAdmin: Schema.Boolean,
  organizations: Schema.Int.annotate({ description: "Number of organizations in which the person has a role" }),
  lastSignedInAt: Schema.NullOr(Timestamp),
  hasTotp,
  createdAt: Timestamp
}).annotate({ identifier: "Person" })
export type Person = typeof Person.Type

/** An invitation, as its holder sees it. */
export const ShownInvitation = Schema.Struct({
  email: Schema.String,
  role: Role,
  organization: Schema.NullOr(Schema.String).annotate({
    description: "Name of the organization; null for a SUPER_ADMIN, who has them all"
  }),
  hasAccount: Schema.Boolean.annotate({
    description: "Whether a person with the e-mail address exists, who then signs in to accept"
  })
}).annotate({ identifier: "ShownInvitation" })
export type ShownInvitation = typeof ShownInvitation.Type

/** A person who is new enters a name and a password. */
export const AcceptedInvitation = Schema.Struct({
  token: Schema.String.annotate({ description: "The part of the link behind its #" }),
  name: Schema.optionalKey(Name),
  password: Schema.optionalKey(NewPassword)
}).annotate({ identifier: "AcceptedInvitation" })
