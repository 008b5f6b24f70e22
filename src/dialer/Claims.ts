import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import { CallerIds } from "../accounts/callers/CallerIds.ts"
import { CarrierAccounts } from "../accounts/callers/CarrierAccounts.ts"
import { Usage } from "../accounts/Usage.ts"
import { Attempts } from "../calls/attempts/Attempts.ts"
import { NumberHistories } from "../calls/attempts/NumberHistories.ts"
import { ProviderAbsences } from "../calls/attempts/ProviderAbsences.ts"
import { CallCapacity } from "../calls/capacity/CallCapacity.ts"
import { Spending } from "../calls/costs/Spending.ts"
import { Decisions } from "../calls/outcomes/Decisions.ts"
import { CallQueue, type DueCall, type WaitingCall } from "../calls/queue/CallQueue.ts"
import { CampaignStates } from "../campaigns/CampaignStates.ts"
import { AccountPace } from "../carriers/AccountPace.ts"
import type { Contender } from "../carriers/account-turns.ts"
import { Carrier } from "../carriers/Carrier.ts"
import { claimsAtOnce } from "../carriers/start-pool.ts"
import { Contacts } from "../contacts/Contacts.ts"
import { Consents } from "../contacts/consents/Consents.ts"
import { DoNotContact } from "../contacts/DoNotContact.ts"
import { PhoneLedger } from "../contacts/PhoneLedger.ts"
import { NumberLists } from "../contacts/registries/NumberLists.ts"
import { wallTime } from "../domain/calendar/local-time.ts"
import { countryOf } from "../domain/calendar/phone-zones.ts"
import { chooseCaller, closedPool, type PoolNumber } from "../domain/callers/caller-choice.ts"
import { purposesOf } from "../domain/campaigns/purposes.ts"
import { consentFor, policyOf } from "../domain/contacts/Consent.ts"
import type { Contact } from "../domain/contacts/Contact.ts"
import { concerns, oldLists, tooOldSentence } from "../domain/contacts/list-age.ts"
import { type Callee, type CallingRulesInput, legalSeries, personZone } from "../domain/dialing/calling-hours.ts"
import { dialingProblem } from "../domain/dialing/dialing-problem.ts"
import { closedHours, type GateDecision, passGates, type Trail, waitForList } from "../domain/dialing/gates.ts"
import { takeSlot } from "../domain/dialing/pacing.ts"
import { hoursForGates, limitsForGates } from "../domain/dialing/rules-for-gates.ts"
import { missingProvider } from "../domain/flows/provider-role.ts"
import { newId } from "../platform/ids.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { type Conditions, callerPoolOf, conditionsOf, minutesLeft } from "./conditions.ts"
import { type LockedPace, Pace, type Rest } from "./Pace.ts"

/** A claimed call, ready for the carrier to place. */
export interface ClaimedCall {
  readonly attemptId: string
  readonly campaignId: string
  readonly to: string
  /** The number that the person sees, and the carrier's account from which the call is placed. */
  readonly from: string
  readonly account: string
  /** The organization to which the number belongs; left out for one of the installation's. */
  readonly callerOwner?: number
  /** `persona` of the contact's metadata. */
  readonly persona?: string
  readonly limitSeconds: number
  /** At or before the start of the attempt, on the clock of `performance.now()`. */
  readonly claimedAt: number
}

/** The result of a claim, which decides what the actor does next. */
export type ClaimResult =
  /**
   * A call was claimed: place it, then rest for `restMillis` before the next claim. The rest is 0
   * unless more calls are waiting, which need a start of the carrier's account.
   */
  | ({ readonly kind: "claimed"; readonly call: ClaimedCall; readonly restMillis: number } & Resting)
  /** The call could not be dialed now and was moved out of the way: claim again at once. */
  | { readonly kind: "again" }
  /** Nothing can be claimed now: wait this long, or until a signal; then for the account if a start of it is missing. */
  | ({ readonly kind: "wait"; readonly millis: number } & Resting)
  /** The campaign dials no more calls. */
  | { readonly kind: "over" }
  /** Another actor has taken over the campaign. */
  | { readonly kind: "replaced" }

interface Resting {
  /** Signals matter only if they change these facts; left out where each signal matters. */
  readonly rest?: Rest
  /** The campaign that needs the next start of the account, and the milliseconds after which it has to look at the rows. */
  readonly forAccount?: { readonly contender: Contender; readonly millis: number }
}

/**
 * Claims the next call of a campaign. Everything that decides whether the person may be called is
 * read in the transaction that claims the call, and the attempt is stored before the carrier is
 * asked.
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
      const capacity = yield* CallCapacity
      const states = yield* CampaignStates
      const queue = yield* CallQueue
      const attempts = yield* Attempts
      const absences = yield* ProviderAbsences
      const histories = yield* NumberHistories
      const decisions = yield* Decisions
      const contacts = yield* Contacts
      const dnc = yield* DoNotContact
      const lists = yield* NumberLists
      const consents = yield* Consents
      const ledger = yield* PhoneLedger
      const usage = yield* Usage
      const callerIds = yield* CallerIds
      const carrierAccounts = yield* CarrierAccounts
      const spending = yield* Spending
      const carrier = yield* Carrier
      const atOnce = yield* Semaphore.make(claimsAtOnce)

      const next = Effect.fn("Claims.next")(
        function* (campaignId: string, epoch: string) {
          const lockedPace = yield* pace.lockUnder(campaignId, epoch)
          if (lockedPace === undefined) return replaced
          const conditions = yield* conditionsOf(sql, campaignId)
          if (conditions.status !== "IN_PROGRESS") return over
          const isEnded = conditions.endAt !== null && conditions.endAt.getTime() <= conditions.now
          if (isEnded && conditions.waiting > conditions.unfilled) {
            yield* queue.expirePart(campaignId)
            return again
          }
          const capReached = yield* capReachedBy(conditions)
          if (capReached !== undefined) {
            yield* states.pauseInProgress(campaignId, capReached)
            return over
          }
          const heads = yield* queue.heads(campaignId)
          const call = heads.find(({ nextAttemptAt }) => nextAttemptAt.getTime() <= conditions.now)
          const missing = yield* missingProviderOf(conditions)
          if (missing !== conditions.statusReason) return yield* explain(campaignId, missing)
          if (call === undefined)
            return heads.length === 0 ? yield* finish(conditions) : yield* untilDue(conditions, heads)
          const refused = yield* refuseByCampaign(conditions)
          if (refused !== undefined) return refused
          if (missing !== null) return waitUnlessOver(conditions, providerRetryMillis)
          const pool = callerPoolOf(conditions)
          const closed = pool && closedPool(pool)
          if (closed !== undefined)
            return waitUnlessOver(conditions, (closed.until ?? Number.POSITIVE_INFINITY) - conditions.now)
          const slot = takeSlot(lockedPace.nextStartAt, conditions.now, conditions.callsPerMinute)
          const rest = { nextStartAt: lockedPace.nextStartAt, endAt: conditions.endAt }
          if (!slot.admitted) return { ...waitUnlessOver(conditions, slot.waitMillis), rest }
          const accountWait = usesOwnAccounts(conditions) ? 0 : yield* accountPace.queue(call)
          if (accountWait > 0)
            return { ...waitUnlessOver(conditions, accountWait), rest, forAccount: forAccountOf(conditions, call) }
          if (!capacity.takeStart()) return waitUnlessOver(conditions, capacityRetryMillis)
          return yield* claim(conditions, call, { ...lockedPace, epoch })
        },
        (claiming) =>
          Effect.catchTags(atOnce.withPermits(1)(transaction(sql)(claiming)), {
            MinutesGone: () => Effect.succeed(again),
            CallerTaken: () => Effect.succeed(again),
            AccountBusy: () => Effect.succeed(again)
          }),
        Effect.orDie
      )

      // Read in the transaction of the claim: no claim begins after the commit of the call that reaches the cap.
      const capReachedBy = Effect.fnUntraced(function* ({ campaignId, isCapped, waiting }: Conditions) {
        if (!isCapped || waiting === 0) return undefined
        return yield* spending.checkCaps(campaignId).pipe(
          Effect.as(undefined),
          Effect.catchTag("SpendCapReached", ({ message }) => Effect.succeed(`${message}; then resume`))
        )
      })

      // Completes the campaign when all its calls were added, none is waiting or live, and every conversation has been
      // analyzed.
      const finish = Effect.fnUntraced(function* ({ campaignId, live, now, unfilled, untagged }: Conditions) {
        if (live > 0 || unfilled > 0) return wait(longestWaitMillis)
        const until = untagged === 0 ? undefined : yield* queue.untaggedUntil(campaignId)
        if (until !== undefined) return wait(until.getTime() - now)
        const campaign = yield* states.lock(campaignId)
        const { waiting } = yield* conditionsOf(sql, campaignId)
        // A call may have been restored just before the campaign was locked.
        if (campaign === undefined || waiting > 0) return again
        yield* states.change(campaign, "COMPLETED")
        return over
      })

      const untilDue = (conditions: Conditions, heads: ReadonlyArray<WaitingCall>) => {
        const times = heads.map(({ nextAttemptAt }) => nextAttemptAt.getTime())
        return Effect.succeed(waitUnlessOver(conditions, Math.min(...times) - conditions.now))
      }

      const refuseByCampaign = Effect.fnUntraced(function* (conditions: Conditions) {
        if (conditions.minutesQuota - conditions.minutesUsed < 1) {
          yield* states.pauseInProgress(
            conditions.campaignId,
            "The minutes of the organization are used up: raise minutesQuota, then resume"
          )
          return over
        }
        // Live calls give back the minutes they do not use; they may belong to another campaign.
        if (minutesLeft(conditions) < 1) return waitUnlessOver(conditions, minutesRetryMillis)
        return conditions.live >= conditions.maxConcurrentCalls
          ? waitUnlessOver(conditions, longestWaitMillis)
          : undefined
      })

      // A call is not placed while a provider that it needs answers no node: the person would hear an apology.
      const missingProviderOf = Effect.fnUntraced(function* ({ campaignId }: Conditions) {
        const away = yield* absences.away
        const needs = away.size === 0 ? undefined : yield* absences.needs(campaignId)
        return needs === undefined ? null : (missingProvider(needs, away) ?? null)
      })

      // Claims in another transaction: this one has locked the campaign, which comes after the number and the call.
      const explain = Effect.fnUntraced(function* (campaignId: string, reason: string | null) {
        yield* states.explain(campaignId, reason)
        // The failures of the outage must not pause the campaign now that it is over.
        if (reason === null) yield* pace.resume(campaignId)
        return again
      })

      const claim = Effect.fnUntraced(function* (
        conditions: Conditions,
        call: WaitingCall,
        lockedPace: LockedPace & { readonly epoch: string }
      ) {
        const contact = yield* Effect.option(contacts.get(call.organizationId, call.contactId))
        if (contact._tag === "None") return yield* skip(call, "Contact Deleted")
        const { phoneNumber } = contact.value
        const problem = carrier.isReal ? dialingProblem(phoneNumber) : undefined
        if (problem !== undefined) return yield* skip(call, problem)

        if (!usesOwnAccounts(conditions)) yield* accountPace.approach(call)
        const { calls, now: startedAt } = yield* ledger.lock(call.organizationId, phoneNumber)
        const obstacles = yield* queue.lock(call, phoneNumber, { seen: callerPoolOf(conditions) !== undefined })
        if (obstacles === undefined) return again
        const entry = yield* dnc.find(call.organizationId, phoneNumber)
        const now = new Date(Math.floor(startedAt))
        if (call.reminderUntil !== null && call.reminderUntil <= now) {
          yield* queue.giveUpReminder(call)
          return again
        }
        const person = { phoneNumber, metadata: contact.value.metadata }
        const caller = callerOf(conditions, call, person, obstacles.seen)
        const ownCallerId =
          caller?.kind === "number" ? conditions.poolNumbers?.find(({ number }) => number === caller.number) : undefined
        const accountFreeIn = (ownCallerId?.accountFreeAt ?? 0) - startedAt
        if (accountFreeIn > 0) return waitUnlessOver(conditions, accountFreeIn)
        const oldList = oldListOf(conditions, phoneNumber)
        const { decision, trail } = passGates({
          ...conditions,
          ...obstacles,
          caller,
          now,
          ...(yield* historyOf(conditions, call, person, calls)),
          minutesLeft: minutesLeft(conditions),
          onDoNotContact: entry._tag === "Some",
          consent: yield* consentOf(conditions, call, phoneNumber, now),
          listedOn: yield* listOf(conditions, call, phoneNumber),
          oldList: oldList && tooOldSentence(oldList),
          zone: personZone(person, {
            campaignTimezone: conditions.timezone,
            window: conditions.organization.callingWindow,
            organizationTimezone: conditions.organization.timezone
          }),
          ...hoursOf(conditions, call, person)
        })
        if (decision.kind !== "dial") {
          yield* decisions.record(call.organizationId, call.id, trail, now)
          return yield* turnAway(conditions, call, phoneNumber, decision)
        }
        const slot = takeSlot(lockedPace.nextStartAt, startedAt, conditions.callsPerMinute)
        if (!slot.admitted) return waitUnlessOver(conditions, slot.waitMillis)
        return yield* dial(conditions, call, contact.value, {
          calls,
          epoch: lockedPace.epoch,
          nextStartAt: slot.nextStartAt,
          now,
          ownCallerId,
          trail
        })
      })

      const consentOf = Effect.fnUntraced(function* (
        conditions: Conditions,
        { organizationId }: WaitingCall,
        phoneNumber: string,
        now: Date
      ) {
        const policy = policyOf(conditions.consentPolicies ?? {}, countryOf(phoneNumber))
        if (policy === "OFF") return undefined
        return consentFor(policy, purposesOf(conditions), yield* consents.of(organizationId, [phoneNumber]), now)
      })

      const listOf = Effect.fnUntraced(function* (
        conditions: Conditions,
        { organizationId }: WaitingCall,
        phoneNumber: string
      ) {
        const ids = conditions.numberLists?.map(({ id }) => id) ?? []
        if (!(yield* lists.mayHave(ids, organizationId, phoneNumber))) return undefined
        const found = yield* lists.blocked({ organizationId, purposes: purposesOf(conditions) }, [phoneNumber])
        return found.get(phoneNumber)
      })

      // Asked at each claim, because a list may become too old, or be replaced, while the campaign runs.
      const oldListOf = (conditions: Conditions, phoneNumber: string) => {
        if (conditions.numberLists === null) return undefined
        const day = new Date(conditions.now).toISOString().slice(0, 10)
        const old = oldLists(conditions.numberLists, purposesOf(conditions), day)
        return old.find((one) => concerns(one, phoneNumber))
      }

      const skip = (call: WaitingCall, reason: string) => Effect.as(queue.skip(call, reason), again)

      const rulesInput = (conditions: Conditions, { priority }: WaitingCall, person: Callee): CallingRulesInput => ({
        organization: conditions.organization,
        campaign: conditions,
        person,
        isRetry: priority === 1,
        realCarrier: carrier.isReal
      })

      const hoursOf = (conditions: Conditions, call: WaitingCall, person: Callee) =>
        hoursForGates(rulesInput(conditions, call, person))

      // The numbers were read with the conditions: `dial` makes sure that the chosen one is still free.
      const callerOf = (conditions: Conditions, call: WaitingCall, person: Callee, seen: ReadonlyArray<string>) => {
        const pool = callerPoolOf(conditions)
        if (pool === undefined) return undefined
        const series = legalSeries(rulesInput(conditions, call, person))
        return chooseCaller({ ...pool, to: person.phoneNumber, seen, series })
      }

      // The ledger has the last 168 hours. Only few laws look back further.
      const historyOf = Effect.fnUntraced(function* (
        conditions: Conditions,
        call: WaitingCall,
        person: Callee,
        calls: ReadonlyArray<Date>
      ) {
        const isCallback = call.priority === 0 && call.reminderUntil === null
        const { days, limits } = limitsForGates(rulesInput(conditions, call, person), isCallback)
        const { phoneNumber } = person
        const found = days === 0 ? undefined : yield* histories.of(call.organizationId, [phoneNumber], days)
        const history = found?.get(phoneNumber) ?? { calls, refusedAt: null, talkedAt: null }
        const { refusedAt, talkedAt } = history
        return { calls: history.calls, legal: { ...limits, refusedAt, talkedAt } }
      })

      const turnAway = Effect.fnUntraced(function* (
        conditions: Conditions,
        call: WaitingCall,
        phoneNumber: string,
        decision: Exclude<GateDecision, { kind: "dial" }>
      ) {
        switch (decision.kind) {
          case "suppress":
            yield* queue.suppress(call, phoneNumber)
            return again
          case "skip":
            return yield* skip(call, decision.reason)
          case "defer":
            yield* queue.defer(call, decision.until, decision.reason)
            return again
          case "postpone":
            if (decision.hours) yield* postponeToHours(conditions, call, decision.until)
            else yield* queue.postpone(call, decision.until)
            return again
          case "await-list":
            return yield* awaitList(conditions, call, phoneNumber, decision.until)
          case "hold":
            yield* queue.postponeToHours(call.organizationId, [{ id: call.id, until: decision.until }])
            return again
        }
      })

      // An upload restores the due times only of calls that were postponed before it, so it must not come in between.
      const awaitList = Effect.fnUntraced(function* (
        conditions: Conditions,
        call: WaitingCall,
        phoneNumber: string,
        until: Date
      ) {
        const list = oldListOf(conditions, phoneNumber)
        if (list === undefined || !(yield* lists.lock(list.id))) return waitUnlessOver(conditions, listRetryMillis)
        yield* postponeAll(conditions, call, until, (now, due) =>
          oldListOf(conditions, due.phoneNumber) === list ? waitForList(now, tooOldSentence(list)) : undefined
        )
        return again
      })

      // A call that the frequency cap may postpone for longer is decided on its own.
      const postponeToHours = (conditions: Conditions, call: WaitingCall, until: Date) => {
        const isCapped = conditions.maxCallsPerDay > 0 || conditions.maxCallsPerWeek > 0
        return postponeAll(conditions, call, until, (now, { called, metadata, phoneNumber }) =>
          isCapped && called ? undefined : closedHours(now, hoursOf(conditions, call, { metadata, phoneNumber }))
        )
      }

      // Calling hours end, and a list becomes too old, for many calls at once, so the calls behind this one are postponed
      // in the same statement.
      const postponeAll = Effect.fnUntraced(function* (
        conditions: Conditions,
        call: WaitingCall,
        until: Date,
        ask: (now: Date, callee: DueCall) => { readonly until: Date; readonly trail: Trail } | undefined
      ) {
        const now = new Date(Math.floor(conditions.now))
        const closed = (yield* queue.lockBehind(call, postponedBatch)).flatMap((due) => {
          const verdict = ask(now, due)
          return verdict === undefined ? [] : [{ id: due.id, callId: due.id, ...verdict }]
        })
        yield* queue.postponeToHours(call.organizationId, [{ id: call.id, until }, ...closed])
        yield* decisions.recordAll(call.organizationId, closed, now)
      })

      const dial = Effect.fnUntraced(function* (
        conditions: Conditions,
        call: WaitingCall,
        { metadata, name, phoneNumber }: Contact,
        { calls, epoch, nextStartAt, now, ownCallerId, trail }: Start
      ) {
        const attemptId = newId()
        const minutes = Math.min(conditions.callTimeoutMinutes, minutesLeft(conditions))
        const limitSeconds = minutes * 60
        const dayOf = (at: Date) => wallTime(conditions.organization.timezone, at.getTime()).day
        const from = ownCallerId?.number ?? carrier.callerId(phoneNumber)
        const ownAccountId = ownCallerId?.accountId ?? null
        const account = carrier.accountOf(ownAccountId)
        const isFirstOfDay = calls.every((at) => dayOf(at) !== dayOf(now))
        const attempt = {
          id: attemptId,
          phoneNumber,
          contactName: name,
          account,
          callerId: from,
          epoch,
          reservedMinutes: minutes,
          isFirstOfDay,
          startedAt: now,
          leaseExpiresAt: new Date(now.getTime() + (ringSeconds + limitSeconds + graceSeconds) * 1000)
        }
        yield* attempts.begin(call, attempt, {
          decision: decisions.record(call.organizationId, call.id, trail, now),
          pace: pace.advance(call.campaignId, nextStartAt)
        })
        if (ownCallerId !== undefined && !(yield* callerIds.take(call.organizationId, ownCallerId.number, now)))
          return yield* new CallerTaken()
        if (!(yield* usage.begin(call.organizationId, { campaignId: call.campaignId, minutes, isFirstOfDay })))
          return yield* new MinutesGone()
        if (ownAccountId === null) yield* accountPace.reserve(call)
        else if (!(yield* carrierAccounts.start(call.organizationId, ownAccountId))) return yield* new CallerTaken()
        const result: ClaimResult = {
          kind: "claimed",
          call: {
            attemptId,
            campaignId: call.campaignId,
            to: phoneNumber,
            from,
            account,
            ...(ownCallerId !== undefined && { callerOwner: call.organizationId }),
            ...(typeof metadata.persona === "string" && { persona: metadata.persona }),
            limitSeconds,
            claimedAt: conditions.readAt
          },
          rest: { nextStartAt, endAt: conditions.endAt },
          restMillis: conditions.waiting > 1 ? Math.min(nextStartAt, endOf(conditions)) - now.getTime() : 0,
          ...(conditions.waiting > 1 && !usesOwnAccounts(conditions) && { forAccount: forAccountOf(conditions, call) })
        }
        return result
      })

      return Claims.of({ next })
    })
  )
}

/** Another campaign reserved the last minutes; the claim is rolled back. */
class MinutesGone extends Schema.TaggedError<MinutesGone>()("MinutesGone", {}) {}

/** Another campaign took the last call of the number or the next start of its account; the claim is rolled back. */
class CallerTaken extends Schema.TaggedError<CallerTaken>()("CallerTaken", {}) {}

/** Whether all numbers of the campaign call from accounts of the organization, which have a pace of their own. */
const usesOwnAccounts = ({ poolNumbers }: Conditions) =>
  poolNumbers?.every(({ accountId }) => accountId !== null) === true

interface Start {
  readonly calls: ReadonlyArray<Date>
  readonly epoch: string
  readonly nextStartAt: number
  readonly now: Date
  /** The number of the organization that the person sees; undefined: one of the installation's. */
  readonly ownCallerId: PoolNumber | undefined
  /** The verdicts by which the call may be placed. */
  readonly trail: Trail
}

/** Batch size of a postponement, so that callable people behind it do not wait long. */
const postponedBatch = 500

/** Maximum ring time of a call, s. */
export const ringSeconds = 40
/** Time to wait for the carrier's callback after a call's limit, s. */
const graceSeconds = 60

// Maximum wait for a signal, in case a wake-up is lost, ms.
const longestWaitMillis = 30_000
/** Wait before it is checked again whether a provider is back, ms. */
const providerRetryMillis = 1_000
/** Wait before the quota is checked again for free minutes, ms. */
const minutesRetryMillis = 5_000
/** Wait before a list of numbers that is being replaced is read again, ms. */
const listRetryMillis = 1_000
/** Wait before it is checked again whether a node can carry the call, ms. */
const capacityRetryMillis = 1_000

const over: ClaimResult = { kind: "over" }
const replaced: ClaimResult = { kind: "replaced" }
const again: ClaimResult = { kind: "again" }
const wait = (millis: number) => ({
  kind: "wait" as const,
  millis: Math.max(0, Math.min(millis, longestWaitMillis))
})

/** Waits, but not past the campaign's `endAt`: the calls that still wait then must expire. */
const waitUnlessOver = (conditions: Conditions, millis: number): ClaimResult =>
  wait(Math.min(millis, endOf(conditions) - conditions.now))

const forAccountOf = (conditions: Conditions, contender: Contender) => ({
  contender,
  millis: Math.max(0, Math.min(longestWaitMillis, endOf(conditions) - conditions.now))
})

const endOf = ({ endAt }: Conditions) => endAt?.getTime() ?? Number.POSITIVE_INFINITY
