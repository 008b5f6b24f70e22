import { Effect, Exit, Scope } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { adminToken } from "../../support/api/test-server.ts"
import { type OpenCall, startLiveCalls } from "../../support/data/live-calls.ts"
import { eventually } from "../../support/eventually.ts"
import { analyst, type Fault } from "../../support/fakes/analyst.ts"
import { webhookTarget } from "../../support/fakes/webhook-target.ts"
import { patience } from "../../support/patience.ts"
import { encryptionKey, loadNode, makeApi } from "../../support/processes/load-node.ts"
import { makeRandom, shuffled } from "../../support/random.ts"
import { hasTurn, isFull } from "../../support/sample.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const seed = Number(process.env.TEST_SEED)
const random = makeRandom(seed)
const minutes = isFull ? 10 : 3
const callsPerMinute = isFull ? 50 : 4
const faults: ReadonlyArray<Fault> = ["500", "429", "hang", "broken", "prose", "wrong label"]

/** The words of the people, and the label that each should get. */
const people = [
  ["Positive", "Yes, I am interested, please tell me more."],
  ["Negative", "No thank you, I am not interested."],
  ["Do Not Call", "Please never call me again."]
] as const

describe.skipIf(engine !== "postgres" || !hasTurn(1))("an outage of the language model", () => {
  const scope = Scope.makeUnsafe()
  const acquire = <A>(resource: Effect.Effect<A, never, Scope.Scope>) =>
    Effect.runPromise(Effect.provideService(resource, Scope.Scope, scope))
  const stops: Array<() => unknown> = [() => Effect.runPromise(Scope.close(scope, Exit.void))]
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  const begin = async () => {
    const [model, target, database] = [await acquire(analyst), await acquire(webhookTarget(200)), await makeDatabase()]
    const settings = { ...database.settings, ENCRYPTION_KEY: encryptionKey }
    const calls = startLiveCalls(settings)
    stops.push(database.remove, calls.stop)
    const port = await freePort()
    const node = { ROLES: "workers", OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: model.url, ALLOW_PRIVATE_WEBHOOKS: "1" }
    const startNode = async () => {
      const started = await acquire(
        loadNode({ settings: { ...settings, ...node }, port, lineUrl: "http://127.0.0.1:1" })
      )
      await started.go()
      return started
    }
    return { model, target, calls, api: makeApi(port), startNode }
  }

  test(
    "costs no label: each call gets its own, once, and each webhook reports it",
    async () => {
      const { api, calls, model, startNode, target } = await begin()
      stops.push(api.close)
      let node = await startNode()
      const org = await calls.organization()
      const { key } = (await api
        .ask(adminToken, "POST", `/admin/v1/organizations/${org.id}/api-keys`, {
          ...{ name: "Test", role: "ADMIN" }
        })
        .then(({ body }) => body)) as { key: string }
      const webhook = { webhookEnabled: true, webhookUrl: target.url, authType: "NONE" }
      expect((await api.ask(key, "PUT", "/v1/write-back/config", webhook)).status).toBe(200)

      const campaigns = [await org.campaign(), await org.campaign()]
      const all: Array<{ readonly openCall: OpenCall; readonly label: string }> = []
      const hear = async () => {
        const [label, words] = people[Math.floor(random() * people.length)]!
        const openCall = await org.liveCall(campaigns[all.length % 2]!)
        all.push({ openCall, label })
        const transcript = [{ role: "person" as const, text: words, startMs: 0, endMs: 900, interrupted: false }]
        await calls.conversations.end(openCall, { heard: true, transcript })
        await calls.reportEnd(openCall, calls.connected())
      }
      const count = async (table: "awaiting" | "tried") => {
        const [row] = await calls.query((sql) =>
          table === "awaiting"
            ? sql<{ n: number }>`select count(*)::int as n from calls where awaits_tag_until is not null`
            : sql<{ n: number }>`select count(*)::int as n from awaited_labels where failures > 0`
        )
        return row!.n
      }
      const passMinute = async () => {
        await calls.query((sql) => sql`update awaited_labels set next_at = next_at - interval '1 minute'`)
        await calls.query(
          (sql) => sql`update calls set awaits_tag_until = awaits_tag_until - interval '1 minute'
            where awaits_tag_until is not null`
        )
      }

      const order = shuffled(faults, seed)
      for (let minute = 0; minute < minutes; minute++) {
        model.answerWith(order[minute % order.length]!)
        const isMiddle = minute === Math.floor(minutes / 2)
        for (let index = 0; index < callsPerMinute; index++) {
          await hear()
          if (isMiddle && index === Math.floor(callsPerMinute / 2)) {
            await node.kill()
            node = await startNode()
          }
        }
        await eventually(async () => expect(await count("tried")).toBe(all.length), 100, patience.process)
        expect(await count("awaiting")).toBe(all.length)
        await passMinute()
      }
      // After ten minutes a call is reported without a label.
      expect(
        target.received.map(({ body }) => JSON.parse(body).intent_label).filter((label) => label !== null)
      ).toEqual([])
      // No more than two requests for each new call, and as many for each of the few retries of a minute.
      const requests = model.completions.length
      expect(requests).toBeLessThan(2 * all.length + 20 * minutes)

      model.answerWith("well")
      await calls.query((sql) => sql`update awaited_labels set next_at = clock_timestamp()`)
      await eventually(async () => expect(await count("awaiting")).toBeLessThan(all.length / 2), 100, patience.process)
      await node.kill()
      await startNode()
      await eventually(
        async () => {
          await calls.query((sql) => sql`update awaited_labels set next_at = clock_timestamp()`)
          expect(await count("awaiting")).toBe(0)
        },
        100,
        patience.process
      )
      await eventually(
        async () => {
          const reported = new Set(target.received.map(({ body }) => JSON.parse(body).contact_identifier))
          expect(reported.size).toBe(all.length)
        },
        100,
        patience.process
      )

      for (const { label, openCall } of all) {
        expect(await calls.callOf(openCall)).toMatchObject({ label, source: "auto", undetermined: false })
        const topics = (await calls.eventsOf(openCall)).map(({ topic }) => topic)
        const suppressed = label === "Positive" ? [] : ["call-suppressed.v1"]
        expect(topics).toEqual(["call-ended.v1", "call-tagged.v1", ...suppressed])
        expect(await calls.entriesOf(openCall)).toHaveLength(label === "Do Not Call" ? 1 : 0)
        const requests = target.received.filter(
          ({ body }) => JSON.parse(body).contact_identifier === openCall.phoneNumber
        )
        // A request whose answer the dead node did not store is repeated, with the same id and body.
        const reported = new Map(
          requests.map(({ body, headers }) => [headers["webhook-id"], JSON.parse(body).intent_label])
        )
        expect([...reported.values()].filter((one) => one !== null)).toEqual([label])
        expect(reported.size).toBeLessThanOrEqual(isFull ? 2 : 1)
      }
      expect(await calls.query((sql) => sql`select 1 from awaited_labels`)).toEqual([])
    },
    isFull ? 900_000 : undefined
  )
})
