import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { WebhookSecrets } from "../accounts/keys/WebhookSecrets.ts"
import type { TestAnswer } from "../domain/delivery/WriteBack.ts"
import { newId } from "../platform/ids.ts"
import { resultOf } from "./delivery-result.ts"
import { WebhookRequests } from "./WebhookRequests.ts"
import { WriteBackConfigs } from "./WriteBackConfigs.ts"

export class NoTarget extends Schema.TaggedError<NoTarget>()("NoTarget", {}) {}

/** Sends a sample to the configured target at once, for testing a new webhook. Nothing is stored. */
export class TestDelivery extends Context.Service<
  TestDelivery,
  { readonly send: (organizationId: number) => Effect.Effect<TestAnswer, NoTarget> }
>()("carillon/writeback/TestDelivery") {
  static readonly layer = Layer.effect(
    TestDelivery,
    Effect.gen(function* () {
      const configs = yield* WriteBackConfigs
      const secrets = yield* WebhookSecrets
      const requests = yield* WebhookRequests

      const send = Effect.fn("TestDelivery.send")(function* (organizationId: number) {
        const target = yield* configs.configuredTarget(organizationId)
        if (Option.isNone(target)) return yield* new NoTarget()
        const id = `test_${newId()}`
        const body = JSON.stringify(sampleAt(new Date(yield* Clock.currentTimeMillis)))
        const { headers, method, url } = target.value
        const sent = yield* requests.send({
          id,
          url,
          method,
          headers,
          body,
          secrets: yield* secrets.valid(organizationId)
        })
        const { error, status } = resultOf(sent.outcome, { attempts: 0, id, kind: "CALL" })
        return {
          delivered: status === "DELIVERED",
          status: sent.statusCode,
          body: sent.response,
          durationMs: sent.durationMs,
          reason: error,
          webhookId: id
        }
      })

      return TestDelivery.of({ send })
    })
  )
}

// The fields of a call's outcome, with invented values.
const sampleAt = (now: Date) => ({
  contact_identifier: "SAMPLE-1",
  identifier_type: "sample",
  intent_label: "Sample",
  intent_source: "auto",
  intent_undetermined: false,
  call_timestamp: now.toISOString(),
  campaign_id: "00000000-0000-0000-0000-000000000000",
  campaign_name: "A sample, sent to test the webhook",
  call_duration_seconds: 42,
  transcript_url: null
})
