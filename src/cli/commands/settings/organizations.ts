import { Effect, Option, Record } from "effect"
import { Command, Flag } from "effect/cli"
import {
  ModelFallback,
  NewOrganization,
  type Organization,
  OrganizationChanges,
  type OrganizationWithLimits
} from "../../../domain/accounts/Organization.ts"
import { adminClient } from "../../admin-client.ts"
import { organization } from "../../flags.ts"
import { fields, print, table, UsageError } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Name of the organization (required)")),
    timezone: Flag.String("timezone").pipe(
      Flag.withDescription("IANA time zone such as Asia/Kolkata (default UTC)"),
      Flag.optional
    ),
    minutesQuota: Flag.Int("minutes-quota").pipe(
      Flag.withDescription("Quota of call minutes (default 10000)"),
      Flag.optional
    )
  },
  Effect.fn("org create")(function* ({ name, timezone, minutesQuota }) {
    const admin = yield* adminClient
    const payload = yield* payloadOf(NewOrganization, {
      name,
      ...Record.getSomes({ timezone }),
      ...Record.getSomes({ minutesQuota })
    })
    yield* print(yield* admin.ask(({ organizations }) => organizations.create({ payload })), fields)
  })
).pipe(
  Command.withDescription("Create an organization"),
  Command.withExamples([{ command: "carillon org create --name Acme --timezone Asia/Kolkata" }])
)

const update = Command.make(
  "update",
  {
    organization,
    modelFallback: Flag.Literals("model-fallback", ModelFallback.literals).pipe(
      Flag.withDescription("The models that may replace the flow's own when it does not answer"),
      Flag.optional
    ),
    callWeight: Flag.Int("call-weight").pipe(
      Flag.withDescription("Its share of the carrier's calls per second beside other organizations"),
      Flag.optional
    )
  },
  Effect.fn("org update")(function* ({ callWeight, modelFallback, organization }) {
    if (Option.isNone(modelFallback) && Option.isNone(callWeight)) {
      return yield* new UsageError({ message: "Which change? Give --model-fallback, --call-weight or both" })
    }
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(OrganizationChanges, {
      ...Record.getSomes({ modelFallback }),
      ...Record.getSomes({ callWeight })
    })
    yield* print(yield* admin.ask(({ organizations }) => organizations.update({ params, payload })), withLimits)
  })
).pipe(
  Command.withDescription("Change which models may read an organization's conversations, and its share of calls"),
  Command.withExamples([
    { command: "carillon org update --org 1 --model-fallback TO_PRIVATE" },
    { command: "carillon org update --org 1 --call-weight 3" }
  ])
)

const list = Command.make(
  "list",
  {},
  Effect.fn("org list")(function* () {
    const admin = yield* adminClient
    const found = yield* admin.list(({ organizations }, query) => organizations.list({ query }))
    yield* print(found, ({ data }) => table(data, columns, "No organizations."))
  })
).pipe(Command.withDescription("List the organizations, newest first"))

const columns = {
  ID: ({ id }: Organization) => id,
  NAME: ({ name }: Organization) => name,
  TIMEZONE: ({ timezone }: Organization) => timezone,
  "MINUTES USED": ({ minutesUsed }: Organization) => minutesUsed,
  QUOTA: ({ minutesQuota }: Organization) => minutesQuota,
  CREATED: ({ createdAt }: Organization) => createdAt
}

const show = Command.make(
  "show",
  { organization },
  Effect.fn("org show")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    yield* print(yield* admin.ask(({ organizations }) => organizations.get({ params })), withLimits)
  })
).pipe(Command.withDescription("Show an organization, its limits and how much of them it has used"))

const limitFlag = (name: string, description: string) =>
  Flag.Int(name).pipe(Flag.withDescription(description), Flag.optional)

const limits = Command.make(
  "limits",
  {
    organization,
    contacts: limitFlag("contacts", "Number of contacts"),
    documents: limitFlag("documents", "Number of documents in all knowledge bases"),
    documentBytes: limitFlag("document-bytes", "Bytes of all documents together"),
    chunks: limitFlag("chunks", "Chunks of all documents together"),
    embeddingTokensPerDay: limitFlag("embedding-tokens-per-day", "Tokens of documents embedded in a day")
  },
  Effect.fn("org limits")(function* ({ organization, ...given }) {
    const admin = yield* adminClient
    const payload = yield* payloadOf(OrganizationChanges, { limits: Record.getSomes(given) })
    const params = { id: String(organization) }
    yield* print(yield* admin.ask(({ organizations }) => organizations.update({ params, payload })), withLimits)
  })
).pipe(
  Command.withDescription("Change limits of an organization, or show them; what is stored already stays"),
  Command.withExamples([{ command: "carillon org limits --org 1 --contacts 20000000" }])
)

const withLimits = ({ limits: allowed, usage, ...others }: typeof OrganizationWithLimits.Type) =>
  fields({
    ...others,
    contacts: `${usage.contacts} of ${allowed.contacts}`,
    documents: `${usage.documents} of ${allowed.documents}`,
    documentBytes: `${usage.documentBytes} of ${allowed.documentBytes}`,
    chunks: `${usage.chunks} of ${allowed.chunks}`,
    embeddingTokensToday: `${usage.embeddingTokensToday} of ${allowed.embeddingTokensPerDay}`
  })

export const org = Command.make("org").pipe(
  Command.withDescription("Organizations, whose data is separate"),
  Command.withSubcommands([create, list, update, show, limits])
)
