import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { CallInReview, CallRecord } from "../../domain/calls/Call.ts"
import { adminClient } from "../admin-client.ts"
import { organization } from "../flags.ts"
import { fields, print, table } from "../output.ts"

type Shown = typeof CallInReview.Encoded

const list = Command.make(
  "list",
  { organization },
  Effect.fn("review list")(function* ({ organization }) {
    const admin = yield* adminClient
    const found = yield* admin.list<Shown>(`/organizations/${organization}/review-queue`)
    yield* print(found, ({ data }) => table(data, columns, "Nothing to review."))
  })
).pipe(Command.withDescription("List the calls that somebody should look at, oldest first"))

const columns = {
  CALL: ({ id }: Shown) => id,
  SINCE: ({ inReviewSince }: Shown) => inReviewSince,
  CAMPAIGN: ({ campaignName }: Shown) => campaignName,
  NAME: ({ contactName }: Shown) => contactName,
  LABEL: ({ intentLabel }: Shown) => intentLabel?.name,
  WHY: ({ reviewReason }: Shown) => reviewReason,
  SAID: ({ callbackSaid, evidence }: Shown) => callbackSaid ?? evidence
}

const resolve = Command.make(
  "resolve",
  {
    organization,
    id: Argument.String("call id").pipe(Argument.withDescription("The id of the call's record")),
    note: Flag.String("note").pipe(Flag.withDescription("What came of it, for the security log"), Flag.optional)
  },
  Effect.fn("review resolve")(function* ({ id, note, organization }) {
    const admin = yield* adminClient
    const path = `/organizations/${organization}/review-queue/${encodeURIComponent(id)}/resolve`
    const body = { note: Option.getOrUndefined(note) }
    yield* print(yield* admin.request<typeof CallRecord.Encoded>("POST", path, body), fields)
  })
).pipe(
  Command.withDescription("Take a call that somebody has looked at out of the queue"),
  Command.withExamples([
    { command: 'carillon review resolve --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --note "Called them back"' }
  ])
)

export const review = Command.make("review").pipe(
  Command.withDescription("The review queue: calls that somebody should look at"),
  Command.withSubcommands([list, resolve])
)
