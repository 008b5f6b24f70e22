import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { WebhookSecrets } from "../accounts/WebhookSecrets.ts"
import type { ImportStatus } from "../domain/Import.ts"
import { GuardedHttp } from "../platform/GuardedHttp.ts"
import { signWebhook } from "../platform/webhook-signature.ts"

/** Tells clients that an import is complete, as best it can: they can always ask for the status. */
export class ImportWebhooks extends Context.Service<
  ImportWebhooks,
  {
    /** Sends the next one that is due and says whether there was one. Any number of processes may call this at once. */
    readonly deliverNext: Effect.Effect<boolean>
  }
>()("carillon/contacts/ImportWebhooks") {
  static readonly layer = Layer.effect(
    ImportWebhooks,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* WebhookSecrets
      const http = yield* GuardedHttp

      // Leased for longer than a request can last, and counted before it is made: after a crash it is due again.
      const claim = sql<Delivery>`update imports
        set webhook_attempts = webhook_attempts + 1, webhook_due_at = now() + interval '1 minute'
        where (organization_id, id) = (select organization_id, id from imports where webhook_due_at <= now()
          order by webhook_due_at limit 1 for update skip locked)
        returning organization_id as "organizationId", id, status, total, created, updated, failed,
          completed_at as "completedAt", webhook_url as url, webhook_attempts as attempt`

      const send = Effect.fnUntraced(function* (delivery: Delivery) {
        const body = bodyOf(delivery)
        const signature = signWebhook({
          id: `import_${delivery.id}`,
          timestampSeconds: Math.floor((yield* Clock.currentTimeMillis) / 1000),
          body,
          secrets: yield* secrets.valid(delivery.organizationId)
        })
        const headers = { "content-type": "application/json", ...signature }
        return yield* http.send({ url: delivery.url, method: "POST", headers, body })
      })

      const deliver = (delivery: Delivery) =>
        send(delivery).pipe(
          Effect.map(({ status }): Outcome => judge(status)),
          Effect.catch((error) =>
            Effect.succeed<Outcome>({ problem: error.message, retry: error._tag === "Unreachable" })
          ),
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError("An import's webhook could not be sent", defect), {
              problem: "not sent",
              retry: true
            })
          )
        )

      const settle = Effect.fnUntraced(function* ({ organizationId, id, attempt }: Delivery, outcome: Outcome) {
        const delay = outcome.retry ? retryDelays[attempt - 1] : undefined
        if (outcome.problem !== undefined) {
          yield* Effect.logWarning(`An import's webhook was not delivered: ${outcome.problem}`).pipe(
            Effect.annotateLogs({ organizationId, importId: id, attempt, nextAttemptIn: delay ?? "never" })
          )
        }
        yield* sql`update imports set webhook_due_at = now() + ${delay ?? null}::interval
          where organization_id = ${organizationId} and id = ${id}`
      })

      const deliverNext = Effect.fn("ImportWebhooks.deliverNext")(function* () {
        const [delivery] = yield* claim
        if (delivery === undefined) return false
        yield* settle(delivery, yield* deliver(delivery))
        return true
      }, Effect.orDie)

      return ImportWebhooks.of({ deliverNext: deliverNext() })
    })
  )
}

interface Delivery {
  readonly organizationId: number
  readonly id: string
  readonly status: ImportStatus
  readonly total: number
  readonly created: number
  readonly updated: number
  readonly failed: number
  readonly completedAt: Date
  readonly url: string
  readonly attempt: number
}

interface Outcome {
  readonly problem?: string
  readonly retry: boolean
}

const retryDelays = ["30 seconds", "2 minutes"]

const judge = (status: number): Outcome =>
  status >= 200 && status < 300 ? { retry: false } : { problem: `answered ${status}`, retry: status >= 500 }

const bodyOf = ({ id, status, total, created, updated, failed, completedAt }: Delivery) =>
  JSON.stringify({ event: "import.completed", importId: id, status, total, created, updated, failed, completedAt })
