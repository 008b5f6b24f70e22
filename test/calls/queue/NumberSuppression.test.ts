import { Deferred, Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, expect, test } from "vitest"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { PhoneLedger } from "../../../src/contacts/PhoneLedger.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { engine } from "../../support/servers/test-database.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const enter = (phoneNumber: string, { id } = org, fields: object = {}) =>
  server.run(Effect.flatMap(NumberSuppression, (it) => it.enter(id, { phoneNumber, actor: "admin", ...fields })))
const stateOf = async (id: string) =>
  (
    await rows.query(
      (sql) => sql<Record<string, unknown>>`select status, suppression, suppression_reason as reason, priority,
        next_attempt_at as next from calls where id = ${id}`
    )
  )[0]
const suppressed = (priority: number) => ({
  status: "SUPPRESSED",
  suppression: "ORGANIZATION",
  reason: "Do Not Contact",
  priority,
  next: null
})
const makeContact = async (phoneNumber: string, of: TestOrganization = org): Promise<string> =>
  (await answered(201, of.call("POST", "/v1/contacts", { name: "Asha", phoneNumber }))).id
/** Returns another number that an erasure masks alike. */
const withSameMask = (phoneNumber: string) => `${phoneNumber.slice(0, 5)}9${phoneNumber.slice(6)}`
const eventsOf = async (callId: string) =>
  (await rows.query((sql) => sql<{ value: Uint8Array }>`select value from outbox where topic = 'call-suppressed.v1'`))
    .map(({ value }) => JSON.parse(Buffer.from(value).toString("utf8")))
    .filter((event) => event.callId === callId)

test("the waiting calls of the number are suppressed in every campaign", async () => {
  const phoneNumber = newPhoneNumber()
  const first = await rows.campaign(org.id)
  const second = await rows.campaign(org.id, { status: "PAUSED" })
  const pending = await rows.call(org.id, first, { phone_number: phoneNumber })
  const retry = await rows.call(org.id, second, {
    phone_number: phoneNumber,
    status: "QUEUED",
    priority: 1,
    attempts: 2
  })
  await enter(phoneNumber)
  expect(await stateOf(pending)).toEqual(suppressed(2))
  expect(await stateOf(retry)).toEqual(suppressed(1))
  for (const [campaign, was] of [
    [first, "pending"],
    [second, "queued"]
  ] as const) {
    const progress = await answered(200, org.call("GET", `/v1/campaigns/${campaign}/progress`))
    expect(progress).toMatchObject({ total: 1, suppressed: 1, [was]: 0 })
  }
})

test("a contact that got the number after the campaign started is suppressed too", async () => {
  const phoneNumber = newPhoneNumber()
  const contact_id = await makeContact(phoneNumber)
  const call = await rows.call(org.id, await rows.campaign(org.id), { contact_id })
  await enter(phoneNumber)
  expect(await stateOf(call)).toEqual(suppressed(2))
})

test("calls that do not wait, have another number or belong to another organization stay unchanged", async () => {
  const phoneNumber = newPhoneNumber()
  const campaign = await rows.campaign(org.id)
  const waiting = await rows.call(org.id, campaign)
  const theirs = await rows.call(other.id, await rows.campaign(other.id), { phone_number: phoneNumber })
  const settled = await Promise.all(
    ["IN_PROGRESS", "COMPLETED", "FAILED", "SKIPPED"].map((status) =>
      rows.call(org.id, campaign, { phone_number: phoneNumber, status })
    )
  )
  const byLabel = { phone_number: phoneNumber, status: "SUPPRESSED", suppression: "CAMPAIGN", suppression_reason: "No" }
  const before = await Promise.all(
    [waiting, theirs, ...settled, await rows.call(org.id, campaign, byLabel)].map(async (id) => [id, await stateOf(id)])
  )
  await enter(phoneNumber)
  for (const [id, state] of before) expect(await stateOf(id as string)).toEqual(state)
  expect(await eventsOf(waiting)).toEqual([])
})

test("an event with the masked number is published for each call", async () => {
  const phoneNumber = newPhoneNumber()
  const campaign = await rows.campaign(org.id)
  const contact_id = await makeContact(phoneNumber)
  const call = await rows.call(org.id, campaign, { phone_number: phoneNumber, contact_id, attempts: 1 })
  await enter(phoneNumber, org, { sourceCampaignName: "", intentLabel: "" })
  await enter(phoneNumber)
  expect(await eventsOf(call)).toEqual([
    {
      organizationId: String(org.id),
      campaignId: campaign,
      callId: call,
      contactId: contact_id,
      phoneNumber: expect.stringMatching(/^\+9198\*+\d\d$/),
      attempt: 1,
      scope: "ORGANIZATION",
      reason: "Do Not Contact",
      intentLabelId: null
    }
  ])
})

test("the event names the label that caused the suppression", async () => {
  const phoneNumber = newPhoneNumber()
  const campaign = await rows.campaign(org.id)
  const label = await rows.label(org.id, campaign, { name: "Deceased" })
  const call = await rows.call(org.id, campaign, { phone_number: phoneNumber })
  const decided = { sourceCampaignName: "Reminders", intentLabel: "Deceased", intentLabelId: label }
  const { entry, isNew } = await enter(phoneNumber, org, decided)
  expect([entry, isNew]).toMatchObject([
    { phoneNumber, sourceCampaignName: "Reminders", intentLabel: "Deceased", reason: "Deceased" },
    true
  ])
  expect(await stateOf(call)).toEqual(suppressed(2))
  expect(await eventsOf(call)).toMatchObject([{ reason: "Deceased", intentLabelId: label }])
})

test("only the affected campaigns are woken", async () => {
  const phoneNumber = newPhoneNumber()
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => rows.campaign(org.id)))
  for (const campaign of [first, second] as Array<string>) {
    await rows.call(org.id, campaign, { phone_number: phoneNumber })
  }
  await server.run(
    Effect.scoped(
      Effect.gen(function* () {
        const { listen } = yield* Signals
        const wakings = yield* Effect.forEach([first, second, third], (id) => listen(`campaign:${id}`))
        const { enter } = yield* NumberSuppression
        yield* enter(org.id, { phoneNumber, actor: "admin" })
        yield* wakings[0]!
        yield* wakings[1]!
        const woken = Effect.as(wakings[2]!, true)
        expect(yield* Effect.raceFirst(woken, Effect.as(Effect.yieldNow, false))).toBe(false)
      })
    )
  )
})

test("a suppression is part of the surrounding transaction", async () => {
  const phoneNumber = newPhoneNumber()
  const call = await rows.call(org.id, await rows.campaign(org.id), { phone_number: phoneNumber })
  const failed = server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { enter } = yield* NumberSuppression
      yield* sql.withTransaction(Effect.andThen(enter(org.id, { phoneNumber, actor: "admin" }), Effect.fail("no")))
    })
  )
  await expect(failed).rejects.toThrow()
  expect(await stateOf(call)).toMatchObject({ status: "PENDING" })
  const found = await server.run(Effect.flatMap(DoNotContact, (it) => it.find(org.id, phoneNumber)))
  expect(Option.isNone(found)).toBe(true)
})

test("Do Not Contact returns which of many numbers of several organizations it has, also erased ones", async () => {
  const [listed, free, erased] = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber()]
  await enter(listed)
  await enter(free, other)
  await enter(erased)
  const person = { organizationId: org.id, phoneNumbers: [erased], contactId: null, callIds: [] }
  await server.run(DoNotContact.use(({ erase }) => erase(person)))
  const numbers = [org, other].flatMap(({ id: organizationId }) =>
    [free, listed, erased, withSameMask(erased)].map((phoneNumber) => ({ organizationId, phoneNumber }))
  )
  const found = await server.run(DoNotContact.use((registry) => registry.listedAmong(numbers)))
  expect(found).toEqual([
    { organizationId: org.id, phoneNumber: listed },
    { organizationId: org.id, phoneNumber: erased },
    { organizationId: other.id, phoneNumber: free }
  ])
})

test("concurrent suppressions in the same campaigns do not deadlock", async () => {
  const campaigns = await Promise.all(Array.from({ length: 4 }, () => rows.campaign(org.id)))
  const numbers = Array.from({ length: 10 }, newPhoneNumber)
  const calls: Array<string> = []
  for (const phone_number of numbers) {
    for (const campaign of campaigns) calls.push(await rows.call(org.id, campaign, { phone_number }))
  }
  await Promise.all([...numbers, ...numbers].map((number) => enter(number)))
  for (const call of calls) expect(await stateOf(call)).toEqual(suppressed(2))
  for (const campaign of campaigns) {
    const { suppressed } = await answered(200, org.call("GET", `/v1/campaigns/${campaign}/progress`))
    expect(suppressed).toBe(numbers.length)
  }
})

test.skipIf(engine !== "postgres")(
  "an entry waits for a claim that is deciding about the number, and its time is later",
  async () => {
    const phoneNumber = newPhoneNumber()
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { lock, recordCall } = yield* PhoneLedger
        const registry = yield* DoNotContact
        const { enter } = yield* NumberSuppression
        const release = yield* Deferred.make<void>()
        const dialed = yield* Deferred.make<void>()
        const claim = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* lock(org.id, phoneNumber)
              expect(Option.isNone(yield* registry.find(org.id, phoneNumber))).toBe(true)
              yield* Deferred.succeed(dialed, undefined)
              yield* Deferred.await(release)
              const [now] = yield* sql<{ at: Date }>`select clock_timestamp() as at`
              yield* recordCall(org.id, phoneNumber, now!.at)
              return now!.at
            })
          )
        )
        yield* Deferred.await(dialed)
        const entering = yield* Effect.forkChild(enter(org.id, { phoneNumber, actor: "admin" }))
        yield* Effect.promise(rows.untilLockWait)
        expect(entering.pollUnsafe()).toBeUndefined()
        yield* Deferred.succeed(release, undefined)
        const dialedAt = yield* Fiber.join(claim)
        const { entry } = yield* Fiber.join(entering)
        expect(entry.createdAt.getTime()).toBeGreaterThanOrEqual(dialedAt.getTime())
      })
    )
  }
)

test.skipIf(engine !== "postgres")("a claim that waits for an entry finds it", async () => {
  const phoneNumber = newPhoneNumber()
  await server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { lock } = yield* PhoneLedger
      const registry = yield* DoNotContact
      const { enter } = yield* NumberSuppression
      const release = yield* Deferred.make<void>()
      const entered = yield* Deferred.make<void>()
      const entering = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* enter(org.id, { phoneNumber, actor: "admin" })
            yield* Deferred.succeed(entered, undefined)
            yield* Deferred.await(release)
          })
        )
      )
      yield* Deferred.await(entered)
      const claim = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.andThen(
            lock(org.id, phoneNumber),
            Effect.suspend(() => registry.find(org.id, phoneNumber))
          )
        )
      )
      yield* Effect.promise(rows.untilLockWait)
      expect(claim.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(entering)
      expect(Option.isSome(yield* Fiber.join(claim))).toBe(true)
    })
  )
})
