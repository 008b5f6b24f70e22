import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { type TranscriptRecord, Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { prune } from "../../../src/calls/erasure/CallRetention.ts"
import type { BilledUsage } from "../../../src/domain/costs/Usage.ts"
import { newId } from "../../../src/platform/ids.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`
// No dialer runs, so the rows stay as they are created.
const settings = { ROLES: "api", ENCRYPTION_KEY: key("old", 1) }
const server = await startServer({ settings })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const transcript: TranscriptRecord["transcript"] = [
  { role: "agent", text: "Good morning, is this Asha?", startMs: 812, endMs: 2_040, interrupted: true },
  { role: "person", text: "हाँ, नमस्ते — speak up \u0000 \ud83d\ude00", startMs: 2_100, endMs: 3_500, interrupted: false }
]
const turns: TranscriptRecord["turns"] = [
  {
    at: new Date("2030-01-01T09:00:00.123Z"),
    endOfTurnMs: 420,
    finalMs: 96.5,
    retrievalMs: null,
    firstTokenMs: 310,
    firstAudioMs: 520,
    totalMs: 940,
    chunkIds: ["a", "b"],
    llmProvider: "HOSTED_API",
    model: null,
    language: null,
    interrupted: true,
    speculative: { used: false, discarded: 0 },
    why: "barge-in"
  }
]

const aCall = async ({ id } = org) => rows.call(id, await rows.campaign(id), { status: "IN_PROGRESS", attempts: 1 })
/** Adds an attempt, ended or live, to a call. */
const attempt = async (
  callId: string,
  { attemptNo = 1, isOver = false } = {},
  { id: organizationId }: { readonly id: number } = org,
  { query } = rows
) => {
  const id = newId()
  await query(
    (
      sql
    ) => sql`insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
        reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, outcome)
      select organization_id, ${id}::uuid, campaign_id, id, ${attemptNo}::int, ${id}, 'a test', 0, 0, false, now(), now(),
        case when ${isOver} then now() end, case when ${isOver} then 'BUSY' end from calls where id = ${callId}`
  )
  return { id, organizationId, callId }
}
type TestAttempt = Awaited<ReturnType<typeof attempt>>
const end = (ended: TestAttempt, fields: Partial<TranscriptRecord> = {}) =>
  server.run(
    Transcripts.use((transcripts) =>
      transcripts.end(ended, { transcript, turns, heard: false, optedOut: false, failed: false, ...fields })
    )
  )
const of = (callId: string, { id }: { readonly id: number } = org, { run }: TestServer = server) =>
  run(Transcripts.use((transcripts) => transcripts.of(id, callId)))
const stored = async ({ id }: TestAttempt) =>
  (
    await rows.query(
      (sql) => sql<
        Record<string, unknown>
      >`select heard, opted_out, failed, transcript, turns, ended_at is not null as over
        from talks where attempt_id = ${id}`
    )
  )[0]
const nothing = { transcript: [], turns: [] }

describe("Transcripts", () => {
  test("are stored unchanged and separately for each call", async () => {
    const [callId, silent] = [await aCall(), await aCall()]
    await end(await attempt(callId))
    expect(await of(callId)).toEqual({ transcript, turns })
    expect(await of(silent)).toEqual(nothing)
  })

  test("are encrypted, and open only with their key and in their own row", async () => {
    const [callId, foreign] = [await aCall(), await aCall()]
    const [own, theirs] = [await attempt(callId), await attempt(foreign)]
    await end(own)
    await end(theirs)
    const [dump] = await rows.query(
      (sql) => sql<{ text: string }>`select string_agg(t::text, ' ') as text from talks t`
    )
    for (const line of ["Good morning", "Asha", "नमस्ते", "speak up"]) {
      for (const written of [
        line,
        Buffer.from(line).toString("base64url").slice(0, -2),
        Buffer.from(line).toString("hex")
      ]) {
        expect(dump?.text).not.toContain(written)
      }
    }
    expect((await stored(own))?.transcript).toMatch(/^v1\.old\./)
    // An encrypted transcript opens in its own row only.
    await rows.query(
      (sql) => sql`update talks t set transcript = o.transcript from talks o
        where t.attempt_id = ${own.id} and o.attempt_id = ${theirs.id}`
    )
    await expect(of(callId)).rejects.toThrow(/moved from another place/)
  })

  test("open after a rotation of the key, and new ones use the new key", async () => {
    const database = await makeDatabase()
    const first = await startServer({ database, settings })
    const { id } = await first.organization()
    const before = rowsOf(first)
    const campaign = await before.campaign(id)
    const attempts = await Promise.all(
      [1, 2].map(async () => {
        const callId = await before.call(id, campaign, { status: "IN_PROGRESS", attempts: 1 })
        return attempt(callId, {}, { id }, before)
      })
    )
    const record = { transcript, turns, heard: true, optedOut: false, failed: false }
    const [old, recent] = attempts as [TestAttempt, TestAttempt]
    await first.run(Transcripts.use((transcripts) => transcripts.end(old, record)))
    await first.stop()
    const ring = { ...settings, ENCRYPTION_KEY: `${key("new", 2)},${key("old", 1)}` }
    const second = await startServer({ database, settings: ring })
    await second.run(Transcripts.use((transcripts) => transcripts.end(recent, record)))
    for (const { callId } of attempts) expect(await of(callId, { id }, second)).toEqual({ transcript, turns })
    const sealed = await rowsOf(second).query(
      (sql) => sql<{ key: string }>`select split_part(transcript, '.', 2) as key from talks order by ended_at`
    )
    expect(sealed).toEqual([{ key: "old" }, { key: "new" }])
    await second.stop()
    await database.remove()
  })

  test("combine early notes with the record at the end, even when either comes twice", async () => {
    const live = await attempt(await aCall())
    const { noteHeard, noteOptOut } = await server.run(Effect.map(Transcripts, (transcripts) => transcripts))
    await server.run(noteHeard(live))
    await server.run(noteHeard(live))
    expect(await stored(live)).toMatchObject({ heard: true, optedOut: false, transcript: null, over: false })
    expect(await of(live.callId)).toEqual(nothing)
    await end(live)
    expect(await stored(live)).toMatchObject({ heard: true, optedOut: false, over: true })
    await server.run(noteOptOut(live))
    await server.run(noteHeard(live))
    expect(await stored(live)).toMatchObject({ heard: true, optedOut: true, over: true })
    expect(await of(live.callId)).toEqual({ transcript, turns })
    // A second, empty record changes nothing.
    await end(live, { transcript: [] })
    expect(await stored(live)).toMatchObject({ heard: true, optedOut: true, failed: false, over: true })
    await end(live, { failed: true })
    await end(live)
    expect(await stored(live)).toMatchObject({ heard: true, optedOut: true, failed: true, over: true })
    expect((await of(live.callId)).transcript).toEqual(transcript)
  })

  test("have all that was known at the end of the line while its last words are still being recognized", async () => {
    const live = await attempt(await aCall())
    const record = { transcript, turns, heard: true, optedOut: true, failed: false }
    const usage: ReadonlyArray<BilledUsage> = [
      { kind: "ear", vendor: "deepgram", model: "flux", quantity: 2, purpose: "conversation", estimated: false }
    ]
    const { end: endWith, noteCatchUp } = await server.run(Effect.map(Transcripts, (transcripts) => transcripts))
    const usageOf = async () =>
      (await rows.query((sql) => sql<{ usage: unknown }>`select usage from talks where attempt_id = ${live.id}`))[0]
        ?.usage
    await server.run(noteCatchUp(live, record, usage))
    expect(await stored(live)).toMatchObject({ heard: true, optedOut: true, over: false })
    expect(await of(live.callId)).toEqual({ transcript, turns })
    expect(await usageOf()).toEqual(usage)
    const last = { role: "person", text: "And goodbye.", startMs: 4_000, endMs: 4_500, interrupted: false } as const
    await server.run(endWith(live, { ...record, transcript: [...transcript, last] }, usage))
    expect(await stored(live)).toMatchObject({ heard: true, optedOut: true, over: true })
    expect((await of(live.callId)).transcript).toEqual([...transcript, last])
    expect(await usageOf()).toEqual(usage)
  })

  test("show the last finished conversation with lines of a call", async () => {
    const callId = await aCall()
    await end(await attempt(callId, { attemptNo: 1, isOver: true }))
    const second = transcript.slice(0, 1)
    await end(await attempt(callId, { attemptNo: 2, isOver: true }), { transcript: second, turns: [] })
    await end(await attempt(callId, { attemptNo: 3, isOver: true }), nothing)
    const live = await attempt(callId, { attemptNo: 4 })
    await server.run(Transcripts.use(({ noteHeard }) => noteHeard(live)))
    expect(await of(callId)).toEqual({ transcript: second, turns: [] })
    await end(live)
    expect(await of(callId)).toEqual({ transcript, turns })
  })

  test("give their first lines for the record, and a message for a voicemail wherever it comes", async () => {
    const line = (role: "agent" | "person", index: number) => ({
      ...{ role, text: `${role} ${index}`, startMs: index, endMs: index + 1, interrupted: false }
    })
    const long = Array.from({ length: 8 }, (_, index) => line(index % 2 === 0 ? "person" : "agent", index))
    const first = async (fields: Partial<TranscriptRecord>) => {
      const callId = await aCall()
      await end(await attempt(callId), { transcript: long, ...fields })
      const [found] = await server.run(Transcripts.use(({ firstLines }) => firstLines(org.id, [callId])))
      return found?.lines.map(({ text }) => text)
    }
    const beginning = ["person 0", "agent 1", "person 2", "agent 3", "person 4"]
    expect(await first({})).toEqual(beginning)
    expect(await first({ machine: { detail: "VOICE_MENU", signs: [], isFinal: false } })).toEqual(beginning)
    const left = { detail: "MESSAGE_LEFT", signs: [], isFinal: true } as const
    expect(await first({ machine: left })).toEqual([...beginning, "agent 7"])
  })

  test("is empty for an unknown attempt, without a failure", async () => {
    const unknown = { id: newId(), organizationId: org.id, callId: await aCall() }
    await server.run(
      Transcripts.use(({ noteHeard, noteOptOut }) => Effect.andThen(noteHeard(unknown), noteOptOut(unknown)))
    )
    await end(unknown, { heard: true, optedOut: true })
    expect(await stored(unknown)).toBeUndefined()
  })

  test("are shown with the call, but only to their organization", async () => {
    const callId = await aCall()
    await end(await attempt(callId))
    const path = (id: number) => `/admin/v1/organizations/${id}/calls/${callId}`
    const [turn] = turns
    expect(await answered(200, server.admin("GET", path(org.id)))).toMatchObject({
      transcript,
      turns: [{ ...turn, at: "2030-01-01T09:00:00.123Z" }]
    })
    await answered(404, server.admin("GET", path(other.id)))
    expect(await of(callId, other)).toEqual(nothing)
    // Another organization cannot add to them either.
    const live = await attempt(await aCall())
    await end({ ...live, organizationId: other.id }, { heard: true, optedOut: true })
    expect(await stored(live)).toBeUndefined()
  })

  test("are deleted after the retention time, except for an attempt that has not ended", async () => {
    const attempts = {
      old: await attempt(await aCall(), { isOver: true }),
      unsettled: await attempt(await aCall()),
      recent: await attempt(await aCall(), { isOver: true }),
      foreign: await attempt(await aCall(other), { isOver: true }, other)
    }
    for (const old of Object.values(attempts)) await end(old)
    await server.run(Transcripts.use(({ noteOptOut }) => noteOptOut(attempts.unsettled)))
    await rows.query(
      (sql) => sql`update talks set created_at = now() - interval '30 days 1 minute'
        where attempt_id in ${sql.in([attempts.old.id, attempts.unsettled.id, attempts.foreign.id])}`
    )
    const kept = async () => {
      const found = await Promise.all(Object.entries(attempts).map(async ([name, old]) => (await stored(old)) && name))
      return found.filter((name) => name !== undefined)
    }
    const pruned = () => server.run(Effect.flatMap(PgClient.PgClient, prune))
    const retain = (retentionDays: number) =>
      answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { retentionDays }))
    await pruned()
    await retain(31)
    await pruned()
    expect(await kept()).toEqual(["old", "unsettled", "recent", "foreign"])
    await retain(30)
    await pruned()
    expect(await kept()).toEqual(["unsettled", "recent", "foreign"])
    expect(await of(attempts.old.callId)).toEqual(nothing)
  })
})
