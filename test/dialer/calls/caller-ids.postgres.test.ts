import { randomBytes } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { CallerIds, numbersOfPool } from "../../../src/accounts/callers/CallerIds.ts"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person, sendAsCarrier } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"
import { engine } from "../../support/servers/test-database.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
const rows = rowsOf(server)
const ofInstallation = "+15005550006"

const newClient = async () => {
  const org = await server.organization()
  const api = campaignClient(server, org)
  const path = `${api.admin}/caller-ids`
  return {
    ...api,
    org,
    put: (number: string, fields: object = {}) => answered(200, server.admin("PUT", path, { number, ...fields })),
    callerId: (number: string) => answered(200, server.admin("GET", `${path}/${number}`)),
    removeNumber: (number: string) => answered(200, server.admin("DELETE", `${path}/${number}`)),
    usePool: (id: string, pool: string | null) =>
      server.admin("PUT", `${api.admin}/campaigns/${id}/caller-pool`, { pool })
  }
}
type Client = Awaited<ReturnType<typeof newClient>>

let numbers = 0
/** A new number, and a person with the same area code who does not answer. */
const newNumber = (areaCode = 212) => `+1${areaCode}555${String(++numbers).padStart(4, "0")}`
const personIn = (api: Client, areaCode = 212) =>
  api.person(3, { phoneNumber: `+1${areaCode}777${String(++numbers).padStart(3, "0")}3` })
const peopleIn = (api: Client, count: number, areaCode = 212) =>
  Promise.all(Array.from({ length: count }, () => personIn(api, areaCode)))

const callersOf = async (api: Client, id: string): Promise<ReadonlyArray<string>> =>
  (
    await api.query(
      (sql) => sql<{ callerId: string }>`select caller_id from attempts where campaign_id = ${id} order by started_at`
    )
  ).map(({ callerId }) => callerId)

const counted = (list: ReadonlyArray<string>) =>
  Object.fromEntries([...Map.groupBy(list, (one) => one)].map(([one, all]) => [one, all.length]).toSorted())

test("an organization calls from its own numbers once it has one, and each person always sees the same", async () => {
  const api = await newClient()
  const [own, other, far] = [newNumber(), newNumber(), newNumber(310)] as const
  const people = await peopleIn(api, 3)
  const first = await api.started(people, { maxRetries: 0 })
  await api.untilStatus(first, "COMPLETED")
  expect(counted(await callersOf(api, first))).toEqual({ [ofInstallation]: 3 })

  await api.put(far)
  await api.put(own)
  const id = await api.started(people, { maxRetries: 3 })
  const callersOnce = await eventually(async () => {
    const callers = await callersOf(api, id)
    expect(callers).toHaveLength(3)
    return callers
  })
  expect(counted(callersOnce)).toEqual({ [own]: 3 })
  const [person] = people as [Person]
  const passed = (await api.explained(id, person)).decisions.find(({ gate }: any) => gate === "caller")
  expect(passed).toMatchObject({ verdict: "PASS", detail: `${own}, with the person's area code` })
  expect((await api.explained(id, person)).attemptLog).toMatchObject([{ callerId: own }])

  // A number that is as near as theirs changes nothing for people who know another.
  await api.put(other)
  const again = async (count: number) => {
    await api.untilCall(id, person, ({ status }) => status === "QUEUED")
    await api.makeDue(id)
    return eventually(async () => {
      const callers = await callersOf(api, id)
      expect(callers).toHaveLength(count)
      return counted(callers.slice(-3))
    })
  }
  await eventually(async () => expect((await api.records(id)).every(({ status }) => status === "QUEUED")).toBe(true))
  expect(await again(6)).toEqual({ [own]: 3 })
  await eventually(async () => expect((await api.records(id)).every(({ status }) => status === "QUEUED")).toBe(true))
  await api.removeNumber(own)
  expect(await again(9)).toEqual({ [other]: 3 })
  await answered(200, api.move(id, "cancel"))
})

test("campaigns that run at once share the calls of the day, and wait with the reason when all are made", async () => {
  const api = await newClient()
  const [one, other] = [newNumber(), newNumber()] as const
  for (const number of [one, other]) await api.put(number, { dailyCap: 3 })
  const people = await peopleIn(api, 12)
  const planned = await api.draft([...people, ...(await peopleIn(api, 1))])
  const plan = await answered(200, server.admin("GET", `${api.admin}/campaigns/${planned}/preflight`))
  const dayOf = (at: string) => Math.floor(Date.parse(at) / 86_400_000)
  expect(dayOf(plan.lastCallAt) - dayOf(plan.firstCallAt)).toBe(2)
  const groups = [people.slice(0, 4), people.slice(4, 8), people.slice(8)]
  const ids = await Promise.all(groups.map((members) => api.started(members, { maxRetries: 0 })))
  const allCallers = async () => (await Promise.all(ids.map((id) => callersOf(api, id)))).flat()
  await eventually(async () => expect(await allCallers()).toHaveLength(6))
  expect(counted(await allCallers())).toEqual({ [one]: 3, [other]: 3 })
  expect(await api.callerId(one)).toMatchObject({ callsToday: 3, state: "ACTIVE" })

  const detail = "No number of the organization is free: 2 made all calls of the day. The first is free at "
  const waiting = (await Promise.all(ids.map((id) => api.records(id))))
    .flat()
    .filter(({ status }) => status === "PENDING")
  expect(waiting).toHaveLength(6)
  const explained = await answered(200, server.admin("GET", `${api.admin}/calls/${waiting[0].id}`))
  expect(explained.decisions.at(-1)).toMatchObject({ gate: "caller", verdict: "WAIT" })
  expect(explained.decisions.at(-1).detail).toContain(detail)
  const idle = ids.find((id) => id === explained.campaignId)
  const insight = await answered(200, server.admin("GET", `${api.admin}/campaigns/${idle}/insight`))
  expect(insight.idle.reasons).toMatchObject([{ gate: "caller", detail: expect.stringContaining(detail) }])
  const preflight = async () => {
    const draft = await api.draft(people.slice(0, 3))
    return answered(200, server.admin("GET", `${api.admin}/campaigns/${draft}/preflight`))
  }
  const { warnings } = await preflight()
  expect(warnings).toContainEqual(expect.stringContaining("may place 0 more calls today, and 3 contacts"))
  expect(warnings).toContainEqual(expect.stringContaining(detail))

  await api.put(other, { dailyCap: 5 })
  await eventually(async () => expect(await allCallers()).toHaveLength(8))
  await api.put(newNumber(310))
  for (const id of ids) await api.untilStatus(id, "COMPLETED")
  expect(counted(await allCallers())).toMatchObject({ [one]: 3, [other]: 5 })
})

test("the cap of a day holds for calls that begin at once, and a call that was not placed is given back", async () => {
  const api = await newClient()
  const number = newNumber()
  await api.put(number, { dailyCap: 10 })
  const on = (text: string) => new Date(`2020-01-31T${text}Z`)
  const take = (at: Date) => server.run(CallerIds.use(({ take }) => take(api.org.id, number, at)))
  const taken = await Promise.all(Array.from({ length: 30 }, () => take(on("23:59:59.999"))))
  expect(taken.filter((it) => it)).toHaveLength(10)
  const giveBack = (at: Date) => server.run(CallerIds.use(({ giveBack }) => giveBack(api.org.id, number, at)))
  await giveBack(on("10:00:00"))
  expect([await take(on("12:00:00")), await take(on("12:00:00"))]).toEqual([true, false])
  // The day of the organization decides; a claim that is late for its day begins again.
  expect(await take(new Date("2020-02-01T00:00:00Z"))).toBe(true)
  expect(await take(on("23:59:59.999"))).toBe(false)
  await giveBack(on("23:59:59.999"))
  expect(await api.query((sql) => sql`select calls from caller_ids where number = ${number}`)).toEqual([{ calls: 1 }])

  const campaign = await rows.campaign(api.org.id)
  const call = await rows.call(api.org.id, campaign, { status: "IN_PROGRESS", attempts: 1 })
  const attempt = await rows.attempt(api.org.id, call, {
    ...{ caller_id: number, started_at: new Date("2020-02-01T01:00:00Z"), ended_at: null, outcome: null }
  })
  await server.run(Attempts.use(({ undo }) => undo(attempt, 0)))
  expect(await api.query((sql) => sql`select calls from caller_ids where number = ${number}`)).toEqual([{ calls: 0 }])
})

test("the calls of a day count when the organization moves to a time zone in which it has not begun", async () => {
  const api = await newClient()
  const number = newNumber()
  await api.put(number, { dailyCap: 2 })
  const moveTo = (timezone: string) => answered(200, server.admin("PATCH", api.admin, { timezone }))
  const take = () => server.run(CallerIds.use(({ take }) => take(api.org.id, number, new Date())))
  // 25 hours ahead of the other one.
  await moveTo("Pacific/Kiritimati")
  expect(await take()).toBe(true)
  await moveTo("Pacific/Pago_Pago")
  expect(await api.callerId(number)).toMatchObject({ callsToday: 1 })
  const id = await api.started(await peopleIn(api, 2), { maxRetries: 0 })
  await eventually(async () => expect(await callersOf(api, id)).toEqual([number]))
  expect(await take()).toBe(false)
  expect(await api.callerId(number)).toMatchObject({ callsToday: 2 })
  await answered(200, api.move(id, "cancel"))
})

test("a statement that selects the numbers of a pool may call its own tables what it likes", async () => {
  const api = await newClient()
  const number = newNumber()
  await api.put(number)
  const poolOf = (organization: string) =>
    api.query((sql) => {
      const name = sql.literal(organization)
      const of = { organizationId: sql`${name}.id`, pool: sql`null::text`, timezone: sql`${name}.timezone` }
      return sql`select ${numbersOfPool(sql, of)} as numbers from organizations ${name} where ${name}.id = ${api.org.id}`
    })
  for (const name of ["c", "k", "caller_ids", "carrier_accounts"]) {
    expect(await poolOf(name), name).toMatchObject([{ numbers: [{ number }] }])
  }
})

test.skipIf(engine !== "postgres")(
  "nodes that call from one number at once never exceed its cap of a day",
  async () => {
    const other = await startServer({ database: server.database, settings: { ROLES: "api" } })
    try {
      const api = await newClient()
      const number = newNumber()
      await api.put(number, { dailyCap: 9 })
      const groups = await Promise.all(Array.from({ length: 6 }, () => peopleIn(api, 5)))
      const ids = await Promise.all(
        groups.map((members) => api.draft(members, { maxRetries: 0, callsPerMinute: 1000 }))
      )
      const take = async () => {
        const taken = Array.from({ length: 20 }, () =>
          other.run(CallerIds.use(({ take }) => take(api.org.id, number, new Date())))
        )
        return (await Promise.all(taken)).filter((it) => it).length
      }
      const ofOther = await Promise.all([...ids.map((id) => api.move(id, "start")), take()])
      const taken = Number(ofOther.at(-1))
      const placed = async () => (await Promise.all(ids.map((id) => callersOf(api, id)))).flat().length
      await eventually(async () => expect((await placed()) + taken).toBe(9))
      // Each campaign claims once more.
      await api.put(number, { dailyCap: 12 })
      const more = taken + (await take())
      await eventually(async () => expect((await placed()) + more).toBe(12))
      await Promise.all(ids.map((id) => api.move(id, "cancel")))
      expect((await placed()) + more).toBe(12)
      expect(await api.callerId(number)).toMatchObject({ callsToday: 12 })
    } finally {
      await other.stop()
    }
  }
)

test("a number that the carrier refuses is switched off, and its calls are placed from others", async () => {
  const api = await newClient()
  const [refused, far] = ["+15005550001", `+4420794600${++numbers}`] as const
  await api.put(refused, { dailyCap: 5 })
  await api.put(far)
  const people = await peopleIn(api, 3)
  const id = await api.started(people, { maxRetries: 0 })
  await api.untilStatus(id, "COMPLETED")
  expect(counted(await callersOf(api, id))).toEqual({ [far]: 3 })
  expect((await api.attempts(id)).map(({ attemptNo, outcome }) => [attemptNo, outcome])).toEqual(
    people.map(() => [1, "BUSY"])
  )
  const off = await api.callerId(refused)
  expect(off).toMatchObject({ state: "OFF", reason: expect.stringContaining("error 21212"), callsToday: 0 })
  expect(Date.parse(off.refusedAt)).toBeLessThanOrEqual(Date.now())
  const entries = await answered(200, server.admin("GET", `${api.admin}/security-log?action=caller-id.refused`))
  expect(entries.data).toMatchObject([{ actor: "carrier", target: refused, details: { reason: off.reason } }])
  expect(server.log.splice(0)).toEqual([expect.stringContaining("Switched off a number of organization")])

  expect(await api.put(refused, { pool: "Sales" })).toMatchObject({ state: "OFF", refusedAt: off.refusedAt })
  expect(await api.put(refused, { state: "ACTIVE" })).toMatchObject({ state: "ACTIVE", reason: null, refusedAt: null })
  // A call that was claimed before an admin has changed the number says nothing about it.
  const sinceMillis = 60_000
  await server.run(CallerIds.use((ids) => ids.refused(api.org.id, refused, { reason: "a test", sinceMillis })))
  expect(await api.callerId(refused)).toMatchObject({ state: "ACTIVE" })

  // Without another number the call waits, and no attempt of it is left.
  await api.put(far, { state: "OFF" })
  const waiting = await api.started(await peopleIn(api, 1), { maxRetries: 0 })
  await eventually(async () => expect(await api.callerId(refused)).toMatchObject({ state: "OFF" }))
  await eventually(async () => expect(await api.records(waiting)).toMatchObject([{ status: "PENDING", attempts: 0 }]))
  await api.put(far, { state: "ACTIVE" })
  await api.untilStatus(waiting, "COMPLETED")
  server.log.splice(0)
})

test("a number rests when people stop answering it, until the rest is over or an admin ends it", async () => {
  const api = await newClient()
  const [tired, other] = [newNumber(), newNumber(310)] as const
  await api.put(tired)
  await api.put(other)
  const note = (wasAnswered: boolean) => server.run(CallerIds.use(({ note }) => note(api.org.id, tired, wasAnswered)))
  await note(true)
  await note(false)
  expect(await api.callerId(tired)).toMatchObject({ recent: { calls: 2, answered: 1 }, before: { calls: 0 } })
  await api.query(
    (sql) =>
      sql`update caller_ids set recent = '1' || repeat('0', 49), ended = 169, answered = 40 where number = ${tired}`
  )
  const id = await api.started(await peopleIn(api, 1), { maxRetries: 0 })
  await api.untilStatus(id, "COMPLETED")
  expect(await callersOf(api, id)).toEqual([tired])
  const rested = await api.callerId(tired)
  expect(rested).toMatchObject({
    state: "RESTING",
    reason: "0 % of the last 50 calls were answered, and 33 % of the 120 before",
    recent: { calls: 0, answered: 0 },
    before: { calls: 170, answered: 40 }
  })
  expect(Date.parse(rested.restingUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  expect(await api.put(tired, { dailyCap: 90 })).toMatchObject({ state: "RESTING", dailyCap: 90 })
  const next = await api.started(await peopleIn(api, 1), { maxRetries: 0 })
  await api.untilStatus(next, "COMPLETED")
  expect(await callersOf(api, next)).toEqual([other])
  expect(await api.put(tired, { state: "ACTIVE" })).toMatchObject({ state: "ACTIVE", reason: null, restingUntil: null })
})

test("a campaign calls from the pool that it names, and does not start without a number", async () => {
  const api = await newClient()
  const [sales, service] = [newNumber(), newNumber()] as const
  await api.put(sales, { pool: "Sales" })
  await api.put(service, { pool: "Service" })
  const people = await peopleIn(api, 4)
  const id = await api.draft(people, { maxRetries: 0 })
  expect(await answered(400, api.usePool(id, "Nobody"))).toMatchObject({ details: [{ path: "pool" }] })
  expect(await answered(200, api.usePool(id, "Service"))).toMatchObject({ callerPool: "Service" })
  await api.put(service, { pool: "Service", state: "OFF", reason: "Reported as spam" })
  expect((await answered(400, api.move(id, "start"))).message).toContain("all numbers from which it may call are off")
  await api.put(service, { pool: null, state: "ACTIVE" })
  expect((await answered(400, api.move(id, "start"))).message).toContain("its pool Service has no number to call from")
  await api.put(service, { pool: "Service" })
  await answered(200, api.move(id, "start"))
  await api.untilStatus(id, "COMPLETED")
  expect(counted(await callersOf(api, id))).toEqual({ [service]: 4 })
  await answered(409, api.usePool(id, null))
})

test("a number belongs to one organization, which alone is left by a person who calls it and opts out", async () => {
  const [api, other] = [await newClient(), await newClient()]
  const number = newNumber()
  await api.put(number)
  const refused = await answered(400, server.admin("PUT", `${other.admin}/caller-ids`, { number }))
  expect(refused.details).toEqual([{ path: "number", message: "is a number of another organization" }])
  const from = "+12127779993"
  const answer = await sendAsCarrier(server, "/carriers/simulated/voice/key", {
    ...{ CallSid: `CA${randomBytes(16).toString("hex")}`, From: from, To: number, Digits: "9" }
  })
  expect(answer.status).toBe(200)
  const listed = await api.query(
    (sql) => sql<{ organizationId: number }>`select organization_id from do_not_contact where phone_number = ${from}`
  )
  expect(listed).toEqual([{ organizationId: api.org.id }])
  await answered(200, server.admin("DELETE", `${api.admin}/caller-ids/${number}`))
  await answered(404, server.admin("DELETE", `${api.admin}/caller-ids/${number}`))
  await answered(200, server.admin("PUT", `${other.admin}/caller-ids`, { number }))
})
