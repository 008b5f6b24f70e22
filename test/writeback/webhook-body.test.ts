import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Webhook } from "standardwebhooks"
import { WebhookSecrets } from "../../src/accounts/keys/WebhookSecrets.ts"
import { Analyses } from "../../src/calls/outcomes/Analyses.ts"
import * as Events from "../../src/events/layer.ts"
import { Outbox } from "../../src/events/outbox/Outbox.ts"
import { SharedWork } from "../../src/platform/sql/SharedWork.ts"
import * as Sender from "../../src/writeback/Sender.ts"
import * as WriteBack from "../../src/writeback/WriteBack.ts"
import { organizationWithWebhook, taggedCall, taggedEvent } from "../support/data/deliveries.ts"
import { webhookTarget } from "../support/fakes/webhook-target.ts"
import { neverDrains } from "../support/services/never-drains.ts"
import { writeBackServices } from "../support/services/write-back.ts"

const running = Layer.mergeAll(WriteBack.layer, Sender.worker).pipe(
  Layer.provideMerge(Events.layer),
  Layer.provide(SharedWork.layer),
  Layer.provide(neverDrains),
  Layer.provideMerge(writeBackServices({ ALLOW_PRIVATE_WEBHOOKS: "1" }))
)

const attemptOf = Effect.fnUntraced(function* (callId: string) {
  const sql = yield* PgClient.PgClient
  const [row] = yield* sql<{ id: string }>`select id from attempts where call_id = ${callId}`
  return { sql, attempt: row?.id ?? "" }
})

layer(running, { excludeTestServices: true })("the outcome of a call", (it) => {
  it.effect("an outcome is delivered once, signed, with exactly the fields that receivers rely on", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const call = yield* taggedCall(yield* organizationWithWebhook(target.url))
      yield* Outbox.use(({ add }) => add([taggedEvent(call)]))
      yield* target.got(1)
      const [request] = target.received
      assert.deepStrictEqual(JSON.parse(request?.body ?? ""), {
        contact_identifier: call.phoneNumber,
        identifier_type: "phone",
        intent_label: "Interested",
        intent_source: "auto",
        intent_undetermined: false,
        call_timestamp: call.startedAt.toISOString(),
        campaign_id: call.campaignId,
        campaign_name: "Reminders",
        call_duration_seconds: 42,
        transcript_url: null
      })
      const { secret } = yield* WebhookSecrets.use(({ get }) => get(call.organizationId))
      new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>)
    })
  )

  it.effect("an outcome has the results of the call, and the promise, once the organization switches them on", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const results = { amount: { value: 500, evidence: "I pay 500", reason: null } }
      const commitment = { amount: 500, date: "2030-02-01" }
      for (const sendResults of [true, false]) {
        const call = yield* taggedCall(yield* organizationWithWebhook(target.url, { sendResults }))
        const { sql, attempt } = yield* attemptOf(call.callId)
        const details = { undetermined: null, evidence: null, confidence: null, callbackSaid: null, variables: {} }
        yield* Analyses.use(({ store }) =>
          store(
            { organizationId: call.organizationId, callId: call.callId, id: attempt },
            { labelId: null, isGivenUp: false, details: { ...details, results, commitment } }
          )
        )
        yield* sql`update analyses set intent_label_id = (select intent_label_id from calls where id = ${call.callId})
          where attempt_id = ${attempt}`
        yield* Outbox.use(({ add }) => add([taggedEvent(call)]))
      }
      yield* target.got(2)
      const bodies = target.received.map(({ body }) => JSON.parse(body))
      assert.deepInclude(
        bodies.find(({ results }) => results !== undefined),
        { intent_label: "Interested", results, commitment_data: commitment }
      )
      const [plain] = bodies.filter((body) => body.results === undefined)
      assert.notProperty(plain, "commitment_data")
    })
  )
})
