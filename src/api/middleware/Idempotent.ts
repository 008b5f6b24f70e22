import { createHash } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Schedule, type Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { BadRequest, Conflict, UnprocessableEntity } from "../contract/shared/errors.ts"
import { Caller, Idempotent, KeptResult, ReceivedRows, UploadedFile } from "../contract/shared/middleware.ts"
import { RequestInfo } from "./RequestInfo.ts"

/**
 * Stores the answer in the transaction of the work itself: either both are committed or neither. A request that fails
 * stores nothing, so it may be sent again with the same key.
 */
export const IdempotentLive = Layer.effect(
  Idempotent,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient

    const answerOnce = Effect.fnUntraced(
      function* <E, R>(
        key: string,
        fingerprint: Uint8Array,
        work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
      ) {
        const { organizationId } = yield* Caller
        const lock = createHash("sha256").update(`${organizationId} ${key}`).digest().readBigInt64BE()
        const [locked] = yield* sql<{ acquired: boolean }>`select pg_try_advisory_xact_lock(${lock}) as acquired`
        if (locked?.acquired !== true) {
          return yield* new Conflict({
            message: "A request with this Idempotency-Key is still being worked on; send it again in a moment",
            code: "IDEMPOTENCY_KEY_IN_USE"
          })
        }
        const [before] = yield* sql<Before>`
          select status, body, kept, fingerprint = ${fingerprint} as same from idempotency_keys
          where organization_id = ${organizationId} and key = ${key} and created_at > now() - interval '24 hours'`
        if (before !== undefined) return yield* replay(before, work)
        let kept: Schema.Json = null
        const keep = (result: Schema.Json) => {
          kept = result
        }
        const response = yield* Effect.provideService(work, KeptResult, { earlier: undefined, keep })
        yield* sql`insert into idempotency_keys (organization_id, key, fingerprint, status, body, kept)
          values (${organizationId}, ${key}, ${fingerprint}, ${response.status}, ${bodyText(response)},
            ${kept === null ? null : JSON.stringify(kept)}::json)
          on conflict (organization_id, key) do update set fingerprint = excluded.fingerprint,
            status = excluded.status, body = excluded.body, kept = excluded.kept, created_at = now()`
        return response
      },
      sql.withTransaction,
      Effect.catchTag("SqlError", Effect.die)
    )

    yield* sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning("Could not delete expired idempotency keys; trying again in 1 hour", cause)
      ),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.forkScoped
    )

    return Idempotent.of(
      Effect.fnUntraced(function* (httpEffect) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const key = request.headers["idempotency-key"]
        if (key === undefined) return yield* httpEffect
        if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
          return yield* new BadRequest({
            message: "Idempotency-Key must be 1 to 255 visible characters without spaces"
          })
        }
        // A repeated upload may use other multipart boundaries: the fingerprint covers the file alone.
        const file = Option.getOrUndefined(yield* Effect.serviceOption(UploadedFile))
        const rows = Option.getOrUndefined(yield* Effect.serviceOption(ReceivedRows))
        if (rows !== undefined) return yield* answerOnce(key, rows.fingerprint, httpEffect)
        const body = file?.fingerprint ?? new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
        const fingerprint = createHash("sha256").update(`${request.method} ${request.url}\n`).update(body)
        return yield* answerOnce(key, fingerprint.digest(), httpEffect)
      })
    )
  })
)

interface Before {
  readonly status: number
  readonly body: string
  /** The result from which the work makes the answer again, instead of the answer. */
  readonly kept: Schema.Json
  readonly same: boolean
}

const replay = Effect.fnUntraced(function* <E, R>(
  { body, kept, same, status }: Before,
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) {
  if (!same) {
    return yield* new UnprocessableEntity({
      message: "This Idempotency-Key was used for another request; use a new key for a new request",
      code: "IDEMPOTENCY_KEY_REUSED"
    })
  }
  const { headers } = yield* RequestInfo
  headers["idempotent-replayed"] = "true"
  if (kept !== null) return yield* Effect.provideService(work, KeptResult, { earlier: kept, keep: () => undefined })
  return HttpServerResponse.text(body, { status, contentType: "application/json" })
})

const bodyText = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
