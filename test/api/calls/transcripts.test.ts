import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, describe, expect, test } from "vitest"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import type { LinkedAttempt } from "../../../src/writeback/links/signed-links.ts"
import { TranscriptLinks } from "../../../src/writeback/links/TranscriptLinks.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const publicUrl = "https://voice.example.com/carillon"
const server = await startServer({ settings: { ROLES: "api", PUBLIC_URL: publicUrl } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()

const config = (of: TestOrganization, changes: object) =>
  answered(200, of.call("PUT", "/v1/write-back/config", changes))
const sharing = { webhookUrl: "https://crm.example.com/calls", webhookEnabled: true, shareTranscript: true }
await config(org, sharing)

const transcript = [
  {
    role: "agent" as const,
    text: `Is this <b onclick="x()">Asha</b> & 'sons'?`,
    startMs: 812,
    endMs: 2_040,
    interrupted: true
  },
  { role: "person" as const, text: "हाँ, नमस्ते — 😀", startMs: 62_100, endMs: 63_500, interrupted: false }
]
const startedAt = new Date("2030-01-01T09:05:00.123Z")

const makeAttempt = async (lines = transcript): Promise<LinkedAttempt & { readonly phoneNumber: string }> => {
  const phoneNumber = newPhoneNumber()
  const campaignId = await rows.campaign(org.id, { name: `March <script>alert("1")</script>` })
  const callId = await rows.call(org.id, campaignId, { status: "COMPLETED", attempts: 1, phone_number: phoneNumber })
  const attemptId = await rows.attempt(org.id, callId, { started_at: startedAt })
  const record = { transcript: lines, turns: [], heard: true, optedOut: false, failed: false }
  await server.run(
    Effect.flatMap(Transcripts, ({ end }) => end({ id: attemptId, organizationId: org.id, callId }, record))
  )
  return { organizationId: org.id, attemptId, phoneNumber }
}
const make = (attempt: LinkedAttempt) => server.run(Effect.flatMap(TranscriptLinks, (links) => links.make(attempt)))
const pathOf = (url: string) => url.slice(publicUrl.length)
const linkTo = async (attempt: LinkedAttempt) => pathOf(await make(attempt))
const madeAt = async (attempt: LinkedAttempt, millis: number) =>
  pathOf(
    await server.run(
      Effect.flatMap(TranscriptLinks, (links) =>
        Effect.andThen(TestClock.setTime(millis), links.make(attempt)).pipe(Effect.provide(TestClock.layer()))
      )
    )
  )
const open = (path: string, accept?: string) =>
  server.call("GET", path, undefined, accept === undefined ? {} : { accept })
const entries = async (action: string) =>
  (await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`))).data.filter(
    (entry: { action: string }) => entry.action === action
  )
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

describe("a transcript link", () => {
  test("starts with the public URL, and reveals nothing about the person", async () => {
    const attempt = await makeAttempt()
    const url = await make(attempt)
    expect(url).toMatch(/^https:\/\/voice\.example\.com\/carillon\/v1\/transcripts\/[\w-]{70,100}$/)
    expect(url).not.toContain(attempt.phoneNumber.slice(1))
  })

  test("needs no key, and returns the transcript to programs as JSON, without the number", async () => {
    const attempt = await makeAttempt()
    for (const accept of ["application/json", "*/*", undefined, "application/json, text/html"]) {
      const answer = await open(await linkTo(attempt), accept)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        campaignName: `March <script>alert("1")</script>`,
        startedAt: startedAt.toISOString(),
        transcript
      })
      expect(answer.text).not.toContain(attempt.phoneNumber.slice(1))
    }
  })

  test("shows browsers a page on which no script can run, and which is not cached", async () => {
    const attempt = await makeAttempt()
    const { headers, text } = await open(await linkTo(attempt), browser)
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'unsafe-inline';.*frame-ancestors 'none'$/
      )
    })
    expect(text).toContain("Is this &#60;b onclick=&#34;x()&#34;&#62;Asha&#60;/b&#62; &#38; &#39;sons&#39;?")
    expect(text).toContain("March &#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;")
    expect(text).toContain("हाँ, नमस्ते — 😀")
    expect(text).toContain("1:02")
    expect(text).toContain("2030-01-01, 09:05 UTC")
    expect(text).not.toMatch(/<script|<b /)
    expect(text).not.toContain(attempt.phoneNumber.slice(1))
  })

  test("works for exactly seven days", async () => {
    const attempt = await makeAttempt()
    const days = (count: number) => Date.now() - count * 24 * 60 * 60 * 1000
    await answered(200, open(await madeAt(attempt, days(7) + 60_000)))
    const gone = await answered(410, open(await madeAt(attempt, days(7) - 1_000)))
    expect(gone.message).toMatch(/expired/)
    await answered(410, open(await madeAt(attempt, days(7) - 1_000), browser))
  })

  test("is answered 404 when it is forged, cut or changed anywhere", async () => {
    const attempt = await makeAttempt()
    const path = await linkTo(attempt)
    const token = path.slice(path.lastIndexOf("/") + 1)
    const changed = [...token].map(
      (letter, at) => token.slice(0, at) + (letter === "A" ? "B" : "A") + token.slice(at + 1)
    )
    const other = (await linkTo(await makeAttempt())).split("/").at(-1) as string
    const bytes = (text: string) => Buffer.from(text, "base64url")
    const swapped = Buffer.concat([bytes(token).subarray(0, 24), bytes(other).subarray(24)]).toString("base64url")
    const cut = [token.slice(0, -1), token.slice(0, 32), `${token}A`, `${token}=`, swapped, "x", "%00", "A".repeat(75)]
    for (const one of [...changed, ...cut]) {
      const { message } = await answered(404, open(`/v1/transcripts/${one}`))
      expect(message).toBe("There is no such transcript")
    }
    await answered(200, open(path))
  })

  test("shows neither transcripts of another organization nor deleted ones", async () => {
    const attempt = await makeAttempt()
    const path = await linkTo(attempt)
    const other = await server.organization("Other")
    await config(other, sharing)
    await answered(410, open(await linkTo({ ...attempt, organizationId: other.id })))
    await answered(200, open(path))
    await rows.query((sql) => sql`delete from talks where attempt_id = ${attempt.attemptId}`)
    const { message } = await answered(410, open(path, browser))
    expect(message).toMatch(/no longer kept/)
  })

  test("works only while the organization shares transcripts and has its webhook on", async () => {
    const path = await linkTo(await makeAttempt())
    for (const off of [{ shareTranscript: false }, { webhookEnabled: false }]) {
      await answered(200, open(path))
      await config(org, off)
      const { message } = await answered(410, open(path, browser))
      expect(message).toBe("This link has ended: the transcript is not shared")
      await config(org, sharing)
    }
    await answered(200, open(path))
  })

  test("ends for good when an admin ends all links; later ones work", async () => {
    const attempt = await makeAttempt()
    const path = await linkTo(attempt)
    const { endedAt } = await answered(200, org.call("POST", "/v1/write-back/transcript-links/end"))
    const ended = Date.parse(endedAt)
    for (const millis of [ended - 6 * 24 * 60 * 60 * 1000, ended - 1, ended]) {
      await answered(410, open(await madeAt(attempt, millis)))
    }
    await answered(410, open(path))
    await config(org, { shareTranscript: false })
    await config(org, sharing)
    await answered(410, open(path))
    await answered(200, open(await madeAt(attempt, ended + 2_000)))
    expect(await entries("write-back.end-transcript-links")).toMatchObject([
      { actor: expect.stringMatching(/^key:/), target: String(org.id) }
    ])
  })

  test("leaves an entry in the security log each time its transcript is read, and only then", async () => {
    const attempt = await makeAttempt()
    const path = await madeAt(attempt, Date.now() + 5_000)
    const readings = async () =>
      (await entries("transcript.read")).filter(({ target }: { target: string }) => target === attempt.attemptId)
    await answered(200, open(path))
    await answered(200, open(path, browser))
    await config(org, { shareTranscript: false })
    await answered(410, open(path))
    await config(org, sharing)
    await answered(404, open(`${path}A`))
    expect(await readings()).toMatchObject([{ actor: "transcript-link" }, { actor: "transcript-link" }])
  })

  test("is not created for a conversation without words", async () => {
    await answered(410, open(await linkTo(await makeAttempt([]))))
  })

  test("accepts only GET", async () => {
    await answered(405, server.call("POST", await linkTo(await makeAttempt()), {}))
  })
})
