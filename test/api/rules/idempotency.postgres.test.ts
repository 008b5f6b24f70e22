import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import type { Operation } from "../../support/api/contract.ts"
import { makeRequestIds, pathOf, successOf } from "../../support/api/operations.ts"
import { openSocket } from "../../support/api/raw-http.ts"
import { sampleOf } from "../../support/api/samples.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"
import { engine, makeDatabase, runSql } from "../../support/servers/test-database.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")

const withKey = (key: string) => ({ "idempotency-key": key })
const createAudience = (key: string, name = "Once", of = org) =>
  of.call("POST", "/v1/audiences", { name }, withKey(key))
const audiences = async (of: TestOrganization) => (await answered(200, of.call("GET", "/v1/audiences"))).total

const repeatable: ReadonlyArray<readonly [string, Operation]> = server.contract.operations
  // The fingerprint of a form is not that of its bytes: see knowledge-bases.postgres.test.ts.
  .filter((operation) => sampleOf(operation).contentType === undefined)
  // A POST that changes nothing accepts the header without effect.
  .filter(({ definition }) => definition.responses["422"] !== undefined)
  .map((operation) => [`${operation.method} ${operation.path}`, operation])

describe("a repeated request gets the answer of the first", () => {
  test.each(repeatable)("%s", async (_, operation) => {
    const { params, inBody } = await makeRequestIds(server, org, operation)
    const path = pathOf(operation, params)
    const body = JSON.stringify(await sampleOf(operation).body?.(inBody))
    const key = randomUUID()
    const send = (sent: string) => org.call("POST", path, sent, withKey(key))
    const first = await send(body)
    expect([first.status, first.headers["idempotent-replayed"]]).toEqual([successOf(operation), undefined])
    for (let time = 0; time < 2; time++) {
      const { status, text, headers } = await send(body)
      expect([status, text, headers["idempotent-replayed"]]).toEqual([first.status, first.text, "true"])
      expect(headers["content-type"]).toBe(first.headers["content-type"])
      expect(headers["x-request-id"]).not.toBe(first.headers["x-request-id"])
    }
    for (const another of [`${body} `, "{}"]) {
      expect(await answered(422, send(another))).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" })
    }
    expect((await send(body)).text).toBe(first.text)
  })
})

test("a key belongs to one request, whatever the path", async () => {
  const key = randomUUID()
  await answered(201, createAudience(key))
  const contact = { name: "Asha", phoneNumber: newPhoneNumber() }
  await answered(422, org.call("POST", "/v1/contacts", contact, withKey(key)))
  await answered(422, org.call("POST", "/v1/audiences?x=1", { name: "Once" }, withKey(key)))
})

test("a key belongs to the organization, not to one of its API keys", async () => {
  const key = randomUUID()
  const { id } = await answered(201, createAudience(key))
  const again = await org.as("MEMBER")("POST", "/v1/audiences", { name: "Once" }, withKey(key))
  expect(again.body.id).toBe(id)
  const theirs = await answered(201, createAudience(key, "Theirs", other))
  expect(theirs).toMatchObject({ name: "Theirs", organizationId: String(other.id) })
  await answered(403, org.as("VIEWER")("POST", "/v1/audiences", { name: "Once" }, withKey(key)))
  await answered(401, server.call("POST", "/v1/audiences", { name: "Once" }, withKey(key)))
})

test("two organizations can use the same key at the same time", async () => {
  const keys = Array.from({ length: 30 }, () => randomUUID())
  const answers = await Promise.all(keys.flatMap((key) => [createAudience(key), createAudience(key, "Theirs", other)]))
  expect(answers.filter(({ status }) => status !== 201)).toEqual([])
})

test("an answer is repeated unchanged, even if the resource was changed or deleted since", async () => {
  const key = randomUUID()
  const first = await createAudience(key)
  await answered(200, org.call("PATCH", `/v1/audiences/${first.body.id}`, { name: "Renamed" }))
  expect((await createAudience(key)).text).toBe(first.text)
  await answered(200, org.call("DELETE", `/v1/audiences/${first.body.id}`))
  expect((await createAudience(key)).text).toBe(first.text)
})

test("only one of many concurrent requests with a key does the work; the others get its answer or a 409", async () => {
  const own = await server.organization("At once")
  for (let round = 0; round < 3; round++) {
    const key = randomUUID()
    const before = await audiences(own)
    const answers = await Promise.all(Array.from({ length: 50 }, () => createAudience(key, "Once", own)))
    expect(await audiences(own)).toBe(before + 1)
    const done = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(done.length).toBeGreaterThan(0)
    expect(done.length + waiting.length).toBe(50)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1)
    for (const { body } of waiting) expect(body.code).toBe("IDEMPOTENCY_KEY_IN_USE")
    expect((await createAudience(key, "Once", own)).text).toBe(done[0]?.text)
  }
})

test("requests with different keys do not wait for each other", async () => {
  const own = await server.organization("Many keys")
  const keys = Array.from({ length: 60 }, () => randomUUID())
  const answers = await Promise.all([...keys, ...keys].map((key) => createAudience(key, key, own)))
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(await audiences(own)).toBe(60)
})

describe("a request that fails", () => {
  test("leaves its key free when the body was wrong", async () => {
    const key = randomUUID()
    for (const wrong of ["{", {}, { name: "" }])
      await answered(400, org.call("POST", "/v1/audiences", wrong, withKey(key)))
    await answered(415, org.call("POST", "/v1/audiences", "{}", { ...withKey(key), "content-type": "text/plain" }))
    const { name } = await answered(201, createAudience(key, "Right"))
    expect(name).toBe("Right")
  })

  test("leaves its key free when a resource did not exist yet", async () => {
    const key = randomUUID()
    const contact = { name: "Asha", phoneNumber: newPhoneNumber() }
    const audienceId = randomUUID()
    const add = (id: string) =>
      org.call("POST", "/v1/contacts/add-to-audience", { contactIds: [], audienceId: id }, withKey(key))
    await answered(404, add(audienceId))
    const audience = await answered(201, org.call("POST", "/v1/audiences", { name: "Later" }))
    await answered(200, add(audience.id))

    const taken = await answered(201, org.call("POST", "/v1/contacts", contact))
    const another = randomUUID()
    for (let time = 0; time < 2; time++) {
      const { code } = await answered(409, org.call("POST", "/v1/contacts", contact, withKey(another)))
      expect(code).toBe("PHONE_NUMBER_TAKEN")
    }
    await answered(200, org.call("DELETE", `/v1/contacts/${taken.id}`))
    const { id } = await answered(201, org.call("POST", "/v1/contacts", contact, withKey(another)))
    expect(id).not.toBe(taken.id)
  })
})

test("without a key every request is a new one", async () => {
  const create = () => answered(201, org.call("POST", "/v1/audiences", { name: "Twice" }))
  expect((await create()).id).not.toBe((await create()).id)
})

test.skipIf(engine !== "postgres")("the work is rolled back if its answer cannot be stored", async () => {
  const database = await makeDatabase()
  const broken = await startServer({ database, mayFail: true })
  try {
    const own = await broken.organization()
    const url = database.settings.DATABASE_URL ?? ""
    await runSql(url, "alter table idempotency_keys add constraint full_now check (key <> 'lost')")
    const contact = { name: "Asha", phoneNumber: newPhoneNumber() }
    const create = (key: string) => own.call("POST", "/v1/contacts", contact, withKey(key))
    const contacts = async () => (await answered(200, own.call("GET", "/v1/contacts"))).total
    await answered(500, create("lost"))
    expect(await contacts()).toBe(0)
    await runSql(url, "alter table idempotency_keys drop constraint full_now")
    await answered(201, create("lost"))
    expect(await contacts()).toBe(1)
  } finally {
    await broken.stop()
    await database.remove()
  }
})

test("a client that disconnects and repeats its request has its work done once", async () => {
  const own = await server.organization("Impatient")
  const keys = Array.from({ length: 20 }, () => randomUUID())
  await Promise.all(
    keys.map(async (key, index) => {
      const body = JSON.stringify({ name: key })
      const head = `POST /v1/audiences HTTP/1.1\r\nHost: x\r\nx-api-key: ${own.keys.ADMIN}\r\nidempotency-key: ${key}\r\n`
      const socket = await openSocket(server.port)
      socket.on("error", () => undefined)
      socket.write(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      // Some clients disconnect at once, others when the answer begins.
      if (index % 2 === 0) await new Promise((resolve) => socket.once("data", resolve))
      socket.destroy()
    })
  )
  for (const key of keys) {
    await untilFound(async () => (await createAudience(key, key, own)).status === 201)
  }
  expect(await audiences(own)).toBe(keys.length)
})

test.each(["", " ", "a b", "x".repeat(256), "é", "a\tb", "a,b c"])("%j is refused as a key", async (key) => {
  await answered(400, createAudience(key))
})

test.each(["x", "x".repeat(255), "!~\"'%_\\;--", "__proto__"])("%j is accepted as a key", async (key) => {
  const { id } = await answered(201, createAudience(key))
  expect((await createAudience(key)).body.id).toBe(id)
})

test("a key has no effect on a request that is not a POST", async () => {
  const key = randomUUID()
  const { id } = await answered(201, createAudience(key))
  for (const name of ["One", "Two"]) {
    expect(await answered(200, org.call("PATCH", `/v1/audiences/${id}`, { name }, withKey(key)))).toMatchObject({
      name
    })
  }
  await answered(200, org.call("GET", `/v1/audiences/${id}`, undefined, withKey(key)))
})

test("keys survive a restart", async () => {
  const database = await makeDatabase()
  const key = randomUUID()
  try {
    const before = await startServer({ database })
    const own = await before.organization()
    const first = await createAudience(key, "Once", own)
    await before.stop()
    const after = await startServer({ database })
    const call = after.as(own.keys.ADMIN)
    const again = await call("POST", "/v1/audiences", { name: "Once" }, withKey(key))
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"])
    await answered(422, call("POST", "/v1/audiences", { name: "Twice" }, withKey(key)))
    expect((await answered(200, call("GET", "/v1/audiences"))).total).toBe(1)
    await after.stop()
  } finally {
    await database.remove()
  }
})

test.skipIf(engine !== "postgres")("a key is free again after 24 hours", async () => {
  const key = randomUUID()
  const { id } = await answered(201, createAudience(key))
  const age = (hours: number) =>
    runSql(
      server.database.settings.DATABASE_URL ?? "",
      `update idempotency_keys set created_at = now() - interval '${hours} hours' where key = '${key}'`
    )
  await age(23.9)
  expect((await createAudience(key)).body.id).toBe(id)
  await age(24.1)
  const { id: another } = await answered(201, createAudience(key, "Another"))
  expect(another).not.toBe(id)
  expect((await createAudience(key, "Another")).body.id).toBe(another)
})
