import { Effect, Record } from "effect"
import { Command, Flag } from "effect/cli"
import type { SecurityLogEntry } from "../../../domain/accounts/SecurityLogEntry.ts"
import { parseTime } from "../../../domain/calendar/time.ts"
import { adminClient } from "../../admin-client.ts"
import { print, table } from "../../output.ts"

const filter = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(description))

const time = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.filter(
      (text) => parseTime(text) !== undefined,
      () => "Expected: a time such as 2030-01-31T00:00:00Z"
    ),
    Flag.map((text) => parseTime(text) as Date),
    Flag.optional,
    Flag.withDescription(description)
  )

const list = Command.make(
  "list",
  {
    organization: Flag.Int("org").pipe(
      Flag.optional,
      Flag.withDescription("Only entries of this organization (default all, and those of the installation)")
    ),
    actor: filter("actor", "Only entries of this actor: admin, admin-token:<id> or key:<id>"),
    action: filter("action", "Only entries of this action, or of all that begin with it: campaign, or campaign.start"),
    target: filter("target", "Only entries about the object with this id"),
    from: time("from", "Only entries at this time or later, such as 2030-01-31T00:00:00Z"),
    to: time("to", "Only entries before this time")
  },
  Effect.fn("security-log list")(function* ({ organization, ...filters }) {
    const admin = yield* adminClient
    const { actor, action, from, target, to } = filters
    const conditions = { ...Record.getSomes({ action, actor, target }), ...Record.getSomes({ from, to }) }
    const found = yield* admin.list((client, page) => {
      const query = { ...page, ...conditions }
      return organization._tag === "None"
        ? client.securityLog.list({ query })
        : client.organizations.securityLog({ params: { id: String(organization.value) }, query })
    })
    yield* print(found, ({ data }) => table(data, columns, "No entries."))
  })
).pipe(
  Command.withDescription("List who did what, and who read what people have said, newest first"),
  Command.withExamples([
    { command: "carillon security-log list --org 1 --action campaign" },
    { command: "carillon security-log list --action call.explain --from 2030-01-01T00:00:00Z --json" }
  ])
)

const columns = {
  AT: ({ at }: SecurityLogEntry) => at,
  ORG: ({ organizationId }: SecurityLogEntry) => organizationId,
  ACTOR: ({ actor, actorName }: SecurityLogEntry) => (actorName === null ? actor : `${actorName} (${actor})`),
  ACTION: ({ action }: SecurityLogEntry) => action,
  TARGET: ({ target }: SecurityLogEntry) => target,
  ADDRESS: ({ address }: SecurityLogEntry) => address,
  REQUEST: ({ requestId }: SecurityLogEntry) => requestId
}

export const securityLog = Command.make("security-log").pipe(
  Command.withDescription("The security log: who did what"),
  Command.withSubcommands([list])
)
