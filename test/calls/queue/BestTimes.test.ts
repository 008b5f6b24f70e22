import { afterAll, describe, expect, test } from "vitest"
import { BestTimes } from "../../../src/calls/queue/BestTimes.ts"
import type { CallEnd } from "../../../src/carriers/Carrier.ts"
import { type OpenCall, startLiveCalls } from "../../support/data/live-calls.ts"

const its = startLiveCalls()
afterAll(its.stop)

const busy: CallEnd = { outcome: "BUSY", durationSeconds: 0, answeredBy: null }
const unreachable: CallEnd = { outcome: "UNREACHABLE", durationSeconds: 0, answeredBy: null }
const failed: CallEnd = { outcome: "CARRIER_ERROR", durationSeconds: 0, answeredBy: null }
const machine: CallEnd = { outcome: "VOICEMAIL", durationSeconds: 0, answeredBy: "machine" }

/** A time in India on a past day. */
const inIndia = (time: string) => new Date(`2026-01-05T${time}:00+05:30`)

const place = async () => {
  const org = await its.organization()
  const campaign = await org.campaign()
  const ended = async (
    end: CallEnd,
    { at = inIndia("10:30"), to }: { at?: Date; to?: Parameters<typeof org.liveCall>[1] } = {}
  ) => {
    const openCall = await org.liveCall(campaign, { isOpen: false, ...to })
    await its.query((sql) => sql`update attempts set started_at = ${at} where id = ${openCall.id}`)
    await its.reportEnd(openCall, end)
    return openCall
  }
  const note = ({ callId, organizationId }: OpenCall, attemptNo = 1) =>
    its.run(BestTimes.use((times) => times.note(organizationId, callId, attemptNo)))
  const seen = (owner: string) =>
    its.query(
      (sql) => sql`select band, attempts, connects from answer_times
        where organization_id = ${org.id} and whose = ${owner} order by band`
    )
  return { org, campaign, ended, note, seen }
}

describe.concurrent("the time of an answer", () => {
  test("is counted for the person and the organization, in the hours of the person", async () => {
    const { ended, note, seen } = await place()
    const [answered, late] = [await ended(its.connected()), await ended(busy, { at: inIndia("18:00") })]
    for (const call of [answered, late]) await note(call)
    expect(await seen("organization")).toEqual([
      { band: 1, attempts: 1, connects: 1 },
      { band: 5, attempts: 1, connects: 0 }
    ])
    expect(await seen(`person:${answered.phoneNumber}`)).toEqual([{ band: 1, attempts: 1, connects: 1 }])
  })

  test("is counted for similar people", async () => {
    const { ended, note, org, seen } = await place()
    const person = await org.contact()
    await its.query(
      (sql) => sql`update contacts set city_tier = 'Tier 1', occupation = 'Nurse' where id = ${person.id}`
    )
    await note(await ended(its.connected(), { to: { to: person } }))
    for (const key of [["tier 1"], ["tier 1", "nurse"]]) {
      expect(await seen(`cluster:${JSON.stringify(key)}`)).toEqual([{ band: 1, attempts: 1, connects: 1 }])
    }
  })

  test("is counted once, even when concurrent callers note it", async () => {
    const { ended, note, seen } = await place()
    const calls = [await ended(its.connected()), await ended(busy), await ended(its.connected())]
    await Promise.all([...calls, ...calls, ...calls].map((call) => note(call)))
    expect(await seen("organization")).toEqual([{ band: 1, attempts: 3, connects: 2 }])
  })

  test("is not counted for failures, phones that did not ring, nights and callbacks", async () => {
    const { ended, note, seen } = await place()
    const callback = await ended(its.connected())
    await its.query((sql) => sql`update attempts set is_callback = true where id = ${callback.id}`)
    const silent = [
      await ended(failed),
      await ended(unreachable),
      await ended(busy, { at: inIndia("23:00") }),
      callback
    ]
    for (const call of silent) await note(call)
    expect(await seen("organization")).toEqual([])
  })

  test("is corrected when it turns out that a machine answered", async () => {
    const { ended, note, seen } = await place()
    const call = await ended(its.connected())
    await note(call)
    await its.reportEnd(call, machine)
    await note(call)
    expect(await seen("organization")).toEqual([{ band: 1, attempts: 1, connects: 0 }])
  })

  test("is counted for the organization of the call only", async () => {
    const [one, other] = [await place(), await place()]
    const call = await one.ended(its.connected())
    await other.note({ ...call, organizationId: other.org.id })
    expect(await one.seen("organization")).toEqual([])
    expect(await other.seen("organization")).toEqual([])
  })

  test("has half its weight after sixty days", async () => {
    const { ended, note, org } = await place()
    await note(await ended(its.connected()))
    await its.query(
      (sql) =>
        sql`update answer_times set updated_at = updated_at - interval '60 days' where organization_id = ${org.id}`
    )
    await note(await ended(busy))
    const [row] = await its.query(
      (sql) => sql<{ attemptWeight: number; connectWeight: number }>`select attempt_weight as "attemptWeight",
        connect_weight as "connectWeight" from answer_times where organization_id = ${org.id} and whose = 'organization'`
    )
    expect(row!.attemptWeight).toBeCloseTo(1.5, 3)
    expect(row!.connectWeight).toBeCloseTo(0.5, 3)
  })
})
