import { Effect, Option, Record } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type AttemptLogEntry, type Decision, type ExplainedCall, LabelCorrection } from "../../domain/calls/Call.ts"
import { type Reanalysis, ReanalysisFilter } from "../../domain/calls/Reanalysis.ts"
import { CallSearch, type FoundCalls, type ListedCall } from "../../domain/views/CallSearch.ts"
import { adminClient } from "../admin-client.ts"
import { filledArgument, filledFlag, organization } from "../flags.ts"
import { CommandError, fields, print, table, UsageError } from "../output.ts"
import { payloadOf } from "../requests.ts"
import { saveFile } from "../save-file.ts"

type Line = ExplainedCall["transcript"][number]
type Turn = ExplainedCall["turns"][number]
type Delivery = ExplainedCall["deliveries"][number]
type Request = Delivery["attempts"][number]

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const list = Command.make(
  "list",
  {
    organization,
    campaignId: text("campaign", "Only calls of this campaign"),
    status: text("status", "Only calls with this status, such as FAILED"),
    outcome: text("outcome", "Only calls whose last attempt ended like this, such as NO_ANSWER"),
    label: text("label", "Only calls with a label of this name"),
    phoneNumber: text("number", "Only calls to this number, in E.164"),
    from: text("from", "Only calls whose last attempt began at this time or later"),
    to: text("to", "Only calls whose last attempt began before this time"),
    flagged: text("flagged", "true: only calls that a rule flagged for review; false: only the others"),
    undetermined: text("undetermined", "true: only calls that could not be classified; false: only the others"),
    costAtLeast: text("cost-at-least", "Only calls whose known cost is at least this, such as 0.05"),
    machine: text("machine", "Only calls whose last attempt met a machine and ended like this, such as MESSAGE_LEFT"),
    durationAtLeast: text("seconds-at-least", "Only calls whose conversation lasted this many seconds or longer"),
    limit: Flag.Int("limit").pipe(
      Flag.filter(
        (limit) => limit >= 1,
        () => "Expected: 1 or more"
      ),
      Flag.withDescription("Maximum number of calls"),
      Flag.withDefault(20)
    )
  },
  Effect.fn("call list")(function* ({ limit, organization, ...filter }) {
    const admin = yield* adminClient
    const given = Record.getSomes(filter)
    const params = { id: String(organization) }
    const data: Array<ListedCall> = []
    for (let cursor: string | null = ""; cursor !== null && data.length < limit; ) {
      const page = { limit: String(Math.min(100, limit - data.length)), ...(cursor !== "" && { cursor }) }
      const query: CallSearch = yield* payloadOf(CallSearch, { ...given, ...page })
      const found: FoundCalls = yield* admin.ask(({ calls }) => calls.list({ params, query }))
      data.push(...found.data)
      cursor = found.nextCursor
    }
    yield* print({ data }, ({ data }) => table(data, listColumns, "No calls."))
  })
).pipe(
  Command.withDescription("List the calls of all campaigns of an organization, the latest first"),
  Command.withExamples([
    { command: "carillon call list --org 1 --label Interested --from 2030-01-01T00:00:00Z" },
    { command: "carillon call list --org 1 --status FAILED --limit 100 --json" }
  ])
)

const listColumns = {
  CALL: ({ id }: ListedCall) => id,
  AT: ({ at }: ListedCall) => at,
  CAMPAIGN: ({ campaignName }: ListedCall) => campaignName,
  NAME: ({ contactName }: ListedCall) => contactName,
  NUMBER: ({ phoneNumber }: ListedCall) => phoneNumber,
  STATUS: ({ status }: ListedCall) => status,
  OUTCOME: ({ outcome }: ListedCall) => outcome,
  MACHINE: ({ machine }: ListedCall) => machine,
  LABEL: ({ intentLabel }: ListedCall) => intentLabel?.name,
  SECONDS: ({ duration }: ListedCall) => duration,
  COST: ({ cost, currency }: ListedCall) => (cost === null ? null : `${cost} ${currency}`)
}

const explain = Command.make(
  "explain",
  { organization, id: filledArgument("call id").pipe(Argument.withDescription("The id of the call's record")) },
  Effect.fn("call explain")(function* ({ organization, id }) {
    const admin = yield* adminClient
    const params = { id: String(organization), callId: id }
    yield* print(yield* admin.ask(({ calls }) => calls.explain({ params })), inWords)
  })
).pipe(
  Command.withDescription("Explain a call: its attempts, its transcript, and why it was, or was not, placed"),
  Command.withExamples([{ command: "carillon call explain --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020" }])
)

/** The whole record of a call as text for people. */
export const inWords = (call: ExplainedCall) =>
  [
    fields(recordOf(call)),
    "",
    table(call.attemptLog, attemptColumns, "Never called."),
    "",
    ...conversationOf(call),
    ...analysisOf(call),
    whyOf(call.decisions),
    ...(call.decisions.length === 0 ? [] : [table(call.decisions, decisionColumns, "")]),
    ...deliveriesOf(call.deliveries)
  ].join("\n")

// Fields without a value, and empty lists and objects, are left out.
const recordOf = ({
  analysis,
  attemptLog,
  transcript,
  turns,
  chunks,
  variables,
  decisions,
  deliveries,
  ...record
}: ExplainedCall) =>
  Object.fromEntries(
    Object.entries({
      ...record,
      intentLabel: record.intentLabel?.name ?? null,
      intentCorrection: correctedBy(record.intentCorrection)
    }).filter(([, value]) => value !== null && value !== false && !isEmpty(value))
  )

const isEmpty = (value: unknown) => ["[]", "{}"].includes(JSON.stringify(value))

const correctedBy = (correction: ExplainedCall["intentCorrection"]) =>
  correction &&
  `by ${correction.byName ?? correction.by} at ${correction.at}, was ${correction.from ?? "without a label"}`

const attemptColumns = {
  ATTEMPT: ({ attemptNo }: AttemptLogEntry) => attemptNo,
  KIND: ({ kind }: AttemptLogEntry) => kind,
  STARTED: ({ startedAt }: AttemptLogEntry) => startedAt,
  ENDED: ({ endedAt }: AttemptLogEntry) => endedAt,
  OUTCOME: ({ outcome }: AttemptLogEntry) => outcome ?? "under way",
  SECONDS: ({ durationSeconds }: AttemptLogEntry) => durationSeconds,
  "ANSWERED BY": ({ answeredBy }: AttemptLogEntry) => answeredBy,
  REASON: ({ failureReason }: AttemptLogEntry) => failureReason,
  "CALL SID": ({ callSid }: AttemptLogEntry) => callSid,
  "FLOW VERSION": ({ flowVersion }: AttemptLogEntry) => flowVersion,
  "IDENTITY CONFIRMED": ({ identityConfirmedAt }: AttemptLogEntry) => identityConfirmedAt,
  "CALLER ID": ({ callerId }: AttemptLogEntry) => callerId
}

const decisionColumns = {
  AT: ({ at }: Decision) => at,
  GATE: ({ gate }: Decision) => gate,
  VERDICT: ({ verdict }: Decision) => verdict,
  DETAIL: ({ detail }: Decision) => detail
}

const conversationOf = ({ transcript, turns }: ExplainedCall) => [
  ...(transcript.length === 0 ? [] : [table(transcript, lineColumns, ""), ""]),
  ...(turns.length === 0 ? [] : [table(turns, turnColumns, ""), ""])
]

const lineColumns = {
  FROM: ({ startMs }: Line) => clock(startMs),
  TO: ({ endMs }: Line) => clock(endMs),
  WHO: ({ role }: Line) => role,
  SAID: ({ interrupted, text }: Line) => (interrupted ? `${text} — (interrupted)` : text)
}

const clock = (millis: number) => {
  const minutes = Math.floor(millis / 60_000)
  return `${minutes}:${((millis % 60_000) / 1_000).toFixed(1).padStart(4, "0")}`
}

const turnColumns = {
  "ANSWERED AT": ({ at }: Turn) => at,
  "TURN ENDED": ({ endOfTurnMs }: Turn) => endOfTurnMs,
  RETRIEVED: ({ retrievalMs }: Turn) => retrievalMs,
  CHUNKS: ({ chunkIds }: Turn) => (chunkIds.length === 0 ? null : chunkIds.length),
  "FIRST WORD": ({ firstTokenMs }: Turn) => firstTokenMs,
  "FIRST SOUND": ({ firstAudioMs }: Turn) => firstAudioMs,
  "MS IN ALL": ({ totalMs }: Turn) => totalMs,
  WHY: ({ why }: Turn) => why
}

/** The webhook deliveries of the call, with every request. */
const deliveriesOf = (deliveries: ReadonlyArray<Delivery>) =>
  deliveries.flatMap(({ attempts, nextAttemptAt, status, webhookId }) => [
    "",
    `Webhook ${webhookId}: ${status}${nextAttemptAt === null ? "" : `, next request at ${nextAttemptAt.toISOString()}`}`,
    table(attempts, requestColumns, "Nothing sent yet.")
  ])

const requestColumns = {
  "SENT AT": ({ at }: Request) => at,
  MS: ({ durationMs }: Request) => durationMs,
  ANSWER: ({ statusCode }: Request) => statusCode,
  ERROR: ({ error }: Request) => error
}

const analysisOf = ({ analysis, variables }: ExplainedCall) => {
  if (analysis === null) return []
  const { callbackSaid, confidence, evidence, intentLabel, undetermined } = analysis
  const found = {
    label: intentLabel ?? `undetermined: ${undetermined}`,
    ...(evidence !== null && { evidence, confidence }),
    ...(callbackSaid !== null && { "callback asked for": callbackSaid }),
    ...variables
  }
  return [`Analysis of attempt ${analysis.attemptNo}:`, fields(found), ""]
}

/** The latest decision of the gates. */
const whyOf = (decisions: ReadonlyArray<Decision>) => {
  const last = decisions.at(-1)
  if (last === undefined) return "No decision yet, or it is no longer stored."
  const stop = decisions.find((decision) => decision.at.getTime() === last.at.getTime() && decision.verdict !== "PASS")
  const at = last.at.toISOString()
  if (stop === undefined) return `Called at ${at}: nothing stood in the way.`
  const consequence = stop.verdict === "WAIT" ? "Waits" : "Is not called"
  return `${consequence}, as decided at ${at}: ${stop.gate}${stop.detail === null ? "" : ` (${stop.detail})`}.`
}

const recording = Command.make(
  "recording",
  {
    organization,
    id: filledArgument("call id").pipe(Argument.withDescription("The id of the call's record")),
    attempt: Flag.Int("attempt").pipe(
      Flag.withDescription("The number of the attempt (default: the last)"),
      Flag.optional
    ),
    out: Flag.String("out").pipe(Flag.withDescription("The WAV file to write (default: call-<id>.wav)"), Flag.optional)
  },
  Effect.fn("call recording")(function* ({ attempt, id, organization, out }) {
    const admin = yield* adminClient
    const params = { id: String(organization), callId: id }
    const found = yield* admin.ask(({ recordings }) => recordings.list({ params }))
    const attemptNo = Option.getOrElse(attempt, () => found.recordings.at(-1)?.attemptNo)
    if (attemptNo === undefined) {
      const consent = found.consents.at(-1)?.consent
      const answer = consent === undefined ? "" : `; asked for consent, the person's answer was ${consent}`
      return yield* new CommandError({ message: `The call has no recording${answer}` })
    }
    const wav = yield* admin.ask(({ recordings }) => recordings.audio({ params: { ...params, attemptNo } }))
    const file = Option.getOrElse(out, () => `call-${id}.wav`)
    yield* saveFile(file, wav, "private")
    const seconds = Math.round((found.recordings.find((one) => one.attemptNo === attemptNo)?.durationMs ?? 0) / 1_000)
    yield* print({ file, attempt: attemptNo, seconds }, () => `Wrote ${file}: attempt ${attemptNo}, ${seconds} seconds`)
  })
).pipe(
  Command.withDescription("Save the recording of a call as a WAV file, the person left and the agent right"),
  Command.withExamples([
    { command: "carillon call recording --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --out call.wav" }
  ])
)

const analyze = Command.make(
  "analyze",
  {
    organization,
    call: filledFlag("call").pipe(Flag.withDescription("The id of one call's record"), Flag.optional),
    campaign: Flag.String("campaign").pipe(Flag.withDescription("Only calls of this campaign"), Flag.optional),
    since: Flag.String("since").pipe(
      Flag.withDescription("Only calls that ended at this time or later"),
      Flag.optional
    ),
    until: Flag.String("until").pipe(Flag.withDescription("Only calls that ended before this time"), Flag.optional)
  },
  Effect.fn("call analyze")(function* ({ call, campaign, organization, since, until }) {
    const admin = yield* adminClient
    const id = String(organization)
    const filter = Record.getSomes({ campaignId: campaign, since, until })
    if (Option.isSome(call)) {
      if (Object.keys(filter).length > 0) {
        return yield* new UsageError({ message: "Give either --call, or --campaign, --since and --until" })
      }
      const params = { id, callId: call.value }
      return yield* print(yield* admin.ask(({ calls }) => calls.analyze({ params })), queuedInWords)
    }
    if (Object.keys(filter).length === 0) {
      return yield* new UsageError({ message: "Which calls? Give --call, --campaign or --since" })
    }
    const payload = yield* payloadOf(ReanalysisFilter, filter)
    yield* print(yield* admin.ask(({ calls }) => calls.analyzeAll({ params: { id }, payload })), queuedInWords)
  })
).pipe(
  Command.withDescription(
    "Analyze conversations again: of one call without a label, or of all calls that no model answered for"
  ),
  Command.withExamples([
    { command: "carillon call analyze --org 1 --since 2030-01-01T09:00:00Z" },
    { command: "carillon call analyze --org 1 --call 01a1ff45-430e-7001-8020-14bbb5a2c020" }
  ])
)

const label = Command.make(
  "label",
  {
    organization,
    id: filledArgument("call id").pipe(Argument.withDescription("The id of the call's record")),
    label: Flag.String("label").pipe(Flag.withDescription("The id of a label of the call's campaign (required)")),
    note: text("note", "Why the label was corrected")
  },
  Effect.fn("call label")(function* ({ id, label, note, organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization), callId: id }
    const payload = yield* payloadOf(LabelCorrection, { labelId: label, ...Record.getSomes({ note }) })
    const corrected = yield* admin.ask(({ calls }) => calls.correctLabel({ params, payload }))
    yield* print(
      corrected,
      ({ intentLabel, status }) => `The call has the label ${intentLabel?.name}; it is ${status}.`
    )
  })
).pipe(
  Command.withDescription("Correct the label of a call: it is routed, published and reported like any label"),
  Command.withExamples([
    {
      command:
        "carillon call label --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020 --label 01a1ff45-430e-7001-8020-14bbb5a2c0aa"
    }
  ])
)

const hangUp = Command.make(
  "hang-up",
  { organization, id: filledArgument("call id").pipe(Argument.withDescription("The id of the call's record")) },
  Effect.fn("call hang-up")(function* ({ organization, id }) {
    const admin = yield* adminClient
    const params = { id: String(organization), callId: id }
    yield* print(
      yield* admin.ask(({ calls }) => calls.hangUp({ params })),
      ({ attempt }) => `The carrier is asked to end attempt ${attempt} of the call.`
    )
  })
).pipe(
  Command.withDescription(
    "Hang up a live call: a conversation is analyzed as if the person had hung up, a call that rings counts as not answered"
  ),
  Command.withExamples([{ command: "carillon call hang-up --org 1 01a1ff45-430e-7001-8020-14bbb5a2c020" }])
)

const queuedInWords = ({ queued }: Reanalysis) =>
  queued === 1 ? "1 call is analyzed again." : `${queued} calls are analyzed again.`

export const call = Command.make("call").pipe(
  Command.withDescription("Calls: what happened, and why"),
  Command.withSubcommands([list, explain, recording, label, analyze, hangUp])
)
