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
  mayWaitForLabel: false,
  waitsForCallback: false,
  callbackAt: null,
  waitsForReminder: false,
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

describe("a call that waits for the reminder of a promise", () => {
  it("is reported like a finished one, without a callback", () => {
    const due = { attempt: 1, isEnd: false, callbackAt: null }
    assert.deepStrictEqual(deliveryDueForCall(call({ status: "QUEUED", waitsForReminder: true })), due)
    const tagged = { status: "QUEUED", journeyAction: "COMMITMENT_REMINDER", nextAttemptAt: at } as const
    assert.deepStrictEqual(deliveryDueForTag(tag({ ...tagged, reminderFor: "2030-02-01" })), due)
    assert.deepStrictEqual(deliveryDueForTag(tag({ ...tagged, reminderFor: null })), { ...due, callbackAt: at })
  })
})

describe("the delivery due for a call", () => {
  const delivery = { attempt: 1, isEnd: false, callbackAt: null }
  for (const status of ["COMPLETED", "FAILED", "SUPPRESSED"] as const) {
    it(`a ${status} call has a delivery for its attempt`, () =>
      assert.deepStrictEqual(deliveryDueForCall(call({ status })), delivery))
    it(`a ${status} call without an attempt has no delivery`, () =>
      assert.isUndefined(deliveryDueForCall(call({ status, attempts: 0 }))))
    it(`a ${status} call that awaits its label has no delivery`, () =>
      assert.isUndefined(deliveryDueForCall(call({ status, mayWaitForLabel: true }))))
    it(`a ${status} call after an announced callback has a delivery for its end`, () =>
      assert.deepStrictEqual(deliveryDueForCall(call({ status, announcedCallback: true })), {
        ...delivery,
        isEnd: true
      }))
  }
  it("a call that waits for a retry has no delivery", () =>
    assert.isUndefined(deliveryDueForCall(call({ status: "QUEUED" }))))
  it("a call that waits for a callback has a delivery for its attempt, with the time", () =>
    assert.deepStrictEqual(deliveryDueForCall(call({ status: "QUEUED", waitsForCallback: true, callbackAt: at })), {
      ...delivery,
      callbackAt: at
    }))
  it("a fulfilled callback has a delivery for the end, even of a call never placed", () => {
    const fulfilled = { status: "SKIPPED", failureReason: "Callback Fulfilled" } as const
    assert.deepStrictEqual(deliveryDueForCall(call(fulfilled)), { ...delivery, isEnd: true })
    assert.deepStrictEqual(deliveryDueForCall(call({ ...fulfilled, attempts: 0 })), {
      ...delivery,
      attempt: 0,
      isEnd: true
    })
  })
  it("other skipped calls, live calls and calls that never began have no delivery", () => {
    assert.isUndefined(deliveryDueForCall(call({ status: "SKIPPED", failureReason: "Campaign Cancelled" })))
    assert.isUndefined(deliveryDueForCall(call({ status: "IN_PROGRESS" })))
    assert.isUndefined(deliveryDueForCall(call({ status: "PENDING", attempts: 0 })))
  })
})

describe("the delivery due for a tag", () => {
  const delivery = { attempt: 1, isEnd: false, callbackAt: null }
  it("a tag of a finished call has a delivery for its attempt", () => {
    for (const status of ["COMPLETED", "FAILED", "SUPPRESSED"] as const) {
      assert.deepStrictEqual(deliveryDueForTag(tag({ status })), delivery)
    }
  })
  it("a tag followed by a retry, of the policy or a rule, has no delivery", () => {
    assert.isUndefined(
      deliveryDueForTag(tag({ status: "QUEUED", intentSource: "system", journeyAction: null, nextAttemptAt: at }))
    )
    assert.isUndefined(deliveryDueForTag(tag({ status: "QUEUED", journeyAction: "RETRY", nextAttemptAt: at })))
  })
  it("a tag with a callback has a delivery with its time, even for an undetermined conversation", () => {
    for (const intentSource of ["auto", null]) {
      const given = tag({ status: "QUEUED", intentSource, journeyAction: null, nextAttemptAt: at })
      assert.deepStrictEqual(deliveryDueForTag(given), { ...delivery, callbackAt: at })
    }
  })
  it("a tag of a deleted contact, or without an attempt, has no delivery", () => {
    assert.isUndefined(deliveryDueForTag(tag({ status: "SKIPPED" })))
    assert.isUndefined(deliveryDueForTag(tag({ attempt: 0 })))
  })
})

describe("the result of an attempt", () => {
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
    it(`${JSON.stringify(outcome)} makes the delivery ${status}`, () =>
      assert.strictEqual(resultOf(outcome, delivery).status, status))
  }

  it("a retry is never earlier than scheduled and at most a tenth later, five times", () => {
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
    // The delays are spread over the whole range.
    assert.isBelow(Math.min(...late), 1.01)
    assert.isAbove(Math.max(...late), 1.09)
  })
})
