import type { Organization } from "../../../src/domain/accounts/Organization.ts"
import type { UseCaseType } from "../../../src/domain/campaigns/Campaign.ts"
import type { Outcome } from "../../../src/domain/dialing/after-attempt.ts"
import { afterAttempt } from "../../../src/domain/dialing/after-attempt.ts"
import {
  type CallingRulesInput,
  callingRules,
  nextOpening,
  personZone
} from "../../../src/domain/dialing/calling-hours.ts"
import { closedHours, passGates } from "../../../src/domain/dialing/gates.ts"
import { takeSlot } from "../../../src/domain/dialing/pacing.ts"
import { retryAt } from "../../../src/domain/dialing/retry-time.ts"
import { hoursForGates, limitsForGates } from "../../../src/domain/dialing/rules-for-gates.ts"
import type { Purpose } from "../../../src/domain/law/Law.ts"
import { Agenda } from "./agenda.ts"

export interface VirtualOrganization
  extends Pick<Organization, "timezone" | "callingWindow" | "complianceProfile" | "lawExceptions"> {
  readonly maxCallsPerDay: number
  readonly maxCallsPerWeek: number
}

export interface VirtualCampaign {
  readonly id: number
  readonly useCaseType: UseCaseType
  readonly purpose: Purpose | null
  readonly timezone: string | null
  readonly callsPerMinute: number
  readonly maxConcurrentCalls: number
  readonly maxRetries: number
  readonly retryDelayMinutes: number
  readonly retryDelaysMinutes: ReadonlyArray<number>
  readonly retryWithinWindow: boolean
  readonly startsAt: number
  readonly endAt: number
  readonly people: ReadonlyArray<VirtualPerson>
}

export interface VirtualPerson {
  readonly phoneNumber: string
  readonly stated: string | undefined
}

/** The events of an attempt. */
export interface VirtualAnswer {
  readonly outcome: Outcome
  readonly seconds: number
  readonly says: "nothing" | "no" | "never again" | "call me later"
  /** For `call me later`: after how many minutes. */
  readonly later: number
}

/** A wish for a call, from the moment at which it was due, and the call if there was one. */
export interface VirtualCall {
  readonly campaign: VirtualCampaign
  readonly person: VirtualPerson
  /** 0 for a callback, 1 for a retry, 2 for a first call. */
  readonly priority: number
  readonly due: number
  /** Undefined: the campaign ended before, or the number was suppressed. */
  readonly startedAt: number | undefined
  readonly endedAt: number
  readonly answer: VirtualAnswer | undefined
}

interface Waiting {
  readonly person: VirtualPerson
  readonly priority: number
  /** When it was wanted, and when the dialer looks at it next. */
  readonly due: number
  readonly at: number
  readonly attempts: number
  readonly extraAttempts: number
}

interface Running {
  readonly campaign: VirtualCampaign
  readonly queues: ReadonlyArray<Agenda<Waiting>>
  live: number
  nextStartAt: number | undefined
  /** When it looks again; Infinity: when a call has ended. */
  wakesAt: number
}

/** Batch size of the postponement of the calls behind one that is closed. */
const postponedBatch = 500

/**
 * Runs the campaigns of an organization in virtual time, in the order in which the claim asks: campaign, concurrency,
 * pace, gates. All decisions are those of the product; here are only the queue and the clock.
 */
export const dialAll = (
  organization: VirtualOrganization,
  campaigns: ReadonlyArray<VirtualCampaign>,
  answerTo: () => VirtualAnswer
): ReadonlyArray<VirtualCall> => {
  const done: Array<VirtualCall> = []
  const history = new Map<string, Array<VirtualCall & { readonly startedAt: number; readonly answer: VirtualAnswer }>>()
  const doNotContact = new Set<string>()
  const events = new Agenda<() => void>()

  const inputFor = ({ campaign }: Running, { person, priority }: Waiting): CallingRulesInput => ({
    organization,
    campaign,
    person: {
      phoneNumber: person.phoneNumber,
      metadata: person.stated === undefined ? {} : { timezone: person.stated }
    },
    isRetry: priority === 1,
    realCarrier: true
  })

  /** The facts of the ledger or the attempts about a number, as far back as the claim looks. */
  const historyOf = (input: CallingRulesInput, { person, priority }: Waiting, now: number) => {
    const { days, limits } = limitsForGates(input, priority === 0)
    const all = history.get(person.phoneNumber) ?? []
    const recent = all.filter(({ startedAt }) => startedAt > now - (days || 7) * 86_400_000)
    const ended = recent.filter(({ answer, endedAt }) => answer.outcome === "CONNECTED" && endedAt <= now)
    const latest = (of: typeof ended) =>
      days === 0 || of.length === 0 ? null : new Date(Math.max(...of.map(({ endedAt }) => endedAt)))
    return {
      live: all.some(({ endedAt }) => endedAt > now),
      calls: recent.map(({ startedAt }) => new Date(startedAt)),
      legal: {
        ...limits,
        refusedAt: latest(ended.filter(({ answer }) => answer.says === "no" || answer.says === "never again")),
        talkedAt: latest(ended)
      }
    }
  }

  const decide = (running: Running, waiting: Waiting, now: number) => {
    const input = inputFor(running, waiting)
    return passGates({
      ...organization,
      ...historyOf(input, waiting, now),
      ...hoursForGates(input),
      now: new Date(now),
      minutesLeft: 1_000,
      onDoNotContact: doNotContact.has(waiting.person.phoneNumber),
      listedOn: undefined,
      oldList: undefined,
      consent: undefined,
      zone: personZone(input.person, {
        campaignTimezone: running.campaign.timezone,
        window: organization.callingWindow,
        organizationTimezone: organization.timezone
      }),
      untagged: false,
      caller: undefined
    }).decision
  }

  const queue = ({ queues }: Running, waiting: Waiting) => queues[waiting.priority]?.add(waiting.at, waiting)

  const giveUp = ({ campaign }: Running, { due, person, priority }: Waiting, at: number) =>
    done.push({ campaign, person, priority, due, startedAt: undefined, endedAt: at, answer: undefined })

  const wake = (running: Running, at: number) => {
    if (running.wakesAt <= at) return
    running.wakesAt = at
    events.add(at, () => {
      if (running.wakesAt !== at) return
      running.wakesAt = Number.POSITIVE_INFINITY
      dial(running, at)
    })
  }

  const dial = (running: Running, now: number): void => {
    const { campaign, queues } = running
    for (;;) {
      if (now >= campaign.endAt) {
        for (const one of queues) while (one.first() !== undefined) giveUp(running, one.take(), campaign.endAt)
        return
      }
      const due = queues.find((one) => (one.nextAt() ?? Number.POSITIVE_INFINITY) <= now)
      if (due === undefined) {
        const next = Math.min(...queues.map((one) => one.nextAt() ?? Number.POSITIVE_INFINITY))
        if (next < Number.POSITIVE_INFINITY) wake(running, Math.min(next, campaign.endAt))
        return
      }
      // The end of a call wakes the campaign.
      if (running.live >= campaign.maxConcurrentCalls) return
      const slot = takeSlot(running.nextStartAt, now, campaign.callsPerMinute)
      if (!slot.admitted) {
        wake(running, Math.min(now + slot.waitMillis, campaign.endAt))
        return
      }
      const waiting = due.take()
      const decision = decide(running, waiting, now)
      switch (decision.kind) {
        case "dial":
          running.nextStartAt = slot.nextStartAt
          begin(running, waiting, now)
          break
        case "defer":
        case "hold":
          queue(running, { ...waiting, at: decision.until.getTime() })
          break
        case "postpone":
          queue(running, { ...waiting, at: decision.until.getTime() })
          if (decision.hours) postponeBehind(running, due, now)
          break
        default:
          giveUp(running, waiting, now)
      }
    }
  }

  const postponeBehind = (running: Running, due: Agenda<Waiting>, now: number) => {
    const behind: Array<Waiting> = []
    while (behind.length < postponedBatch && (due.nextAt() ?? Number.POSITIVE_INFINITY) <= now) behind.push(due.take())
    const isCapped = organization.maxCallsPerDay > 0 || organization.maxCallsPerWeek > 0
    for (const waiting of behind) {
      const isCalled = isCapped && history.has(waiting.person.phoneNumber)
      const closed = isCalled ? undefined : closedHours(new Date(now), hoursForGates(inputFor(running, waiting)))
      queue(running, { ...waiting, at: closed?.until.getTime() ?? waiting.at })
    }
  }

  const begin = (running: Running, waiting: Waiting, now: number) => {
    const answer = answerTo()
    const { campaign } = running
    const { due, person, priority } = waiting
    const endedAt = now + answer.seconds * 1_000
    const call = { campaign, person, priority, due, startedAt: now, endedAt, answer }
    done.push(call)
    const earlier = history.get(person.phoneNumber) ?? []
    earlier.push(call)
    history.set(person.phoneNumber, earlier)
    running.live++
    events.add(endedAt, () => {
      running.live--
      if (answer.says === "never again") doNotContact.add(person.phoneNumber)
      const again = next(running, waiting, answer, endedAt)
      if (again !== undefined) queue(running, again)
      dial(running, endedAt)
    })
  }

  /** The next wish for a call after an attempt. */
  const next = (running: Running, waiting: Waiting, answer: VirtualAnswer, endedAt: number): Waiting | undefined => {
    const { campaign } = running
    const attempts = waiting.attempts + 1
    const heard = answer.outcome === "CONNECTED"
    if (answer.says === "call me later") {
      const due = endedAt + answer.later * 60_000
      const rules = callingRules({ ...inputFor(running, waiting), isRetry: false })
      const at = nextOpening(rules, new Date(due))?.getTime() ?? due
      const again = { ...waiting, priority: 0, due, at, attempts, extraAttempts: waiting.extraAttempts + 1 }
      if (at < campaign.endAt) return again
      giveUp(running, again, campaign.endAt)
      return undefined
    }
    const { status } = afterAttempt(
      answer.outcome,
      { heard, optedOut: answer.says === "never again" },
      {
        campaignStatus: "IN_PROGRESS",
        maxRetries: campaign.maxRetries,
        attempts,
        extraAttempts: waiting.extraAttempts,
        notReachableRule: null,
        onDoNotContact: doNotContact.has(waiting.person.phoneNumber),
        isFinal: false,
        isReminder: false
      }
    )
    if (status !== "QUEUED") return undefined
    const counted = Math.max(1, attempts - waiting.extraAttempts)
    const rules = callingRules({ ...inputFor(running, waiting), isRetry: false })
    const retry = retryAt({
      ...campaign,
      endedAt: new Date(endedAt),
      attempts: counted,
      nextOpening: campaign.retryWithinWindow ? (from) => nextOpening(rules, from) : undefined,
      endAt: new Date(campaign.endAt)
    })
    const delays = campaign.retryDelaysMinutes
    const delay = delays.length === 0 ? campaign.retryDelayMinutes : (delays[Math.min(counted, delays.length) - 1] ?? 0)
    const again = { ...waiting, priority: 1, due: endedAt + delay * 60_000, attempts }
    if (retry !== "Retry Expired") return { ...again, at: retry.at.getTime() }
    giveUp(running, { ...again, at: campaign.endAt }, campaign.endAt)
    return undefined
  }

  for (const campaign of campaigns) {
    const queues = [0, 1, 2].map(() => new Agenda<Waiting>())
    const running: Running = { campaign, queues, live: 0, nextStartAt: undefined, wakesAt: Number.POSITIVE_INFINITY }
    for (const person of campaign.people) {
      queue(running, {
        person,
        priority: 2,
        due: campaign.startsAt,
        at: campaign.startsAt,
        attempts: 0,
        extraAttempts: 0
      })
    }
    wake(running, campaign.startsAt)
  }
  while (events.first() !== undefined) events.take()()
  return done
}
