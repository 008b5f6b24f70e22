import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { TransferStatus, TransferTry } from "../../domain/calls/TransferTry.ts"
import type { TransferKind } from "../../domain/flows/FlowTransfer.ts"
import { CallableTarget } from "../../domain/flows/TransferTarget.ts"
import { Signals } from "../../events/Signals.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"
import { CallCosts } from "../costs/CallCosts.ts"

/** The data of a new try. */
export interface NewTransferTry {
  readonly kind: TransferKind
  readonly target: CallableTarget
  /** The targets to call after it, in order. */
  readonly remaining: ReadonlyArray<CallableTarget>
  readonly language: string
  /** A summary of the call, for the target; null: none. */
  readonly briefing: string | null
  /** Maximum length of the call, seconds. */
  readonly limitSeconds: number
}

/** A stored try. */
const StoredTry = Schema.Struct({
  id: Schema.String,
  organizationId: Schema.Int,
  attemptId: Schema.String,
  callId: Schema.String,
  campaignId: Schema.String,
  kind: TransferTry.fields.kind,
  status: TransferStatus,
  target: Schema.String,
  address: Schema.String,
  remaining: Schema.Array(CallableTarget),
  language: Schema.String,
  limitSeconds: Schema.Int,
  legSid: Schema.NullOr(Schema.String),
  account: Schema.String,
  /** The number that the person sees; null for attempts of early releases. */
  callerId: Schema.NullOr(Schema.String),
  /** The carrier's id of the call of the person. */
  callSid: Schema.NullOr(Schema.String),
  /** Whether the attempt of the person has ended. */
  isOver: Schema.Boolean
})
export type StoredTry = typeof StoredTry.Type

/** The tries to transfer calls to other people. */
export class TransferTries extends Context.Service<
  TransferTries,
  {
    /** Stores a try before the carrier is asked, and returns its id; undefined if the attempt has ended. */
    readonly begin: (
      attempt: Pick<StreamedAttempt, "id" | "organizationId">,
      begun: NewTransferTry
    ) => Effect.Effect<string | undefined>
    readonly get: (id: string) => Effect.Effect<StoredTry | undefined>
    /** Returns the try that began after this one in the same attempt; undefined if there is none. */
    readonly next: (id: string) => Effect.Effect<StoredTry | undefined>
    /** Stores the carrier's id of the target's leg. Returns whether the try is still under way. */
    readonly placed: (id: string, legSid: string) => Effect.Effect<boolean>
    /** Opens the media stream of a target; undefined if it was opened before, or the try is over. */
    readonly openStream: (id: string) => Effect.Effect<(StoredTry & { readonly briefing: string }) | undefined>
    /** Changes the status of a try that is not over. Returns whether it did. */
    readonly move: (id: string, status: "ACCEPTED" | "CONNECTED") => Effect.Effect<boolean>
    /**
     * Ends a try, unless it is over. Returns whether it did. A person whom the carrier has connected has not left: only
     * the end of a call ends that try.
     */
    readonly end: (
      id: string,
      status: Exclude<TransferStatus, "RINGING" | "BRIEFING" | "ACCEPTED">,
      /** Duration of the conversation of the person and the target, if the carrier reports it. */
      seconds?: number
    ) => Effect.Effect<boolean>
    /** Stores how long the target's leg lasted, as the carrier reports it, and counts its costs. */
    readonly legEnded: (
      id: string,
      leg: { readonly legSid: string | null; readonly seconds: number }
    ) => Effect.Effect<void>
    /** The maximum length of the call that an earlier try of the attempt has reserved; undefined without such a try. */
    readonly reserved: (attemptId: string) => Effect.Effect<number | undefined>
    /** The tries of a call, oldest first. */
    readonly of: (organizationId: number, callId: string) => Effect.Effect<ReadonlyArray<TransferTry>>
  }
>()("carillon/calls/TransferTries") {
  static readonly layer = Layer.effect(
    TransferTries,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const signals = yield* Signals
      const costs = yield* CallCosts

      const begin: TransferTries["Service"]["begin"] = Effect.fn("TransferTries.begin")(function* (
        { id: attemptId, organizationId },
        { briefing, kind, language, limitSeconds, remaining, target }
      ) {
        const id = newId()
        const sealed = briefing === null ? null : secrets.seal(briefing, sealedBriefings.place(organizationId, id))
        const begun =
          yield* sql`insert into transfer_tries (organization_id, id, attempt_id, call_id, kind, target, address,
            remaining, language, briefing, status, account, limit_seconds)
          select organization_id, ${id}, id, call_id, ${kind}, ${target.name}, ${target.address}, ${sql.json(remaining)},
              ${language}, ${sealed}, 'RINGING', account, ${limitSeconds}
            from attempts where organization_id = ${organizationId} and id = ${attemptId} and ended_at is null
              and phone_number not like '%*%'
          returning 1`
        yield* signals.send(`transfer:${attemptId}`)
        return begun.length === 0 ? undefined : id
      }, Effect.orDie)

      const stored =
        sql.literal(`t.id, t.organization_id, t.attempt_id, t.call_id, a.campaign_id, t.kind, t.status, t.target,
        t.address, t.remaining, t.language, t.limit_seconds, t.leg_sid, t.account, a.caller_id, a.call_sid, a.ended_at is not null as is_over`)

      const get = Effect.fn("TransferTries.get")(function* (id: string) {
        const [row] = yield* storedTries(sql`select ${stored} from transfer_tries t
          join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id where t.id = ${id}`)
        return row
      }, Effect.orDie)

      const next = Effect.fn("TransferTries.next")(function* (id: string) {
        const [row] = yield* storedTries(sql`select ${stored} from transfer_tries before
          join transfer_tries t on t.organization_id = before.organization_id and t.attempt_id = before.attempt_id
            and t.started_at > before.started_at
          join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
          where before.id = ${id} order by t.started_at limit 1`)
        return row
      }, Effect.orDie)

      const placed = Effect.fn("TransferTries.placed")(function* (id: string, legSid: string) {
        const rows = yield* sql<{ isLive: boolean }>`update transfer_tries set leg_sid = ${legSid} where id = ${id}
          returning ended_at is null as is_live`
        return rows[0]?.isLive === true
      }, Effect.orDie)

      const openStream = Effect.fn("TransferTries.openStream")(function* (id: string) {
        const [opened] = yield* sql<{ briefing: string | null }>`update transfer_tries t
          set stream_opened_at = clock_timestamp(), status = 'BRIEFING'
          from attempts a
          where t.id = ${id} and t.stream_opened_at is null and t.ended_at is null and a.id = t.attempt_id
            and a.organization_id = t.organization_id and a.ended_at is null
          returning t.briefing`
        const row = opened === undefined ? undefined : yield* get(id)
        if (opened === undefined || row === undefined) return undefined
        yield* signals.send(`transfer:${row.attemptId}`)
        const place = sealedBriefings.place(row.organizationId, id)
        return { ...row, briefing: opened.briefing === null ? "" : yield* secrets.open(opened.briefing, place) }
      }, Effect.orDie)

      const move: TransferTries["Service"]["move"] = Effect.fn("TransferTries.move")(function* (id, status) {
        const [row] = yield* sql<{ attemptId: string }>`update transfer_tries set status = ${status},
            connected_at = case when ${status} = 'CONNECTED' then coalesce(connected_at, clock_timestamp()) end
          where id = ${id} and ended_at is null and status <> 'CONNECTED' returning attempt_id`
        if (row !== undefined) yield* signals.send(`transfer:${row.attemptId}`)
        return row !== undefined
      }, Effect.orDie)

      // The carrier may report a conversation after the attempt has ended.
      const end: TransferTries["Service"]["end"] = Effect.fn("TransferTries.end")(function* (id, status, seconds = 0) {
        const isConnected = status === "CONNECTED"
        // A simulated line that runs faster than the clock reports more seconds than have passed.
        const began = sql`greatest(started_at, clock_timestamp() - ${seconds} * interval '1 second')`
        const [row] = yield* sql<{ attemptId: string }>`update transfer_tries set
            ended_at = coalesce(ended_at, clock_timestamp()),
            connected_at = ${isConnected ? sql`coalesce(connected_at, ${began})` : sql`connected_at`},
            status = case when status = 'CONNECTED' then status else ${status} end
          where id = ${id} and (ended_at is null or (${isConnected} and status = 'PERSON_LEFT'))
            and not (status = 'CONNECTED' and ${status === "PERSON_LEFT"}) returning attempt_id`
        if (row !== undefined) yield* signals.send(`transfer:${row.attemptId}`)
        return row !== undefined
      }, Effect.orDie)

      const legEnded: TransferTries["Service"]["legEnded"] = Effect.fn("TransferTries.legEnded")(
        function* (id, { legSid, seconds }) {
          const [row] = yield* sql<{ attemptId: string; organizationId: number; address: string; account: string }>`
            update transfer_tries set leg_sid = coalesce(leg_sid, ${legSid}), leg_seconds = ${seconds}
            where id = ${id} and leg_seconds is null
            returning attempt_id, organization_id, address, account`
          if (row === undefined || seconds === 0) return
          const { account, address, attemptId, organizationId } = row
          yield* costs.addLeg({ organizationId, id: attemptId }, { account, phoneNumber: address, seconds })
        },
        transaction(sql),
        Effect.orDie
      )

      const reserved = Effect.fn("TransferTries.reserved")(function* (attemptId: string) {
        const [row] = yield* sql<{ limitSeconds: number }>`select limit_seconds from transfer_tries
          where attempt_id = ${attemptId} limit 1`
        return row?.limitSeconds
      }, Effect.orDie)

      const of = Effect.fn("TransferTries.of")(
        (organizationId: number, callId: string) =>
          records(sql`select a.attempt_no, t.kind, t.target, t.status, t.started_at, t.connected_at, t.ended_at, t.leg_seconds
            from transfer_tries t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
            where t.organization_id = ${organizationId} and t.call_id = ${callId} order by t.started_at, t.id`),
        Effect.orDie
      )

      return TransferTries.of({ begin, get, next, placed, openStream, move, end, legEnded, reserved, of })
    })
  )
}

const storedTries = rowsOf(StoredTry)
const records = rowsOf(Schema.Struct(Struct.pick(TransferTry.fields, Struct.keys(TransferTry.fields))))

export const sealedBriefings = sealedColumn("transfer_tries", "briefing", "id")
