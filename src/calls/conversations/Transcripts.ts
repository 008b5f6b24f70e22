import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schedule } from "effect"
import type { ExplainedCall } from "../../domain/calls/Call.ts"
import { Signals } from "../../events/Signals.ts"
import { type SealedPlace, Secrets } from "../../platform/secrets/Secrets.ts"
import { databaseErrorsAsFailures } from "../../platform/sql/database-errors.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"
import { Settlement } from "../attempts/Settlement.ts"

/** What was said in a call, and how each turn was answered. */
export interface TranscriptRecord {
  readonly transcript: ExplainedCall["transcript"]
  readonly turns: ExplainedCall["turns"]
  readonly heard: boolean
  readonly optedOut: boolean
  /** It broke off by a failure of ours before the person was answered anything. */
  readonly failed: boolean
}

/** The talk of one attempt, for people to read. */
export interface AttemptTalk extends Pick<TranscriptRecord, "transcript"> {
  readonly campaignName: string
  readonly startedAt: Date
}

type Talk = Pick<StreamedAttempt, "id" | "organizationId" | "callId">

/** Keeps what is said in calls: sealed at rest, and forgotten when the organization no longer keeps it. */
export class Transcripts extends Context.Service<
  Transcripts,
  {
    /** The person has said a word; kept at once, since the call may break off. What cannot be kept now, `end` keeps. */
    readonly noteHeard: (talk: Talk) => Effect.Effect<void>
    /** The person does not want to be called again; kept at once, and applied at once where the attempt has ended. */
    readonly noteOptOut: (talk: Talk) => Effect.Effect<void>
    /** The conversation is over: keeps it whole. Told before the carrier is told to hang up, or after the line is gone. */
    readonly end: (talk: Talk, record: TranscriptRecord) => Effect.Effect<void>
    /** Of one attempt of a call; undefined when there was none, or it is no longer kept. Waits a while for one that goes on. */
    readonly ofAttempt: (
      organizationId: number,
      callId: string,
      attemptNo: number
    ) => Effect.Effect<TalkOfAttempt | undefined>
    /** Of the last talk of a call that is over and has lines; empty when there is none. */
    readonly of: (
      organizationId: number,
      callId: string
    ) => Effect.Effect<Pick<TranscriptRecord, "transcript" | "turns">>
    /** What was said in one attempt that is over; undefined when nothing was, or it is no longer kept. */
    readonly saidIn: (organizationId: number, attemptId: string) => Effect.Effect<AttemptTalk | undefined>
  }
>()("carillon/calls/Talks") {
  static readonly layer = Layer.effect(
    Transcripts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const settlement = yield* Settlement
      const secrets = yield* Secrets
      const signals = yield* Signals

      const noteHeard: Transcripts["Service"]["noteHeard"] = Effect.fn("Talks.noteHeard")(
        function* ({ id, organizationId }) {
          yield* sql`insert into talks as t (organization_id, attempt_id, call_id, heard)
            select organization_id, id, call_id, true from attempts
              where organization_id = ${organizationId} and id = ${id}
            on conflict (organization_id, attempt_id) do update
              set heard = true, noted_at = clock_timestamp() where not t.heard`
        },
        Effect.catchCause((cause) => Effect.logWarning("That a person spoke is kept only once their call ends", cause))
      )

      const noteOptOut: Transcripts["Service"]["noteOptOut"] = Effect.fn("Talks.noteOptOut")(
        settlement.optOut,
        Effect.catchCause((cause) => Effect.logError("An opt-out is kept only once the call ends", cause))
      )

      const end: Transcripts["Service"]["end"] = Effect.fn("Talks.end")(function* (talk, record) {
        // First what is worst to lose; and whoever waits for this end must see it.
        if (record.optedOut) yield* settlement.optOut(talk)
        yield* keep(talk, record)
        yield* signals.send(`talk:${talk.id}`)
      }, persistently)

      const keep = ({ id, organizationId }: Talk, { failed, heard, transcript, turns }: TranscriptRecord) => {
        const isEmpty = transcript.length === 0
        const sealed = isEmpty ? null : secrets.seal(JSON.stringify(transcript), placeOf(organizationId, id))
        return sql`insert into talks as t (organization_id, attempt_id, call_id, heard, failed, transcript, turns, ended_at)
          select organization_id, id, call_id, ${heard}, ${failed}, ${sealed}, ${JSON.stringify(turns)}::jsonb,
              clock_timestamp()
            from attempts where organization_id = ${organizationId} and id = ${id} and phone_number not like '%*%'
          on conflict (organization_id, attempt_id) do update set heard = t.heard or excluded.heard,
            failed = t.failed or excluded.failed, noted_at = excluded.noted_at,
            transcript = coalesce(excluded.transcript, t.transcript), turns = excluded.turns, ended_at = excluded.ended_at`
      }

      const of = Effect.fn("Talks.of")(function* (organizationId: number, callId: string) {
        const [talk] = yield* sql<StoredTalk>`select t.attempt_id as "attemptId", t.transcript, t.turns
          from talks t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
          where t.organization_id = ${organizationId} and t.call_id = ${callId} and t.transcript is not null
          order by a.attempt_no desc limit 1`
        if (talk === undefined) return { transcript: [], turns: [] }
        const lines = yield* secrets.open(talk.transcript, placeOf(organizationId, talk.attemptId))
        return {
          transcript: JSON.parse(lines) as TranscriptRecord["transcript"],
          turns: talk.turns.map((turn) => ({ ...turn, at: new Date(turn.at) }))
        }
      }, Effect.orDie)

      const saidIn = Effect.fn("Talks.saidIn")(function* (organizationId: number, attemptId: string) {
        const [talk] = yield* sql<Omit<AttemptTalk, "transcript"> & { readonly transcript: string }>`
          select t.transcript, a.started_at as "startedAt", c.name as "campaignName"
          from talks t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
            join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
          where t.organization_id = ${organizationId} and t.attempt_id = ${attemptId} and t.transcript is not null`
        if (talk === undefined) return undefined
        const lines = yield* secrets.open(talk.transcript, placeOf(organizationId, attemptId))
        return { ...talk, transcript: JSON.parse(lines) as TranscriptRecord["transcript"] }
      }, Effect.orDie)

      const ofAttempt = Effect.fn("Talks.ofAttempt")(
        function* (organizationId: number, callId: string, attemptNo: number) {
          const [attempt] = yield* sql<{ id: string }>`select id from attempts
            where organization_id = ${organizationId} and call_id = ${callId} and attempt_no = ${attemptNo}`
          if (attempt === undefined) return undefined
          const woken = yield* signals.listen(`talk:${attempt.id}`)
          for (let looks = 0; ; looks++) {
            const talk = yield* stored(organizationId, attempt.id)
            if (talk === undefined || talk.isOver || looks === mostLooks) return talk
            yield* Effect.timeoutOption(woken, "1 second")
          }
        },
        Effect.scoped,
        Effect.orDie
      )

      const stored = Effect.fnUntraced(function* (organizationId: number, attemptId: string) {
        const [talk] = yield* sql<Omit<TalkOfAttempt, "transcript"> & { readonly transcript: string | null }>`select
            t.attempt_id as "attemptId", t.heard, t.opted_out as "optedOut", t.ended_at is not null as "isOver",
            t.transcript
          from talks t where t.organization_id = ${organizationId} and t.attempt_id = ${attemptId}`
        if (talk === undefined) return undefined
        const lines =
          talk.transcript === null ? "[]" : yield* secrets.open(talk.transcript, placeOf(organizationId, attemptId))
        return { ...talk, transcript: JSON.parse(lines) as TranscriptRecord["transcript"] }
      })

      return Transcripts.of({ noteHeard, noteOptOut, end, of, ofAttempt, saidIn })
    })
  )
}

/** What is known of the talk of an attempt. */
export interface TalkOfAttempt {
  readonly attemptId: string
  readonly heard: boolean
  readonly optedOut: boolean
  /** False when nothing was heard of its end: a node may have died in it. */
  readonly isOver: boolean
  readonly transcript: TranscriptRecord["transcript"]
}

/** About as many seconds as the end of a talk may come after that of its call. */
const mostLooks = 15

interface StoredTalk {
  readonly attemptId: string
  readonly transcript: string
  readonly turns: ReadonlyArray<Omit<TranscriptRecord["turns"][number], "at"> & { readonly at: string }>
}

const placeOf = (organizationId: number, rowId: string): SealedPlace => ({
  organizationId,
  table: "talks",
  column: "transcript",
  rowId
})

// There is no other copy of a talk: a database that is away for a moment must not lose it.
const persistently = <A, E>(kept: Effect.Effect<A, E>): Effect.Effect<A> =>
  kept.pipe(
    databaseErrorsAsFailures,
    Effect.retry({ times: 6, schedule: Schedule.exponential("200 millis") }),
    Effect.orDie
  )
