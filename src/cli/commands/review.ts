import { Effect, Record } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type CallInReview, Review } from "../../domain/calls/Call.ts"
import { adminClient } from "../admin-client.ts"
import { filledArgument, organization } from "../flags.ts"
import { fields, print, table } from "../output.ts"
import { payloadOf } from "../requests.ts"

const list = Command.make(
  "list",
  { organization },
  Effect.fn("review list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.list(({ reviewQueue }, query) => reviewQueue.list({ params, query }))
    yield* print(found, ({ data }) => table(data, columns, "Nothing to review."))
  })
).pipe(Command.withDescription("List the calls to review, oldest first"))

const columns = {
  CALL: ({ id }: CallInReview) => id,
  SINCE: ({ inReviewSince }: CallInReview) => inReviewSince,
  CAMPAIGN: ({ campaignName }: CallInReview) => campaignName,
  NAME: ({ contactName }: CallInReview) => contactName,
  LABEL: ({ intentLabel }: CallInReview) => intentLabel?.name,
  WHY: ({ reviewReason }: CallInReview) => reviewReason,
  SAID: ({ callbackSaid, evidence }: CallInReview) => callbackSaid ?? evidence
}

const resolve = Command.make(
  "resolve",
  {
    organization,
    id: filledArgument("call id").pipe(Argument.withDescription("The id of the call's record")),
    note: Flag.String("note").pipe(Flag.withDescription("Result of the review, for the security log"), Flag.optional)
  },
  Effect.fn("review resolve")(function* ({ id, note, organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization), callId: id }
    const payload = yield* payloadOf(Review, Record.getSomes({ note }))
    yield* print(yield* admin.ask(({ reviewQueue }) => reviewQueue.resolve({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Mark a call as reviewed: it leaves the queue"),
  Command.withExamples([
    { command: 'carillon review resolve --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --note "Called them back"' }
  ])
)

export const review = Command.make("review").pipe(
  Command.withDescription("The review queue: calls that a person should look at"),
  Command.withSubcommands([list, resolve])
)
