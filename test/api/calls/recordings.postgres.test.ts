import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { prune } from "../../../src/calls/erasure/CallRetention.ts"
import { Recordings } from "../../../src/calls/recordings/Recordings.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { RecordingLinks } from "../../../src/writeback/links/RecordingLinks.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { fromConsole, makePerson } from "../../support/api/people.ts"
import { startServer } from "../../support/api/test-server.ts"
import { callAndLineRecord, lettersOf } from "../../support/data/conversations.ts"
import { lettersIn, recordingFiles, requestRecording, sidesOf } from "../../support/data/recordings.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20", ALLOW_PRIVATE_WEBHOOKS: "1" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)
const { query } = client
const dataDir = server.database.settings.DATA_DIR

/** Calls a person whose number ends with this digit, and returns the call once it is over. */
const recordedCall = async (digit: number, fields: object = {}) => {
  const person = await client.person(digit)
  const flowId = await client.flow({ initialPrompt: "Hello, this is the bank.", recording: "ON", ...fields })
  const campaignId = await client.started([person], { flowId, maxRetries: 0 })
  await client.untilStatus(campaignId, "COMPLETED")
  return { person, ...(await callAndLineRecord(server, client, campaignId, person)) }
}

const recordingsOf = async (callId: string) =>
  answered(200, server.admin("GET", `${client.admin}/calls/${callId}/recordings`))
const untilRecorded = (callId: string) =>
  eventually(async () => {
    const { recordings } = await recordingsOf(callId)
    expect(recordings).toMatchObject([{ attemptNo: 1, isOver: true }])
    return recordings[0]
  })
const filesOf = async (attemptId: string) =>
  (await recordingFiles(dataDir)).filter(({ name }) => name.startsWith(`recording-${attemptId}`))
const attemptOf = async (callId: string) => {
  const [attempt] = await query((sql) => sql<{ id: string }>`select id from attempts where call_id = ${callId}`)
  return attempt?.id ?? ""
}

describe("the recording of a call", () => {
  let recorded: Awaited<ReturnType<typeof recordedCall>>
  let wav: Buffer
  beforeAll(async () => {
    recorded = await recordedCall(7)
    await untilRecorded(recorded.call.id)
    wav = (await requestRecording(server, org.id, recorded.call.id)).bytes
  })

  test("holds every letter of both sides, the person left and the agent right", () => {
    const { agent, person } = sidesOf(wav)
    expect(lettersIn(person)).toBe(lettersOf(recorded.line.said))
    expect(lettersIn(agent)).toBe(lettersOf(recorded.line.heard))
  })

  test("has the times of the transcript", async () => {
    const { fromMs } = await untilRecorded(recorded.call.id)
    const { agent, person } = sidesOf(wav)
    for (const { endMs, role, startMs, text } of recorded.call.transcript) {
      const side = role === "agent" ? agent : person
      const around = side.subarray(Math.max(0, startMs - fromMs - 400) * 8, (endMs - fromMs + 400) * 8)
      expect(lettersIn(around)).toContain(text.replaceAll(/\s/g, ""))
    }
  })

  test("is listed with its duration and a waveform of both sides", async () => {
    const { durationMs, peaks } = await untilRecorded(recorded.call.id)
    expect(durationMs).toBe((wav.length - 58) / 16)
    expect(peaks.person).toHaveLength(Math.ceil(durationMs / 100))
    expect(peaks.agent).toHaveLength(Math.ceil(durationMs / 100))
    const { agent } = sidesOf(wav)
    const isLoud = (tenth: number) =>
      agent.subarray(tenth * 800, (tenth + 1) * 800).some((sample) => (sample & 0x7f) < 0x60)
    expect(peaks.agent.map((peak: number) => peak > 2)).toEqual(
      peaks.agent.map((_: number, tenth: number) => isLoud(tenth))
    )
  })

  test("is sent in parts, so that a browser can move within it", async () => {
    const ask = (range: string) => requestRecording(server, org.id, recorded.call.id, { range })
    const size = wav.length
    const whole = await requestRecording(server, org.id, recorded.call.id)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "no-store",
      "content-length": String(size),
      "content-type": "audio/wav"
    })
    for (const [range, from, to] of [
      ["bytes=0-", 0, size],
      ["Bytes=0-0", 0, 1],
      ["bytes=50-70", 50, 71],
      [`bytes=${size - 1}-`, size - 1, size],
      ["bytes=-100", size - 100, size],
      ["bytes=63990-64110", 63_990, 64_111],
      [`bytes=100-${size + 1000}`, 100, size],
      [`bytes=-${size + 1000}`, 0, size]
    ] as const) {
      const part = await ask(range)
      expect([range, part.status, part.headers.get("content-range")]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/${size}`
      ])
      expect(part.bytes.equals(wav.subarray(from, to))).toBe(true)
    }
    for (const range of [`bytes=${size}-`, "bytes=-0"]) {
      const refused = await ask(range)
      expect([refused.status, refused.headers.get("content-range")]).toEqual([416, `bytes */${size}`])
    }
    for (const range of ["bytes=1-2,4-5", "bytes=9-3", "lines=1-2", "bytes=-"])
      expect((await ask(range)).status).toBe(200)
    const ofOther = { range: "bytes=0-9", "if-range": '"another version"' }
    expect((await requestRecording(server, org.id, recorded.call.id, ofOther)).status).toBe(200)
  })

  test("is stored encrypted: no file holds a piece of the sound", async () => {
    const files = await filesOf(await attemptOf(recorded.call.id))
    expect(files.length).toBe(Math.ceil((wav.length - 58) / 64_000))
    const { agent, person } = sidesOf(wav)
    for (const side of [wav.subarray(58), Buffer.from(agent), Buffer.from(person)]) {
      for (let at = 0; at + 64 <= side.length; at += 4_000) {
        for (const { content } of files) expect(content.includes(side.subarray(at, at + 64))).toBe(false)
      }
    }
    const [row] = await query(
      (sql) => sql<{ dataKey: string }>`select data_key from recordings where call_id = ${recorded.call.id}`
    )
    expect(row?.dataKey).toMatch(/^v1\./)
  })

  test("is heard by a MEMBER with an entry in the security log, and by no VIEWER and no other organization", async () => {
    const { call } = recorded
    const member = await makePerson(server, { name: "Ada", organization: org.id, role: "MEMBER" })
    const viewer = await makePerson(server, { organization: org.id, role: "VIEWER" })
    const other = await server.organization()
    const stranger = await makePerson(server, { organization: other.id, role: "ADMIN" })
    const asPerson = async ({ token }: { readonly token: string }, of = org.id) => {
      const { cookie } = fromConsole(server.port, token) as Record<string, string>
      return (await requestRecording(server, of, call.id, { authorization: "", cookie: cookie ?? "" })).status
    }
    for (const _ of [1, 2, 3]) expect(await asPerson(member)).toBe(200)
    expect(await asPerson(viewer)).toBe(403)
    expect(await asPerson(stranger)).toBe(403)
    expect(await asPerson(stranger, other.id)).toBe(404)
    expect((await requestRecording(server, org.id, call.id, {}, 2)).status).toBe(404)
    const { data } = await answered(200, server.admin("GET", `${client.admin}/security-log?action=recording.read`))
    const entries = data.filter(({ target }: { target: string }) => target === call.id)
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ actor: `person:${member.id}`, actorName: "Ada", details: { attempt: 1 } })
  })
})

test("the agent's side ends where the person interrupted it", async () => {
  const initialPrompt = "Hello, this is the bank. Do you have a minute for a question?"
  const { call, line } = await recordedCall(8, { initialPrompt })
  await untilRecorded(call.id)
  const { agent, person } = sidesOf((await requestRecording(server, org.id, call.id)).bytes)
  const said = lettersOf(line.said)
  // The agent may have ended the call before the person's last word.
  expect([said, said.replace("Goodbye.", "")]).toContain(lettersIn(person))
  // The line stops a moment after the clear, so the person may have heard some letters more or fewer.
  const [recorded, heard] = [lettersIn(agent), lettersOf(line.heard)]
  const until = [...heard].findIndex((letter, at) => letter !== recorded[at])
  expect(Math.abs(recorded.length - heard.length)).toBeLessThanOrEqual(12)
  expect(until === -1 || recorded.endsWith(heard.slice(until + 12))).toBe(true)
  expect(recorded).not.toContain("Hello,thisisthebank.Doyouhaveaminute")
  expect(line.clears).toBeGreaterThan(0)
})

describe("a call that asks whether it may be recorded", () => {
  const asked = async (persona: string) => {
    const person = await client.person(7, { metadata: { persona } })
    const flowId = await client.flow({ initialPrompt: "Hello, this is the bank.", recording: "AFTER_CONSENT" })
    const campaignId = await client.started([person], { flowId, maxRetries: 0 })
    await client.untilStatus(campaignId, "COMPLETED")
    const { call } = await callAndLineRecord(server, client, campaignId, person)
    expect(call.transcript.map(({ text }: { text: string }) => text).join(" ")).toContain("May we record this call?")
    return call
  }
  const consentOf = async (callId: string) => (await recordingsOf(callId)).consents

  test("is recorded from the yes on", async () => {
    const call = await asked("allows-recording")
    const { fromMs } = await untilRecorded(call.id)
    expect(await consentOf(call.id)).toEqual([{ attemptNo: 1, consent: "GIVEN" }])
    const { agent, person } = sidesOf((await requestRecording(server, org.id, call.id)).bytes)
    expect(lettersIn(agent)).not.toMatch(/bank|record/)
    expect(lettersIn(person)).toMatch(/^Whatareyouropeninghours\?/)
    const question = call.transcript.findLast(({ text }: { text: string }) => text.includes("May we record"))
    expect(fromMs).toBeGreaterThan(question.endMs)
  })

  test("is not recorded after a no", async () => {
    const call = await asked("refuses-recording")
    await eventually(async () => expect(await consentOf(call.id)).toEqual([{ attemptNo: 1, consent: "REFUSED" }]))
    expect((await recordingsOf(call.id)).recordings).toEqual([])
    expect(await filesOf(await attemptOf(call.id))).toEqual([])
    expect(call.turns.length).toBeGreaterThan(0)
  })

  test("leaves nothing when the person takes the consent back", async () => {
    const call = await asked("stops-recording")
    await eventually(async () => expect(await consentOf(call.id)).toEqual([{ attemptNo: 1, consent: "WITHDRAWN" }]))
    const attempt = await attemptOf(call.id)
    await eventually(async () => expect(await filesOf(attempt)).toEqual([]))
    expect(await query((sql) => sql`select 1 from recordings where attempt_id = ${attempt}`)).toEqual([])
    expect((await requestRecording(server, org.id, call.id)).status).toBe(404)
  })
})

test("the webhook has a link to the recording while this is switched on, and the link works only as long", async () => {
  const share = (shareRecording: boolean) =>
    answered(
      200,
      org.call("PUT", "/v1/write-back/config", { webhookEnabled: true, webhookUrl: target, shareRecording })
    )
  const target = "http://127.0.0.1:9/"
  const linkOf = (callId: string) =>
    eventually(async () => {
      const [delivery] = await query(
        (sql) => sql<{ body: string }>`select body from deliveries where call_id = ${callId}`
      )
      return JSON.parse(delivery?.body ?? "")
    })
  const get = (link: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    fetch(new URL(new URL(link).pathname, `http://127.0.0.1:${server.port}`), { headers, method })
  await share(true)
  const { call } = await recordedCall(0)
  const { recording_url: link } = await linkOf(call.id)
  const whole = await requestRecording(server, org.id, call.id)
  const linked = await get(link)
  expect([linked.status, linked.headers.get("referrer-policy")]).toEqual([200, "no-referrer"])
  expect(Buffer.from(await linked.arrayBuffer()).equals(whole.bytes)).toBe(true)
  expect((await get(link, { range: "bytes=0-9" })).status).toBe(206)
  expect((await get(link, { range: "bytes=0-9" }, "HEAD")).status).toBe(200)
  expect((await get(`${link.slice(0, -2)}AA`)).status).toBe(404)
  expect((await get(link.replace("/recordings/", "/transcripts/"))).status).toBe(404)
  await query((sql) => sql`delete from recordings where call_id = ${call.id}`)
  expect((await get(link)).status).toBe(410)
  await share(false)
  expect((await get(link)).status).toBe(410)
  const silent = await recordedCall(1)
  expect(await linkOf(silent.call.id)).not.toHaveProperty("recording_url")
})

test("a damaged file is silent, one that cannot be read breaks the answer off, and the log says why", async () => {
  const { call } = await recordedCall(7)
  await untilRecorded(call.id)
  const whole = (await requestRecording(server, org.id, call.id)).bytes
  const [first] = await filesOf(await attemptOf(call.id))
  const path = join(dataDir ?? "", "blobs", first?.name ?? "")
  const logOf = (...texts: ReadonlyArray<string>) =>
    server.log.filter((line) => texts.every((text) => line.includes(text)))

  await writeFile(path, first?.content.subarray(0, 40_000) ?? "")
  const { bytes } = await requestRecording(server, org.id, call.id)
  expect(bytes.subarray(58, 58 + 64_000).every((byte) => byte === 0xff)).toBe(true)
  expect(bytes.subarray(58 + 64_000).equals(whole.subarray(58 + 64_000))).toBe(true)
  expect(bytes.length).toBe(whole.length)
  expect(logOf(`${first?.name} of a recording is damaged`)).toHaveLength(1)

  await rm(path)
  await mkdir(path)
  await expect(requestRecording(server, org.id, call.id)).rejects.toThrow()
  await rm(path, { recursive: true })
  await eventually(() => expect(logOf("An answer broke off", "EISDIR")).toHaveLength(1))
})

test("a call of a flow that records nothing has no recording", async () => {
  const { call } = await recordedCall(1, { recording: "OFF" })
  expect(await recordingsOf(call.id)).toEqual({ recordings: [], consents: [] })
  expect((await requestRecording(server, org.id, call.id)).status).toBe(404)
  expect(await filesOf(await attemptOf(call.id))).toEqual([])
})

test("a person who takes the consent back after a transfer that failed leaves nothing of the part before", async () => {
  const { call } = await recordedCall(7)
  await untilRecorded(call.id)
  const id = await attemptOf(call.id)
  const discarded = Recordings.use(({ write }) => {
    const later = write({ id, organizationId: org.id })
    later.discard()
    later.end()
    return later.run
  })
  await server.run(discarded)
  expect((await recordingsOf(call.id)).recordings).toEqual([])
  expect(await filesOf(id)).toEqual([])
})

describe("the files of a recording are removed", () => {
  const untilGone = (attemptId: string) => eventually(async () => expect(await filesOf(attemptId)).toEqual([]))

  const share = (shareRecording: boolean) => answered(200, org.call("PUT", "/v1/write-back/config", { shareRecording }))
  beforeAll(() => share(true))
  afterAll(() => share(false))

  /** Returns the status of a signed link to the recording of an attempt, made now or days ago. */
  const linkTo = async (attemptId: string, daysAgo = 0) => {
    const made = await server.run(
      RecordingLinks.use(({ make }) => make({ organizationId: org.id, attemptId })).pipe(
        Effect.provideService(Clock.Clock, makeLineClock(Date.now() - daysAgo * 86_400_000))
      )
    )
    return async () => (await fetch(new URL(new URL(made).pathname, `http://127.0.0.1:${server.port}`))).status
  }

  test("when the person is erased", async () => {
    const { call, person } = await recordedCall(7)
    await untilRecorded(call.id)
    const attempt = await attemptOf(call.id)
    expect(await filesOf(attempt)).not.toEqual([])
    const [link, old] = [await linkTo(attempt), await linkTo(attempt, 8)]
    expect([await link(), await old()]).toEqual([200, 410])
    const body = { phoneNumber: person.phoneNumber }
    const { erased } = await eventually(() =>
      answered(200, server.admin("POST", `${client.admin}/contacts/erase`, body))
    )
    expect(erased.recordings).toBe(1)
    expect(await link()).toBe(410)
    await untilGone(attempt)
    expect(await query((sql) => sql`select 1 from recordings where attempt_id = ${attempt}`)).toEqual([])
    await eventually(async () =>
      expect(await query((sql) => sql`select 1 from removed_recordings where attempt_id = ${attempt}`)).toEqual([])
    )
  })

  test("when the retention period is over, also one that was written just before its node died", async () => {
    const { call } = await recordedCall(7)
    await untilRecorded(call.id)
    const attempt = await attemptOf(call.id)
    // The row does not know its last file.
    await query((sql) => sql`update recordings set parts = parts - 1, ended_at = null where attempt_id = ${attempt}`)
    await query((sql) => sql`update recordings set began_at = now() - interval '31 days' where attempt_id = ${attempt}`)
    const link = await linkTo(attempt)
    expect(await link()).toBe(200)
    await client.update({ retentionDays: 30 })
    await server.run(Effect.orDie(Effect.flatMap(PgClient.PgClient, prune)))
    expect(await link()).toBe(410)
    await untilGone(attempt)
    await client.update({ retentionDays: null })
  })
})
