import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type ApiKey, type CreatedApiKey, roles } from "../../domain/accounts/ApiKey.ts"
import { adminClient } from "../admin-client.ts"
import { organization } from "../flags.ts"
import { fields, print, remark, table } from "../output.ts"

type Shown = typeof ApiKey.Encoded

const create = Command.make(
  "create",
  {
    organization,
    name: Flag.String("name").pipe(Flag.withDescription("What the key is for (required)")),
    role: Flag.Literals("role", roles).pipe(Flag.withDescription("What the key may do (default ADMIN)"), Flag.optional),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withDescription("When it stops working, such as 2030-01-31T00:00:00Z (default never)"),
      Flag.optional
    )
  },
  Effect.fn("key create")(function* ({ organization, name, role, expiresAt }) {
    const admin = yield* adminClient
    const body = { name, role: Option.getOrUndefined(role), expiresAt: Option.getOrUndefined(expiresAt) }
    const created = yield* admin.request<typeof CreatedApiKey.Encoded>("POST", keysOf(organization), body)
    yield* print(created, ({ key, ...rest }) => fields({ key, ...rest }))
    yield* remark("\nThe key is shown only this once: keep it now.")
  })
).pipe(
  Command.withDescription("Create an API key, and show it this once"),
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
    yield* print(yield* admin.list<Shown>(keysOf(organization)), ({ data }) => table(data, columns, "No API keys."))
  })
).pipe(Command.withDescription("List the API keys of an organization, newest first"))

const revoke = Command.make(
  "revoke",
  { organization, key: Flag.String("key").pipe(Flag.withDescription("The id of the key, see key list (required)")) },
  Effect.fn("key revoke")(function* ({ organization, key }) {
    const admin = yield* adminClient
    const path = `${keysOf(organization)}/${encodeURIComponent(key)}`
    yield* print(yield* admin.request("DELETE", path), () => `Revoked ${key}`)
  })
).pipe(Command.withDescription("Revoke an API key, from its next request on"))

const keysOf = (organization: number) => `/organizations/${organization}/api-keys`

const columns = {
  ID: ({ id }: Shown) => id,
  NAME: ({ name }: Shown) => name,
  ROLE: ({ role }: Shown) => role,
  KEY: ({ prefix }: Shown) => `${prefix}…`,
  EXPIRES: ({ expiresAt }: Shown) => expiresAt,
  REVOKED: ({ revokedAt }: Shown) => revokedAt,
  "LAST USED": ({ lastUsedAt }: Shown) => lastUsedAt,
  CREATED: ({ createdAt }: Shown) => createdAt
}

export const key = Command.make("key").pipe(
  Command.withDescription("API keys, with which an organization uses /v1"),
  Command.withSubcommands([create, list, revoke])
)
