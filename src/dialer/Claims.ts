import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Random, Schema } from "effect"
import { Usage } from "../accounts/Usage.ts"
import { Attempts } from "../calls/attempts/Attempts.ts"
import { Decisions } from "../calls/outcomes/Decisions.ts"
import { CallQueue, type WaitingCall } from "../calls/queue/CallQueue.ts"
import { CampaignStates } from "../campaigns/CampaignStates.ts"
import { Carrier } from "../carriers/Carrier.ts"
import { Contacts } from "../contacts/Contacts.ts"
import { DoNotContact } from "../contacts/DoNotContact.ts"
import { PhoneLedger } from "../contacts/PhoneLedger.ts"
import { wallTime } from "../domain/calendar/local-time.ts"
import type { Contact } from "../domain/contacts/Contact.ts"
import { type Callee, callingRules, nextOpening, personZone } from "../domain/dialing/calling-hours.ts"
import { dialingProblem } from "../domain/dialing/dialing-problem.ts"
import { closedHours, type GateAnswer, passGates } from "../domain/dialing/gates.ts"
import { forgivenMillis, takeSlot } from "../domain/dialing/pacing.ts"
import { newId } from "../platform/ids.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { AccountPace } from "./AccountPace.ts"
import { type Conditions, conditionsOf, minutesLeft } from "./conditions.ts"
import { type Held, Pace } from "./Pace.ts"

/** A call that is the carrier's to place. */
export interface ClaimedCall {
  readonly attemptId: string
  readonly campaignId: string
  readonly to: string
  readonly limitSeconds: number
  /** Not after the attempt's start, on the clock of `performance.now()`. */
  readonly claimedAt: number
}

/** What an actor does next. */
export type ClaimResult =
  /** Has the carrier place the call, and rests until the next one may begin: if somebody waits for that, nothing else matters. */
  | { readonly kind: "claimed"; readonly call: ClaimedCall; readonly restMillis: number }
  /** Asks again: somebody's turn came to nothing. */
  | { readonly kind: "passed" }
  /** Waits until something happens, or for this long. */
  | { readonly kind: "wait"; readonly millis: number }
  /** The campaign does not dial any more. */
  | { readonly kind: "over" }
  /** Another actor dials it. */
  | { readonly kind: "replaced" }

/**
 * Takes the next call of a campaign: everything that decides whether a person may be called now is read in the transaction
 * that takes the call, and the attempt is there before the carrier is asked.
 */
export class Claims extends Context.Service<
  Claims,
  { readonly next: (campaignId: string, epoch: string) => Effect.Effect<ClaimResult> }
>()("carillon/dialer/Claims") {
  static readonly layer = Layer.effect(
    Claims,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const pace = yield* Pace
      const accountPace = yield* AccountPace
      const states = yield* CampaignStates
      const queue = yield* CallQueue
      const attempts = yield* Attempts
      const decisions = yield* Decisions
      const contacts = yield* Contacts
      const registry = yield* DoNotContact
      const ledger = yield* PhoneLedger
      const usage = yield* Usage
      const carrier = yield* Carrier

      const next = Effect.fn("Claims.next")(
        function* (campaignId: string, epoch: string) {
          const held = yield* pace.hold(campaignId, epoch)
          if (held === undefined) return replaced
          const campaign = yield* conditionsOf(sql, campaignId)
          if (campaign.status !== "IN_PROGRESS") return over
          const isEnded = campaign.endAt !== null && campaign.endAt.getTime() <= campaign.now
          if (isEnded && campaign.waiting > 0) {
            yield* queue.expire(campaignId)
            return passed
          }
          const heads = yield* queue.heads(campaignId)
          const call = heads.find(({ nextAttemptAt }) => nextAttemptAt.getTime() <= campaign.now)
          if (call === undefined) return heads.length === 0 ? yield* finish(campaign) : yield* untilDue(campaign, heads)
          const closed = yield* closedGateOfCampaign(campaign)
          if (closed !== undefined) return closed
          const slot = takeSlot(held.nextStartAt, campaign.now, campaign.callsPerMinute)
          if (!slot.admitted) return waitUnlessOver(campaign, slot.waitMillis)
          const accountFreeAt = (yield* accountPace.nextStartAt) ?? 0
          if (accountFreeAt > campaign.now) return yield* untilAccountIsFree(campaign, accountFreeAt)
          return yield* turnOf(campaign, call, { ...held, epoch })
        },
        (turn) => Effect.catchTags(transaction(sql)(turn), { MinutesGone: () => again, AccountTaken: () => again }),
        Effect.orDie
      )

      // Nobody waits: it is done as soon as nobody is talked to, and all that was said is understood.
      const finish = Effect.fnUntraced(function* ({ campaignId, live, now, untagged }: Conditions) {
        if (live > 0) return wait(longest)
        const until = untagged === 0 ? undefined : yield* queue.untaggedUntil(campaignId)
        if (until !== undefined) return wait(until.getTime() - now)
        const campaign = yield* states.lock(campaignId)
        const { waiting } = yield* conditionsOf(sql, campaignId)
        // Somebody may have been restored just before the campaign was locked.
        if (campaign === undefined || waiting > 0) return passed
        yield* states.change(campaign, "COMPLETED")
        return over
      })

      const untilDue = (campaign: Conditions, heads: ReadonlyArray<WaitingCall>) => {
        const times = heads.map(({ nextAttemptAt }) => nextAttemptAt.getTime())
        return Effect.succeed(waitUnlessOver(campaign, Math.min(...times) - campaign.now))
      }

      // Not all campaigns at the same moment, where one alone gets a start; what is forgiven slows nobody down.
      const untilAccountIsFree = Effect.fnUntraced(function* (campaign: Conditions, freeAt: number) {
        const lateness = yield* Random.nextBetween(0, forgivenMillis / 2)
        return waitUnlessOver(campaign, freeAt - campaign.now + lateness)
      })

      const closedGateOfCampaign = Effect.fnUntraced(function* (campaign: Conditions) {
        if (campaign.minutesQuota - campaign.minutesUsed < 1) {
          yield* pause(
            campaign.campaignId,
            "The minutes of the organization are used up: raise minutesQuota, then resume"
          )
          return over
        }
        // Calls under way give back what they do not use; they may be those of another campaign.
        if (minutesLeft(campaign) < 1) return waitUnlessOver(campaign, looksForMinutes)
        return campaign.live >= campaign.maxConcurrentCalls ? waitUnlessOver(campaign, longest) : undefined
      })

      const pause = Effect.fnUntraced(function* (campaignId: string, reason: string) {
        const campaign = yield* states.lock(campaignId)
        if (campaign?.status === "IN_PROGRESS") yield* states.change(campaign, "PAUSED", reason)
      })

      const turnOf = Effect.fnUntraced(function* (
        campaign: Conditions,
        call: WaitingCall,
        held: Held & { readonly epoch: string }
      ) {
        const contact = yield* Effect.option(contacts.get(call.organizationId, call.contactId))
        if (contact._tag === "None") return yield* skip(call, "Contact Deleted")
        const { phoneNumber } = contact.value
        const problem = carrier.isReal ? dialingProblem(phoneNumber) : undefined
        if (problem !== undefined) return yield* skip(call, problem)

        const { calls, now: startedAt } = yield* ledger.lock(call.organizationId, phoneNumber)
        const obstacles = yield* queue.lock(call, phoneNumber)
        if (obstacles === undefined) return passed
        const onRegistry = yield* registry.find(call.organizationId, phoneNumber)
        const now = new Date(Math.floor(startedAt))
        const person = { phoneNumber, metadata: contact.value.metadata }
        const { answer, trail } = passGates({
          ...campaign,
          ...obstacles,
          now,
          calls,
          minutesLeft: minutesLeft(campaign),
          onRegistry: onRegistry._tag === "Some",
          zone: personZone(person, {
            campaignTimezone: campaign.timezone,
            window: campaign.organization.callingWindow,
            organizationTimezone: campaign.organization.timezone
          }),
          nextOpening: openingFor(campaign, call, person)
        })
        yield* decisions.note(call.organizationId, call.id, trail, now)
        if (answer.kind !== "dial") return yield* turnAway(campaign, call, phoneNumber, answer)
        const slot = takeSlot(held.nextStartAt, startedAt, campaign.callsPerMinute)
        if (!slot.admitted) return waitUnlessOver(campaign, slot.waitMillis)
        yield* pace.advance(call.campaignId, slot.nextStartAt)
        return yield* dial(campaign, call, contact.value, {
          calls,
          epoch: held.epoch,
          nextStartAt: slot.nextStartAt,
          now
        })
      })

      const skip = (call: WaitingCall, reason: string) => Effect.as(queue.skip(call, reason), passed)

      const openingFor = (campaign: Conditions, { priority }: WaitingCall, person: Callee) => {
        const { organization } = campaign
        const rules = callingRules({
          organization,
          campaign,
          person,
          isRetry: priority === 1,
          realCarrier: carrier.isReal
        })
        return (from: Date) => nextOpening(rules, from)
      }

      const turnAway = Effect.fnUntraced(function* (
        campaign: Conditions,
        call: WaitingCall,
        phoneNumber: string,
        answer: Exclude<GateAnswer, { kind: "dial" }>
      ) {
        switch (answer.kind) {
          case "suppress":
            yield* queue.suppress(call, phoneNumber)
            return passed
          case "defer":
            yield* queue.defer(call, answer.until, answer.reason)
            return passed
          case "postpone":
            if (answer.hours) yield* postponeAll(campaign, call, answer.until)
            else yield* queue.postpone(call, answer.until)
            return passed
        }
      })

      // When the hours end they do so for many at once: those behind are not asked one after another. Whom the frequency cap
      // may keep for longer waits for a turn of their own.
      const postponeAll = Effect.fnUntraced(function* (campaign: Conditions, call: WaitingCall, until: Date) {
        const now = new Date(Math.floor(campaign.now))
        const isCapped = campaign.maxCallsPerDay > 0 || campaign.maxCallsPerWeek > 0
        const closed = (yield* queue.lockBehind(call, mostPostponed)).flatMap(
          ({ called, id, metadata, phoneNumber }) => {
            if (isCapped && called) return []
            const hours = closedHours(now, openingFor(campaign, call, { metadata, phoneNumber }))
            return hours === undefined ? [] : [{ id, callId: id, ...hours }]
          }
        )
        yield* queue.postponeToHours(call.organizationId, [{ id: call.id, until }, ...closed])
        yield* decisions.noteAll(call.organizationId, closed, now)
      })

      const dial = Effect.fnUntraced(function* (
        campaign: Conditions,
        call: WaitingCall,
        { name, phoneNumber }: Contact,
        { calls, epoch, nextStartAt, now }: Start
      ) {
        const attemptId = newId()
        const minutes = Math.min(campaign.callTimeoutMinutes, minutesLeft(campaign))
        const limitSeconds = minutes * 60
        const dayOf = (at: Date) => wallTime(campaign.organization.timezone, at.getTime()).day
        const isFirstOfDay = calls.every((at) => dayOf(at) !== dayOf(now))
        yield* attempts.begin(call, {
          id: attemptId,
          phoneNumber,
          contactName: name,
          account: carrier.account,
          epoch,
          reservedMinutes: minutes,
          isFirstOfDay,
          startedAt: now,
          leaseExpiresAt: new Date(now.getTime() + (ringSeconds + limitSeconds + graceSeconds) * 1000)
        })
        yield* ledger.note(call.organizationId, phoneNumber, now)
        if (!(yield* usage.begin(call.organizationId, { minutes, isFirstOfDay }))) return yield* new MinutesGone()
        yield* accountPace.take
        const turn: ClaimResult = {
          kind: "claimed",
          call: { attemptId, campaignId: call.campaignId, to: phoneNumber, limitSeconds, claimedAt: campaign.askedAt },
          restMillis: campaign.waiting > 1 ? Math.min(nextStartAt, endOf(campaign)) - now.getTime() : 0
        }
        return turn
      })

      return Claims.of({ next })
    })
  )
}

/** Another campaign was faster; nothing of the claim remains. */
class MinutesGone extends Schema.TaggedError<MinutesGone>()("MinutesGone", {}) {}

interface Start {
  readonly calls: ReadonlyArray<Date>
  readonly epoch: string
  readonly nextStartAt: number
  readonly now: Date
}

/** At once, so that those who may be called do not wait for it long. */
const mostPostponed = 500

/** How long a call may ring, and how long after its limit we still wait for the carrier's word. */
export const ringSeconds = 40
const graceSeconds = 60

// Whoever waits is woken; this is for wake-ups that got lost.
const longest = 30_000
const looksForMinutes = 5_000

const over: ClaimResult = { kind: "over" }
const replaced: ClaimResult = { kind: "replaced" }
const passed: ClaimResult = { kind: "passed" }
const again = Effect.succeed(passed)
const wait = (millis: number): ClaimResult => ({ kind: "wait", millis: Math.max(0, Math.min(millis, longest)) })

/** But not past the campaign's end: those who wait then are called no more. */
const waitUnlessOver = (campaign: Conditions, millis: number): ClaimResult =>
  wait(Math.min(millis, endOf(campaign) - campaign.now))

const endOf = ({ endAt }: Conditions) => endAt?.getTime() ?? Number.POSITIVE_INFINITY
