import { Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { PhoneLedger } from "../../src/contacts/PhoneLedger.ts"
import { startServer } from "../support/api/test-server.ts"
import { newPhoneNumber } from "../support/data/phone-numbers.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")

const ledger = <A, E>(use: (ledger: PhoneLedger["Service"]) => Effect.Effect<A, E>) =>
  server.run(Effect.flatMap(PhoneLedger, use))
const callsTo = async (phoneNumber: string, { id } = org) =>
  (await ledger((it) => it.lock(id, phoneNumber))).calls.map((at) => at.toISOString())

const hour = 3_600_000
const now = Date.parse("2030-05-01T10:00:00.123Z")
const at = (hours: number, millis = 0) => new Date(now + hours * hour + millis)

test("a number that was never called has no calls", async () => {
  expect(await callsTo(newPhoneNumber())).toEqual([])
})

test("the ledger contains the calls of the last 168 hours to this number by this organization", async () => {
  const phoneNumber = newPhoneNumber()
  await callsTo(phoneNumber)
  for (const time of [at(-168), at(-168, 1), at(-1), at(0)])
    await ledger((it) => it.recordCall(org.id, phoneNumber, time))
  expect(await callsTo(phoneNumber)).toEqual([at(-168, 1), at(-1), at(0)].map((time) => time.toISOString()))
  expect(await callsTo(phoneNumber, other)).toEqual([])
  expect(await callsTo(newPhoneNumber())).toEqual([])
})

test("a call that was not placed is removed once", async () => {
  const phoneNumber = newPhoneNumber()
  await callsTo(phoneNumber)
  for (const time of [at(-2), at(-1), at(-1), at(0)]) await ledger((it) => it.recordCall(org.id, phoneNumber, time))
  await ledger((it) => it.removeCall(org.id, phoneNumber, at(-1)))
  expect(await callsTo(phoneNumber)).toEqual([at(-2), at(-1), at(0)].map((time) => time.toISOString()))
  for (const time of [at(-2), at(0), at(5)]) await ledger((it) => it.removeCall(org.id, phoneNumber, time))
  expect(await callsTo(phoneNumber)).toEqual([at(-1).toISOString()])
  await ledger((it) => it.removeCall(org.id, phoneNumber, at(-1)))
  expect(await callsTo(phoneNumber)).toEqual([])
})
