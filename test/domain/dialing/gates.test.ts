import { describe, expect, test } from "vitest"
import { type GateFacts, passGates } from "../../../src/domain/dialing/gates.ts"

const now = new Date("2030-01-31T10:00:00Z")
const later = new Date("2030-01-31T15:00:00Z")

const open: GateFacts = {
  now,
  minutesLeft: 12,
  onDoNotContact: false,
  listedOn: undefined,
  oldList: undefined,
  consent: undefined,
  calls: [],
  maxCallsPerDay: 0,
  maxCallsPerWeek: 0,
  zone: "UTC",
  nextOpening: (from) => from,
  legal: { caps: [], pauses: [], zones: [], refusedAt: null, talkedAt: null },
  closedByLaw: () => [],
  hoursRemark: null,
  live: false,
  untagged: false,
  caller: undefined
}

const ask = (closed: Partial<GateFacts>) => {
  const { decision, trail } = passGates({ ...open, ...closed })
  return { decision, trail: trail.map(({ gate, verdict }) => `${gate} ${verdict}`), last: trail.at(-1)?.detail }
}

test("a call waits for a free number to call from after all gates about the person have passed it", () => {
  const none = { kind: "none", detail: "No number is free", until: later.getTime() } as const
  expect(ask({ caller: none })).toEqual({
    decision: { kind: "hold", until: later },
    trail: [...order.slice(0, 7).map((gate) => `${gate} PASS`), "caller WAIT"],
    last: none.detail
  })
  const unknown = ask({ caller: { ...none, until: undefined } })
  expect(unknown.decision).toEqual({ kind: "hold", until: new Date(now.getTime() + 3_600_000) })
  expect(ask({ caller: none, live: true }).trail.at(-1)).toBe("live WAIT")
  const chosen = ask({ caller: { kind: "number", number: "+12125550100", detail: "+12125550100, as before" } })
  expect(chosen.trail.slice(-3)).toEqual(["caller PASS", "pacing PASS", "slot PASS"])
})

const order = ["campaign", "quota", "dnc", "suppression", "frequency", "window", "live", "pacing", "slot"]
const passed = (count: number) => order.slice(0, count).map((gate) => `${gate} PASS`)

describe("the gates", () => {
  test("pass a person whom no rule stops", () => {
    expect(ask({})).toMatchObject({ decision: { kind: "dial" }, trail: passed(9) })
  })

  test("refuse a number on Do Not Contact, regardless of the other gates", () => {
    const everything = { calls: [now], maxCallsPerDay: 1, nextOpening: () => later, live: true, untagged: true }
    expect(ask({ ...everything, onDoNotContact: true })).toMatchObject({
      decision: { kind: "suppress" },
      trail: [...passed(2), "dnc REFUSE"]
    })
  })

  test("refuse a number on a list of numbers, and name the list", () => {
    expect(ask({ listedOn: "GB_TPS of 2030-01-02", calls: [now], maxCallsPerDay: 1 })).toMatchObject({
      decision: { kind: "suppress" },
      trail: [...passed(2), "dnc REFUSE"],
      last: "The number is on the list GB_TPS of 2030-01-02"
    })
  })

  test("have a number wait for a newer list, unless the present one has it", () => {
    const oldList = "the list GB_TPS is of 2029-01-02"
    expect(ask({ oldList, calls: [now], maxCallsPerDay: 1 })).toEqual({
      decision: { kind: "await-list", until: new Date(now.getTime() + 24 * 3_600_000) },
      trail: [...passed(2), "dnc WAIT"],
      last: "The list GB_TPS is of 2029-01-02"
    })
    expect(ask({ oldList, listedOn: "GB_TPS of 2029-01-02" })).toMatchObject({ decision: { kind: "suppress" } })
  })

  test("skip a number without the consent that is required, after Do Not Contact and before the caps", () => {
    const consent = { isOpen: false, detail: "None", reason: "No Consent" } as const
    const capped = { calls: [now], maxCallsPerDay: 1 }
    expect(ask({ consent, ...capped })).toMatchObject({
      decision: { kind: "skip", reason: "No Consent" },
      trail: [...passed(3), "consent REFUSE"],
      last: "None"
    })
    expect(ask({ consent, onDoNotContact: true })).toMatchObject({ decision: { kind: "suppress" } })
  })

  test("record the basis of a call where consent is asked for", () => {
    const consent = { isOpen: true, detail: "EXPRESS for MARKETING since 2030-01-01" } as const
    const { decision, trail } = passGates({ ...open, consent })
    expect(decision).toEqual({ kind: "dial" })
    expect(trail.map(({ gate }) => gate)).toEqual([...order.slice(0, 3), "consent", ...order.slice(3)])
    expect(trail[3]).toEqual({ gate: "consent", verdict: "PASS", detail: consent.detail })
  })

  test("check the frequency cap before the hours, and defer with its reason", () => {
    expect(ask({ calls: [now], maxCallsPerDay: 1, nextOpening: (from) => (from > now ? from : later) })).toMatchObject({
      decision: { kind: "defer", reason: "Frequency Cap - Daily", until: new Date("2030-02-01T00:00:00Z") },
      trail: [...passed(4), "frequency WAIT"],
      last: "Frequency Cap - Daily: not before 2030-02-01T00:00:00.000Z"
    })
  })

  test("postpone to the opening of the hours", () => {
    expect(ask({ nextOpening: () => later, live: true })).toMatchObject({
      decision: { kind: "postpone", until: later, hours: true },
      trail: [...passed(5), "window WAIT"],
      last: "The calling hours open at 2030-01-31T15:00:00.000Z"
    })
  })

  test("name the rules of laws that close the hours", () => {
    const closedByLaw = () => ["FR.marketing-hours (Code): Mon-Fri", "DE.hours (Custom): Mon-Sat"]
    expect(ask({ nextOpening: () => later, closedByLaw, hoursRemark: "Remark" }).last).toBe(
      "The calling hours open at 2030-01-31T15:00:00.000Z. Closed by FR.marketing-hours (Code): Mon-Fri. " +
        "Closed by DE.hours (Custom): Mon-Sat. Remark"
    )
    expect(ask({ closedByLaw }).trail).toEqual(passed(9))
  })

  test("keep a remark on the hours in the trail, open or closed", () => {
    const hoursRemark = "Remark"
    const { trail } = passGates({ ...open, hoursRemark })
    expect(trail.find(({ gate }) => gate === "window")).toEqual({ gate: "window", verdict: "PASS", detail: "Remark" })
    expect(ask({ hoursRemark, nextOpening: () => later }).last).toBe(
      "The calling hours open at 2030-01-31T15:00:00.000Z. Remark"
    )
  })

  test("check again after a day if no hour is open in all zones", () => {
    expect(ask({ nextOpening: () => undefined }).decision).toEqual({
      kind: "postpone",
      until: new Date("2030-02-01T10:00:00Z"),
      hours: true
    })
  })

  test.each([
    [{ live: true, untagged: true }, "Another call to the number is under way"],
    [{ untagged: true }, "The last conversation with the number is not analyzed yet"]
  ])("postpone a number with another open call: %j", (busy, why) => {
    const { decision, last, trail } = ask(busy)
    expect(decision).toMatchObject({ kind: "postpone", hours: false })
    expect(trail).toEqual([...passed(6), "live WAIT"])
    expect(last).toBe(why)
  })
})
