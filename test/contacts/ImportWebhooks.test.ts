import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { WebhookSecrets } from "../../src/accounts/WebhookSecrets.ts"
import { ImportChunks } from "../../src/contacts/ImportChunks.ts"
import { Imports } from "../../src/contacts/Imports.ts"
import { ImportWebhooks } from "../../src/contacts/ImportWebhooks.ts"
import { applyAll, importServices, newOrganization, rowsFrom } from "../support/import-services.ts"
import { engine } from "../support/test-database.ts"
import { type Received, webhookTarget } from "../support/webhook-target.ts"

const deliverNext = Effect.flatMap(ImportWebhooks, ({ deliverNext }) => deliverNext)

const imported = Effect.fnUntraced(function* (webhookUrl: string | null, rows: ReadonlyArray<unknown> = []) {
  const organization = yield* newOrganization
  const { importId } = yield* Imports.use(({ create }) => create(organization, { rows, webhookUrl, source: "API" }))
  yield* applyAll
  return { organization, importId }
})

// Seconds until the next attempt; null when there will be none.
const dueIn = (importId: string) =>
  Effect.map(
    SqlClient.SqlClient.use(
      (sql) => sql<{ due: number | null; attempts: number }>`select webhook_attempts as attempts,
        extract(epoch from webhook_due_at - now())::float as due from imports where id = ${importId}`
    ),
    ([row]) => row
  )

const letTimePass = SqlClient.SqlClient.use(
  (sql) => sql`update imports set webhook_due_at = now() where webhook_due_at is not null`
)

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

layer(importServices({ ALLOW_PRIVATE_WEBHOOKS: "1" }), { excludeTestServices: true })("ImportWebhooks", (it) => {
  it.effect("tells the client once that an import is complete, signed", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const { organization, importId } = yield* imported(target.url, [...rowsFrom(0, 3), ...rowsFrom(0, 1), null])
      assert.isTrue(yield* deliverNext)
      assert.isFalse(yield* deliverNext)
      assert.strictEqual(target.received.length, 1)

      const [request] = target.received as [Received]
      const { completedAt } = yield* Imports.use(({ get }) => get(organization, importId))
      assert.deepStrictEqual(JSON.parse(request.body), {
        event: "import.completed",
        importId,
        status: "COMPLETED_WITH_ERRORS",
        total: 5,
        created: 3,
        updated: 1,
        failed: 1,
        completedAt: completedAt?.toISOString()
      })
      assert.deepInclude(request, { method: "POST", path: "/import?of=contacts" })
      assert.strictEqual(request.headers["content-type"], "application/json")
      const { secret } = yield* WebhookSecrets.use(({ get }) => get(organization))
      verify(secret, request)
    })
  )

  it.effect("signs with both secrets after a rotation", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const { organization } = yield* imported(target.url)
      const before = yield* WebhookSecrets.use(({ get }) => get(organization))
      const after = yield* WebhookSecrets.use(({ rotate }) => rotate(organization))
      yield* deliverNext
      for (const { secret } of [before, after]) verify(secret, target.received[0] as Received)
    })
  )

  it.effect("tries again after an answer of 5xx, and a third time, as the same message", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(500, 503, 200)
      const { importId } = yield* imported(target.url)
      const attempts: Array<unknown> = []
      for (const [low, high] of [
        [0, 30],
        [30, 120]
      ] as const) {
        assert.isTrue(yield* deliverNext)
        assert.isFalse(yield* deliverNext, "not due yet")
        const row = yield* dueIn(importId)
        assert.isTrue((row?.due ?? 0) > low && (row?.due ?? 0) <= high, `${row?.due}`)
        attempts.push(row?.attempts)
        yield* letTimePass
      }
      assert.isTrue(yield* deliverNext)
      assert.deepStrictEqual(attempts, [1, 2])
      assert.deepStrictEqual(yield* dueIn(importId), { attempts: 3, due: null })
      assert.deepStrictEqual(
        new Set(target.received.map(({ headers }) => headers["webhook-id"])),
        new Set([`import_${importId}`])
      )
      assert.strictEqual(new Set(target.received.map(({ body }) => body)).size, 1)
    })
  )

  it.effect("gives up after the third attempt", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(500)
      const { importId } = yield* imported(target.url)
      for (let attempt = 0; attempt < 3; attempt++) {
        yield* letTimePass
        assert.isTrue(yield* deliverNext)
      }
      assert.deepStrictEqual(yield* dueIn(importId), { attempts: 3, due: null })
    })
  )

  it.effect.each([301, 302, 307, 400, 401, 404, 410, 429])("does not try again after an answer of %i", (status) =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(status)
      const { importId } = yield* imported(target.url)
      yield* deliverNext
      assert.strictEqual(target.received.length, 1)
      assert.deepStrictEqual(yield* dueIn(importId), { attempts: 1, due: null })
    })
  )

  it.effect("tries again when nobody answers", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(webhookTarget(200))
      const { importId } = yield* imported(url)
      for (let attempt = 1; attempt < 3; attempt++) {
        yield* deliverNext
        assert.isAbove((yield* dueIn(importId))?.due ?? 0, 0)
        yield* letTimePass
      }
      yield* deliverNext
      assert.deepStrictEqual(yield* dueIn(importId), { attempts: 3, due: null })
    })
  )

  it.effect("sends nothing where nobody asked, and nothing before the end", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      yield* imported(null)
      const organization = yield* newOrganization
      yield* Imports.use(({ create }) =>
        create(organization, { rows: rowsFrom(0, 600), webhookUrl: target.url, source: "API" })
      )
      assert.isFalse(yield* deliverNext)
      assert.strictEqual(yield* Effect.flatMap(ImportChunks, ({ applyNext }) => applyNext), "worked")
      assert.isFalse(yield* deliverNext)
      yield* applyAll
      assert.isTrue(yield* deliverNext)
    })
  )

  // As after a crash: the process that had claimed it is gone.
  it.effect("sends it again when an attempt came to no end", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget("hang", 200)
      const { importId } = yield* imported(target.url)
      const attempt = yield* Effect.forkChild(deliverNext)
      yield* target.got(1)
      assert.isFalse(yield* deliverNext, "claimed by the first")
      yield* Fiber.interrupt(attempt)
      const row = yield* dueIn(importId)
      assert.isAbove(row?.due ?? 0, 15, "later than any attempt can last")
      yield* letTimePass
      assert.isTrue(yield* deliverNext)
      assert.strictEqual(target.received.length, 2)
      assert.deepStrictEqual(yield* dueIn(importId), { attempts: 2, due: null })
    })
  )

  it.effect("holds no transaction while it waits for an answer", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget("hang")
      const { organization, importId } = yield* imported(target.url)
      const attempt = yield* Effect.forkChild(deliverNext)
      yield* target.got(1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update imports set webhook_due_at = null where organization_id = ${organization} and id = ${importId}`
      if (engine === "postgres") {
        const open =
          yield* sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`
        assert.strictEqual(open.length, 0)
      }
      yield* Fiber.interrupt(attempt)
    })
  )
})

layer(importServices(), { excludeTestServices: true })("ImportWebhooks, guarded", (it) => {
  it.effect("does not call an address that clients may not reach through us", () =>
    Effect.gen(function* () {
      const target = yield* webhookTarget(200)
      const { importId } = yield* imported(target.url)
      assert.isTrue(yield* deliverNext)
      assert.strictEqual(target.received.length, 0)
      assert.deepStrictEqual(yield* dueIn(importId), { attempts: 1, due: null })
    })
  )
})
