import { Effect, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { type AdminToken, adminRoles, NewAdminToken } from "../../../domain/accounts/AdminToken.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag } from "../../flags.ts"
import { fields, print, remark, table } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(
      Flag.withDescription("Name of the token, such as the person or the machine that uses it (required)")
    ),
    role: Flag.Literals("role", adminRoles).pipe(
      Flag.withDescription("VIEWER reads, OPERATOR also acts on campaigns and calls, ADMIN does all (default VIEWER)"),
      Flag.optional
    ),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withDescription("When the token expires, such as 2030-01-31T00:00:00Z (default never)"),
      Flag.optional
    )
  },
  Effect.fn("admin-token create")(function* ({ name, role, expiresAt }) {
    const admin = yield* adminClient
    const payload = yield* payloadOf(NewAdminToken, { name, ...Record.getSomes({ role, expiresAt }) })
    const created = yield* admin.ask(({ adminTokens }) => adminTokens.create({ payload }))
    yield* print(created, ({ token, ...rest }) => fields({ token, ...rest }))
    yield* remark("\nThe token is shown only this once: store it now. Commands use it as ADMIN_TOKEN.")
  })
).pipe(
  Command.withDescription("Create an admin token, which is shown only once"),
  Command.withExamples([
    { command: "carillon admin-token create --name asha" },
    { command: "carillon admin-token create --name monitoring --role VIEWER --expires-at 2030-01-31T00:00:00Z" }
  ])
)

const list = Command.make(
  "list",
  {},
  Effect.fn("admin-token list")(function* () {
    const admin = yield* adminClient
    const found = yield* admin.list(({ adminTokens }, query) => adminTokens.list({ query }))
    yield* print(found, ({ data }) => table(data, columns, "No admin tokens besides ADMIN_TOKEN."))
  })
).pipe(Command.withDescription("List the admin tokens, newest first"))

const revoke = Command.make(
  "revoke",
  { token: filledFlag("token").pipe(Flag.withDescription("The id of the token, see admin-token list (required)")) },
  Effect.fn("admin-token revoke")(function* ({ token }) {
    const admin = yield* adminClient
    const answer = yield* admin.ask(({ adminTokens }) => adminTokens.revoke({ params: { tokenId: token } }))
    yield* print(answer, () => `Revoked ${token}`)
  })
).pipe(Command.withDescription("Revoke an admin token; its next request is refused"))

const columns = {
  ID: ({ id }: AdminToken) => id,
  NAME: ({ name }: AdminToken) => name,
  ROLE: ({ role }: AdminToken) => role,
  TOKEN: ({ prefix }: AdminToken) => `${prefix}…`,
  EXPIRES: ({ expiresAt }: AdminToken) => expiresAt,
  REVOKED: ({ revokedAt }: AdminToken) => revokedAt,
  "LAST USED": ({ lastUsedAt }: AdminToken) => lastUsedAt,
  CREATED: ({ createdAt }: AdminToken) => createdAt
}

export const adminToken = Command.make("admin-token").pipe(
  Command.withDescription("Admin tokens, which give operators and machines access to the admin API"),
  Command.withSubcommands([create, list, revoke])
)
