import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { makeListener, speak } from "../../../src/audio/modem.ts"
import type { StreamedAttempt } from "../../../src/calls/attempts/Attempts.ts"
import type { CallLine, SessionHandle } from "../../../src/media/session/CallSession.ts"
import { clientOf } from "../../carriers/simulated/line-client.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { earliness, mostIn, mostLive } from "../../support/data/dialing-invariants.ts"
import { eventually } from "../../support/eventually.ts"
import { lineToken } from "../gateway/stream-client.ts"

const callsPerMinute = 1_000
const atOnce = process.env.PROVE === "full" ? 200 : 20
// People of the large campaign say nothing and stay; those of the small one speak and get answers.
const large = { digit: 9, people: atOnce, maxConcurrentCalls: atOnce }
const small = { digit: 0, people: 14, maxConcurrentCalls: 7 }

const minute = 60_000

// More than ten seconds: a shorter call does not count as a conversation.
const moments = " One moment.".repeat(15)

interface Heard {
  readonly attempt: StreamedAttempt
  readonly line: WeakRef<CallLine>
  letters: string
}

/** Keeps all people of a campaign on the line until it is released, and then says goodbye. */
const makeHost = () => {
  const conversations: Array<Heard> = []
  const live = new Map<string, number>()
  const most = new Map<string, number>()
  const released = new Set<string>()

  const come = (campaignId: string, by: 1 | -1) => {
    const now = (live.get(campaignId) ?? 0) + by
    live.set(campaignId, now)
    most.set(campaignId, Math.max(now, most.get(campaignId) ?? 0))
  }

  const begin = (line: CallLine): SessionHandle => {
    const { attempt } = line
    const { campaignId } = attempt
    const listener = makeListener()
    const conversation: Heard = { attempt, line: new WeakRef(line), letters: "" }
    conversations.push(conversation)
    const say = (text: string) => line.send(speak(text))
    const run = Effect.gen(function* () {
      come(campaignId, 1)
      say(`This is ${attempt.id}.${moments}`)
      yield* Effect.sleep("10 seconds")
      while (!released.has(campaignId)) yield* Effect.sleep("100 millis")
      line.clear()
      say(" Goodbye.")
      // Time for the person to answer and hang up.
      yield* Effect.sleep("4 seconds")
    })
    return {
      hear: (audio) => {
        conversation.letters += listener.hear(audio)
      },
      press: () => undefined,
      reachMark: () => undefined,
      tick: () => undefined,
      run: Effect.ensuring(
        run,
        Effect.sync(() => come(campaignId, -1))
      ),
      finish: Effect.void
    }
  }

  return { begin, most, conversations, live, release: (campaignId: string) => released.add(campaignId) }
}

const host = makeHost()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ begin: host.begin, settings: { SIMULATOR_SPEED: "1.5" } })
})
afterAll(() => server.stop())

/** Returns the metrics of the gateway, by name and attributes. */
const gatewayMetrics = async (): Promise<Readonly<Record<string, number>>> => {
  const { text } = await server.send({ method: "GET", path: "/metrics" })
  return Object.fromEntries(
    [...text.matchAll(/^carillon_(media_\S+) (\S+)$/gm)].map(([, name = "", value]) => [name, Number(value)])
  )
}

test(
  `${atOnce} calls at once, at a pace and beside a campaign with few slots: each has one transcript, correct letter by letter`,
  async () => {
    const before = await gatewayMetrics()
    const client = campaignClient(server, await server.organization())
    const startOf = async ({ digit, maxConcurrentCalls, people }: typeof large) => {
      const members = await client.people(...Array.from({ length: people }, () => digit))
      return client.draft(members, { callsPerMinute, maxConcurrentCalls, maxRetries: 0 })
    }
    const [largeId, smallId] = [await startOf(large), await startOf(small)]
    host.release(smallId)
    for (const id of [largeId, smallId]) expect((await client.move(id, "start")).status).toBe(200)

    await eventually(() => expect(host.live.get(largeId)).toBe(large.people))
    const streams = (await gatewayMetrics()).media_streams
    expect(streams).toBeGreaterThanOrEqual(large.people)
    expect(streams).toBeLessThanOrEqual(large.maxConcurrentCalls + small.maxConcurrentCalls)
    host.release(largeId)
    await eventually(async () => {
      for (const id of [largeId, smallId]) expect(await client.campaign(id)).toMatchObject({ status: "COMPLETED" })
    })

    for (const [id, { maxConcurrentCalls, people }] of [
      [largeId, large],
      [smallId, small]
    ] as const) {
      const attempts = (await client.attempts(id)).map(({ endedAt, startedAt }) => ({
        startedAt: startedAt.getTime(),
        endedAt: endedAt?.getTime() ?? null
      }))
      const starts = attempts.map(({ startedAt }) => startedAt)
      expect(attempts).toHaveLength(people)
      expect(mostLive(attempts)).toBe(maxConcurrentCalls)
      expect(host.most.get(id)).toBe(maxConcurrentCalls)
      expect(mostIn(starts, minute)).toBeLessThanOrEqual(callsPerMinute)
      // The pace per minute still holds: each call keeps its slot.
      expect(earliness(starts, minute / callsPerMinute)).toBeLessThan(minute / callsPerMinute)
      const rows = await client.query(
        (sql) =>
          sql`select status, outcome, attempts, count(*)::int as n from calls where campaign_id = ${id} group by 1, 2, 3`
      )
      expect(rows).toEqual([{ status: "COMPLETED", outcome: "CONNECTED", attempts: 1, n: people }])
    }

    const all = large.people + small.people
    expect(new Set(host.conversations.map(({ attempt }) => attempt.id)).size).toBe(all)
    expect(host.conversations).toHaveLength(all)
    for (const { attempt, letters } of host.conversations) await expectHeard(attempt, letters)

    // The host missed no audio, had only its own people, and has released all of them.
    await eventually(async () => expect((await gatewayMetrics()).media_streams).toBe(0))
    for (const [name, value] of Object.entries(await gatewayMetrics()))
      expect([name, value]).toEqual([name, before[name] ?? 0])
    expect(server.log).toEqual([])
    await eventually(() => {
      collectGarbage()
      expect(host.conversations.filter(({ line }) => line.deref() !== undefined)).toEqual([])
    })
  },
  10 * minute
)

const expectHeard = async (attempt: StreamedAttempt, letters: string) => {
  const line = clientOf(attempt.account, await lineToken(server))
  const { body: call } = await Effect.runPromise(line.request("GET", `/Calls/${attempt.callSid}.json`))
  const { body: conversation } = await Effect.runPromise(line.request("GET", `/Calls/${attempt.callSid}/Talk.json`))
  expect(letters).toBe(call.to.endsWith("0") ? "Hello?Goodbye." : "")
  expect(conversation).toMatchObject({ problems: [], clears: 1 })
  const heard = conversation.heard.map(({ text }: { readonly text: string }) => text).join("")
  const [, words = ""] = new RegExp(`^This is ${attempt.id}\\.(.*) Goodbye\\.$`).exec(heard) ?? []
  // The line before the goodbye was cut off where it was.
  expect(words).not.toBe("")
  expect(moments.slice(0, words.length)).toBe(words)
}

// The host has only weak references to lines: a line that is not collected is retained by the server.
setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")
