import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schedule, Schema, Struct } from "effect"
import { type CallbackSlot, readCallbackWish } from "../../domain/calendar/callback-slot.ts"
import { ToolCallRecord, ToolCallStatus, type ToolOutcome } from "../../domain/tools/ToolCall.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { databaseErrorsAsFailures } from "../../platform/sql/database-errors.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import type { StreamedAttempt } from "../attempts/Attempts.ts"

/** A call of a tool that begins. */
export interface BegunToolCall {
  readonly turn: number
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly said: string | null
  readonly timeoutSeconds: number
}

/** The tools that conversations have called. Their content is sealed, and deleted with the transcript. */
export class ToolCalls extends Context.Service<
  ToolCalls,
  {
    /** Stores a call before its request is sent, and returns its id. Dies if that fails: then nothing may be sent. */
    readonly begin: (
      conversation: Pick<StreamedAttempt, "id" | "organizationId">,
      call: BegunToolCall
    ) => Effect.Effect<string>
    readonly end: (
      organizationId: number,
      id: string,
      ended: ToolOutcome & Pick<BegunToolCall, "arguments" | "said"> & { readonly tookMillis: number }
    ) => Effect.Effect<void>
    /** Calls of tools in earlier attempts of the same call that have had an effect, or may have had one. */
    readonly ofEarlierAttempts: (
      conversation: Pick<StreamedAttempt, "id" | "callId" | "organizationId">
    ) => Effect.Effect<ReadonlyArray<Pick<ToolCallRecord, "tool" | "arguments" | "status" | "result">>>
    /** The callback that an attempt has set: the last one, with the time as the person named it; null if they took it back. */
    readonly callbackOf: (
      conversation: Pick<StreamedAttempt, "id" | "callId" | "organizationId">
    ) => Effect.Effect<{ readonly slot: CallbackSlot | null; readonly setAt: Date } | undefined>
    /**
     * The calls of tools of a call, in their order. A request whose node died is UNCLEAR. A transfer ends the
     * conversation that asked for it, so its status follows from the targets that were called.
     */
    readonly of: (organizationId: number, callId: string) => Effect.Effect<ReadonlyArray<ToolCallRecord>>
  }
>()("carillon/calls/ToolCalls") {
  static readonly layer = Layer.effect(
    ToolCalls,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets

      const sealed = (organizationId: number, id: string, content: Content) =>
        secrets.seal(JSON.stringify(content), sealedToolCalls.place(organizationId, id))

      const begin: ToolCalls["Service"]["begin"] = Effect.fn("ToolCalls.begin")(function* (
        { id: attemptId, organizationId },
        { arguments: given, said, timeoutSeconds, tool, turn }
      ) {
        const id = newId()
        const content = sealed(organizationId, id, { arguments: given, result: null, said })
        const begun = yield* sql`insert into tool_calls
            (organization_id, id, attempt_id, call_id, turn, tool, content, status, running_until)
          select organization_id, ${id}, id, call_id, ${turn}::int, ${tool}, ${content}, 'RUNNING',
              clock_timestamp() + make_interval(secs => ${timeoutSeconds + graceSeconds})
            from attempts where organization_id = ${organizationId} and id = ${attemptId}
              and phone_number not like '%*%'
          returning 1`
        if (begun.length === 0) return yield* Effect.die(new Error("The attempt of a tool call is gone"))
        return id
      }, Effect.orDie)

      const end: ToolCalls["Service"]["end"] = Effect.fn("ToolCalls.end")(
        (organizationId, id, { arguments: given, httpStatus, result, said, status, tookMillis }) => {
          const content = sealed(organizationId, id, { arguments: given, result, said })
          return sql`update tool_calls set status = ${status}, http_status = ${httpStatus},
              took_millis = ${Math.round(tookMillis)}, content = ${content}
            where organization_id = ${organizationId} and id = ${id}`.pipe(
            databaseErrorsAsFailures,
            Effect.retry({ times: 6, schedule: Schedule.exponential("200 millis") })
          )
        },
        Effect.catchCause((cause) =>
          Effect.logError("Could not record the result of a tool; the call's record will show it as unclear", cause)
        )
      )

      const read = Effect.fnUntraced(function* (organizationId: number, callId: string) {
        const rows = yield* callRows(sql`select t.id, t.attempt_id, a.attempt_no, t.turn, t.tool, t.content,
            case when t.status <> 'RUNNING' then t.status
              when tried.status = 'CONNECTED' then 'DONE'
              when tried.ended_at is not null then 'FAILED'
              when tried.status is not null then 'RUNNING'
              when t.tool = 'transfer' and a.ended_at is not null then 'REFUSED'
              when t.running_until < clock_timestamp() then 'UNCLEAR'
              else t.status end as status,
            t.http_status, t.started_at, t.took_millis
          from tool_calls t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
          left join lateral (select status, ended_at from transfer_tries
            where t.tool = 'transfer' and t.status = 'RUNNING' and organization_id = t.organization_id
              and attempt_id = t.attempt_id and started_at >= t.started_at
            order by started_at desc, id desc limit 1) tried on true
          where t.organization_id = ${organizationId} and t.call_id = ${callId}
          order by a.attempt_no, t.started_at, t.id`)
        return yield* Effect.forEach(rows, ({ content, ...row }) =>
          Effect.map(secrets.open(content, sealedToolCalls.place(organizationId, row.id)), (text) => ({
            ...row,
            ...(JSON.parse(text) as Pick<ToolCallRecord, keyof Content>)
          }))
        )
      })

      const of = Effect.fn("ToolCalls.of")(function* (organizationId: number, callId: string) {
        return (yield* read(organizationId, callId)).map(({ attemptId: _, id: __, ...record }) => record)
      }, Effect.orDie)

      const ofEarlierAttempts: ToolCalls["Service"]["ofEarlierAttempts"] = Effect.fn("ToolCalls.ofEarlierAttempts")(
        function* ({ callId, id, organizationId }) {
          const all = yield* read(organizationId, callId)
          return all.filter(
            ({ attemptId, status }) => attemptId !== id && ["DONE", "UNCLEAR", "RUNNING"].includes(status)
          )
        },
        Effect.orDie
      )

      const callbackOf: ToolCalls["Service"]["callbackOf"] = Effect.fn("ToolCalls.callbackOf")(function* ({
        callId,
        id: attemptId,
        organizationId
      }) {
        const [last] = yield* sql<{ id: string; content: string; setAt: Date }>`select id, content, started_at as set_at
          from tool_calls
          where organization_id = ${organizationId} and call_id = ${callId} and attempt_id = ${attemptId} and tool = 'schedule_callback'
            and status = 'DONE'
          order by started_at desc, id desc limit 1`
        if (last === undefined) return undefined
        const text = yield* secrets.open(last.content, sealedToolCalls.place(organizationId, last.id))
        const wish = readCallbackWish((JSON.parse(text) as Content).arguments)
        return wish && { slot: wish.slot, setAt: last.setAt }
      }, Effect.orDie)

      return ToolCalls.of({ callbackOf, begin, end, of, ofEarlierAttempts })
    })
  )
}

/** Time after the end of a request in which its result may still be stored, s. */
const graceSeconds = 5

/** The sealed part of a row. */
interface Content extends Pick<BegunToolCall, "arguments" | "said"> {
  readonly result: string | null
}

export const sealedToolCalls = sealedColumn("tool_calls", "content", "id")

const callRows = rowsOf(
  Schema.Struct({
    ...Struct.omit(ToolCallRecord.fields, ["arguments", "result", "said"]),
    id: Schema.String,
    attemptId: Schema.String,
    status: ToolCallStatus,
    content: Schema.String
  })
)
