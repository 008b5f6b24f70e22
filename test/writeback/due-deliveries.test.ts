import { assert, describe, it } from "@effect/vitest"
import { type RequestOutcome, resultOf, retryDelays } from "../../src/writeback/delivery-result.ts"
import {
  type CallState,
  deliveryDueForCall,
  deliveryDueForTag,
  type TagState
} from "../../src/writeback/due-deliveries.ts"
import { makeRandom } from "../support/random.ts"

const at = new Date("2030-01-31T10:00:00Z")

const call = (fields: Partial<CallState>): CallState => ({
  status: "COMPLETED",
  attempts: 1,
  failureReason: null,
  waitsForCallback: false,
  callbackAt: null,
  announcedCallback: false,
  ...fields
})
const tag = (fields: Partial<TagState>): TagState => ({
  attempt: 1,
  status: "COMPLETED",
  intentSource: "auto",
  journeyAction: "MARK_COMPLETED",
  nextAttemptAt: null,
  ...fields
})

describe("what is due of a call as it stands", () => {
  const told = { attempt: 1, isEnd: false, callbackAt: null }
  for (const status of ["COMPLETED", "FAILED", "SUPPRESSED"] as const) {
    it(`${status}: the attempt`, () => assert.deepStrictEqual(deliveryDueForCall(call({ status })), told))
    it(`${status} without an attempt: nothing`, () =>
      assert.isUndefined(deliveryDueForCall(call({ status, attempts: 0 }))))
    it(`${status} instead of the callback that was announced: the end`, () =>
      assert.deepStrictEqual(deliveryDueForCall(call({ status, announcedCallback: true })), { ...told, isEnd: true }))
  }
  it("one that waits for a retry: nothing", () => assert.isUndefined(deliveryDueForCall(call({ status: "QUEUED" }))))
  it("one that waits for a callback: the attempt, with its time", () =>
    assert.deepStrictEqual(deliveryDueForCall(call({ status: "QUEUED", waitsForCallback: true, callbackAt: at })), {
      ...told,
      callbackAt: at
    }))
  it("a fulfilled callback: the end, of a call never placed, too", () => {
    const fulfilled = { status: "SKIPPED", failureReason: "Callback Fulfilled" } as const
    assert.deepStrictEqual(deliveryDueForCall(call(fulfilled)), { ...told, isEnd: true })
    assert.deepStrictEqual(deliveryDueForCall(call({ ...fulfilled, attempts: 0 })), {
      ...told,
      attempt: 0,
      isEnd: true
    })
  })
  it("another skipped one, one under way, one that never began: nothing", () => {
    assert.isUndefined(deliveryDueForCall(call({ status: "SKIPPED", failureReason: "Campaign Cancelled" })))
    assert.isUndefined(deliveryDueForCall(call({ status: "IN_PROGRESS" })))
    assert.isUndefined(deliveryDueForCall(call({ status: "PENDING", attempts: 0 })))
  })
})

describe("what is due of an attempt that was tagged", () => {
  const told = { attempt: 1, isEnd: false, callbackAt: null }
  it("the attempt, once the call is over", () => {
    for (const status of ["COMPLETED", "FAILED", "SUPPRESSED"] as const) {
      assert.deepStrictEqual(deliveryDueForTag(tag({ status })), told)
    }
  })
  it("nothing while it is tried again, by the policy or by a rule", () => {
    assert.isUndefined(
      deliveryDueForTag(tag({ status: "QUEUED", intentSource: "system", journeyAction: null, nextAttemptAt: at }))
    )
    assert.isUndefined(deliveryDueForTag(tag({ status: "QUEUED", journeyAction: "RETRY", nextAttemptAt: at })))
  })
  it("the attempt, with the time of its callback, also of a talk that could not be classified", () => {
    for (const intentSource of ["auto", null]) {
      const given = tag({ status: "QUEUED", intentSource, journeyAction: null, nextAttemptAt: at })
      assert.deepStrictEqual(deliveryDueForTag(given), { ...told, callbackAt: at })
    }
  })
  it("nothing of a contact that was deleted, and nothing without an attempt", () => {
    assert.isUndefined(deliveryDueForTag(tag({ status: "SKIPPED" })))
    assert.isUndefined(deliveryDueForTag(tag({ attempt: 0 })))
  })
})

describe("what becomes of a delivery after an attempt", () => {
  const delivery = { attempts: 0, id: "018f3c2a-7b1e-7c3d-9e4f-5a6b7c8d9e10", kind: "CALL" } as const
  const outcomes: ReadonlyArray<readonly [RequestOutcome, string]> = [
    ...[200, 201, 204, 299].map((status) => [{ status }, "DELIVERED"] as const),
    ...[500, 502, 503, 599].map((status) => [{ status }, "PENDING"] as const),
    ...[301, 302, 307, 308, 304, 400, 401, 404, 408, 410, 425, 429].map(
      (status) => [{ status }, "PERMANENT_FAILURE"] as const
    ),
    [{ problem: "Target address not allowed", mayPass: false }, "PERMANENT_FAILURE"],
    [{ problem: "No whole answer within 15 s", mayPass: true }, "PENDING"]
  ]
  for (const [outcome, status] of outcomes) {
    it(`${JSON.stringify(outcome)}: ${status}`, () => assert.strictEqual(resultOf(outcome, delivery).status, status))
  }

  it("is due again never sooner than the schedule says and at most a tenth later, five times", () => {
    assert.deepStrictEqual(
      retryDelays.CALL.map((delay) => delay / 1000),
      [30, 120, 600, 1800, 7200]
    )
    const next = makeRandom(Number(process.env.TEST_SEED))
    const late: Array<number> = []
    for (let n = 0; n < 1_000; n++) {
      const id = String(next())
      for (const [attempts, delay] of retryDelays.CALL.entries()) {
        const { delayMillis, status } = resultOf({ status: 500 }, { ...delivery, id, attempts })
        assert.strictEqual(status, "PENDING")
        assert.isAtLeast(delayMillis ?? 0, delay)
        assert.isAtMost(delayMillis ?? 0, delay * 1.1)
        late.push((delayMillis ?? 0) / delay)
      }
      assert.strictEqual(resultOf({ status: 500 }, { ...delivery, id, attempts: 5 }).status, "FAILED")
    }
    // They are spread over all of it.
    assert.isBelow(Math.min(...late), 1.01)
    assert.isAbove(Math.max(...late), 1.09)
  })
})
