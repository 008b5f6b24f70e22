import { expect, test } from "vitest"
import {
  callsBackWithinMillis,
  type LastAttempt,
  type Reception,
  receive
} from "../../../src/domain/dialing/calling-back.ts"
import { makeRandom } from "../../support/random.ts"

const now = new Date("2026-03-20T12:00:00Z")
const ago = (millis: number) => new Date(now.getTime() - millis)
const hour = 3_600_000

const attempt = (fields: Partial<LastAttempt> = {}): LastAttempt => ({
  id: "0199aaaa-0000-7000-8000-000000000001",
  organizationId: 1,
  startedAt: ago(hour),
  live: null,
  callStatus: "QUEUED",
  campaignStatus: "IN_PROGRESS",
  isWhole: true,
  isListed: false,
  ...fields
})
const answerTo = (...attempts: ReadonlyArray<LastAttempt>) => {
  const reception = receive(attempts, now)
  return reception.kind === "message" ? reception.why : reception.attempt.live !== null ? "connect, hang up" : "connect"
}

test.each<readonly [string, Partial<LastAttempt>, string]>([
  ["a person who was called an hour ago", {}, "connect"],
  ["a person who was called almost 14 days ago", { startedAt: ago(callsBackWithinMillis) }, "connect"],
  ["a person who was called more than 14 days ago", { startedAt: ago(callsBackWithinMillis + 1) }, "unknown"],
  ["a person whose phone rings", { live: { isAnswered: false, isInbound: false } }, "connect, hang up"],
  ["a person who is in a conversation", { live: { isAnswered: true, isInbound: false } }, "busy"],
  ["a person who has called already", { live: { isAnswered: false, isInbound: true } }, "busy"],
  ["a person on Do Not Contact", { isListed: true }, "listed"],
  ["a person whom the campaign does not call any more", { callStatus: "SUPPRESSED" }, "suppressed"],
  ["a person of a paused campaign", { campaignStatus: "PAUSED" }, "connect"],
  ["a person of a completed campaign", { campaignStatus: "COMPLETED", callStatus: "FAILED" }, "connect"],
  ["a person of a cancelled campaign", { campaignStatus: "CANCELLED", callStatus: "SKIPPED" }, "stopped"],
  ["a person whose contact or flow was deleted", { isWhole: false }, "gone"]
])("%s is answered: %j", (_, fields, expected) => {
  expect(answerTo(attempt(fields))).toBe(expected)
})

test("a person who was never called has no conversation", () => {
  expect(answerTo()).toBe("unknown")
})

test("the campaign that called last answers, whichever organization it belongs to", () => {
  const attempts = [attempt({ startedAt: ago(2 * hour) }), attempt({ organizationId: 2 })]
  for (const order of [attempts, attempts.toReversed()]) {
    expect(receive(order, now)).toMatchObject({ kind: "connect", attempt: { organizationId: 2 } })
  }
})

/** Sorts all attempts and applies the rules one after another. */
const naive = (attempts: ReadonlyArray<LastAttempt>): Reception<LastAttempt> => {
  const [last] = attempts
    .filter(({ startedAt }) => startedAt >= ago(callsBackWithinMillis))
    .toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime() || (one.id < other.id ? 1 : -1))
  if (last === undefined) return { kind: "message", why: "unknown", attempt: undefined }
  const reasons = [
    ["listed", last.isListed],
    ["suppressed", last.callStatus === "SUPPRESSED"],
    ["stopped", last.campaignStatus === "CANCELLED"],
    ["gone", !last.isWhole],
    ["busy", last.live?.isAnswered],
    ["busy", last.live?.isInbound]
  ] as const
  const why = reasons.find(([, holds]) => holds)?.[0]
  return why === undefined ? { kind: "connect", attempt: last } : { kind: "message", why, attempt: last }
}

test("the answer equals that of the model, whatever the attempts and their order", () => {
  const random = makeRandom(Number(process.env.TEST_SEED))
  const one = <const A>(...items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
  for (let round = 0; round < 20_000; round++) {
    const attempts = Array.from({ length: one(0, 1, 2, 3, 5) }, (_, index) =>
      attempt({
        id: `0199aaaa-0000-7000-8000-00000000000${index}`,
        organizationId: index,
        startedAt: ago(one(0, hour, 2 * hour, callsBackWithinMillis, callsBackWithinMillis + 1)),
        live: one(null, null, { isAnswered: one(false, true), isInbound: one(false, false, true) }),
        callStatus: one("QUEUED", "FAILED", "COMPLETED", "SUPPRESSED"),
        campaignStatus: one("IN_PROGRESS", "PAUSED", "COMPLETED", "CANCELLED"),
        isWhole: one(true, true, true, false),
        isListed: one(false, false, false, true)
      })
    )
    expect(receive(attempts, now), JSON.stringify(attempts)).toEqual(naive(attempts))
  }
})
