import { afterAll, expect, test } from "vitest"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { Dispatch } from "../../../src/dialer/Dispatch.ts"
import { startLiveCalls } from "../../support/data/live-calls.ts"
import { eventually } from "../../support/eventually.ts"

// The carrier of these calls dies when it is asked to place one.
const calls = startLiveCalls()
afterAll(calls.stop)
const organization = await calls.organization()

/** A call that was claimed, and for which the carrier was not asked yet. */
const claimed = async () => {
  const campaignId = await organization.campaign()
  const call = await organization.liveCall(campaignId, { isOpen: false })
  await calls.query((sql) => sql`update attempts set call_sid = null where id = ${call.id}`)
  const place = () =>
    calls.run(
      Dispatch.use((dispatch) =>
        dispatch.place(
          {
            attemptId: call.id,
            campaignId,
            to: call.phoneNumber,
            from: "+15005550006",
            account: "a test",
            limitSeconds: 60,
            claimedAt: performance.now()
          },
          () => undefined
        )
      )
    )
  const waitsAgain = () =>
    eventually(async () => {
      expect(await calls.callOf(call)).toMatchObject({ status: "PENDING", attempts: 0, waits: true })
      expect(await calls.query((sql) => sql`select 1 from attempts where id = ${call.id}`)).toEqual([])
    })
  return { call, place, waitsAgain }
}

test("a call is not placed when its campaign was paused, or its number refused, since the claim", async () => {
  const paused = await claimed()
  await calls.query((sql) => sql`update campaigns set status = 'PAUSED' where id = ${paused.call.campaignId}`)
  await paused.place()
  await paused.waitsAgain()

  const refused = await claimed()
  const { organizationId, phoneNumber } = refused.call
  await calls.run(NumberSuppression.use(({ enter }) => enter(organizationId, { phoneNumber, actor: "admin" })))
  await refused.place()
  await refused.waitsAgain()

  const cancelled = await claimed()
  await calls.query((sql) => sql`update campaigns set status = 'CANCELLED' where id = ${cancelled.call.campaignId}`)
  await cancelled.place()
  await eventually(async () => expect(await calls.callOf(cancelled.call)).toMatchObject({ status: "SKIPPED" }))
})
