import { Effect, Option, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { type Member, type Person, personRoles } from "../../../domain/people/Person.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag } from "../../flags.ts"
import { fields, print, remark, table, UsageError } from "../../output.ts"

const signInLink = Command.make(
  "sign-in-link",
  {
    email: Flag.String("email").pipe(
      Flag.withDescription("E-mail address of the person (default the first SUPER_ADMIN)"),
      Flag.optional
    )
  },
  Effect.fn("people sign-in-link")(function* ({ email }) {
    const admin = yield* adminClient
    const link = yield* admin.ask(({ people }) => people.signInLink({ payload: Record.getSomes({ email }) }))
    yield* print(link, ({ url }) => url)
    yield* remark(`\nThe link works once, until ${link.expiresAt.toISOString()}.`)
  })
).pipe(
  Command.withDescription("Make a link that signs a person in to the console once, without a password"),
  Command.withExamples([
    { command: "carillon people sign-in-link" },
    { command: "carillon people sign-in-link --email asha@example.com" }
  ])
)

const organization = Flag.Int("org").pipe(
  Flag.withDescription("The id of an organization; without it, the whole installation"),
  Flag.optional
)
const personId = filledFlag("person").pipe(
  Flag.withDescription("The id of a person or an invitation, see people list (required)")
)

const list = Command.make(
  "list",
  { organization },
  Effect.fn("people list")(function* ({ organization }) {
    const admin = yield* adminClient
    if (Option.isNone(organization)) {
      const found = yield* admin.list(({ people }, query) => people.list({ query }))
      return yield* print(found, ({ data }) => table(data, columns, "No people yet: see people sign-in-link."))
    }
    const params = { id: String(organization.value) }
    const found = yield* admin.list(({ members }, query) => members.list({ params, query }))
    yield* print(found, ({ data }) => table(data, memberColumns, "No people in this organization: see people invite."))
  })
).pipe(Command.withDescription("List the people of an organization with their roles, or all people"))

const invite = Command.make(
  "invite",
  {
    organization,
    email: Flag.String("email").pipe(Flag.withDescription("E-mail address of the person (required)")),
    role: Flag.Literals("role", [...personRoles, "SUPER_ADMIN"]).pipe(
      Flag.withDefault("VIEWER" as const),
      Flag.withDescription("Role in the organization, or SUPER_ADMIN without --org (default VIEWER)")
    )
  },
  Effect.fn("people invite")(function* ({ email, organization, role }) {
    const admin = yield* adminClient
    const invited = yield* Option.match(organization, {
      onNone: () =>
        role === "SUPER_ADMIN" ? admin.ask(({ people }) => people.invite({ payload: { email } })) : needsOrganization,
      onSome: (id) =>
        role === "SUPER_ADMIN"
          ? new UsageError({ message: "A SUPER_ADMIN has all organizations: leave out --org" })
          : admin.ask(({ members }) => members.invite({ params: { id: String(id) }, payload: { email, role } }))
    })
    yield* print(invited, ({ invitationUrl }) => invitationUrl)
    yield* remark(`\nPass the link on to ${email} only. It works once, within 7 days.`)
  })
).pipe(
  Command.withDescription("Invite a person by a link, which is shown only once"),
  Command.withExamples([
    { command: "carillon people invite --org 1 --email asha@example.com --role MEMBER" },
    { command: "carillon people invite --email ravi@example.com --role SUPER_ADMIN" }
  ])
)

const role = Command.make(
  "role",
  {
    organization,
    personId,
    role: Flag.Literals("role", [...personRoles, "SUPER_ADMIN", "NONE"]).pipe(
      Flag.withDescription("Role in the organization; without --org SUPER_ADMIN, or NONE to take that away (required)")
    )
  },
  Effect.fn("people role")(function* ({ organization, personId, role }) {
    const admin = yield* adminClient
    const isOfAll = role === "SUPER_ADMIN" || role === "NONE"
    if (Option.isNone(organization)) {
      if (!isOfAll) return yield* needsOrganization
      const payload = { isSuperAdmin: role === "SUPER_ADMIN" }
      const changed = yield* admin.ask(({ people }) => people.change({ params: { personId }, payload }))
      return yield* print(changed, fields)
    }
    if (isOfAll) return yield* new UsageError({ message: `${role} concerns all organizations: leave out --org` })
    const params = { id: String(organization.value), personId }
    yield* print(yield* admin.ask(({ members }) => members.change({ params, payload: { role } })), fields)
  })
).pipe(Command.withDescription("Change the role of a person; it holds from their next request on"))

const remove = Command.make(
  "remove",
  { organization, personId },
  Effect.fn("people remove")(function* ({ organization, personId }) {
    const admin = yield* adminClient
    const answer = yield* Option.match(organization, {
      onNone: () => admin.ask(({ people }) => people.remove({ params: { personId } })),
      onSome: (id) => admin.ask(({ members }) => members.remove({ params: { id: String(id), personId } }))
    })
    yield* print(answer, () => `Removed ${personId}`)
  })
).pipe(
  Command.withDescription(
    "Remove a person from an organization, or withdraw an invitation; without --org, remove the person with their account"
  )
)

const needsOrganization = Effect.fail(
  new UsageError({ message: "This role is one in an organization: name it with --org" })
)

const columns = {
  ID: ({ id }: Person) => id,
  NAME: ({ name }: Person) => name,
  "E-MAIL": ({ email }: Person) => email,
  ROLE: ({ isSuperAdmin }: Person) => (isSuperAdmin ? "SUPER_ADMIN" : ""),
  ORGANIZATIONS: ({ organizations }: Person) => organizations,
  "SIGNED IN": ({ lastSignedInAt }: Person) => lastSignedInAt
}

const memberColumns = {
  ID: ({ id }: Member) => id,
  STATUS: ({ status }: Member) => status,
  NAME: ({ name }: Member) => name,
  "E-MAIL": ({ email }: Member) => email,
  ROLE: ({ role }: Member) => role,
  "SIGNED IN": ({ lastSignedInAt }: Member) => lastSignedInAt,
  EXPIRES: ({ expiresAt }: Member) => expiresAt
}

export const people = Command.make("people").pipe(
  Command.withDescription("The people who use the console"),
  Command.withSubcommands([list, invite, role, remove, signInLink])
)
