import { Console, Effect, Record, Schedule, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import type { CloudEvent, ConsumerLag } from "../../api/contract/operations/events.ts"
import type { DeadLetter } from "../../domain/delivery/DeadLetter.ts"
import { singleLine } from "../../platform/observability/Logging.ts"
import { adminClient } from "../admin-client.ts"
import { Json, print, remark, table, UsageError } from "../output.ts"

const tail = Command.make(
  "tail",
  {},
  Effect.fn("events tail")(function* () {
    const admin = yield* adminClient
    const json = yield* Json
    const show = (event: CloudEvent) => Console.log(json ? JSON.stringify(event) : lineOf(event))
    // A reader such as `head` closes the pipe when it has enough.
    process.stdout.on("error", () => process.exit(0))

    const follow = admin.ask(({ events }) => events.stream())
    const again = follow.pipe(
      Effect.retry({ schedule: Schedule.spaced("1 second"), while: ({ _tag }) => _tag !== "TokenRefused" }),
      Effect.delay("1 second")
    )
    let events = yield* follow
    yield* remark(`Following the events at ${admin.url}: Ctrl-C ends it`)
    while (true) {
      yield* Stream.runForEach(events, show)
      yield* remark("The connection is lost: events until it is back are not shown")
      events = yield* again
      yield* remark("Connected again")
    }
  })
).pipe(
  Command.withDescription("Show events as they happen, one per line, until Ctrl-C; CloudEvents with --json"),
  Command.withExamples([
    { command: "carillon events tail" },
    { command: "carillon events tail --json | jq 'select(.type == \"call-ended.v1\").data.outcome'" }
  ])
)

const lineOf = ({ time, type, partitionkey, data }: CloudEvent) => {
  const names = mainFields[type] ?? Object.keys(data)
  const fields = names.filter((name) => data[name] !== null).map((name) => `${name}=${data[name]}`)
  return singleLine([time, type, partitionkey, ...fields].join("  "))
}

/** The most important fields of each topic. */
const mainFields: Readonly<Record<string, ReadonlyArray<string>>> = {
  "call-ended.v1": ["phoneNumber", "attempt", "outcome", "status", "durationSeconds", "failureReason"],
  "call-tagged.v1": ["phoneNumber", "attempt", "intentLabelName", "journeyAction", "status", "nextAttemptAt"],
  "call-suppressed.v1": ["phoneNumber", "scope", "reason"],
  "person-erased.v1": ["phoneNumber"],
  "campaign-changed.v1": ["from", "to", "reason"]
}

const lag = Command.make(
  "lag",
  {},
  Effect.fn("events lag")(function* () {
    const admin = yield* adminClient
    const found = yield* admin.list(({ events }, query) => events.lag({ query }))
    yield* print(found, ({ data }) => table(data, lagColumns, "No consumer groups."))
  })
).pipe(
  Command.withDescription(
    "Show the position of each consumer group on each topic; the group relay publishes events to Kafka"
  )
)

const lagColumns = {
  GROUP: ({ group }: ConsumerLag) => group,
  TOPIC: ({ topic }: ConsumerLag) => topic,
  LAST: ({ last }: ConsumerLag) => last,
  APPLIED: ({ applied }: ConsumerLag) => applied,
  BEHIND: ({ behind }: ConsumerLag) => behind
}

const chosen = {
  topic: Flag.String("topic").pipe(
    Flag.withDescription("Only dead letters of this topic, such as call-ended.v1"),
    Flag.optional
  ),
  group: Flag.String("group").pipe(Flag.withDescription("Only dead letters of this consumer group"), Flag.optional)
}

const listDeadLetters = Command.make(
  "list",
  chosen,
  Effect.fn("events dlq list")(function* ({ topic, group }) {
    const admin = yield* adminClient
    const filter = Record.getSomes({ topic, group })
    const found = yield* admin.list(({ events }, page) => events.deadLetters({ query: { ...page, ...filter } }))
    yield* print(found, ({ data }) => table(data, letterColumns, "No dead letters."))
  })
).pipe(Command.withDescription("List the records that consumers have given up, newest first"))

const letterColumns = {
  ID: ({ id }: DeadLetter) => id,
  TOPIC: ({ topic }: DeadLetter) => topic,
  GROUP: ({ group }: DeadLetter) => group,
  EVENT: ({ eventId }: DeadLetter) => eventId,
  TRIES: ({ attempts }: DeadLetter) => attempts,
  "GIVEN UP": ({ failedAt }: DeadLetter) => failedAt,
  ERROR: ({ errorType, error }: DeadLetter) => `${errorType}: ${error}`
}

const replay = Command.make(
  "replay",
  {
    ...chosen,
    ids: Flag.String("id").pipe(
      Flag.withDescription("Only this dead letter, see events dlq list; may be given several times"),
      Flag.atLeast(0)
    )
  },
  Effect.fn("events dlq replay")(function* ({ topic, group, ids }) {
    const payload = { ...Record.getSomes({ topic, group }), ...(ids.length > 0 && { ids }) }
    if (Object.keys(payload).length === 0) {
      return yield* new UsageError({ message: "Say which dead letters to replay, with --topic, --group or --id" })
    }
    const admin = yield* adminClient
    const done = yield* admin.ask(({ events }) => events.replay({ payload }))
    yield* print(done, ({ replayed }) => `Replayed ${replayed === 1 ? "1 record" : `${replayed} records`}`)
  })
).pipe(
  Command.withDescription(
    "Publish dead letters to their topics again; a consumer group that has handled a record already ignores it"
  ),
  Command.withExamples([
    { command: "carillon events dlq replay --topic call-ended.v1 --group policy" },
    { command: "carillon events dlq replay --id 0193f1c2-7c5e-7000-8000-000000000001" }
  ])
)

const dlq = Command.make("dlq").pipe(
  Command.withDescription("Dead letters: records that a consumer could not handle"),
  Command.withSubcommands([listDeadLetters, replay])
)

export const events = Command.make("events").pipe(
  Command.withDescription("Events: follow them, see how far consumers are, and replay dead letters"),
  Command.withSubcommands([tail, lag, dlq])
)
