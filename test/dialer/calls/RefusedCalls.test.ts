import { Clock, Duration, Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { ConsentWithdrawals } from "../../../src/calls/attempts/ConsentWithdrawals.ts"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { Consents } from "../../../src/contacts/consents/Consents.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { Dispatch } from "../../../src/dialer/Dispatch.ts"
import { RefusedCalls } from "../../../src/dialer/RefusedCalls.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { liveCallsOn, type OpenCall } from "../../support/data/live-calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { eventually } from "../../support/eventually.ts"
import { dialingServices } from "../../support/services/dialing.ts"
import { stillCarrier, stillNode } from "../../support/services/still-carrier.ts"

const hungUp: Array<string> = []
const carrier = stillCarrier({
  originate: () => Effect.die("No call may be placed"),
  lookUp: () => Effect.die("No call may be looked up"),
  hangUp: ({ callSid }) => Effect.sync(() => hungUp.push(callSid))
})
/** A clock on which every wait takes a hundredth of its time. */
const quick = Layer.effect(
  Clock.Clock,
  Clock.clockWith((clock) => {
    const sleep: Clock.Clock["sleep"] = (duration) => clock.sleep(Duration.times(duration, 0.01))
    return Effect.succeed<Clock.Clock>(Object.create(clock, { sleep: { value: sleep } }))
  })
)

const runtime = ManagedRuntime.make(
  Layer.merge(Layer.provide(RefusedCalls.layer, quick), Dispatch.layer).pipe(
    Layer.provide(stillNode),
    Layer.provideMerge(dialingServices(carrier))
  )
)
afterAll(runtime.dispose)
const calls = liveCallsOn((effect) => runtime.runPromise(effect))
const organization = await calls.organization()

const refuse = ({ organizationId }: OpenCall, phoneNumber: string) =>
  calls.run(NumberSuppression.use(({ enter }) => enter(organizationId, { phoneNumber, actor: "admin" })))

/** Watches the calls of a campaign until the work is done. */
const watching = async (campaignId: string, work: () => Promise<void>) => {
  const stop = new AbortController()
  const running = runtime.runPromise(
    RefusedCalls.use(({ watch }) => watch(campaignId)),
    { signal: stop.signal }
  )
  try {
    await work()
  } finally {
    stop.abort()
    await running.catch(() => undefined)
  }
}

const hangsUp = (campaignId: string, check: () => void) => watching(campaignId, () => eventually(check))

const ringing = { isOpen: false }

test("hangs up calls that ring, and only those, when their number was put on Do Not Contact", async () => {
  const campaignId = await organization.campaign()
  const [refused, other] = [
    await organization.liveCall(campaignId, ringing),
    await organization.liveCall(campaignId, ringing)
  ]
  const answered = await organization.liveCall(campaignId, ringing)
  await calls.run(Attempts.use((attempts) => attempts.answered(answered.id, answered.callSid, null)))
  const streaming = await organization.liveCall(campaignId)
  const ended = await organization.liveCall(campaignId, ringing)
  await calls.reportEnd(ended, { outcome: "BUSY", durationSeconds: 0, answeredBy: null })
  const elsewhere = await organization.liveCall(await organization.campaign(), ringing)
  for (const call of [answered, streaming, ended, elsewhere, refused]) await refuse(call, call.phoneNumber)
  await hangsUp(campaignId, () => expect(hungUp).toContain(refused.callSid))
  for (const { callSid } of [answered, streaming, ended, elsewhere, other]) expect(hungUp).not.toContain(callSid)
})

test("hangs up a call whose contact has a number on Do Not Contact by now", async () => {
  const campaignId = await organization.campaign()
  const call = await organization.liveCall(campaignId, ringing)
  const phoneNumber = newPhoneNumber()
  await calls.run(Contacts.use(({ update }) => update(organization.id, call.contactId, { phoneNumber })))
  await refuse(call, phoneNumber)
  await hangsUp(campaignId, () => expect(hungUp).toContain(call.callSid))
})

test("hangs up a call that the carrier confirms after its number was put on Do Not Contact", async () => {
  const campaignId = await organization.campaign()
  const call = await organization.liveCall(campaignId, ringing)
  await calls.query((sql) => sql`update attempts set call_sid = null where id = ${call.id}`)
  await refuse(call, call.phoneNumber)
  let isPlaced = false
  await hangsUp(campaignId, () => {
    if (!isPlaced) {
      isPlaced = true
      void calls.run(Attempts.use(({ placed }) => placed(call.id, call.callSid)))
    }
    expect(hungUp).toContain(call.callSid)
  })
})

test("hangs up a call although the signal that its number was refused is lost", async () => {
  const campaignId = await organization.campaign()
  const first = await organization.liveCall(campaignId, ringing)
  const second = await organization.liveCall(campaignId, ringing)
  await refuse(first, first.phoneNumber)
  await watching(campaignId, async () => {
    await eventually(() => expect(hungUp).toContain(first.callSid))
    // Sends no signal, unlike `NumberSuppression`.
    await calls.run(DoNotContact.use(({ add }) => add(second.organizationId, second)))
    await eventually(() => expect(hungUp).toContain(second.callSid))
  })
})

test("a number that is put on Do Not Contact wakes the actors of the campaigns that are calling it", async () => {
  const campaignId = await organization.campaign()
  const call = await organization.liveCall(campaignId, ringing)
  const woken = runtime.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const signal = yield* Signals.use(({ listen }) => listen(`refused:${campaignId}`))
        yield* Effect.promise(() => refuse(call, call.phoneNumber))
        yield* signal
      })
    )
  )
  await woken
})

test("the contact of a call that was hung up does not wait for a retry, and no failure of the carrier is counted", async () => {
  const campaignId = await organization.campaign()
  const call = await organization.liveCall(campaignId, ringing)
  await refuse(call, call.phoneNumber)
  await calls.reportEnd(call, { outcome: "CARRIER_ERROR", durationSeconds: 0, answeredBy: null })
  expect(await calls.callOf(call)).toMatchObject({
    status: "SUPPRESSED",
    suppression: "ORGANIZATION",
    suppressionReason: "Do Not Contact",
    failureReason: null,
    outcome: "NO_ANSWER",
    waits: false
  })
  expect(await calls.attemptOf(call)).toMatchObject({ outcome: "NO_ANSWER" })
})

test("a call is no failure of the carrier if its contact has a number on Do Not Contact by now", async () => {
  const campaignId = await organization.campaign()
  const call = await organization.liveCall(campaignId, ringing)
  const phoneNumber = newPhoneNumber()
  await calls.run(Contacts.use(({ update }) => update(organization.id, call.contactId, { phoneNumber })))
  await refuse(call, phoneNumber)
  await calls.reportEnd(call, { outcome: "CARRIER_ERROR", durationSeconds: 0, answeredBy: null })
  expect(await calls.callOf(call)).toMatchObject({
    status: "SUPPRESSED",
    suppressionReason: "Do Not Contact",
    outcome: "NO_ANSWER",
    waits: false
  })
  expect(await calls.attemptOf(call)).toMatchObject({ outcome: "NO_ANSWER" })
})

test("a withdrawn consent hangs up only calls that ring and that the policy no longer allows", async () => {
  const own = await calls.organization()
  const setPolicy = (policy: "OFF" | "RECORDED") =>
    calls.run(Consents.use((it) => it.setPolicies(own.id, { "*": policy }, { actor: "admin", reason: "a test" })))
  const withdraw = ({ phoneNumber }: OpenCall, purpose: "ALL" | "DEBT" = "ALL") =>
    calls.run(ConsentWithdrawals.use((it) => it.withdraw(own.id, { phoneNumber, purpose }, "admin")))
  const campaignId = await own.campaign()
  const live = () => own.liveCall(campaignId, ringing)
  const [withdrawn, unasked, forDebt, answered] = [await live(), await live(), await live(), await live()]
  await calls.run(Attempts.use((attempts) => attempts.answered(answered.id, answered.callSid, null)))
  await withdraw(unasked)
  await setPolicy("RECORDED")
  await withdraw(forDebt, "DEBT")
  await withdraw(answered)
  await withdraw(withdrawn)
  await hangsUp(campaignId, () => expect(hungUp).toContain(withdrawn.callSid))
  for (const { callSid } of [unasked, forDebt, answered]) expect(hungUp).not.toContain(callSid)
  await calls.reportEnd(withdrawn, { outcome: "CARRIER_ERROR", durationSeconds: 0, answeredBy: null })
  expect(await calls.callOf(withdrawn)).toMatchObject({ status: "QUEUED", outcome: "NO_ANSWER" })
})

test("an answered call that the carrier cuts off is a failure of the carrier, and its contact is suppressed", async () => {
  const campaignId = await organization.campaign()
  const call = await organization.liveCall(campaignId, ringing)
  await calls.run(Attempts.use((attempts) => attempts.answered(call.id, call.callSid, null)))
  await refuse(call, call.phoneNumber)
  await calls.reportEnd(call, { outcome: "CARRIER_ERROR", durationSeconds: 0, answeredBy: null })
  expect(await calls.callOf(call)).toMatchObject({ status: "SUPPRESSED", outcome: "CARRIER_ERROR", waits: false })
})
