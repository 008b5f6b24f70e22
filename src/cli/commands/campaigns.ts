import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { adminClient } from "../admin-client.ts"
import { organization } from "../flags.ts"
import { watchCampaigns } from "../watch/watching.ts"

const watch = Command.make(
  "watch",
  { organization, id: Argument.String("campaign id").pipe(Argument.withDescription("The id of the campaign")) },
  Effect.fn("campaign watch")(function* ({ organization, id }) {
    const admin = yield* adminClient
    // A reader such as `head` closes the pipe when it has enough.
    process.stdout.on("error", () => process.exit(0))
    process.once("SIGINT", () => process.exit(130))
    process.once("SIGTERM", () => process.exit(143))
    yield* watchCampaigns(admin, organization, [id])
  })
).pipe(
  Command.withDescription(
    "Watch a campaign until it is over: its progress, the live calls with their current lines, and the outcome of each call. Redraws a terminal, in colours unless NO_COLOR is set; prints line by line elsewhere; prints one event per line with --json"
  ),
  Command.withExamples([
    { command: "carillon campaign watch --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020" },
    {
      command:
        "carillon campaign watch --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --json | jq 'select(.type == \"said\").text'"
    }
  ])
)

export const campaign = Command.make("campaign").pipe(
  Command.withDescription("Campaigns: watch them run"),
  Command.withSubcommands([watch])
)
