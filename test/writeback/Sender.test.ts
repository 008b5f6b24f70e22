import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Metric, Scope } from "effect"
import { newId } from "../../src/platform/ids.ts"
import { Lifecycle } from "../../src/platform/lifecycle/Lifecycle.ts"
import { Deliveries, overdue } from "../../src/writeback/Deliveries.ts"
import { worker } from "../../src/writeback/Sender.ts"
import { deliveriesOf, letTimePass, organizationWithWebhook, sendDue } from "../support/data/deliveries.ts"
import { webhookTarget } from "../support/fakes/webhook-target.ts"
import { startScript } from "../support/processes/script-process.ts"
import { engine, makeDatabase } from "../support/servers/test-database.ts"
import { writeBackServices, writeBackServicesOn } from "../support/services/write-back.ts"

const settings = { ALLOW_PRIVATE_WEBHOOKS: "1" }

const add = ({ campaignId, organizationId }: { campaignId: string; organizationId: number }, count: number) =>
  Deliveries.use(({ addCalls }) =>
    addCalls(
      Array.from({ length: count }, (_, n) => ({
        ...{ organizationId, campaignId, callId: newId(), attemptNo: 1, isEnd: false },
        body: JSON.stringify({ n })
      }))
    )
  )

/** Runs a sending node until its scope closes; it drains on request. */
const startNode = Effect.gen(function* () {
  const drain = yield* Deferred.make<void>()
  const ends: Array<Effect.Effect<void>> = []
  const lifecycle = Layer.succeed(Lifecycle, {
    unready: Effect.succeed([]),
    readyWhile: () => Effect.void,
    isDraining: Deferred.isDone(drain),
    drainStarted: Deferred.await(drain),
    drainAfter: (end) => Effect.sync(() => void ends.push(end)),
    callsLeft: Effect.succeed(0)
  })
  const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
  yield* Layer.buildWithMemoMap(worker.pipe(Layer.provide(lifecycle)), Layer.makeMemoMapUnsafe(), scope)
  return {
    drain: Effect.andThen(
      Deferred.succeed(drain, undefined),
      Effect.suspend(() => Effect.all(ends, { discard: true }))
    )
  }
})

const untilAll = (organizationId: number, status: string) =>
  Effect.repeat(Effect.andThen(Effect.sleep("10 millis"), deliveriesOf(organizationId)), {
    until: (rows) => rows.length > 0 && rows.every((row) => row.status === status)
  })

layer(writeBackServices(settings), { excludeTestServices: true })("a sending node", (it) => {
  it.effect("a target that never answers holds at most eight deliveries and does not delay other targets", () =>
    Effect.gen(function* () {
      const [silent, target] = [yield* webhookTarget("hang"), yield* webhookTarget(200)]
      const [dead, well] = [yield* organizationWithWebhook(silent.url), yield* organizationWithWebhook(target.url)]
      yield* add(dead, 60)
      yield* add(well, 60)
      yield* startNode
      yield* untilAll(well.organizationId, "DELIVERED")
      yield* silent.got(8)
      assert.strictEqual(silent.received.length, 8)
      assert.strictEqual(target.received.length, 60)
    }).pipe(Effect.scoped)
  )

  it.effect("a draining node finishes claimed deliveries and claims no more", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget("wait", 200)
      const customer = yield* organizationWithWebhook(target.url)
      yield* add(customer, 1)
      const node = yield* startNode
      yield* target.got(1)
      const draining = yield* Effect.forkChild(node.drain)
      yield* add(customer, 1)
      target.answer()
      yield* Fiber.join(draining)
      const statuses = (yield* deliveriesOf(customer.organizationId)).map(({ status }) => status)
      assert.deepStrictEqual(statuses, ["DELIVERED", "PENDING"])
      assert.strictEqual(target.received.length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("a draining node reports no overdue webhook, which other nodes send", () =>
    Effect.gen(function* () {
      const silent = yield* webhookTarget("hang")
      yield* add(yield* organizationWithWebhook(silent.url), 60)
      const node = yield* startNode
      const seconds = Effect.map(Metric.value(overdue), ({ value }) => value)
      yield* Effect.repeat(Effect.andThen(Effect.sleep("10 millis"), seconds), { until: (value) => value > 0 })
      yield* Effect.forkChild(node.drain)
      yield* Effect.repeat(Effect.andThen(Effect.sleep("10 millis"), seconds), { until: (value) => value === 0 })
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(engine !== "postgres")("nodes that share a database", () => {
  it.live("nodes that share a database send each delivery once", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const organizations = yield* Effect.forEach([1, 2, 3, 4, 5], () => organizationWithWebhook(target.url))
      for (const customer of organizations) yield* add(customer, 60)
      yield* Effect.all([startNode, startNode], { concurrency: 2 })
      for (const { organizationId } of organizations) yield* untilAll(organizationId, "DELIVERED")
      const ids = target.received.map(({ headers }) => headers["webhook-id"])
      assert.deepStrictEqual([ids.length, new Set(ids).size], [300, 300])
    }).pipe(Effect.scoped, Effect.provide(writeBackServices(settings)))
  )
})

it.live("a node killed between the request and its record causes the same message to be sent again", () =>
  Effect.gen(function* () {
    const database = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove))
    const node = { ...database.settings, ...settings }
    // A new database connection each time, because an embedded database belongs to one process.
    const withServices = <A, E, R>(use: Effect.Effect<A, E, R>) =>
      Effect.provide(use, writeBackServicesOn(node), { local: true })
    const target = yield* webhookTarget("hang", "hang", "hang", 200)
    const customer = yield* withServices(Effect.tap(organizationWithWebhook(target.url), (made) => add(made, 3)))
    const script = new URL("../support/processes/programs/write-back-process.ts", import.meta.url)
    const dying = yield* startScript(script, { WRITE_BACK_NODE: JSON.stringify({ settings: node }) })
    yield* target.got(3)
    yield* Effect.promise(dying.kill)
    yield* withServices(
      Effect.gen(function* () {
        assert.strictEqual(yield* sendDue, 0, "claimed by the one that died")
        yield* letTimePass(31)
        assert.strictEqual(yield* sendDue, 3)
        const rows = yield* deliveriesOf(customer.organizationId)
        assert.deepStrictEqual(
          rows.map(({ attempts, status }) => [status, attempts]),
          [1, 2, 3].map(() => ["DELIVERED", 1])
        )
      })
    )
    const sent = Map.groupBy(target.received, ({ headers }) => headers["webhook-id"])
    assert.strictEqual(sent.size, 3)
    for (const [first, again] of sent.values()) assert.strictEqual(first?.body, again?.body)
    assert.strictEqual(target.received.length, 6)
  })
)
