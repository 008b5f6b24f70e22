import { Context, Effect, Layer } from "effect"
import { Organizations } from "../../accounts/Organizations.ts"
import type { CallbackSlot } from "../../domain/calendar/callback-slot.ts"
import { callbackTime } from "../../domain/calendar/callback-time.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { shiftToBestTime } from "../../domain/dialing/best-time.ts"
import { type Callee, callingRules, nextOpening, personZone } from "../../domain/dialing/calling-hours.ts"
import { reminderTime } from "../../domain/dialing/reminder-time.ts"
import { retryAt } from "../../domain/dialing/retry-time.ts"
import { AppConfig } from "../../platform/config.ts"
import { BestTimes } from "./BestTimes.ts"

/** Computes the time of the next attempt. */
export class NextAttempts extends Context.Service<
  NextAttempts,
  {
    /** Time of a retry: after the delay of the journey rule, or else that of the campaign. */
    readonly retry: (retry: Retry) => Effect.Effect<{ readonly at: Date } | "Retry Expired">
    /** The time zone of a person. */
    readonly zone: (campaign: Campaign, person: Callee) => Effect.Effect<string>
    /** Interprets the person's words about a callback in the person's time zone. */
    readonly requestedCallback: (request: CallbackRequest) => Effect.Effect<RequestedCallback>
    /** Time of a callback: the requested time, or the next opening of the calling hours after it. */
    readonly callback: (callback: {
      readonly campaign: Campaign
      readonly contact: Contact
      readonly at: Date
    }) => Effect.Effect<{ readonly at: Date; readonly isAdjusted: boolean } | "Retry Expired">
    /** Time of the call that reminds the person of a promise, or why there is none. */
    readonly reminder: (promise: {
      readonly campaign: Campaign
      readonly contact: Contact
      /** The promised day, such as 2026-01-31. */
      readonly date: string
      readonly promisedAt: Date
    }) => Effect.Effect<{ readonly at: Date; readonly until: Date } | { readonly none: string }>
  }
>()("carillon/calls/NextAttempts") {
  static readonly layer = Layer.effect(
    NextAttempts,
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const bestTimes = yield* BestTimes
      const realCarrier = (yield* AppConfig).carrier !== "simulated"

      const zoneAndRulesOf = Effect.fnUntraced(function* (campaign: Campaign, person: Callee) {
        const organization = yield* Effect.orDie(organizations.get(campaign.organizationId))
        const zone = personZone(person, {
          campaignTimezone: campaign.timezone,
          window: organization.callingWindow,
          organizationTimezone: organization.timezone
        })
        // Uses the rules of a first call: the best time must lie inside the window. Retries that may leave the window
        // do not wait for its opening, see `nextOpening` below.
        return { zone, rules: callingRules({ organization, campaign, person, isRetry: false, realCarrier }) }
      })

      const retry = Effect.fn("NextAttempts.retry")(function* ({ campaign, contact, delayMinutes, ...attempt }: Retry) {
        const { rules, zone } = yield* zoneAndRulesOf(campaign, contact)
        const organizationId = campaign.organizationId
        const best = campaign.bestTimeOptimization ? yield* bestTimes.of(organizationId, contact) : undefined
        return retryAt({
          endedAt: attempt.endedAt,
          attempts: Math.max(1, attempt.attempts - attempt.extraAttempts),
          ...(typeof delayMinutes === "number" && { ruleDelayMinutes: delayMinutes }),
          retryDelaysMinutes: campaign.retryDelaysMinutes,
          retryDelayMinutes: campaign.retryDelayMinutes,
          ...(best !== undefined && { shift: (earliest: Date) => shiftToBestTime(best.band, earliest, zone, rules) }),
          nextOpening: campaign.retryWithinWindow ? (from) => nextOpening(rules, from) : undefined,
          endAt: campaign.endAt
        })
      })

      const requestedCallback = Effect.fn("NextAttempts.requestedCallback")(function* ({
        answeredAt,
        campaign,
        endedAt,
        person,
        setAt,
        slot
      }: CallbackRequest): Effect.fn.Return<RequestedCallback> {
        const { zone } = yield* zoneAndRulesOf(campaign, person)
        // A delay counts from the end of the call, which may have been transferred since.
        if (setAt !== undefined && slot.afterMinutes === null) return asConfirmed(slot, { zone, setAt, endedAt })
        const atEnd = callbackTime(slot, { now: endedAt, zone })
        if ("unsure" in atEnd) return { kind: "unsure", why: atEnd.unsure }
        // Compares with the start of the call: "tomorrow" is ambiguous in a call that spans midnight.
        const atStart = slot.afterMinutes === null ? callbackTime(slot, { now: answeredAt, zone }) : atEnd
        const isSame = "at" in atStart && atStart.at.getTime() === atEnd.at.getTime()
        return isSame
          ? { kind: "clear", at: atEnd.at }
          : { kind: "unsure", why: "it means another time at the end of the call than at its beginning" }
      })

      const callback: NextAttempts["Service"]["callback"] = Effect.fn("NextAttempts.callback")(function* ({
        at: wanted,
        campaign,
        contact
      }) {
        const { rules } = yield* zoneAndRulesOf(campaign, contact)
        // Without an opening within the horizon, the calling-hours gate decides when the callback is due.
        const at = nextOpening(rules, wanted) ?? wanted
        if (campaign.endAt !== null && at >= campaign.endAt) return "Retry Expired"
        return { at, isAdjusted: at > wanted }
      })

      const reminder: NextAttempts["Service"]["reminder"] = Effect.fn("NextAttempts.reminder")(function* ({
        campaign,
        contact,
        date,
        promisedAt
      }) {
        const { rules, zone } = yield* zoneAndRulesOf(campaign, contact)
        const { band } = yield* bestTimes.of(campaign.organizationId, contact)
        return reminderTime({ date, promisedAt, zone, rules, band, endAt: campaign.endAt })
      })

      const zone = (campaign: Campaign, person: Callee) =>
        Effect.map(zoneAndRulesOf(campaign, person), ({ zone }) => zone)

      return NextAttempts.of({ retry, zone, requestedCallback, callback, reminder })
    })
  )
}

/** Returns the time that the agent has confirmed to the person during the call. */
const asConfirmed = (
  slot: CallbackSlot,
  { endedAt, setAt, zone }: { readonly zone: string; readonly setAt: Date; readonly endedAt: Date }
): RequestedCallback => {
  const found = callbackTime(slot, { now: setAt, zone })
  if ("unsure" in found) return { kind: "unsure", why: found.unsure }
  return found.at > endedAt
    ? { kind: "clear", at: found.at }
    : { kind: "unsure", why: "that time has passed during the call" }
}

/** Time of a requested callback, or why it is unclear. */
export type RequestedCallback =
  | { readonly kind: "clear"; readonly at: Date }
  | { readonly kind: "unsure"; readonly why: string }

interface CallbackRequest {
  readonly campaign: Campaign
  readonly person: Callee
  readonly slot: CallbackSlot
  /** Start and end of the conversation in which the person asked for the callback. */
  readonly answeredAt: Date
  readonly endedAt: Date
  /** When the agent has set the callback during the call, and confirmed its time; undefined if it has not. */
  readonly setAt: Date | undefined
}

interface Retry {
  readonly campaign: Campaign
  readonly contact: Contact
  readonly endedAt: Date
  readonly attempts: number
  readonly extraAttempts: number
  /** Delay of the journey rule that causes the retry, if it has one. */
  readonly delayMinutes: number | null | undefined
}
