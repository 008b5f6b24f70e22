import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { describe, expect, onTestFinished, test } from "vitest"
import { adminToken } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { startBalancer } from "../../support/fakes/network/balancer.ts"
import { type FakeCall, startTwilioFake } from "../../support/fakes/twilio/twilio-fake.ts"
import { anyHour, fromNumbers, settingsFor } from "../../support/fakes/twilio/twilio-server.ts"
import { patience } from "../../support/patience.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { encryptionKey, makeApi, makeAudience, makePeople } from "../../support/processes/load-node.ts"
import { hasTurn } from "../../support/sample.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const concurrent = 6

describe.skipIf(engine !== "postgres" || !hasTurn(1))("nodes of a real carrier behind a proxy", () => {
  test("a node that is replaced finishes its calls, the others dial on, and no start is lost or doubled", async () => {
    const database = await makeDatabase()
    onTestFinished(database.remove)
    const fake = await startTwilioFake({ fromNumbers, person: () => ({ does: "answer" }) })
    const ports = [await freePort(), await freePort()] as const
    const nodePorts = [await freePort(), await freePort()] as const
    const proxy = await startBalancer(ports)
    const start = (index: 0 | 1) => {
      const dataDir = join(database.settings.DATA_DIR ?? "", String(index))
      mkdirSync(dataDir, { recursive: true })
      return serve({
        ...database.settings,
        ...settingsFor(fake, ports[index]),
        ...{ DATA_DIR: dataDir, PUBLIC_URL: proxy.url, ADMIN_TOKEN: adminToken, ENCRYPTION_KEY: encryptionKey },
        ...{ NODE_HOST: "127.0.0.1", NODE_PORT: String(nodePorts[index]), DRAIN_SECONDS: "600" }
      })
    }
    const path = (call: FakeCall) => new URL(/<Stream url="([^"]+)"/.exec(call.twiml)?.[1] ?? "ws://none").pathname
    const live = (index: 0 | 1) =>
      fake.calls.filter((call) => call.socket?.readyState === 1 && proxy.nodeOf(path(call)) === ports[index])
    const textOf = async (index: 0 | 1, path: string) => (await fetch(`http://127.0.0.1:${ports[index]}${path}`)).text()
    const hangUp = (call: FakeCall) => fake.end(call, "completed", 30)

    const [old, other] = await Promise.all([start(0), start(1)])
    const api = makeApi(ports[1])
    const { flowId, id, key } = await api.organization({ name: "Acme" })
    await api.ask(adminToken, "PATCH", `/admin/v1/organizations/${id}`, anyHour)
    const sql = <A, E>(effect: Effect.Effect<A, E, PgClient.PgClient>) =>
      Effect.runPromise(
        Effect.provide(effect, PgClient.layer({ url: Redacted.make(database.settings.DATABASE_URL ?? "") }))
      )
    const people = await sql(makePeople(id, 2 * concurrent))
    const audience = await sql(makeAudience(id, people))
    const campaign = await api.campaign({ flowId, key }, audience, {
      ...{ callsPerMinute: 1_000, maxConcurrentCalls: concurrent, maxRetries: 0 }
    })
    await api.start(key, campaign)
    await eventually(() => expect([live(0).length, live(1).length]).toEqual([3, 3]), 50, patience.process)

    const stopping = old.stop("SIGTERM")
    await eventually(async () => expect(await textOf(0, "/readyz")).toContain("draining (3 calls left)"))
    await eventually(async () => expect(await textOf(0, "/metrics")).toMatch(/^carillon_drain_calls_left 3$/m))
    await old.until(/Draining: 3 calls are left/)
    await eventually(() => expect(proxy.ready()).toEqual([ports[1]]))

    // The other node dials on, and the streams of its calls reach it.
    for (const call of live(1)) hangUp(call)
    await eventually(() => expect(live(1).length).toBe(3), 50, patience.process)
    expect(fake.calls).toHaveLength(9)

    // The calls of the stopping node end when their people want it.
    for (const left of [3, 2, 1]) {
      expect(live(0)).toHaveLength(left)
      for (const call of live(0).slice(0, 1)) hangUp(call)
      if (left > 1) {
        await eventually(async () => expect(await textOf(0, "/readyz")).toContain(`draining (${left - 1} call`))
      }
    }
    expect(await stopping).toMatchObject({ code: 0, stderr: "" })

    // Its start may take longer than the 28 seconds after which the agent hangs up on people who say nothing.
    const starting = start(0)
    await eventually(
      async () => {
        for (const call of [...live(0), ...live(1)]) hangUp(call)
        const { body } = await api.ask(key, "GET", `/v1/campaigns/${campaign}`)
        expect(body.status).toBe("COMPLETED")
      },
      200,
      patience.process
    )
    const replaced = await starting
    const { body } = await api.ask(key, "GET", `/v1/campaigns/${campaign}/calls?limit=100`)
    expect(body.data).toHaveLength(people.length)
    for (const call of body.data) {
      const met = fake.log.filter(({ about }) => about.includes(call.callSid))
      expect(call, JSON.stringify(met)).toMatchObject({ outcome: "CONNECTED", attempts: 1 })
    }
    for (const { phoneNumber } of people) expect(fake.placedTo(phoneNumber)).toHaveLength(1)
    expect(fake.log.filter(({ status, what }) => what === "media" && status !== 101 && status !== 1000)).toEqual([])

    api.close()
    await Promise.all([replaced.stop("SIGKILL"), other.stop("SIGKILL")])
    proxy.close()
    await fake.stop()
  })
})
