import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { Organization } from "../../domain/accounts/Organization.ts"
import { adminClient } from "../admin-client.ts"
import { fields, print, table } from "../output.ts"

type Shown = typeof Organization.Encoded

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Its name (required)")),
    timezone: Flag.String("timezone").pipe(
      Flag.withDescription("IANA time zone such as Asia/Kolkata (default UTC)"),
      Flag.optional
    ),
    minutesQuota: Flag.Int("minutes-quota").pipe(
      Flag.withDescription("Minutes of calls that it may use (default 10000)"),
      Flag.optional
    )
  },
  Effect.fn("org create")(function* ({ name, timezone, minutesQuota }) {
    const admin = yield* adminClient
    const body = {
      name,
      timezone: Option.getOrUndefined(timezone),
      minutesQuota: Option.getOrUndefined(minutesQuota)
    }
    yield* print(yield* admin.request<Shown>("POST", "/organizations", body), fields)
  })
).pipe(
  Command.withDescription("Create an organization"),
  Command.withExamples([{ command: "carillon org create --name Acme --timezone Asia/Kolkata" }])
)

const list = Command.make(
  "list",
  {},
  Effect.fn("org list")(function* () {
    const admin = yield* adminClient
    yield* print(yield* admin.list<Shown>("/organizations"), ({ data }) => table(data, columns, "No organizations."))
  })
).pipe(Command.withDescription("List the organizations, newest first"))

const columns = {
  ID: ({ id }: Shown) => id,
  NAME: ({ name }: Shown) => name,
  TIMEZONE: ({ timezone }: Shown) => timezone,
  "MINUTES USED": ({ minutesUsed }: Shown) => minutesUsed,
  QUOTA: ({ minutesQuota }: Shown) => minutesQuota,
  CREATED: ({ createdAt }: Shown) => createdAt
}

export const org = Command.make("org").pipe(
  Command.withDescription("Organizations, whose data is kept apart"),
  Command.withSubcommands([create, list])
)
