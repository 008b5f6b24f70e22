import { Context, Effect, Latch, Layer, Metric, Queue, Schedule } from "effect"
import { WebhookSecrets } from "../accounts/keys/WebhookSecrets.ts"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { Lifecycle } from "../platform/lifecycle/Lifecycle.ts"
import { type ClaimedDelivery, Deliveries, type DeliveryAttempt, firstCursor, overdue } from "./Deliveries.ts"
import { resultOf } from "./delivery-result.ts"
import { WebhookRequests } from "./WebhookRequests.ts"
import { type WebhookTarget, WriteBackConfigs } from "./WriteBackConfigs.ts"

/** Sends claimed deliveries. */
export class Sender extends Context.Service<
  Sender,
  {
    /** Sends claimed deliveries concurrently, and passes each result to `done` as soon as it is known. */
    readonly attempt: (
      claimed: ReadonlyArray<ClaimedDelivery>,
      done: (attempted: DeliveryAttempt) => Effect.Effect<unknown>
    ) => Effect.Effect<void>
  }
>()("carillon/writeback/Sender") {
  static readonly layer = Layer.effect(
    Sender,
    Effect.gen(function* () {
      const configs = yield* WriteBackConfigs
      const secrets = yield* WebhookSecrets
      const requests = yield* WebhookRequests

      // Read for each attempt: the current target and secrets apply, not those at the time of the event.
      const conditionsOf = Effect.fnUntraced(function* (organizationIds: ReadonlyArray<number>) {
        return { targets: yield* configs.targets(organizationIds), secrets: yield* secrets.validOf(organizationIds) }
      })

      const send = Effect.fnUntraced(function* (delivery: ClaimedDelivery, { secrets, targets }: Conditions) {
        const target = targetOf(delivery, targets.get(delivery.organizationId))
        if (target === undefined) return turnedOff(delivery)
        const { outcome, ...request } = yield* requests.send({
          ...target,
          id: webhookId(delivery),
          body: delivery.body,
          secrets: secrets.get(delivery.organizationId) ?? []
        })
        return { delivery, request, result: resultOf(outcome, delivery) }
      })

      const sendAll = (
        claimed: ReadonlyArray<ClaimedDelivery>,
        conditions: Conditions,
        done: (attempted: DeliveryAttempt) => Effect.Effect<unknown>
      ) =>
        Effect.forEach(claimed, (delivery) => Effect.flatMap(Effect.tap(send(delivery, conditions), count), done), {
          concurrency: "unbounded",
          discard: true
        })

      // Unreadable settings of one organization must not affect the others.
      const sendOfOne = (
        claimed: ReadonlyArray<ClaimedDelivery>,
        organizationId: number,
        done: (attempted: DeliveryAttempt) => Effect.Effect<unknown>
      ) =>
        Effect.matchCauseEffect(conditionsOf([organizationId]), {
          onSuccess: (conditions) => sendAll(claimed, conditions, done),
          onFailure: (cause) =>
            Effect.andThen(
              Effect.logError("Could not read the target or the secrets of a webhook", cause),
              Effect.forEach(claimed, (delivery) => done(notSent(delivery)), { discard: true })
            )
        })

      const attempt: Sender["Service"]["attempt"] = (claimed, done) => {
        const ofEach = Map.groupBy(claimed, ({ organizationId }) => organizationId)
        return Effect.matchCauseEffect(conditionsOf([...ofEach.keys()]), {
          onSuccess: (conditions) => sendAll(claimed, conditions, done),
          onFailure: () =>
            Effect.forEach(ofEach, ([organizationId, own]) => sendOfOne(own, organizationId, done), {
              concurrency: "unbounded",
              discard: true
            })
        })
      }

      return Sender.of({ attempt })
    })
  )
}

/**
 * Sends due deliveries, on a node that has the role `workers`. A draining node finishes its claimed
 * deliveries and claims no more.
 */
export const worker = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* AppConfig).roles.has("workers")) return
    const deliveries = yield* Deliveries
    const sender = yield* Sender
    const lifecycle = yield* Lifecycle
    const scope = yield* Effect.scope
    const woken = yield* (yield* Signals).listen("write-back")
    const freed = yield* Queue.sliding<void>(1)
    const finished = yield* Queue.unbounded<DeliveryAttempt>()
    const isIdle = Latch.makeUnsafe(true)
    let underWay = 0
    const add = (count: number) =>
      Effect.suspend(() => {
        underWay += count
        return underWay === 0 ? isIdle.open : isIdle.close
      })

    const settle = Queue.peek(finished).pipe(
      Effect.andThen(Effect.sleep(gatherMillis)),
      Effect.andThen(Queue.takeBetween(finished, 1, maxSettledAtOnce)),
      Effect.tap((attempted) => saveResults(deliveries, attempted)),
      Effect.tap((attempted) => add(-attempted.length)),
      Effect.andThen(Queue.offer(freed, undefined)),
      Effect.forever
    )

    const claim = Effect.gen(function* () {
      let cursor = firstCursor
      while (true) {
        if (underWay >= maxUnderWay) yield* Queue.take(freed)
        const { claimed, next, waitMillis } = yield* deliveries.claim(maxUnderWay - underWay, cursor)
        cursor = next
        if (claimed.length > 0) {
          yield* add(claimed.length)
          yield* Effect.forkIn(
            sender.attempt(claimed, (attempted) => Queue.offer(finished, attempted)),
            scope
          )
        }
        if (waitMillis > 0) {
          yield* Effect.timeoutOption(Effect.raceFirst(woken, Queue.take(freed)), waitMillis)
        }
        // Claiming many deliveries at once costs little more than claiming one.
        yield* Effect.sleep(gatherMillis)
      }
    }).pipe(keepGoing("Could not claim webhooks; retrying"))

    yield* Effect.forkScoped(settle)
    yield* Effect.raceFirst(claim, lifecycle.drainStarted).pipe(
      // Other nodes report them from now on. The alert takes the highest value of all nodes, also of one that drains.
      Effect.ensuring(Metric.update(overdue, 0)),
      Effect.forkScoped
    )
    yield* lifecycle.drainAfter(isIdle.await)
  })
)

// Retries for a while when the database is unavailable. A delivery whose result is not stored in
// the end is sent again.
const saveResults = (deliveries: Deliveries["Service"], attempted: ReadonlyArray<DeliveryAttempt>) =>
  deliveries
    .settle(attempted)
    .pipe(
      Effect.catchDefect(() =>
        Effect.forEach(attempted, (one) => settleOne(deliveries, one), { concurrency: "unbounded", discard: true })
      )
    )

const settleOne = (deliveries: Deliveries["Service"], attempted: DeliveryAttempt) =>
  deliveries.settle([attempted]).pipe(
    Effect.sandbox,
    Effect.retry({ times: 10, schedule: Schedule.spaced("1 second") }),
    Effect.catch((cause) => Effect.logError("Could not store the result of a webhook; it will be sent again", cause))
  )

interface Conditions {
  readonly targets: ReadonlyMap<number, WebhookTarget>
  readonly secrets: ReadonlyMap<number, ReadonlyArray<string>>
}

/** Maximum number of claimed deliveries of a node. */
const maxUnderWay = 512
/** Maximum number of results stored in one transaction. */
const maxSettledAtOnce = 200
/** Time to collect results or due deliveries into a batch, ms. */
const gatherMillis = 10

const targetOf = ({ url }: ClaimedDelivery, target: WebhookTarget | undefined) =>
  url === null ? target : { url, method: "POST" as const, headers: {} }

const webhookId = ({ id, importId, kind }: ClaimedDelivery) => (kind === "IMPORT" ? `import_${importId}` : `evt_${id}`)

const notSent = (delivery: ClaimedDelivery): DeliveryAttempt => ({
  delivery,
  request: { at: new Date(), durationMs: 0, statusCode: null, response: null },
  result: resultOf({ problem: "The settings of the target could not be read", mayPass: true }, delivery)
})

// Listed among the failed deliveries, from where it can be sent again once the webhook is on.
const turnedOff = (delivery: ClaimedDelivery): DeliveryAttempt => ({
  delivery,
  request: undefined,
  result: { status: "FAILED", error: "The webhook was turned off before this was delivered", delayMillis: null }
})

const attempts = Metric.counter("webhook_attempts", {
  description: "Attempts to deliver a webhook, by result",
  incremental: true
})

// Created once: creating a labeled metric costs as much as signing a message.
const attemptsOf = (kind: string) => ({
  PENDING: Metric.withAttributes(attempts, { kind, result: "retry" }),
  DELIVERED: Metric.withAttributes(attempts, { kind, result: "delivered" }),
  FAILED: Metric.withAttributes(attempts, { kind, result: "failed" }),
  PERMANENT_FAILURE: Metric.withAttributes(attempts, { kind, result: "permanent_failure" })
})
const attemptsMade = { CALL: attemptsOf("call"), IMPORT: attemptsOf("import") }

const count = ({ delivery: { kind }, result: { status } }: DeliveryAttempt) =>
  Metric.update(attemptsMade[kind][status], 1)
