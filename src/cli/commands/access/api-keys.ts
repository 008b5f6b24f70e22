import { Effect, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { type ApiKey, NewApiKey, roles } from "../../../domain/accounts/ApiKey.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag, organization } from "../../flags.ts"
import { fields, print, remark, table } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const create = Command.make(
  "create",
  {
    organization,
    name: Flag.String("name").pipe(Flag.withDescription("Name of the key, such as the system that uses it (required)")),
    role: Flag.Literals("role", roles).pipe(
      Flag.withDescription("Permissions of the key (default ADMIN)"),
      Flag.optional
    ),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withDescription("When the key expires, such as 2030-01-31T00:00:00Z (default never)"),
      Flag.optional
    )
  },
  Effect.fn("key create")(function* ({ organization, name, role, expiresAt }) {
    const admin = yield* adminClient
    const payload = yield* payloadOf(NewApiKey, { name, ...Record.getSomes({ role, expiresAt }) })
    const created = yield* admin.ask(({ apiKeys }) => apiKeys.create({ params: { id: String(organization) }, payload }))
    yield* print(created, ({ key, ...rest }) => fields({ key, ...rest }))
    yield* remark("\nThe key is shown only this once: store it now.")
  })
).pipe(
  Command.withDescription("Create an API key, which is shown only once"),
  Command.withExamples([
    { command: "carillon key create --org 1 --name crm" },
    { command: "carillon key create --org 1 --name report --role VIEWER --expires-at 2030-01-31T00:00:00Z --json" }
  ])
)

const list = Command.make(
  "list",
  { organization },
  Effect.fn("key list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.list(({ apiKeys }, query) => apiKeys.list({ params, query }))
    yield* print(found, ({ data }) => table(data, columns, "No API keys."))
  })
).pipe(Command.withDescription("List the API keys of an organization, newest first"))

const revoke = Command.make(
  "revoke",
  { organization, key: filledFlag("key").pipe(Flag.withDescription("The id of the key, see key list (required)")) },
  Effect.fn("key revoke")(function* ({ organization, key }) {
    const admin = yield* adminClient
    const params = { id: String(organization), keyId: key }
    yield* print(yield* admin.ask(({ apiKeys }) => apiKeys.revoke({ params })), () => `Revoked ${key}`)
  })
).pipe(Command.withDescription("Revoke an API key; its next request is refused"))

const columns = {
  ID: ({ id }: ApiKey) => id,
  NAME: ({ name }: ApiKey) => name,
  ROLE: ({ role }: ApiKey) => role,
  KEY: ({ prefix }: ApiKey) => `${prefix}…`,
  EXPIRES: ({ expiresAt }: ApiKey) => expiresAt,
  REVOKED: ({ revokedAt }: ApiKey) => revokedAt,
  "LAST USED": ({ lastUsedAt }: ApiKey) => lastUsedAt,
  CREATED: ({ createdAt }: ApiKey) => createdAt
}

export const key = Command.make("key").pipe(
  Command.withDescription("API keys, which give access to /v1 of an organization"),
  Command.withSubcommands([create, list, revoke])
)
