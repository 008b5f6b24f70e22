import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { flowOfCampaign } from "../../campaigns/used-by/flow-of-campaign.ts"
import type { ExplainedCall } from "../../domain/calls/Call.ts"
import { longestLabelWaitMillis } from "../../domain/calls/label-wait.ts"
import type { MachineRecord } from "../../domain/calls/MachineRecord.ts"
import type { BilledUsage } from "../../domain/costs/Usage.ts"
import { Signals } from "../../events/Signals.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { retryUntilBack } from "../../platform/sql/retry-until-back.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"
import { Settlement } from "../attempts/Settlement.ts"
import { CallCosts } from "../costs/CallCosts.ts"

/** The transcript of a conversation, and how each turn was answered. */
export interface TranscriptRecord {
  readonly transcript: ExplainedCall["transcript"]
  readonly turns: ExplainedCall["turns"]
  readonly heard: boolean
  readonly optedOut: boolean
  /** The service failed before the person got any reply. */
  readonly failed: boolean
  /** The machine that answered; absent if none was found. */
  readonly machine?: MachineRecord
}

/** The transcript of one attempt, for the page behind a transcript link. */
export interface AttemptTranscript extends Pick<TranscriptRecord, "transcript"> {
  readonly campaignName: string
  readonly startedAt: Date
}

type Conversation = Pick<StreamedAttempt, "id" | "organizationId" | "callId" | "isReturn">

/** Stores transcripts, encrypted at rest, until the retention time of the organization is over. */
export class Transcripts extends Context.Service<
  Transcripts,
  {
    /** Stores at once that the person has spoken, because the call may break off. If that fails, `end` stores it. */
    readonly noteHeard: (conversation: Conversation) => Effect.Effect<void>
    /**
     * Stores that a message on a voicemail begins, so that the voicemail gets no second one if the node dies. If that
     * fails, the message is said nevertheless.
     */
    readonly noteMessage: (conversation: Conversation, machine: MachineRecord) => Effect.Effect<void>
    /** Stores an opt-out at once; `Settlement.optOut` describes when it is applied. If that fails, `end` stores it. */
    readonly noteOptOut: (conversation: Conversation) => Effect.Effect<void>
    /**
     * Stores the conversation when the line is gone, but words of the person are still being recognized: settlement and
     * analysis wait for `end`. If the node dies before it, only these words are lost.
     */
    readonly noteCatchUp: (
      conversation: Conversation,
      record: TranscriptRecord,
      usage: ReadonlyArray<BilledUsage>
    ) => Effect.Effect<void>
    /** Completes when the carrier has detected that a machine answered; else never. */
    readonly awaitMachine: (conversation: Conversation) => Effect.Effect<void>
    /**
     * Stores the whole conversation; while the database is away, tries again for a day. Call it before the carrier
     * hangs up, or after the line was lost.
     */
    readonly end: (
      conversation: Conversation,
      record: TranscriptRecord,
      /** Usage that the providers of the conversation bill. */
      usage?: ReadonlyArray<BilledUsage>
    ) => Effect.Effect<void>
    /** Returns the stored part of a conversation that goes on after a transfer that no target took. */
    readonly soFar: (conversation: Conversation) => Effect.Effect<StoredPart>
    /**
     * The conversation of one attempt; undefined when there is none. Waits up to 15 seconds for a conversation to end.
     */
    readonly ofAttempt: (
      organizationId: number,
      callId: string,
      attemptNo: number
    ) => Effect.Effect<StoredConversation | undefined>
    /** Transcript and turns of the last finished conversation of a call that has lines; empty when there is none. */
    readonly of: (
      organizationId: number,
      callId: string
    ) => Effect.Effect<Pick<TranscriptRecord, "transcript" | "turns">>
    /** The transcript of a finished attempt; undefined when it has no lines or was deleted. */
    readonly ofFinishedAttempt: (
      organizationId: number,
      attemptId: string
    ) => Effect.Effect<AttemptTranscript | undefined>
    /** The first lines of each conversation of these calls, with the disclosures in them. */
    readonly firstLines: (
      organizationId: number,
      callIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly attemptId: string; readonly lines: TranscriptRecord["transcript"] }>>
    /**
     * Deletes the words of conversations whose flow keeps none, once they are analyzed: the transcript, calls of tools,
     * and the briefing of the target of a transfer.
     */
    readonly forgetWords: Effect.Effect<void>
  }
>()("carillon/calls/Transcripts") {
  static readonly layer = Layer.effect(
    Transcripts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const settlement = yield* Settlement
      const costs = yield* CallCosts
      const secrets = yield* Secrets
      const signals = yield* Signals

      const noteHeard: Transcripts["Service"]["noteHeard"] = Effect.fn("Transcripts.noteHeard")(
        function* ({ id, organizationId }) {
          yield* sql`insert into talks as t (organization_id, attempt_id, call_id, heard)
            select organization_id, id, call_id, true from attempts
              where organization_id = ${organizationId} and id = ${id}
            on conflict (organization_id, attempt_id) do update
              set heard = true, noted_at = clock_timestamp() where not t.heard`
        },
        Effect.catchCause((cause) =>
          Effect.logWarning("Could not record the first speech now; it will be saved when the call ends", cause)
        )
      )

      const noteMessage: Transcripts["Service"]["noteMessage"] = Effect.fn("Transcripts.noteMessage")(
        function* ({ id, organizationId }, machine) {
          yield* sql`insert into talks as t (organization_id, attempt_id, call_id, machine)
            select organization_id, id, call_id, ${JSON.stringify(machine)}::jsonb from attempts
              where organization_id = ${organizationId} and id = ${id} and ended_at is null
            on conflict (organization_id, attempt_id) do update
              set machine = excluded.machine, noted_at = clock_timestamp() where t.ended_at is null`
        },
        Effect.timeout("2 seconds"),
        Effect.catchCause((cause) =>
          Effect.logWarning("Could not record that a message begins; it is said nevertheless", cause)
        )
      )

      const noteOptOut: Transcripts["Service"]["noteOptOut"] = Effect.fn("Transcripts.noteOptOut")(
        settlement.optOut,
        Effect.catchCause((cause) =>
          Effect.logError("Could not record an opt-out now; it will be saved when the call ends", cause)
        )
      )

      const noteCatchUp: Transcripts["Service"]["noteCatchUp"] = Effect.fn("Transcripts.noteCatchUp")(
        function* (conversation, record, usage) {
          if (record.optedOut) yield* settlement.optOut(conversation)
          // A conversation that returned keeps the usage of its first part, to which `end` adds the rest.
          yield* store(conversation, record, conversation.isReturn === true ? [] : usage, catchUpTime)
        },
        Effect.catchCause((cause) =>
          Effect.logWarning("Could not record that words are still being recognized; the call may end without", cause)
        )
      )

      const awaitMachine = Effect.fn("Transcripts.awaitMachine")(
        function* ({ id, organizationId }: Conversation) {
          const woken = yield* signals.listen(`machine:${id}`)
          while (true) {
            const detected = yield* sql`select 1 from attempts
              where organization_id = ${organizationId} and id = ${id} and answered_by in ('machine', 'fax')`
            if (detected.length > 0) return
            yield* Effect.timeoutOption(woken, machinePollMillis)
          }
        },
        Effect.scoped,
        Effect.catchCause((cause) =>
          Effect.andThen(
            Effect.logWarning("Could not read what the carrier detected; the call goes on without", cause),
            Effect.never
          )
        )
      )

      const end: Transcripts["Service"]["end"] = Effect.fn("Transcripts.end")(
        function* (conversation, record, usage = []) {
          // Stores the opt-out first: losing it would be worst, and a settlement that waits for this end must find it.
          if (record.optedOut) yield* settlement.optOut(conversation)
          yield* store(conversation, record, usage)
          if (usage.length > 0) yield* costs.conversationStored(conversation)
          yield* signals.send(`talk:${conversation.id}`)
        },
        retryUntilBack,
        Effect.orDie
      )

      // The setting in the version of the flow that the attempt uses.
      const keepTranscript = sql.literal(
        `select f.keep_transcript from campaigns c ${flowOfCampaign({
          version: "coalesce(a.flow_version, c.flow_version)"
        })} where c.organization_id = a.organization_id and c.id = a.campaign_id`
      )

      const store = (
        { id, isReturn = false, organizationId }: Conversation,
        { failed, heard, machine, transcript, turns }: TranscriptRecord,
        usage: ReadonlyArray<BilledUsage>,
        /** The time in which the rest of the conversation comes; null: this is the whole. */
        restWithin: string | null = null
      ) => {
        const isEmpty = transcript.length === 0
        const sealed = isEmpty ? null : secrets.seal(JSON.stringify(transcript), placeOf(organizationId, id))
        return sql`insert into talks as t (organization_id, attempt_id, call_id, heard, failed, transcript, turns, machine, usage, ended_at,
            catches_up_until, keeps_words)
          select organization_id, id, call_id, ${heard}, ${failed}, ${sealed}, ${JSON.stringify(turns)}::jsonb,
              ${machine === undefined ? null : JSON.stringify(machine)}::jsonb,
              ${JSON.stringify(usage)}::jsonb, case when ${restWithin}::interval is null then clock_timestamp() end,
              clock_timestamp() + ${restWithin}::interval, coalesce((${keepTranscript}), true)
            from attempts a where organization_id = ${organizationId} and id = ${id} and phone_number not like '%*%'
          on conflict (organization_id, attempt_id) do update set heard = t.heard or excluded.heard,
            failed = t.failed or excluded.failed, noted_at = excluded.noted_at,
            transcript = coalesce(excluded.transcript, t.transcript), turns = excluded.turns,
            machine = excluded.machine, keeps_words = excluded.keeps_words,
            usage = case when ${isReturn} then coalesce(t.usage, '[]') else '[]' end || excluded.usage,
            ended_at = excluded.ended_at,
            catches_up_until = coalesce(excluded.catches_up_until, t.catches_up_until)`
      }

      const soFar = Effect.fn("Transcripts.soFar")(function* ({ id, organizationId }: Conversation) {
        const [row] = yield* sql<{
          transcript: string | null
          turns: ReadonlyArray<StoredTurn>
          sinceMillis: number
          isRecorded: boolean
        }>`select t.transcript, coalesce(t.turns, '[]') as turns,
            coalesce(a.recording_consent = 'GIVEN', false) as is_recorded,
            (extract(epoch from clock_timestamp() - a.stream_opened_at) * 1000)::float8 as since_millis
          from attempts a join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
          where a.organization_id = ${organizationId} and a.id = ${id}`
        if (row === undefined) return { transcript: [], turns: [], sinceMillis: 0, isRecorded: false }
        const lines = row.transcript === null ? "[]" : yield* secrets.open(row.transcript, placeOf(organizationId, id))
        return {
          transcript: JSON.parse(lines) as TranscriptRecord["transcript"],
          turns: row.turns.map(turnOf),
          sinceMillis: row.sinceMillis,
          isRecorded: row.isRecorded
        }
      }, Effect.orDie)

      const of = Effect.fn("Transcripts.of")(function* (organizationId: number, callId: string) {
        const [row] = yield* sql<StoredTranscript>`select t.attempt_id, t.transcript, t.turns
          from talks t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
          where t.organization_id = ${organizationId} and t.call_id = ${callId} and t.transcript is not null
          order by a.attempt_no desc limit 1`
        if (row === undefined) return { transcript: [], turns: [] }
        const lines = yield* secrets.open(row.transcript, placeOf(organizationId, row.attemptId))
        return {
          transcript: JSON.parse(lines) as TranscriptRecord["transcript"],
          turns: row.turns.map(turnOf)
        }
      }, Effect.orDie)

      const ofFinishedAttempt = Effect.fn("Transcripts.ofFinishedAttempt")(function* (
        organizationId: number,
        attemptId: string
      ) {
        const [row] = yield* sql<Omit<AttemptTranscript, "transcript"> & { readonly transcript: string }>`
          select t.transcript, a.started_at, c.name as campaign_name
          from talks t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
            join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
          where t.organization_id = ${organizationId} and t.attempt_id = ${attemptId} and t.transcript is not null`
        if (row === undefined) return undefined
        const lines = yield* secrets.open(row.transcript, placeOf(organizationId, attemptId))
        return { ...row, transcript: JSON.parse(lines) as TranscriptRecord["transcript"] }
      }, Effect.orDie)

      const ofAttempt = Effect.fn("Transcripts.ofAttempt")(
        function* (organizationId: number, callId: string, attemptNo: number) {
          const [attempt] = yield* sql<{ id: string }>`select id from attempts
            where organization_id = ${organizationId} and call_id = ${callId} and attempt_no = ${attemptNo}`
          if (attempt === undefined) return undefined
          const woken = yield* signals.listen(`talk:${attempt.id}`)
          for (let reads = 0; ; reads++) {
            const conversation = yield* read(organizationId, attempt.id)
            if (conversation === undefined || conversation.isOver || reads === maxReads) return conversation
            yield* Effect.timeoutOption(woken, "1 second")
          }
        },
        Effect.scoped,
        Effect.orDie
      )

      const read = Effect.fnUntraced(function* (organizationId: number, attemptId: string) {
        // A subquery, so that Postgres keeps the plan: it plans anew for each known key of a partitioned table.
        const [row] = yield* sql<Omit<StoredConversation, "transcript"> & { readonly transcript: string | null }>`select
            t.attempt_id, t.heard, t.opted_out, t.ended_at is not null as is_over,
            t.transcript, a.campaign_id, a.flow_version, c.contact_id, a.ended_at as attempt_ended_at
          from talks t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
            join calls c on c.organization_id = t.organization_id and c.id = t.call_id
          where t.organization_id = ${organizationId} and t.attempt_id = (select ${attemptId}::uuid)`
        if (row === undefined) return undefined
        const lines =
          row.transcript === null ? "[]" : yield* secrets.open(row.transcript, placeOf(organizationId, attemptId))
        return { ...row, transcript: JSON.parse(lines) as TranscriptRecord["transcript"] }
      })

      const firstLines: Transcripts["Service"]["firstLines"] = Effect.fn("Transcripts.firstLines")(function* (
        organizationId,
        callIds
      ) {
        const rows = yield* sql<
          Pick<StoredTranscript, "attemptId" | "transcript"> & { readonly isMessage: boolean }
        >`select attempt_id, transcript, coalesce(machine ->> 'detail' like 'MESSAGE%', false) as is_message from talks
          where organization_id = ${organizationId} and call_id = any(${callIds}::uuid[]) and transcript is not null`
        return yield* Effect.forEach(rows, ({ attemptId, isMessage, transcript }) =>
          Effect.map(secrets.open(transcript, placeOf(organizationId, attemptId)), (lines) => {
            const all = JSON.parse(lines) as TranscriptRecord["transcript"]
            // A message for a voicemail may come after a menu, and is the last line of the agent.
            const message = isMessage ? all.findLastIndex(({ role }) => role === "agent") : -1
            return { attemptId, lines: all.filter((_, index) => index < disclosureLines || index === message) }
          })
        )
      }, Effect.orDie)

      // A conversation that no model answered within a day is never analyzed.
      const forgetWords = sql`with old as (
          update talks t set transcript = null from attempts a
          where not t.keeps_words and t.transcript is not null
            and a.organization_id = t.organization_id and a.id = t.attempt_id and a.ended_at is not null
            and (not t.heard or t.opted_out or a.outcome <> 'CONNECTED' or a.answered_by in ('machine', 'fax')
              or a.ended_at < clock_timestamp() - ${longestLabelWaitMillis + hourMillis} * interval '1 millisecond'
              or exists (select 1 from analyses n
                where n.organization_id = t.organization_id and n.attempt_id = t.attempt_id and not n.given_up))
            and not exists (select 1 from awaited_labels w
              where w.organization_id = t.organization_id and w.attempt_id = t.attempt_id)
          returning t.organization_id, t.attempt_id
        ), of_tools as (
          delete from tool_calls c using old
          where c.organization_id = old.organization_id and c.attempt_id = old.attempt_id
        )
        update transfer_tries r set briefing = null from old
        where r.organization_id = old.organization_id and r.attempt_id = old.attempt_id
          and r.briefing is not null`.pipe(Effect.asVoid, Effect.orDie)

      return Transcripts.of({
        noteHeard,
        noteMessage,
        noteOptOut,
        noteCatchUp,
        awaitMachine,
        end,
        soFar,
        of,
        ofAttempt,
        ofFinishedAttempt,
        firstLines,
        forgetWords
      })
    })
  )
}

/** The part of a conversation before a transfer that no target took. */
export interface StoredPart extends Pick<TranscriptRecord, "transcript" | "turns"> {
  /** Time since the conversation began, ms. */
  readonly sinceMillis: number
  /** Whether the person has allowed a recording. */
  readonly isRecorded: boolean
}

/** The stored conversation of an attempt. */
export interface StoredConversation {
  readonly attemptId: string
  readonly campaignId: string
  readonly contactId: string
  /** The version of the flow that the conversation used; null: that of its campaign. */
  readonly flowVersion: number | null
  /** Null while the attempt is live. */
  readonly attemptEndedAt: Date | null
  readonly heard: boolean
  readonly optedOut: boolean
  /** Whether the end is recorded. It never is if the node died during the conversation. */
  readonly isOver: boolean
  readonly transcript: TranscriptRecord["transcript"]
}

/** Number of lines in which a conversation says who calls, and asks what has to be asked first. */
const disclosureLines = 5

const hourMillis = 3_600_000

// Wait for the next look at what the carrier has detected, ms, in case a signal is lost.
const machinePollMillis = 5_000

// Longer than a session may catch up.
const catchUpTime = "11 seconds"

/** Maximum number of repeated reads, one per second, while a conversation has not ended. */
const maxReads = 15

interface StoredTranscript {
  readonly attemptId: string
  readonly transcript: string
  readonly turns: ReadonlyArray<StoredTurn>
}

type Turn = TranscriptRecord["turns"][number]
type Later = "language" | "llmProvider" | "model" | "speculative"

// Turns of earlier releases lack some of these.
type StoredTurn = Omit<Turn, "at" | Later> & Partial<Pick<Turn, Later>> & { readonly at: string }

const ofLaterReleases = ({ language = null, llmProvider = null, model = null, speculative = null }: StoredTurn) => ({
  language,
  llmProvider,
  model,
  speculative
})

const turnOf = (turn: StoredTurn): Turn => ({ ...turn, ...ofLaterReleases(turn), at: new Date(turn.at) })

export const sealedTranscripts = sealedColumn("talks", "transcript", "attempt_id")
const placeOf = sealedTranscripts.place
