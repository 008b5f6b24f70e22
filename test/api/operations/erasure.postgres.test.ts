import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { CallErasure } from "../../../src/calls/erasure/CallErasure.ts"
import { Tagging } from "../../../src/calls/outcomes/Tagging.ts"
import { BestTimes } from "../../../src/calls/queue/BestTimes.ts"
import { QueueFilling } from "../../../src/calls/queue/QueueFilling.ts"
import { undeterminedBecause } from "../../../src/domain/calls/Finding.ts"
import type { Campaign } from "../../../src/domain/campaigns/Campaign.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { personTables } from "../../../src/operations/person-data.ts"
import { newId } from "../../../src/platform/ids.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import { Deliveries } from "../../../src/writeback/Deliveries.ts"
import { answered, refused } from "../../support/api/answered.ts"
import { campaignClient, numberEnding } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { keptOfPeople, withoutPeople } from "../../support/data/known-columns.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { eventually } from "../../support/eventually.ts"
import { engine } from "../../support/servers/test-database.ts"
import { filesOf } from "../../support/tar-files.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20", ALLOW_PRIVATE_WEBHOOKS: "1" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)
const { query } = client
const rows = rowsOf(server)

const eraseOf = (phoneNumber: string, of = org) =>
  server.admin("POST", `/admin/v1/organizations/${of.id}/contacts/erase`, { phoneNumber })
const erase = async (phoneNumber: string) => (await answered(200, eraseOf(phoneNumber))).erased
const dncEntries = async () => (await answered(200, org.call("GET", "/v1/dnc?limit=100"))).data
const securityLog = async () =>
  (await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`))).data

const exportOf = async (phoneNumber: string) => {
  const path = `/admin/v1/organizations/${org.id}/contacts/export`
  return filesOf(Buffer.from((await server.admin("POST", path, { phoneNumber })).text))
}

/** Returns every place in the database, or in a file beside it, that holds a text, plain or encrypted. */
const placesOf = async (...texts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const columns = await query(
    (sql) => sql<{ table: string; column: string; type: string }>`select c.table_name as table, c.column_name as column,
        c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and t.table_name not in (select name from table_partitions) and c.data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'character varying')`
  )
  const found: Array<string> = []
  for (const { column, table, type } of columns) {
    const rows = await query(
      (sql) =>
        sql<{ text: string }>`select ${
          type === "bytea" ? sql`encode(${sql(column)}, 'escape')` : sql`${sql(column)}::text`
        } as text from ${sql(table)} where ${sql(column)} is not null`
    )
    for (const { text } of rows) {
      const plain = text.startsWith("v1.") ? await unsealed(table, column, text) : text
      for (const one of texts)
        if (plain.toLowerCase().includes(one.toLowerCase())) found.push(`${table}.${column}: ${one}`)
    }
  }
  for (const file of await filesIn(join(server.database.settings.DATA_DIR ?? "", "blobs"))) {
    const content = await readFile(file, "latin1")
    for (const one of texts) if (content.includes(one)) found.push(`${file}: ${one}`)
  }
  return found
}

const filesIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const unsealed = async (table: string, column: string, sealed: string) => {
  const id = { talks: "attempt_id", analyses: "attempt_id", live_talks: "attempt_id" }[table]
  if (id === undefined) return sealed
  const [row] = await query(
    (sql) => sql<{ id: string }>`select ${sql(id)}::text as id from ${sql(table)} where ${sql(column)} = ${sealed}`
  )
  const place = { organizationId: org.id, table, column, rowId: row!.id }
  return server.run(Effect.flatMap(Secrets, ({ open }) => Effect.orDie(open(sealed, place))))
}

test("an erasure of a number with a national prefix also erases the number that a carrier reaches by it", async () => {
  const [given, reached] = ["+4407400123456", "+447400123456"]
  for (const phoneNumber of [given, reached])
    await answered(201, org.call("POST", "/v1/contacts", { name: "Ines Reached", phoneNumber }))
  expect(await erase(given)).toMatchObject({ contacts: 2, doNotContact: 2 })
  expect(await placesOf(given, reached, "Ines Reached")).toEqual([])
  const again = await answered(201, org.call("POST", "/v1/contacts", { name: "Ines", phoneNumber: reached }))
  const { contact } = await answered(200, org.call("GET", `/v1/contacts/${again.id}/history`))
  expect(contact).toMatchObject({ doNotContact: true, doNotContactReason: "Erased" })
})

test("no data about the person is left, the figures stay, and the log entry does not identify them", async () => {
  const name = "Zephyrine Quill"
  const phoneNumber = numberEnding(0)
  const headers = { "idempotency-key": `make-${phoneNumber}` }
  // A target that does not answer: the deliveries stay queued.
  const target = { webhookEnabled: true, webhookUrl: "http://127.0.0.1:9/", csvAutoExport: true }
  await answered(200, org.call("PUT", "/v1/write-back/config", target))
  const person = await answered(
    201,
    org.call("POST", "/v1/contacts", { name, phoneNumber, metadata: { pet: "axolotl" } }, headers)
  )
  await answered(
    201,
    org.call("POST", "/v1/imports/api/bulk", {
      contacts: [
        { name, phoneNumber: `0${phoneNumber.slice(3)}` },
        { name: "Somebody", phoneNumber: newPhoneNumber() }
      ]
    })
  )
  const [other] = await client.people(2)
  const flowId = await client.flow({ initialPrompt: "Hello {{name}}, how is your {{pet}}?" })
  await answered(200, org.call("PATCH", `/v1/contacts/${other!.id}`, { metadata: { pet: "dog" } }))
  const campaign = await client.started([person, other!], { flowId, maxRetries: 0 })
  await client.untilStatus(campaign, "COMPLETED")
  const paused = await rows.campaign(org.id, { status: "PAUSED" })
  await rows.call(org.id, paused, { contact_id: person.id, contact_name: name, phone_number: phoneNumber })
  const progress = await client.progress(campaign)
  await eventually(async () =>
    expect(await placesOf(phoneNumber.slice(3))).toContain(`import_errors.phone_number: ${phoneNumber.slice(3)}`)
  )
  await eventually(async () => expect(await placesOf(phoneNumber)).toContain(`deliveries.body: ${phoneNumber}`))
  const exported = async () => (await placesOf(name)).some((place) => /results-/.test(place))
  await eventually(async () => expect(await exported()).toBe(true))
  const words = ["axolotl"]
  const before = await placesOf(phoneNumber, name, ...words)
  for (const place of ["contacts.search", "calls.contact_name", "idempotency_keys.body"])
    expect(before).toContain(`${place}: ${name}`)
  expect(before).toContain("talks.transcript: axolotl")

  const archive = await exportOf(phoneNumber)
  const document = JSON.parse(archive.get("person.json") ?? "")
  expect(document.phoneNumbers).toEqual([phoneNumber])
  expect(document.data.contacts).toMatchObject([{ name, phoneNumber, metadata: { pet: "axolotl" } }])
  expect(JSON.stringify(document.data.talks[0].transcript)).toContain("axolotl")
  expect(document.data.importRows).toMatchObject([{ phoneNumber: `0${phoneNumber.slice(3)}` }])
  expect(document.data.calls.map(({ contactName }: { contactName: string }) => contactName)).toEqual([name, name])
  for (const kind of ["audienceMembers", "attempts", "analyses", "callDecisions", "deliveries", "phoneLedger"])
    expect(document.data[kind].length, kind).toBeGreaterThan(0)
  expect(JSON.stringify(document)).not.toMatch(/"v1\./)

  const erased = await eventually(() => erase(phoneNumber))
  expect(erased).toMatchObject({ contacts: 1, importRows: 1, calls: 2, answers: 1, doNotContact: 1, ledgers: 1 })
  expect(erased.deliveries).toBe(1)
  expect(erased.talks).toBeGreaterThan(0)
  expect(await placesOf(phoneNumber, phoneNumber.slice(3), name, ...words)).toEqual([])
  const left = JSON.parse((await exportOf(phoneNumber)).get("person.json") ?? "")
  expect(Object.entries(left.data).filter(([, found]) => (found as Array<unknown>).length > 0)).toEqual([])
  const events = await query(
    (sql) => sql<{ key: Uint8Array; value: Uint8Array }>`select key, value from outbox where topic = 'person-erased.v1'`
  )
  expect(
    events.map(({ key, value }) => [Buffer.from(key).toString(), JSON.parse(Buffer.from(value).toString())])
  ).toEqual(
    expect.arrayContaining([
      [
        `${org.id}:${person.id}`,
        {
          organizationId: String(org.id),
          contactId: person.id,
          phoneNumber: `${phoneNumber.slice(0, 5)}${"*".repeat(phoneNumber.length - 7)}${phoneNumber.slice(-2)}`,
          callIds: document.data.calls.map(({ id }: { id: string }) => id),
          at: expect.any(String)
        }
      ]
    ])
  )
  expect(await client.progress(campaign)).toEqual(progress)
  expect(await client.record(campaign, person)).toMatchObject({
    contactName: "Erased",
    status: "COMPLETED",
    callSid: null
  })
  expect((await client.record(campaign, other!)).contactName).toBe("Asha")
  expect(await client.records(paused)).toMatchObject([{ contactName: "Erased", status: "SKIPPED" }])
  await answered(404, org.call("GET", `/v1/contacts/${person.id}`))
  const entries = await securityLog()
  const [proof] = entries.filter(({ action }: { action: string }) => action === "contact.erase")
  const exportEntries = entries.filter(({ action }: { action: string }) => action === "contact.export")
  expect(exportEntries.map(({ target }: { target: string }) => target)).toEqual([proof.target, proof.target])
  expect(proof).toMatchObject({
    actor: "admin",
    action: "contact.erase",
    target: expect.stringMatching(/^[0-9a-f]{64}$/)
  })
  expect(proof.details).toEqual(erased)
})

test("every table and column of texts is exported and erased, or known to have no data about people", async () => {
  const columns = await query(
    (sql) => sql<{ table: string; columns: string }>`select t.table_name as table,
        coalesce(string_agg(c.column_name, ' ' order by c.ordinal_position) filter (where c.data_type in
          ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'character varying')), '') as columns
      from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and t.table_name not in (select name from table_partitions) group by 1 order by 1`
  )
  const sorted = (names: string) => names.split(" ").toSorted().join(" ")
  const isKnown = ({ columns, table }: { table: string; columns: string }) => {
    const personal = personTables[table]
    if (personal === undefined) return sorted(withoutPeople[table] ?? "unknown") === sorted(columns)
    const { erased, hidden = [] } = personal
    if (erased === "rows") return true
    const kept = columns.split(" ").filter((column) => !erased.includes(column) && !hidden.includes(column))
    return sorted(kept.join(" ")) === sorted(keptOfPeople[table] ?? "unknown")
  }
  // Add a new table or column to the tables of people, with its erasure, or to the lists of known columns.
  expect(columns.filter((one) => !isKnown(one))).toEqual([])
})

describe("the number of an erased person", () => {
  const create = (phoneNumber: string) =>
    answered(201, org.call("POST", "/v1/contacts", { name: "Again", phoneNumber }))

  test("can be imported again, and is never called", async () => {
    const phoneNumber = numberEnding(0)
    await erase(phoneNumber)
    const person = await create(phoneNumber)
    const { contact } = await answered(200, org.call("GET", `/v1/contacts/${person.id}/history`))
    expect(contact).toMatchObject({ doNotContact: true, doNotContactReason: "Erased" })
    const [other] = await client.people(2)
    const campaign = await client.started([person, other!], { maxRetries: 0 })
    await client.untilStatus(campaign, "COMPLETED")
    expect(await client.record(campaign, person)).toMatchObject({ status: "SUPPRESSED", attempts: 0 })
    // From the start of the campaign on, without any further request.
    expect((await client.explained(campaign, person)).decisions).toEqual([])
    expect(await client.events("call-suppressed.v1", campaign)).toMatchObject([{ contactId: person.id }])
  })

  test("is not called when a waiting contact gets it", async () => {
    const phoneNumber = numberEnding(0)
    await erase(phoneNumber)
    const [person] = await client.people(3)
    const campaign = await client.started([person!])
    await client.untilCall(campaign, person!, ({ status }) => status === "QUEUED")
    await answered(200, org.call("PATCH", `/v1/contacts/${person!.id}`, { phoneNumber }))
    await client.makeDue(campaign)
    await client.untilCall(campaign, person!, ({ status }) => status === "SUPPRESSED")
    expect((await client.attempts(campaign)).map((attempt) => attempt.phoneNumber)).toEqual([person!.phoneNumber])
  })

  test("is shown masked, beside others with the same mask, until it is removed", async () => {
    const stem = numberEnding(0).slice(0, 9)
    const numbers = [`${stem}1110`, `${stem}2210`, `${stem}3310`] as const
    for (const phoneNumber of numbers.slice(0, 2)) await erase(phoneNumber)
    const [second, first] = await dncEntries()
    expect(second.phoneNumber).toBe(`${stem.slice(0, 5)}******10`)
    expect(first.phoneNumber).toBe(second.phoneNumber)
    const isListed = async (phoneNumber: string) => {
      const { id } = await create(phoneNumber)
      const { contact } = await answered(200, org.call("GET", `/v1/contacts/${id}/history`))
      await answered(200, org.call("DELETE", `/v1/contacts/${id}`))
      return contact.doNotContact
    }
    expect(await Promise.all(numbers.map(isListed))).toEqual([true, true, false])
    expect(await answered(200, server.admin("POST", `${client.admin}/dnc`, { phoneNumber: numbers[0] }))).toEqual(first)
    await answered(200, org.call("DELETE", `/v1/dnc/${first.id}`))
    expect(await Promise.all(numbers.map(isListed))).toEqual([false, true, false])
    const removals = (await securityLog()).filter((entry: { action: string }) => entry.action === "dnc.remove")
    expect(removals).toMatchObject([{ details: { phoneNumber: first.phoneNumber } }])
  })

  test("can be erased again, and is not erased in another organization", async () => {
    const phoneNumber = newPhoneNumber()
    const other = await server.organization("Other")
    const theirs = await answered(201, other.call("POST", "/v1/contacts", { name: "Asha", phoneNumber }))
    await create(phoneNumber)
    expect(await erase(phoneNumber)).toMatchObject({ contacts: 1, doNotContact: 1 })
    expect(await erase(phoneNumber)).toMatchObject({ contacts: 0, calls: 0, doNotContact: 0, ledgers: 0 })
    expect((await answered(200, other.call("GET", `/v1/contacts/${theirs.id}/history`))).contact.doNotContact).toBe(
      false
    )
    await refused(eraseOf("9812345678"), { phoneNumber: /national number/ })
    await answered(404, server.admin("POST", "/admin/v1/organizations/999999/contacts/erase", { phoneNumber }))
  })

  test("is not imported by an import that was still waiting", async () => {
    const phoneNumber = newPhoneNumber()
    const { id, put } = await laterImport([
      { name: "Late", phoneNumber },
      { name: "Else", phoneNumber: newPhoneNumber() }
    ])
    expect(await erase(phoneNumber)).toMatchObject({ importRows: 1 })
    await put()
    await eventually(async () =>
      expect(await answered(200, org.call("GET", `/v1/imports/${id}/status`))).toMatchObject({ created: 1, failed: 1 })
    )
    expect(await placesOf(phoneNumber)).toEqual([])
  })
})

/** Creates an import that does not start before it is released. */
const laterImport = async (contacts: ReadonlyArray<object>) => {
  const id = newId()
  await query(
    (sql) => sql`with made as (insert into imports (organization_id, id, source, total, due_at)
      values (${org.id}, ${id}, 'API', ${contacts.length}, now() + interval '1 hour') returning organization_id, id)
    insert into import_chunks (organization_id, import_id, first_index, rows, too_large)
      select organization_id, id, 0, ${JSON.stringify(contacts)}::json, '{}' from made`
  )
  const put = async () => {
    await query((sql) => sql`update imports set due_at = now() where id = ${id}`)
    await server.run(Signals.use(({ send }) => send("imports")))
  }
  return { id, put }
}

describe("an erasure", () => {
  /** Runs the second while the transaction of the first is open, and waits for both. */
  const oneBesideTheOther = async (first: Effect.Effect<unknown, never, any>, second: typeof first) => {
    let done: Promise<unknown> | undefined
    await server.run(
      PgClient.PgClient.use((sql) =>
        sql.withTransaction(
          Effect.andThen(
            first,
            Effect.promise(async () => {
              done = server.run(second as Effect.Effect<unknown>)
              if (engine === "postgres") await rows.untilLockWait()
            })
          )
        )
      ) as Effect.Effect<unknown>
    )
    await done
  }

  test.each(["before", "after"])("erases a delivery that is stored just %s it", async (order) => {
    const campaignId = await rows.campaign(org.id, { status: "PAUSED" })
    const callId = await rows.call(org.id, campaignId, { status: "COMPLETED" })
    const delivery = { ...{ organizationId: org.id, campaignId, callId, attemptNo: 1 }, isEnd: false, body: "{}" }
    const person = { organizationId: org.id, phoneNumbers: [], contactId: null, callIds: [callId] }
    const storing = Deliveries.use(({ addCalls }) => addCalls([delivery]))
    const erasing = Effect.andThen(
      CallErasure.use(({ erase }) => erase(person)),
      Deliveries.use(({ erase }) => erase(person))
    )
    await (order === "before" ? oneBesideTheOther(storing, erasing) : oneBesideTheOther(erasing, storing))
    expect(await query((sql) => sql`select 1 from deliveries where call_id = ${callId}`)).toEqual([])
  })

  test("is refused while the person is being called, and until the outcome is known", async () => {
    const phoneNumber = newPhoneNumber()
    const campaign = await rows.campaign(org.id, { status: "PAUSED" })
    const call = await rows.call(org.id, campaign, { phone_number: phoneNumber, status: "IN_PROGRESS", attempts: 1 })
    const attempt = newId()
    await query(
      (sql) => sql`insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number,
        account, epoch, reserved_minutes, first_of_day, started_at, lease_expires_at)
      values (${org.id}, ${attempt}, ${campaign}, ${call}, 1, ${phoneNumber}, 'a test', 0, 0, false, '2026-01-05T12:00:00Z',
        now() + interval '1 hour')`
    )
    expect(await answered(409, eraseOf(phoneNumber))).toMatchObject({
      code: "INVALID_STATE",
      message: "The person is being called; erase them once the call is over"
    })
    await query((sql) => sql`update attempts set ended_at = now(), outcome = 'CONNECTED' where id = ${attempt}`)
    await query(
      (sql) => sql`update calls set status = 'COMPLETED', awaits_tag_until = now() + interval '1 hour'
      where id = ${call}`
    )
    expect((await answered(409, eraseOf(phoneNumber))).message).toMatch(/still being analyzed/)
    expect(await dncEntries()).not.toContainEqual(expect.objectContaining({ phoneNumber }))
    // No erasure waits longer for a label: while the model gives no answer, that may take a day.
    await query((sql) => sql`update calls set awaits_tag_until = now() - interval '1 second' where id = ${call}`)
    await query(
      (sql) => sql`insert into awaited_labels (organization_id, attempt_id, call_id, provider, next_at)
        values (${org.id}, ${attempt}, ${call}, 'HOSTED_API', now())`
    )
    await erase(phoneNumber)
    expect(
      await query(
        (sql) => sql`select awaits_tag_until as "awaitsTagUntil", intent_undetermined as "isUndetermined",
          (select count(*)::int from awaited_labels where call_id = ${call}) as awaited from calls where id = ${call}`
      )
    ).toEqual([{ awaitsTagUntil: null, isUndetermined: true, awaited: 0 }])

    // Results that arrive later are not stored.
    const ended = { id: attempt, organizationId: org.id, callId: call }
    const line = { role: "person" as const, text: "Hello", startMs: 0, endMs: 1, interrupted: false }
    const record = { transcript: [line], turns: [], heard: true, optedOut: false, failed: false }
    await server.run(Transcripts.use(({ end }) => end(ended, record)))
    const finding = { ...undeterminedBecause("It was not clear"), evidence: "Hello" }
    await server.run(Tagging.use(({ tag }) => tag(ended, { finding, callbackVariable: null })))
    await server.run(BestTimes.use(({ note }) => note(org.id, call, 1)))
    for (const table of ["talks", "analyses"])
      expect(await query((sql) => sql`select 1 from ${sql(table)} where call_id = ${call}`)).toEqual([])
    expect(await query((sql) => sql`select 1 from answer_times where whose like '%*%'`)).toEqual([])
  })
})

test("an erasure leaves no data about the person in a campaign that is just being filled", async () => {
  const phoneNumber = numberEnding(0)
  const person = await client.person(0, { name: "Ottoline", phoneNumber })
  const campaign = await client.draft([person])
  const { audienceId } = await client.campaign(campaign)
  const filled = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const filling = server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const queue = yield* QueueFilling
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* queue.begin({ id: campaign, organizationId: org.id, audienceId } as Campaign)
          filled.resolve()
          yield* Effect.promise(() => commit.promise)
        })
      )
    })
  )
  await filled.promise
  const erasing = erase(phoneNumber)
  if (engine === "postgres") {
    await eventually(async () =>
      expect(await query((sql) => sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)).not.toEqual(
        []
      )
    )
  }
  commit.resolve()
  await filling
  await erasing
  expect(await placesOf(phoneNumber, "Ottoline")).toEqual([])
})
