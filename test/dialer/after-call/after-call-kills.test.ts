import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import type { TranscriptRecord } from "../../../src/calls/conversations/Transcripts.ts"
import { type OpenCall, startLiveCalls } from "../../support/data/live-calls.ts"
import { eventually } from "../../support/eventually.ts"
import { type KillMoment, type KillPoint, livesOn, reachedIn, tagSteps } from "../../support/processes/kill-points.ts"
import { loadNode } from "../../support/processes/load-node.ts"
import { makeRandom, shuffled } from "../../support/random.ts"
import { hasTurn, isFull } from "../../support/sample.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const seed = Number(process.env.TEST_SEED)
const random = makeRandom(seed)
const moments: ReadonlyArray<KillMoment> = ["before", "sent", "answered"]

const line = (role: "agent" | "person", text: string, at: number): TranscriptRecord["transcript"][number] => ({
  ...{ role, text, startMs: at * 1_000, endMs: at * 1_000 + 900, interrupted: false }
})
const question = line("agent", "Hello. Would you like to hear more?", 0)
/** The words of the people, and the label that each should get. */
const people = [
  ["Positive", "Yes, I am interested, please tell me more."],
  ["Negative", "No thank you, I am not interested."],
  ["Do Not Call", "Please never call me again, take me off your list."]
] as const

describe.skipIf(engine !== "postgres" || !hasTurn(1))("tagging, with processes killed by kill -9", () => {
  const stops: Array<() => Promise<unknown>> = []
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  const begin = async () => {
    const database = await makeDatabase()
    const settings = { ...database.settings, ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}` }
    const campaigns = startLiveCalls(settings)
    stops.push(database.remove, campaigns.stop)
    return { campaigns, settings: { ...settings, ROLES: "workers" } }
  }

  test(
    "a process killed between any two steps tags, publishes and counts each call exactly once",
    async () => {
      const { campaigns, settings } = await begin()
      const org = await campaigns.organization()
      const campaign = await org.campaign()
      const all: Array<OpenCall> = []
      const hear = async (count: number) => {
        for (let index = 0; index < count; index++) {
          const openCall = await org.liveCall(campaign)
          // The calls are at noon, because attempts at night do not count for best times.
          await campaigns.query(
            (sql) => sql`update attempts
              set started_at = date_trunc('day', now() - interval '12 hours', 'Asia/Kolkata') + interval '12 hours'
              where id = ${openCall.id}`
          )
          const words = people[all.length % people.length]![1]
          await campaigns.conversations.end(openCall, { heard: true, transcript: [question, line("person", words, 3)] })
          await campaigns.reportEnd(openCall, campaigns.connected())
          all.push(openCall)
        }
      }
      const deaths = tagSteps.flatMap((step) => moments.map((moment) => ({ step, moment })))
      const chosen = isFull ? shuffled(deaths, seed) : shuffled(deaths, seed).slice(0, 3)
      const port = await freePort()
      /** Returns the lines of a node that tagged all calls, or died. */
      const run = (death: KillPoint) =>
        Effect.runPromise(
          Effect.scoped(
            Effect.gen(function* () {
              const node = yield* loadNode({ settings, port, lineUrl: "http://127.0.0.1:1" }, death)
              yield* Effect.promise(node.go)
              if (death.after !== undefined) return yield* Effect.promise(() => node.over)
              yield* Effect.promise(() => untilTagged(all))
              return node.lines
            })
          )
        )
      const untilTagged = async (openCalls: ReadonlyArray<OpenCall>): Promise<void> => {
        for (const openCall of openCalls)
          await eventually(async () => expect((await campaigns.callOf(openCall)).awaitsTag).toBeNull())
      }
      // A node would wait forever for a step that does not exist.
      await hear(people.length)
      const survived = await run(livesOn)
      await eventually(() => expect(tagSteps.filter((step) => !reachedIn(survived).includes(step))).toEqual([]))
      for (const death of chosen) {
        // A process may die when a step is reached for the third time, so each label occurs three times.
        await hear(3 * people.length)
        const lines = await run({ ...death, after: Math.floor(random() * 3) })
        expect(lines.at(-1), JSON.stringify(death)).toContain(`died ${JSON.stringify(death)}`)
      }
      await run(livesOn)

      for (const [index, openCall] of all.entries()) {
        const [label] = people[index % people.length]!
        expect(await campaigns.callOf(openCall)).toMatchObject({ label, source: "auto" })
        const topics = (await campaigns.eventsOf(openCall)).map(({ topic }) => topic)
        const suppressed = label === "Positive" ? [] : ["call-suppressed.v1"]
        expect(topics).toEqual(["call-ended.v1", "call-tagged.v1", ...suppressed])
        expect(await campaigns.entriesOf(openCall)).toHaveLength(label === "Do Not Call" ? 1 : 0)
      }
      const counted = await campaigns.query(
        (sql) => sql`select sum(attempts)::int as attempts, sum(connects)::int as connects from answer_times
          where organization_id = ${org.id} and whose = 'organization'`
      )
      const rung = await campaigns.query(
        (sql) => sql`select count(*)::int as attempts, count(*)::int as connects from attempts
          where organization_id = ${org.id} and counted_as`
      )
      expect(counted).toEqual(rung)
    },
    isFull ? 900_000 : undefined
  )
})
