import { Effect } from "effect"
import { CallUrls } from "../../../src/carriers/CallUrls.ts"
import { twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"
import { Signals } from "../../../src/events/Signals.ts"
import type { TopicName } from "../../../src/events/schemas/topics.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import { rowsOf } from "../data/calls.ts"
import { eventually } from "../eventually.ts"
import { answered } from "./answered.ts"
import type { Answer } from "./http.ts"
import { newFlow } from "./resources.ts"
import type { TestOrganization, TestServer } from "./test-server.ts"

let numbers = 0

/** Returns a new phone number. Its last digit decides the behavior of the simulated person. */
export const numberEnding = (digit: number, prefix = "+9197") =>
  `${prefix}${String(++numbers).padStart(12 - prefix.length, "0")}${digit}`

export interface Person {
  readonly id: string
  readonly phoneNumber: string
}

export type Move = "start" | "pause" | "resume" | "cancel"

/** A client of one organization that runs campaigns and reads their progress, calls and events. */
export const campaignClient = (server: TestServer, org: TestOrganization) => {
  const { query, untilLockWait } = rowsOf(server)
  const admin = `/admin/v1/organizations/${org.id}`
  let flowId: string | undefined

  const flow = async (fields: object = {}): Promise<string> =>
    (await answered(201, server.admin("POST", `${admin}/flows`, { ...newFlow, ...fields }))).id

  const person = (digit: number, fields: object = {}): Promise<Person> =>
    answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: numberEnding(digit), ...fields }))

  /** Creates one contact for each digit. */
  const people = (...digits: ReadonlyArray<number>) => Promise.all(digits.map((digit) => person(digit)))

  const audience = async (members: ReadonlyArray<Person>): Promise<string> => {
    const { id } = await answered(201, org.call("POST", "/v1/audiences", { name: "All" }))
    const contactIds = members.map((member) => member.id)
    if (members.length > 0) await answered(200, org.call("POST", `/v1/audiences/${id}/contacts`, { contactIds }))
    return id
  }

  const draft = async (members: ReadonlyArray<Person>, fields: object = {}): Promise<string> => {
    flowId ??= await flow()
    const fast = { callsPerMinute: 1000, maxConcurrentCalls: 100 }
    const audienceId = "audienceId" in fields ? undefined : await audience(members)
    const campaign = { name: "Spring", useCaseType: "CUSTOM", flowId, audienceId, ...fast, ...fields }
    return (await answered(201, org.call("POST", "/v1/campaigns", campaign))).id
  }

  const move = (id: string, to: Move, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
    org.call("POST", `/v1/campaigns/${id}/${to}`, undefined, headers)

  const started = async (members: ReadonlyArray<Person>, fields: object = {}): Promise<string> => {
    const id = await draft(members, fields)
    await answered(200, move(id, "start"))
    return id
  }

  const campaign = (id: string) => answered(200, org.call("GET", `/v1/campaigns/${id}`))
  const progress = (id: string) => answered(200, org.call("GET", `/v1/campaigns/${id}/progress`))

  const records = async (id: string): Promise<ReadonlyArray<any>> => {
    const { data, total } = await answered(200, org.call("GET", `/v1/campaigns/${id}/calls?limit=100`))
    if (total > 100) throw new Error("More calls than a page has")
    return data
  }
  const record = async (id: string, { id: contactId }: Person) =>
    (await records(id)).find((call) => call.contactId === contactId)

  const explained = async (id: string, of: Person) =>
    answered(200, server.admin("GET", `${admin}/calls/${(await record(id, of)).id}`))

  // A look at the rows costs a tenth of a request, so the API is asked when they say that it is time.
  const untilStatus = (id: string, status: string) =>
    eventually(async () => {
      const [row] = await query((sql) => sql<{ status: string }>`select status from campaigns where id = ${id}`)
      const now = row?.status === status ? await campaign(id) : row
      if (now?.status !== status) throw new Error(`The campaign is ${now?.status} and not ${status}`)
      return now
    }).catch(async (error) => {
      throw new Error(`${error.message}: ${JSON.stringify([await campaign(id), await progress(id)])}`)
    })

  /** Changes with each change of a campaign's calls and attempts. */
  const versionOf = async (id: string) => {
    const [row] = await query(
      (sql) => sql<{ version: string }>`select concat(
        (select string_agg(xmin::text, ' ' order by id) from calls where campaign_id = ${id}), '/',
        (select string_agg(xmin::text, ' ' order by id) from attempts where campaign_id = ${id})) as version`
    )
    return row?.version
  }

  const untilCall = (id: string, of: Person, isIt: (call: any) => boolean) => {
    let seen: string | undefined
    let call: any
    let askAgainAt = 0
    return eventually(async () => {
      const version = await versionOf(id)
      // A call also shows what other tables have.
      if (version !== seen || performance.now() > askAgainAt) {
        seen = version
        call = await record(id, of)
        askAgainAt = performance.now() + 1_000
      }
      if (!isIt(call)) throw new Error(JSON.stringify(call))
      return call
    })
  }

  /** Makes waiting calls due now, directly in the database. */
  const makeDue = async (id: string) => {
    await query(
      (sql) => sql`update calls set next_attempt_at = clock_timestamp()
        where campaign_id = ${id} and next_attempt_at is not null`
    )
    await server.run(Signals.use(({ send }) => send(`campaign:${id}`)))
  }

  const dnc = (phoneNumber: string, fields: object = {}) =>
    answered(201, server.admin("POST", `${admin}/dnc`, { phoneNumber, ...fields }))

  const update = (fields: object) => answered(200, server.admin("PATCH", admin, fields))

  const usage = async () =>
    (
      await query(
        (sql) => sql<{ used: number; reserved: number }>`select minutes_used as used, minutes_reserved as reserved
          from current_usage where organization_id = ${org.id}`
      )
    )[0]

  const attempts = (id: string) =>
    query(
      (
        sql
      ) => sql<Attempt>`select id, campaign_id, call_id, attempt_no, kind, phone_number, call_sid, started_at, ended_at, outcome
        from attempts where campaign_id = ${id} order by started_at`
    )

  /** Waits for the live attempt of a call, once the carrier has accepted it. */
  const live = (id: string, of: Person) =>
    eventually(async () => {
      const { id: callId } = await record(id, of)
      const found = (await attempts(id)).find((attempt) => attempt.callId === callId && attempt.endedAt === null)
      if (found === undefined || found.callSid === null) throw new Error(`No live attempt: ${JSON.stringify(found)}`)
      return found
    })

  /** Sends a status callback of the carrier. */
  const report = ({ callSid, id }: Pick<Attempt, "id" | "callSid">, callStatus: string, fields: object = {}) =>
    sendCallback(server, id, callForm(callSid ?? unknownCallSid, callStatus, fields))

  const events = async (topic: TopicName, campaignId: string): Promise<ReadonlyArray<any>> => {
    const rows = await query(
      (sql) => sql<{ value: Uint8Array }>`select value from outbox where topic = ${topic} order by seq`
    )
    return rows
      .map(({ value }) => JSON.parse(Buffer.from(value).toString("utf8")))
      .filter((event) => event.campaignId === campaignId)
  }

  return {
    admin,
    attempts,
    audience,
    campaign,
    dnc,
    draft,
    events,
    explained,
    flow,
    live,
    makeDue,
    move,
    people,
    person,
    progress,
    query,
    record,
    records,
    untilLockWait,
    started,
    report,
    untilCall,
    untilStatus,
    update,
    usage
  }
}

export interface Attempt {
  readonly id: string
  readonly campaignId: string
  readonly callId: string
  readonly attemptNo: number
  readonly kind: "OUTBOUND" | "INBOUND"
  readonly phoneNumber: string
  readonly callSid: string | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly outcome: string | null
}

export const unknownCallSid = `CA${"0".repeat(32)}`

/** Builds the fields of a status callback. */
export const callForm = (callSid: string, callStatus: string, fields: object = {}): Record<string, string> => ({
  CallSid: callSid,
  CallStatus: callStatus,
  Timestamp: new Date().toUTCString(),
  ...fields
})

/** Sends a status callback like the simulated carrier; `signature` replaces the valid one. */
export const sendCallback = (
  server: TestServer,
  attemptId: string,
  form: Readonly<Record<string, string>>,
  signature?: string
): Promise<Answer> => sendAsCarrier(server, `/carriers/simulated/status/${attemptId}`, form, signature)

/** Sends a form like the simulated carrier; `signature` replaces the valid one. */
export const sendAsCarrier = async (
  server: TestServer,
  path: string,
  form: Readonly<Record<string, string>>,
  signature?: string
): Promise<Answer> => {
  const right = await server.run(
    Effect.gen(function* () {
      const { digest } = yield* Secrets
      const { base } = yield* CallUrls
      const token = Buffer.from(digest("simulated-carrier", "auth token")).toString("hex")
      return twilioSignature(token, `${yield* base}${path}`, Object.entries(form))
    })
  )
  return server.send({
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature ?? right },
    body: new URLSearchParams(form).toString()
  })
}

/** Returns the sum of a campaign's progress counters. */
export const sumOf = ({ pending, queued, inProgress, completed, failed, skipped, suppressed }: any): number =>
  pending + queued + inProgress + completed + failed + skipped + suppressed
