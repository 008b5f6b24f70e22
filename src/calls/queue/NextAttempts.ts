import { Context, Effect, Layer } from "effect"
import { Organizations } from "../../accounts/Organizations.ts"
import type { CallbackSlot } from "../../domain/calendar/callback-slot.ts"
import { callbackTime } from "../../domain/calendar/callback-time.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { shiftToBestTime } from "../../domain/dialing/best-time.ts"
import { type Callee, callingRules, nextOpening, personZone } from "../../domain/dialing/calling-hours.ts"
import { retryAt } from "../../domain/dialing/retry-time.ts"
import { AppConfig } from "../../platform/config.ts"
import { BestTimes } from "./BestTimes.ts"

/** Computes when a person is called next. */
export class NextAttempts extends Context.Service<
  NextAttempts,
  {
    /** Time of a retry: after the delay of the journey rule, or else that of the campaign. */
    readonly retry: (retry: Retry) => Effect.Effect<{ readonly at: Date } | "Retry Expired">
    /** The time zone of a person. */
    readonly zone: (campaign: Campaign, person: Callee) => Effect.Effect<string>
    /** Time of the callback that the person asked for, on their own clock. */
    readonly asked: (asked: Asked) => Effect.Effect<RequestedCallback>
    /** Time of a callback: as the person asked, or when their calling hours open after it. */
    readonly callback: (callback: {
      readonly campaign: Campaign
      readonly contact: Contact
      readonly at: Date
    }) => Effect.Effect<{ readonly at: Date; readonly isAdjusted: boolean } | "Retry Expired">
  }
>()("carillon/calls/NextAttempts") {
  static readonly layer = Layer.effect(
    NextAttempts,
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const bestTimes = yield* BestTimes
      const realCarrier = (yield* AppConfig).carrier !== "simulated"

      const whereaboutsOf = Effect.fnUntraced(function* (campaign: Campaign, person: Callee) {
        const organization = yield* Effect.orDie(organizations.get(campaign.organizationId))
        const zone = personZone(person, {
          campaignTimezone: campaign.timezone,
          window: organization.callingWindow,
          organizationTimezone: organization.timezone
        })
        // Uses the rules of a first call: best time stays inside the window, and retries that may leave it skip the opening.
        return { zone, rules: callingRules({ organization, campaign, person, isRetry: false, realCarrier }) }
      })

      const retry = Effect.fn("NextAttempts.retry")(function* ({ campaign, contact, delayMinutes, ...attempt }: Retry) {
        const { rules, zone } = yield* whereaboutsOf(campaign, contact)
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

      const asked = Effect.fn("NextAttempts.asked")(function* ({
        answeredAt,
        campaign,
        endedAt,
        person,
        slot
      }: Asked): Effect.fn.Return<RequestedCallback> {
        const { zone } = yield* whereaboutsOf(campaign, person)
        const atEnd = callbackTime(slot, { now: endedAt, zone })
        if ("unsure" in atEnd) return { kind: "unsure", why: atEnd.unsure }
        // For a call that spans midnight "tomorrow" is ambiguous.
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
        const { rules } = yield* whereaboutsOf(campaign, contact)
        // Without a known opening the gates decide when the call is due.
        const at = nextOpening(rules, wanted) ?? wanted
        if (campaign.endAt !== null && at >= campaign.endAt) return "Retry Expired"
        return { at, isAdjusted: at > wanted }
      })

      const zone = (campaign: Campaign, person: Callee) =>
        Effect.map(whereaboutsOf(campaign, person), ({ zone }) => zone)

      return NextAttempts.of({ retry, zone, asked, callback })
    })
  )
}

/** Time of a requested callback, or why it is unclear. */
export type RequestedCallback =
  | { readonly kind: "clear"; readonly at: Date }
  | { readonly kind: "unsure"; readonly why: string }

interface Asked {
  readonly campaign: Campaign
  readonly person: Callee
  readonly slot: CallbackSlot
  /** Start and end of the conversation, in which the person said it. */
  readonly answeredAt: Date
  readonly endedAt: Date
}

interface Retry {
  readonly campaign: Campaign
  readonly contact: Contact
  readonly endedAt: Date
  readonly attempts: number
  readonly extraAttempts: number
  /** Delay of the journey rule that asks for the retry, if it has one. */
  readonly delayMinutes: number | null | undefined
}
