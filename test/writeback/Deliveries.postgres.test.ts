import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { Webhook } from "standardwebhooks"
import { WebhookSecrets } from "../../src/accounts/keys/WebhookSecrets.ts"
import { Imports } from "../../src/contacts/imports/Imports.ts"
import { inChunks } from "../../src/contacts/imports/import-rows.ts"
import { newId } from "../../src/platform/ids.ts"
import { CallOutcomes } from "../../src/writeback/CallOutcomes.ts"
import { Deliveries, firstCursor, laneCapacity } from "../../src/writeback/Deliveries.ts"
import { retryDelays } from "../../src/writeback/delivery-result.ts"
import { sweep } from "../../src/writeback/WriteBack.ts"
import { WriteBackConfigs } from "../../src/writeback/WriteBackConfigs.ts"
import {
  deliveriesOf,
  letTimePass,
  organizationWithWebhook,
  rows,
  sendDue,
  taggedCall,
  taggedEvent
} from "../support/data/deliveries.ts"
import { applyAll, rowsFrom } from "../support/data/imports.ts"
import { newOrganization } from "../support/data/organizations.ts"
import { type Received, webhookTarget } from "../support/fakes/webhook-target.ts"
import { makeRandom, shuffled } from "../support/random.ts"
import { writeBackServices } from "../support/services/write-back.ts"

const seed = Number(process.env.TEST_SEED)

type Customer = Effect.Success<ReturnType<typeof organizationWithWebhook>>

/** Adds a number of deliveries with different bodies. */
const addCalls = ({ campaignId, organizationId }: Customer, bodies: ReadonlyArray<string>) =>
  Deliveries.use(({ addCalls }) =>
    addCalls(bodies.map((body) => ({ organizationId, campaignId, callId: newId(), attemptNo: 1, isEnd: false, body })))
  )

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

const claimed = (most = 1000) =>
  Deliveries.use(({ claim }) => Effect.map(claim(most, firstCursor), ({ claimed }) => claimed))

layer(writeBackServices({ ALLOW_PRIVATE_WEBHOOKS: "1" }), { excludeTestServices: true })("deliveries", (it) => {
  it.effect(
    "a failed delivery is retried by the schedule, six attempts in all with the same message, and then given up",
    () =>
      Effect.gen(function* () {
        const target = yield* webhookTarget(500)
        const customer = yield* organizationWithWebhook(target.url)
        yield* addCalls(customer, ['{"n":1}'])
        for (const [attempts, delay] of [...retryDelays.CALL, undefined].entries()) {
          assert.strictEqual(yield* sendDue, 1)
          assert.strictEqual(yield* sendDue, 0, "not due yet")
          const [row] = yield* deliveriesOf(customer.organizationId)
          assert.deepInclude(row, { attempts: attempts + 1, lastError: "The target answered 500" })
          if (delay === undefined) {
            assert.deepInclude(row, { status: "FAILED", dueIn: null })
            continue
          }
          assert.strictEqual(row?.status, "PENDING")
          // Less the time until the row was read.
          assert.isAbove(row?.dueIn ?? 0, delay / 1000 - 10)
          assert.isAtMost(row?.dueIn ?? 0, (delay / 1000) * 1.1)
          yield* letTimePass((row?.dueIn ?? 0) - 5)
          assert.strictEqual(yield* sendDue, 0, "not due until then")
          yield* letTimePass(5)
        }
        assert.strictEqual(new Set(target.received.map(({ headers }) => headers["webhook-id"])).size, 1)
        assert.match(String(target.received[0]?.headers["webhook-id"]), /^evt_[0-9a-f-]{36}$/)
        assert.deepStrictEqual(new Set(target.received.map(({ body }) => body)), new Set(['{"n":1}']))
      })
  )

  it.effect("a delivery is done once the target accepts it, and earlier answers are kept", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(503, 204)
      const customer = yield* organizationWithWebhook(target.url)
      const call = yield* taggedCall(customer)
      const due = yield* CallOutcomes.use(({ deliveriesOf }) => deliveriesOf([{ ...call, tag: null }]))
      yield* Deliveries.use(({ addCalls }) => addCalls(due))
      yield* sendDue
      yield* letTimePass(40)
      yield* sendDue
      const [row] = yield* deliveriesOf(customer.organizationId)
      assert.deepInclude(row, { status: "DELIVERED", attempts: 2, lastError: null, dueIn: null })
      const sql = yield* PgClient.PgClient
      const log = yield* sql<{ status: number }>`select status_code as status, error from delivery_attempts
        where organization_id = ${customer.organizationId} order by id`
      assert.deepStrictEqual(log, [
        { status: 503, error: "The target answered 503" },
        { status: 204, error: null }
      ] as never)
    })
  )

  for (const status of [302, 400, 404, 408, 410, 425, 429]) {
    it.effect(`a delivery is not retried after an answer of ${status}`, () =>
      Effect.gen(function* () {
        const target = yield* webhookTarget(status)
        const customer = yield* organizationWithWebhook(target.url)
        yield* addCalls(customer, ["{}"])
        yield* sendDue
        const [row] = yield* deliveriesOf(customer.organizationId)
        assert.deepInclude(row, {
          status: "PERMANENT_FAILURE",
          attempts: 1,
          lastError:
            status === 302 ? "The target answered 302, and redirects are not followed" : `The target answered ${status}`
        })
        assert.strictEqual(target.received.length, 1)
      })
    )
  }

  it.effect("a delivery uses the current credential and target, and stores neither", () =>
    Effect.gen(function* () {
      const [first, second] = [
        yield* webhookTarget(500),
        yield* webhookTarget({ status: 500, body: "no k-secret-2, sk_live_0123456789abcdef" })
      ]
      const customer = yield* organizationWithWebhook(first.url, {
        authType: "API_KEY",
        authHeaderName: "X-Key",
        credential: "k-secret-1"
      })
      yield* addCalls(customer, ["{}"])
      yield* sendDue
      const configs = yield* WriteBackConfigs
      yield* configs.put(
        customer.organizationId,
        { webhookUrl: second.url, webhookMethod: "PATCH", credential: "k-secret-2" },
        "test"
      )
      yield* letTimePass(40)
      yield* sendDue
      assert.strictEqual(first.received[0]?.headers["x-key"], "k-secret-1")
      assert.deepInclude(second.received[0], { method: "PATCH" })
      assert.strictEqual(second.received[0]?.headers["x-key"], "k-secret-2")
      const sql = yield* PgClient.PgClient
      const kept = yield* sql`select d.*, a.* from deliveries d join delivery_attempts a on a.delivery_id = d.id
        where d.organization_id = ${customer.organizationId}`
      assert.strictEqual(kept.length, 2)
      assert.notMatch(JSON.stringify(kept), /k-secret|0123456789abcdef|127\.0\.0\.1/)
      assert.match(JSON.stringify(kept), /no <redacted>, sk_live_<redacted>/)
    })
  )

  it.effect("at most 4 KiB of an answer are stored", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget({ status: 200, body: `x${"é".repeat(20_000)}` })
      const customer = yield* organizationWithWebhook(target.url)
      yield* addCalls(customer, ["{}"])
      yield* sendDue
      const sql = yield* PgClient.PgClient
      const [kept] = yield* sql<{ response: string }>`select response from delivery_attempts
        where organization_id = ${customer.organizationId}`
      assert.strictEqual(kept?.response, `x${"é".repeat(2047)}`)
    })
  )

  it.effect("deliveries stop when the webhook is turned off, and can be sent again when it is on", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(target.url)
      const { organizationId } = customer
      yield* addCalls(customer, ["{}"])
      const configs = yield* WriteBackConfigs
      yield* configs.put(organizationId, { webhookEnabled: false }, "test")
      yield* sendDue
      const [stopped] = yield* deliveriesOf(organizationId)
      assert.deepInclude(stopped, {
        status: "FAILED",
        attempts: 0,
        lastError: "The webhook was turned off before this was delivered"
      })
      assert.strictEqual(target.received.length, 0)
      yield* configs.put(organizationId, { webhookEnabled: true }, "test")
      yield* Deliveries.use(({ requeue }) => requeue(organizationId, stopped?.id ?? ""))
      yield* sendDue
      assert.deepInclude((yield* deliveriesOf(organizationId))[0], { status: "DELIVERED", attempts: 1 })
    })
  )

  it.effect("a thousand random bodies are verified by the public library, also after a rotation of the secret", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const { get, rotate } = yield* WebhookSecrets
      const next = makeRandom(seed)
      const text = () =>
        String.fromCodePoint(
          ...Array.from({ length: Math.floor(next() * 60) }, () => {
            const point = 1 + Math.floor(next() * (next() < 0.5 ? 0x7f : 0x1fff0))
            return point >= 0xd800 && point <= 0xdfff ? 0x20 : point
          })
        )
      const bodies = Array.from({ length: 1_000 }, () => JSON.stringify({ [text()]: text(), n: next() }))
      const secrets = new Map<string, ReadonlyArray<string>>()
      // Several organizations, because one has at most eight claims at a time.
      for (let n = 0; n < bodies.length; n += 50) {
        const customer = yield* organizationWithWebhook(target.url)
        const before = yield* get(customer.organizationId)
        const after = yield* rotate(customer.organizationId)
        // Another rotation on the same day, such as a repeated request, does not end the first secret.
        const again = yield* rotate(customer.organizationId)
        yield* addCalls(customer, bodies.slice(n, n + 50))
        for (const body of bodies.slice(n, n + 50)) secrets.set(body, [before.secret, after.secret, again.secret])
      }
      while ((yield* sendDue) > 0);
      assert.sameMembers(
        target.received.map(({ body }) => body),
        bodies
      )
      for (const request of target.received) {
        for (const secret of secrets.get(request.body) ?? []) verify(secret, request)
      }
      assert.strictEqual(secrets.size, 1_000)
    })
  )

  it.effect("unreadable settings of one organization do not affect the others", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const [broken, well] = [
        yield* organizationWithWebhook(target.url, { authType: "BEARER", credential: "opaque" }),
        yield* organizationWithWebhook(target.url)
      ]
      const sql = yield* PgClient.PgClient
      yield* sql`update write_back_configs set credential = 'no seal' where organization_id = ${broken.organizationId}`
      yield* addCalls(broken, ["{}"])
      yield* addCalls(well, ["{}"])
      yield* sendDue
      assert.deepInclude((yield* deliveriesOf(well.organizationId))[0], { status: "DELIVERED" })
      assert.deepInclude((yield* deliveriesOf(broken.organizationId))[0], {
        status: "PENDING",
        attempts: 1,
        lastError: "The settings of the target could not be read"
      })
    })
  )

  it.effect("organizations take turns: at most eight deliveries of one, and those of the others at once", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const [dead, other] = [yield* organizationWithWebhook(url), yield* organizationWithWebhook(url)]
      yield* addCalls(dead, Array<string>(50).fill("{}"))
      yield* addCalls(other, Array<string>(3).fill("{}"))
      const both = yield* claimed()
      const of = ({ organizationId }: Customer) => both.filter((one) => one.organizationId === organizationId).length
      assert.deepStrictEqual([of(dead), of(other)], [laneCapacity, 3])
      assert.deepStrictEqual(yield* claimed(), [], "the eight are under way")
      // Few claims at a time: the next claim continues where the last one ended.
      yield* addCalls(other, Array<string>(3).fill("{}"))
      yield* PgClient.PgClient.use(
        (sql) => sql`update deliveries set claimed = false
        where organization_id = ${dead.organizationId}`
      )
      const { claim } = yield* Deliveries
      const first = yield* claim(4, firstCursor)
      const second = yield* claim(4, first.next)
      assert.deepStrictEqual(
        [first, second].map(({ claimed }) => new Set(claimed.map(({ organizationId }) => organizationId)).size),
        [1, 1]
      )
      assert.sameMembers(
        [first, second].map(({ claimed }) => claimed[0]?.organizationId),
        [dead.organizationId, other.organizationId]
      )
    })
  )

  it.effect("each delivery is claimed once, and concurrent claims keep the limit per organization", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const organizations = yield* Effect.forEach([1, 2, 3], () => organizationWithWebhook(url))
      for (const customer of organizations) yield* addCalls(customer, Array<string>(30).fill("{}"))
      const all = (yield* Effect.all(
        Array.from({ length: 8 }, () => claimed(20)),
        { concurrency: "unbounded" }
      )).flat()
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, all.length)
      for (const { organizationId } of organizations) {
        assert.strictEqual(all.filter((one) => one.organizationId === organizationId).length, laneCapacity)
      }
      for (const { organizationId } of organizations) {
        yield* PgClient.PgClient.use((sql) => sql`delete from deliveries where organization_id = ${organizationId}`)
      }
    })
  )

  it.effect("the result of an expired claim is not stored", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(url)
      yield* addCalls(customer, ["{}"])
      const { settle } = yield* Deliveries
      const ours = Effect.map(claimed(), (all) =>
        all.find(({ organizationId }) => organizationId === customer.organizationId)
      )
      const slow = yield* ours
      yield* letTimePass(31)
      const quick = yield* ours
      const request = { at: new Date(), durationMs: 1, statusCode: 200, response: "" }
      const word = (delivery: typeof slow, status: "DELIVERED" | "PERMANENT_FAILURE") =>
        settle([{ delivery: delivery as never, request, result: { status, error: null, delayMillis: null } }])
      yield* word(slow, "PERMANENT_FAILURE")
      assert.deepInclude((yield* deliveriesOf(customer.organizationId))[0], { status: "PENDING", attempts: 0 })
      yield* word(quick, "DELIVERED")
      yield* word(slow, "PERMANENT_FAILURE")
      assert.deepInclude((yield* deliveriesOf(customer.organizationId))[0], { status: "DELIVERED", attempts: 1 })
    })
  )

  it.effect("only a delivery that was given up can be sent again, and only once for concurrent requests", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(404, "hang", 200)
      const customer = yield* organizationWithWebhook(target.url)
      const { organizationId } = customer
      yield* addCalls(customer, ["{}"])
      yield* sendDue
      const [row] = yield* deliveriesOf(organizationId)
      const { requeue, requeueAll } = yield* Deliveries
      const id = row?.id ?? ""
      const asked = yield* Effect.all(
        [
          Effect.exit(requeue(organizationId, id)),
          Effect.exit(requeue(organizationId, id)),
          requeueAll(organizationId, {})
        ],
        { concurrency: "unbounded" }
      )
      const [one, other, all] = asked
      assert.strictEqual([one, other].filter(({ _tag }) => _tag === "Success").length + all, 1)
      const sending = yield* Effect.forkChild(sendDue)
      yield* target.got(2)
      // While it is claimed, neither a request nor the schedule makes another attempt.
      assert.strictEqual((yield* Effect.exit(requeue(organizationId, id)))._tag, "Failure")
      assert.strictEqual(yield* requeueAll(organizationId, {}), 0)
      yield* sendDue
      assert.strictEqual(target.received.length, 2)
      yield* Fiber.interrupt(sending)
      yield* letTimePass(31)
      yield* sendDue
      assert.deepInclude((yield* deliveriesOf(organizationId))[0], { status: "DELIVERED", attempts: 1 })
      assert.strictEqual(new Set(target.received.map(({ headers }) => headers["webhook-id"])).size, 1)
    })
  )

  it.effect("each attempt has one delivery, however events and sweeps repeat or reorder", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(url)
      const calls = yield* Effect.forEach(Array.from({ length: 8 }), () => taggedCall(customer))
      const { deliveriesOf: deliveriesOfCalls } = yield* CallOutcomes
      const { addCalls } = yield* Deliveries
      const bring = (call: (typeof calls)[number], withTag: boolean) => {
        const { data } = taggedEvent(call) as Extract<ReturnType<typeof taggedEvent>, { topic: "call-tagged.v1" }>
        return Effect.flatMap(deliveriesOfCalls([{ ...call, tag: withTag ? data : null }]), addCalls)
      }
      const all = calls.flatMap((call) => [1, 2, 3, 4].map((time) => bring(call, time % 2 === 0)))
      yield* PgClient.PgClient.use((sql) => sql`update calls_to_tell set look_at = clock_timestamp()`)
      yield* Effect.all([...shuffled(all, seed), sweep, sweep], { concurrency: 8, discard: true })
      const made = yield* deliveriesOf(customer.organizationId)
      assert.sameMembers(
        made.map(({ callId }) => callId),
        calls.map(({ callId }) => callId)
      )
      for (const { body } of made) assert.include(body, '"intent_label":"Interested"')
    })
  )
})

layer(writeBackServices({ ALLOW_PRIVATE_WEBHOOKS: "1" }), { excludeTestServices: true })("a published tag", (it) => {
  const deliveredAfter = Effect.fnUntraced(function* (
    customer: Effect.Success<ReturnType<typeof organizationWithWebhook>>,
    call: Effect.Success<ReturnType<typeof taggedCall>>,
    fields: Parameters<typeof taggedEvent>[1]
  ) {
    const { data } = taggedEvent(call, fields) as Extract<ReturnType<typeof taggedEvent>, { topic: "call-tagged.v1" }>
    const { deliveriesOf: deliveriesOfCalls } = yield* CallOutcomes
    const { addCalls } = yield* Deliveries
    yield* addCalls(yield* deliveriesOfCalls([{ ...call, tag: data }]))
    return (yield* deliveriesOf(customer.organizationId)).map(({ body }) => JSON.parse(body))
  })

  it.effect("reports the label of the rows, whatever label its event names", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const { label, query } = yield* rows
      const customer = yield* organizationWithWebhook(url)
      const other = yield* Effect.promise(() => label(customer.organizationId, customer.campaignId, { name: "Other" }))
      const forged = { intentLabelId: other, intentLabelName: "Paid in full", intentSource: "system" } as const

      const byCall = yield* taggedCall(customer)
      assert.containSubset(yield* deliveredAfter(customer, byCall, forged), [
        { intent_label: "Interested", intent_source: "auto" }
      ])

      const byAnalysis = yield* taggedCall(customer)
      yield* Effect.promise(() =>
        query(
          (sql) => sql`insert into analyses (organization_id, attempt_id, call_id, intent_label_id, finding)
            select organization_id, id, call_id, ${byAnalysis.labelId}, '' from attempts where call_id = ${byAnalysis.callId}`
        )
      )
      yield* Effect.promise(() => query((sql) => sql`update calls set attempts = 2 where id = ${byAnalysis.callId}`))
      const [, second] = yield* deliveredAfter(customer, byAnalysis, forged)
      assert.containSubset(second, { intent_label: "Interested", intent_source: "auto" })

      const notMade = yield* taggedCall(customer)
      assert.lengthOf(yield* deliveredAfter(customer, notMade, { ...forged, attempt: 7 }), 2)
    })
  )

  it.effect("is reported although other tags name calls that cannot exist", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const call = yield* taggedCall(yield* organizationWithWebhook(url))
      const { deliveriesOfOne } = yield* CallOutcomes
      const { data } = taggedEvent(call) as Extract<ReturnType<typeof taggedEvent>, { topic: "call-tagged.v1" }>
      const own = { ...call, tag: data }
      const foreign = { ...own, callId: "order-1" }
      const results = yield* Effect.forEach(
        [own, foreign, own, foreign, own],
        (one) => Effect.exit(deliveriesOfOne(one)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(results.map(Exit.isSuccess), [true, false, true, false, true])
    })
  )
})

layer(writeBackServices(), { excludeTestServices: true })("guarded deliveries", (it) => {
  it.effect("a delivery to a forbidden address is not sent", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook("https://hooks.example/")
      // The address was public when it was configured.
      yield* PgClient.PgClient.use((sql) => sql`update write_back_configs set webhook_url = ${target.url}`)
      yield* addCalls(customer, ["{}"])
      yield* sendDue
      assert.deepInclude((yield* deliveriesOf(customer.organizationId))[0], {
        status: "PERMANENT_FAILURE",
        lastError: "Target address not allowed"
      })
      assert.strictEqual(target.received.length, 0)
    })
  )
})

layer(writeBackServices({ ALLOW_PRIVATE_WEBHOOKS: "1" }), { excludeTestServices: true })("imports", (it) => {
  const imported = Effect.fnUntraced(function* (webhookUrl: string | null, given: ReadonlyArray<unknown> = []) {
    const organization = yield* newOrganization
    const { importId } = yield* Imports.use(({ create }) =>
      create(organization, { rows: inChunks(given), webhookUrl, source: "API" })
    )
    yield* applyAll
    yield* sweep
    return { organization, importId }
  })

  it.effect("a completed import is reported once, signed", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const { organization, importId } = yield* imported(target.url, [...rowsFrom(0, 3), ...rowsFrom(0, 1), null])
      yield* sweep
      assert.strictEqual(yield* sendDue, 1)
      assert.strictEqual(yield* sendDue, 0)
      const [request] = target.received as [Received]
      const { completedAt } = yield* Imports.use(({ get }) => get(organization, importId))
      const counts = { status: "COMPLETED_WITH_ERRORS", total: 5, created: 3, updated: 1, failed: 1 }
      const expected = { event: "import.completed", importId, ...counts, completedAt: completedAt?.toISOString() }
      assert.deepStrictEqual(JSON.parse(request.body), expected)
      assert.deepInclude(request, { method: "POST", path: "/import?of=contacts" })
      assert.deepInclude(request.headers, { "content-type": "application/json", "webhook-id": `import_${importId}` })
      const { secret } = yield* WebhookSecrets.use(({ get }) => get(organization))
      verify(secret, request)
    })
  )

  it.effect("an import is reported at most three times, after 30 seconds and 2 minutes", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(500)
      const { organization } = yield* imported(target.url)
      for (const delay of [30, 120]) {
        assert.strictEqual(yield* sendDue, 1)
        const [row] = yield* deliveriesOf(organization)
        assert.isAbove(row?.dueIn ?? 0, delay - 10)
        assert.isAtMost(row?.dueIn ?? 0, delay * 1.1)
        yield* letTimePass(delay * 1.1)
      }
      yield* sendDue
      assert.deepInclude((yield* deliveriesOf(organization))[0], { status: "FAILED", attempts: 3 })
    })
  )

  it.effect("an import without a webhook, or before its end, is not reported", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      yield* imported(null)
      const organization = yield* newOrganization
      yield* Imports.use(({ create }) =>
        create(organization, { rows: inChunks(rowsFrom(0, 600)), webhookUrl: target.url, source: "API" })
      )
      yield* sweep
      assert.strictEqual(yield* sendDue, 0)
      yield* applyAll
      yield* sweep
      assert.strictEqual(yield* sendDue, 1)
    })
  )

  it.effect("reports of imports begun by an earlier version continue from there", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(500)
      const { organization, importId } = yield* imported(null)
      const sql = yield* PgClient.PgClient
      yield* sql`update imports set webhook_url = ${target.url}, webhook_attempts = 1,
        webhook_due_at = now() + interval '20 seconds' where id = ${importId}`
      yield* sweep
      const [waiting] = yield* deliveriesOf(organization)
      assert.deepInclude(waiting, { attempts: 1, status: "PENDING" })
      assert.isAbove(waiting?.dueIn ?? 0, 10)
      yield* letTimePass(20)
      yield* sendDue
      const [row] = yield* deliveriesOf(organization)
      assert.isAbove(row?.dueIn ?? 0, 110)
      assert.strictEqual(target.received[0]?.headers["webhook-id"], `import_${importId}`)
    })
  )
})

layer(writeBackServices({ ALLOW_PRIVATE_WEBHOOKS: "1" }), { excludeTestServices: true })("the sweep", (it) => {
  const look = Effect.gen(function* () {
    yield* PgClient.PgClient.use((sql) => sql`update calls_to_tell set look_at = clock_timestamp()`)
    yield* sweep
  })
  const change = (callId: string, fields: Readonly<Record<string, unknown>>) =>
    PgClient.PgClient.use((sql) => sql`update calls set ${sql.update(fields)} where id = ${callId}`)

  it.effect("the sweep reports a fulfilled callback after the attempt that announced it", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(url)
      const callbackAt = new Date("2030-01-31T10:00:00.000Z")
      const waiting = { status: "QUEUED", priority: 0, next_attempt_at: callbackAt, callback_scheduled_at: callbackAt }
      const { callId } = yield* taggedCall(customer, waiting)
      yield* look
      yield* change(callId, { status: "SKIPPED", failure_reason: "Callback Fulfilled", next_attempt_at: null })
      yield* look
      yield* look
      const [announced, fulfilled, ...more] = yield* deliveriesOf(customer.organizationId)
      assert.deepInclude(announced, { attemptNo: 1, isEnd: false })
      assert.strictEqual(JSON.parse(announced?.body ?? "").callback_time, callbackAt.toISOString())
      assert.deepInclude(fulfilled, { attemptNo: 1, isEnd: true })
      assert.notProperty(JSON.parse(fulfilled?.body ?? ""), "callback_time")
      assert.deepStrictEqual(more, [])
    })
  )

  it.effect("the sweep reports calls that ended without an event, and no waiting or never placed ones", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(url)
      const waits = { status: "QUEUED", priority: 1, next_attempt_at: new Date() }
      const { callId } = yield* taggedCall(customer, waits)
      const { call } = yield* rows
      yield* Effect.promise(() =>
        call(customer.organizationId, customer.campaignId, { status: "FAILED", failure_reason: "x" })
      )
      yield* look
      assert.deepStrictEqual(yield* deliveriesOf(customer.organizationId), [])
      yield* change(callId, { status: "FAILED", failure_reason: "Retry Expired", next_attempt_at: null })
      yield* look
      assert.deepStrictEqual(
        (yield* deliveriesOf(customer.organizationId)).map((one) => one.callId),
        [callId]
      )
    })
  )

  it.effect("the sweep reports nothing while a call waits ten minutes for its label, and then what it got", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(url)
      const untagged = { intent_label_id: null, intent_source: null, awaits_tag_until: new Date(Date.now() + 600_000) }
      const { callId } = yield* taggedCall(customer, untagged)
      yield* sweep
      assert.deepStrictEqual(yield* deliveriesOf(customer.organizationId), [])
      const [waiting] = yield* PgClient.PgClient.use(
        (sql) => sql<{ inSeconds: number }>`select
        extract(epoch from look_at - clock_timestamp())::float8 as "inSeconds" from calls_to_tell
        where organization_id = ${customer.organizationId}`
      )
      assert.isAbove(waiting?.inSeconds ?? 0, 590)
      yield* look
      assert.deepStrictEqual(yield* deliveriesOf(customer.organizationId), [])
      yield* change(callId, { awaits_tag_until: null, intent_undetermined: true })
      yield* look
      const [row] = yield* deliveriesOf(customer.organizationId)
      assert.deepInclude(JSON.parse(row?.body ?? ""), {
        intent_label: null,
        intent_source: null,
        intent_undetermined: true
      })
    })
  )

  it.effect("the sweep finds an undetermined call that was reported, and reports the others and its correction", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(url)
      const undetermined = { intent_label_id: null, intent_source: null, intent_undetermined: true }
      const { callId } = yield* taggedCall(customer, undetermined)
      yield* look
      yield* change(callId, { status: "FAILED" })
      const other = yield* taggedCall(customer)
      yield* look
      const reported = yield* deliveriesOf(customer.organizationId)
      assert.deepStrictEqual(
        reported.map((one) => one.callId),
        [callId, other.callId]
      )
      const { campaignId, organizationId } = customer
      const body = JSON.stringify({ intent_label: "Interested", intent_source: null })
      const correction = { organizationId, campaignId, callId, attemptNo: 1, isEnd: true, body, correctionNo: 1 }
      yield* Deliveries.use(({ addCalls }) => addCalls([correction]))
      assert.strictEqual((yield* deliveriesOf(organizationId)).length, 3)
    })
  )

  it.effect("the sweep does not report calls that ended before the webhook was enabled", () =>
    Effect.gen(function* () {
      const { url } = yield* webhookTarget(200)
      const customer = yield* organizationWithWebhook(url)
      yield* taggedCall(customer)
      yield* PgClient.PgClient.use(
        (sql) => sql`update write_back_configs set enabled_since = now() + interval '1 hour'
        where organization_id = ${customer.organizationId}`
      )
      yield* look
      assert.deepStrictEqual(yield* deliveriesOf(customer.organizationId), [])
    })
  )
})
