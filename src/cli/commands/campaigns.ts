import { Effect, Option, Record } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CampaignCallerPool, CampaignPurpose, PaceChanges } from "../../domain/campaigns/Campaign.ts"
import type { Preflight } from "../../domain/dialing/preflight.ts"
import { Purpose } from "../../domain/law/Law.ts"
import type { CampaignInsight } from "../../domain/views/CampaignInsight.ts"
import { adminClient } from "../admin-client.ts"
import { filledArgument, organization } from "../flags.ts"
import { fields, print, table, UsageError } from "../output.ts"
import { payloadOf } from "../requests.ts"
import { watchCampaigns } from "../watch/watching.ts"

const id = filledArgument("campaign id").pipe(Argument.withDescription("The id of the campaign"))

const watch = Command.make(
  "watch",
  { organization, id },
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

const preflight = Command.make(
  "preflight",
  { organization, id },
  Effect.fn("campaign preflight")(function* ({ organization, id }) {
    const admin = yield* adminClient
    const params = { id: String(organization), campaignId: id }
    yield* print(yield* admin.ask(({ campaignInsight }) => campaignInsight.preflight({ params })), outlookInWords)
  })
).pipe(
  Command.withDescription(
    "Foresee a campaign before its start: who will be called, who is skipped and why, from when to when, for how many minutes and at which cost, and what would refuse the start. Changes nothing"
  ),
  Command.withExamples([
    { command: "carillon campaign preflight --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020" },
    { command: "carillon campaign preflight --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --json | jq .ready" }
  ])
)

/** The outlook on a campaign as text for people. */
export const outlookInWords = (outlook: Preflight) => {
  const { basis, callsPerMinute, contacts, cost, examined, firstCallAt, lastCallAt, minutes, missing, warnings } =
    outlook
  return [
    outlook.ready ? "The campaign can be started." : "The campaign cannot be started:",
    ...missing.map((one) => `- ${one}`),
    ...warnings.map((one) => `Warning: ${one}`),
    "",
    fields({
      contacts: examined < contacts ? `${contacts}, estimated from ${examined}` : contacts,
      "will be called": outlook.willBeCalled,
      "first call": firstCallAt,
      "last first attempt": lastCallAt,
      "calls a minute": callsPerMinute,
      minutes: `${minutes.estimated}, ${minutes.remaining} are left`,
      cost: cost === null ? "unknown" : `${cost.amount} ${cost.currency}`,
      "estimated from": basis === 0 ? "a minute for each call" : `the last ${basis} attempts`
    }),
    "",
    table(
      outlook.skipped,
      { "NOT CALLED": ({ reason }) => reason, CONTACTS: ({ count }) => count },
      "None is skipped."
    ),
    "",
    table(outlook.delayed, { "CALLED LATER": ({ reason }) => reason, CONTACTS: ({ count }) => count }, "None waits.")
  ].join("\n")
}

const insight = Command.make(
  "insight",
  { organization, id },
  Effect.fn("campaign insight")(function* ({ organization, id }) {
    const admin = yield* adminClient
    const params = { id: String(organization), campaignId: id }
    yield* print(yield* admin.ask(({ campaignInsight }) => campaignInsight.insight({ params })), insightInWords)
  })
).pipe(
  Command.withDescription(
    "Show how a campaign has gone, and why it places no call now: its funnel, labels by day, waiting calls by hour and answers by hour of the day"
  ),
  Command.withExamples([
    { command: "carillon campaign insight --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020" },
    { command: "carillon campaign insight --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --json | jq .idle" }
  ])
)

/** How a campaign has gone as text for people; why it is idle comes first. */
export const insightInWords = ({
  answersByHour,
  funnel,
  idle,
  labelsByDay,
  oldLists,
  retryQueue,
  timezone
}: CampaignInsight) => {
  const asked = answersByHour.filter(({ attempts }) => attempts > 0)
  return [
    ...(idle === null
      ? ["The campaign places calls."]
      : [
          `The campaign places no call now (${idle.status}):`,
          table(idle.reasons, reasonColumns, "No reason is known.")
        ]),
    ...oldLists.map((list) => `Contacts wait for a newer list: ${list}.`),
    "",
    fields(funnel),
    "",
    table(labelsByDay, labelColumns, "No labels yet."),
    "",
    table(retryQueue, queueColumns, "No call waits."),
    "",
    table(asked, answerColumns, "No attempt has ended yet."),
    "",
    `Days and hours are those of ${timezone}.`
  ].join("\n")
}

type Reason = NonNullable<CampaignInsight["idle"]>["reasons"][number]

const reasonColumns = {
  GATE: ({ gate }: Reason) => gate,
  WHY: ({ detail }: Reason) => detail,
  UNTIL: ({ until }: Reason) => until
}

const labelColumns = {
  DAY: ({ day }: CampaignInsight["labelsByDay"][number]) => day,
  LABELS: ({ labels }: CampaignInsight["labelsByDay"][number]) =>
    labels.map(({ count, name }) => `${name} ${count}`).join(", "),
  UNDETERMINED: ({ undetermined }: CampaignInsight["labelsByDay"][number]) => undetermined
}

const queueColumns = {
  "DUE IN THE HOUR FROM": ({ hour }: CampaignInsight["retryQueue"][number]) => hour,
  CALLBACKS: ({ callbacks }: CampaignInsight["retryQueue"][number]) => callbacks,
  REMINDERS: ({ reminders }: CampaignInsight["retryQueue"][number]) => reminders,
  RETRIES: ({ retries }: CampaignInsight["retryQueue"][number]) => retries,
  FIRST: ({ first }: CampaignInsight["retryQueue"][number]) => first
}

const answerColumns = {
  HOUR: ({ hour }: CampaignInsight["answersByHour"][number]) => `${String(hour).padStart(2, "0")}:00`,
  ATTEMPTS: ({ attempts }: CampaignInsight["answersByHour"][number]) => attempts,
  ANSWERED: ({ answered }: CampaignInsight["answersByHour"][number]) => answered,
  RATE: ({ rate }: CampaignInsight["answersByHour"][number]) => rate !== null && `${Math.round(rate * 100)} %`
}

const pace = Command.make(
  "pace",
  {
    organization,
    id,
    callsPerMinute: Flag.Int("calls-per-minute").pipe(Flag.withDescription("Maximum starts a minute"), Flag.optional),
    maxConcurrentCalls: Flag.Int("concurrent").pipe(
      Flag.withDescription("Maximum number of calls at the same time"),
      Flag.optional
    )
  },
  Effect.fn("campaign pace")(function* ({ callsPerMinute, id, maxConcurrentCalls, organization }) {
    if (Option.isNone(callsPerMinute) && Option.isNone(maxConcurrentCalls)) {
      return yield* new UsageError({ message: "Which pace? Give --calls-per-minute, --concurrent or both" })
    }
    const admin = yield* adminClient
    const params = { id: String(organization), campaignId: id }
    const payload = yield* payloadOf(PaceChanges, Record.getSomes({ callsPerMinute, maxConcurrentCalls }))
    const changed = yield* admin.ask(({ campaignPace }) => campaignPace.change({ params, payload }))
    yield* print(
      changed,
      ({ callsPerMinute, maxConcurrentCalls, name }) =>
        `${name} starts at most ${callsPerMinute} calls a minute, and has at most ${maxConcurrentCalls} at the same time.`
    )
  })
).pipe(
  Command.withDescription("Change the pace of a campaign, also while it runs: it holds from the next call on"),
  Command.withExamples([
    { command: "carillon campaign pace --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --calls-per-minute 20" }
  ])
)

const purpose = Command.make(
  "purpose",
  {
    organization,
    id,
    purpose: Flag.Literals("purpose", [...Purpose.literals, "NONE"]).pipe(
      Flag.withDescription("Why it calls; NONE: what its use case says (required)")
    ),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why it is stated, for the security log (required)"))
  },
  Effect.fn("campaign purpose")(function* ({ id, organization, purpose, reason }) {
    const admin = yield* adminClient
    const params = { id: String(organization), campaignId: id }
    const payload = yield* payloadOf(CampaignPurpose, { purpose: purpose === "NONE" ? null : purpose, reason })
    const changed = yield* admin.ask(({ campaignPurpose }) => campaignPurpose.state({ params, payload }))
    yield* print(changed, ({ name, purpose, useCaseType }) => `${name} calls for ${purpose ?? useCaseType}.`)
  })
).pipe(
  Command.withDescription("State why a campaign calls, which decides the rules of countries for its calls"),
  Command.withExamples([
    {
      command:
        'carillon campaign purpose --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --purpose SERVICE --reason "Delivery times"'
    }
  ])
)

const callerPool = Command.make(
  "caller-pool",
  {
    organization,
    id,
    pool: Flag.String("pool").pipe(
      Flag.withDescription("Name of a pool, see caller-id list; left out: all numbers of the organization"),
      Flag.optional
    )
  },
  Effect.fn("campaign caller-pool")(function* ({ id, organization, pool }) {
    const admin = yield* adminClient
    const params = { id: String(organization), campaignId: id }
    const payload = yield* payloadOf(CampaignCallerPool, { pool: Option.getOrNull(pool) })
    const changed = yield* admin.ask(({ campaignCallerPool }) => campaignCallerPool.choose({ params, payload }))
    yield* print(
      changed,
      ({ callerPool, name }) =>
        `${name} calls from ${callerPool === null ? "all numbers of the organization" : `the pool ${callerPool}`}.`
    )
  })
).pipe(
  Command.withDescription("Choose the numbers from which a campaign calls: it holds from the next call on"),
  Command.withExamples([
    { command: "carillon campaign caller-pool --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --pool Sales" }
  ])
)

export const campaign = Command.make("campaign").pipe(
  Command.withDescription("Campaigns: foresee them, watch them run, change their pace"),
  Command.withSubcommands([preflight, watch, insight, pace, purpose, callerPool])
)
