import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import { CampaignStates, type RuledLabel } from "../../campaigns/CampaignStates.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import { isMasked } from "../../domain/calendar/phone-number.ts"
import { type Finding, undeterminedBecause } from "../../domain/calls/Finding.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { isMachine } from "../../domain/dialing/after-attempt.ts"
import { type Route, routeOf } from "../../domain/dialing/routing.ts"
import { Outbox } from "../../events/outbox/Outbox.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { attemptColumns, stateOf } from "../attempts/attempt-rows.ts"
import { type Change, type EndingAttempt, eventsOfChange, nothing, ruleAsksFor } from "../attempts/ended-attempts.ts"
import { CallQueue } from "../queue/CallQueue.ts"
import { NextAttempts, type RequestedCallback } from "../queue/NextAttempts.ts"
import { NumberSuppression } from "../queue/NumberSuppression.ts"
import { Analyses } from "./Analyses.ts"

/** What a talk came to, and which of the flow's variables holds the time of a callback. */
export interface Analysed {
  readonly finding: Finding
  readonly callbackVariable: string | null
}

/**
 * Tags calls by what was said, and sends them on their way: label, journey rule, callback and suppression in one
 * transaction. A talk is tagged once, however often it is asked for.
 */
export class Tagging extends Context.Service<
  Tagging,
  {
    /** Of the call's last attempt it decides what becomes of the call; of an earlier one it may put the number on Do Not Contact. */
    readonly tag: (
      attempt: { readonly organizationId: number; readonly id: string },
      analysed: Analysed
    ) => Effect.Effect<void>
    /** What has waited for its tag for too long is undetermined; gives how many were. */
    readonly giveUp: Effect.Effect<number>
  }
>()("carillon/calls/Tagging") {
  static readonly layer = Layer.effect(
    Tagging,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const states = yield* CampaignStates
      const contacts = yield* Contacts
      const registry = yield* DoNotContact
      const ledger = yield* PhoneLedger
      const analyses = yield* Analyses
      const nextAttempts = yield* NextAttempts
      const queue = yield* CallQueue
      const suppression = yield* NumberSuppression
      const outbox = yield* Outbox
      const signals = yield* Signals
      const columns = sql.literal(attemptColumns)

      const tag = Effect.fn("Tagging.tag")(
        function* (attempt: { readonly organizationId: number; readonly id: string }, analysed: Analysed) {
          const talk = yield* lock(attempt)
          if (talk === undefined || !(yield* mayBeTagged(talk))) return
          yield* decide(talk, analysed, false)
        },
        transaction(sql),
        Effect.orDie
      )

      const giveUp = Effect.gen(function* () {
        const late = yield* sql<{
          organizationId: number
          id: string
        }>`select a.organization_id as "organizationId", a.id
          from calls c join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            and a.attempt_no = c.attempts
          where c.awaits_tag_until <= clock_timestamp() order by c.awaits_tag_until limit 100`
        for (const attempt of late) yield* giveUpOn(attempt)
        return late.length
      }).pipe(Effect.orDie)

      const giveUpOn = Effect.fnUntraced(function* (attempt: { readonly organizationId: number; readonly id: string }) {
        const talk = yield* lock(attempt)
        if (talk === undefined || !talk.isLate) return
        yield* decide(talk, { finding: undeterminedBecause(tooLate), callbackVariable: null }, true)
      }, transaction(sql))

      // The number first, as whoever decides about one does. Of a person who was erased nothing is kept any more.
      const lock = Effect.fnUntraced(function* ({
        id,
        organizationId
      }: {
        readonly organizationId: number
        readonly id: string
      }) {
        const [number] = yield* sql<{ phoneNumber: string }>`select phone_number as "phoneNumber" from attempts
          where organization_id = ${organizationId} and id = ${id}`
        if (number === undefined || isMasked(number.phoneNumber)) return undefined
        yield* ledger.lock(organizationId, number.phoneNumber)
        const [talk] = yield* sql<EndedTalk>`select ${columns}, a.ended_at as "endedAt",
            coalesce(a.answered_at, a.stream_opened_at, a.started_at) as "answeredAt", c.callbacks,
            c.intent_undetermined as undetermined, c.awaits_tag_until <= clock_timestamp() as "isLate"
          from calls c join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
          where a.organization_id = ${organizationId} and a.id = ${id} and a.ended_at is not null
          for no key update`
        return talk
      })

      // What was said in it decides already, or will never be asked.
      const mayBeTagged = Effect.fnUntraced(function* ({ answeredBy, id, organizationId, outcome }: EndedTalk) {
        if (outcome !== "CONNECTED" || isMachine(answeredBy)) return false
        const [talk] = yield* sql<{ optedOut: boolean }>`select opted_out as "optedOut" from talks
          where organization_id = ${organizationId} and attempt_id = ${id}`
        return talk?.optedOut !== true && !(yield* analyses.isFinal(organizationId, id))
      })

      const decide = Effect.fnUntraced(function* (
        talk: EndedTalk,
        { callbackVariable, finding }: Analysed,
        isGivenUp: boolean
      ) {
        const campaign = yield* states.shareLock(talk.campaignId)
        const label = finding.labelId === null ? undefined : yield* states.label(campaign.id, finding.labelId)
        const contact = Option.getOrUndefined(yield* Effect.option(contacts.get(talk.organizationId, talk.contactId)))
        const callback = yield* callbackOf(talk, campaign, contact, finding)
        const route = routeOf({
          retryBehavior: label?.retryBehavior ?? null,
          rule: label?.rule?.action ?? null,
          callback: callback === undefined ? null : callback.kind,
          campaignStatus: campaign.status,
          maxRetries: campaign.maxRetries,
          attempts: talk.attempts,
          extraAttempts: talk.extraAttempts,
          callbacks: talk.callbacks
        })
        const isOpen = talk.attemptNo === talk.attempts && talk.status === "COMPLETED" && talk.untagged
        const change = isOpen ? yield* changeOf({ talk, campaign, contact, label, callback, route }) : undefined

        yield* analyses.keep(talk, {
          labelId: label?.labelId ?? null,
          isGivenUp,
          details: {
            undetermined: label === undefined ? (finding.undetermined ?? notOfTheSet) : null,
            evidence: finding.evidence,
            confidence: finding.confidence,
            callbackSaid: finding.callback?.said ?? null,
            variables: {
              ...finding.variables,
              ...(callbackVariable !== null &&
                change?.callback && { [callbackVariable]: change.callback.at.toISOString() })
            }
          }
        })
        if (change !== undefined && isNews(talk, change)) yield* apply(talk, campaign, change, label)
        else if (change === undefined && route.next === "SUPPRESS_ORG_WIDE") yield* suppress(talk, campaign, label)
      })

      const callbackOf = Effect.fnUntraced(function* (
        { answeredAt, endedAt, phoneNumber }: EndedTalk,
        campaign: Campaign,
        contact: Contact | undefined,
        { callback }: Finding
      ) {
        if (callback === null) return undefined
        const person = contact ?? { phoneNumber, metadata: {} }
        return yield* nextAttempts.asked({ campaign, person, slot: callback, answeredAt, endedAt })
      })

      const changeOf = Effect.fnUntraced(function* (routed: Routed): Effect.fn.Return<Change> {
        const { callback, label, route } = routed
        const tagged = {
          ...nothing,
          status: "COMPLETED" as const,
          undetermined: label === undefined,
          journeyAction: route.journeyAction,
          ...(label !== undefined && {
            labelId: label.labelId,
            labelName: label.labelName,
            isPositive: label.isPositive,
            source: "auto" as const
          }),
          review:
            route.review === "RULE" && label !== undefined
              ? ruleAsksFor(label.labelName)
              : route.review === "CALLBACK" && callback?.kind === "unsure"
                ? `The time of the callback is not clear: ${callback.why}`
                : null
        }
        switch (route.next) {
          case "NOTHING":
            return tagged
          case "SUPPRESS_CAMPAIGN":
          case "SUPPRESS_ORG_WIDE":
            return {
              ...tagged,
              status: "SUPPRESSED",
              suppression: route.next === "SUPPRESS_CAMPAIGN" ? "CAMPAIGN" : "ORGANIZATION",
              suppressionReason: tagged.labelName
            }
          default:
            return { ...tagged, ...(yield* nextOf(routed)) }
        }
      })

      const nextOf = Effect.fnUntraced(function* ({ callback, campaign, contact, label, route, talk }: Routed) {
        if (contact === undefined) return { status: "SKIPPED" as const, failureReason: "Contact Deleted" }
        if (route.next === "CALLBACK" && callback?.kind === "clear") {
          const next = yield* nextAttempts.callback({ campaign, contact, at: callback.at })
          return next === "Retry Expired"
            ? { status: "FAILED" as const, failureReason: next }
            : { status: "QUEUED" as const, nextAttemptAt: next.at, callback: next }
        }
        const next = yield* nextAttempts.retry({ ...talk, campaign, contact, delayMinutes: label?.rule?.delayMinutes })
        return next === "Retry Expired"
          ? { status: "FAILED" as const, failureReason: next, journeyAction: "MARK_COMPLETED" as const }
          : { status: "QUEUED" as const, nextAttemptAt: next.at }
      })

      const apply = Effect.fnUntraced(function* (
        talk: EndedTalk,
        campaign: Campaign,
        change: Change,
        label: RuledLabel | undefined
      ) {
        const { callId, organizationId, phoneNumber } = talk
        if (change.suppression === "ORGANIZATION") {
          yield* suppression.hold(organizationId, phoneNumber, campaign.id)
        }
        const isCallback = change.callback !== null
        yield* sql`update calls set ${stateOf(sql, talk, change)},
            callback_scheduled_at = ${change.callback?.at ?? null},
            callback_adjusted = ${change.callback?.isAdjusted ?? false},
            callbacks = callbacks + ${isCallback ? 1 : 0}, extra_attempts = extra_attempts + ${isCallback ? 1 : 0}
          where organization_id = ${organizationId} and id = ${callId}`
        yield* outbox.add(eventsOfChange(talk, change))
        if (change.suppression === "ORGANIZATION") yield* suppress(talk, campaign, label)
        if (change.status === "QUEUED") yield* refuseIfOnRegistry(talk)
        yield* signals.send(`campaign:${campaign.id}`)
      })

      const suppress = (
        { organizationId, phoneNumber }: EndedTalk,
        { name }: Campaign,
        label: RuledLabel | undefined
      ) =>
        suppression.enter(organizationId, {
          phoneNumber,
          sourceCampaignName: name,
          intentLabel: label?.labelName,
          intentLabelId: label?.labelId,
          actor: label?.retryBehavior === "SUPPRESS_ORG_WIDE" ? "intent-label" : "journey-rule"
        })

      // Whoever waits is on no registry: this call did not wait when its number entered it.
      const refuseIfOnRegistry = Effect.fnUntraced(function* ({ callId, organizationId, phoneNumber }: EndedTalk) {
        const entry = yield* registry.find(organizationId, phoneNumber)
        if (Option.isSome(entry)) yield* queue.suppress({ organizationId, id: callId }, phoneNumber)
      })

      return Tagging.of({ tag, giveUp })
    })
  )
}

const tooLate = "Nobody could say in time what the talk came to"
const notOfTheSet = "The label that was found is none of the campaign's"

/** A talk that is over, and its call. */
interface EndedTalk extends EndingAttempt {
  readonly answeredAt: Date
  readonly callbacks: number
  readonly undetermined: boolean
  /** It has waited for its tag for too long; null when it does not wait. */
  readonly isLate: boolean | null
}

interface Routed {
  readonly talk: EndedTalk
  readonly campaign: Campaign
  readonly contact: Contact | undefined
  readonly label: RuledLabel | undefined
  readonly callback: RequestedCallback | undefined
  readonly route: Route
}

// That still nothing can be made of it was told before.
const isNews = ({ undetermined }: EndedTalk, { review, status, undetermined: still }: Change) =>
  !(undetermined && still) || status !== "COMPLETED" || review !== null
