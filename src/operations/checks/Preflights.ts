import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { CallerIds } from "../../accounts/callers/CallerIds.ts"
import { Disclosures } from "../../accounts/Disclosures.ts"
import { Organizations } from "../../accounts/Organizations.ts"
import { Prices } from "../../accounts/Prices.ts"
import { Usage } from "../../accounts/Usage.ts"
import { NumberHistories } from "../../calls/attempts/NumberHistories.ts"
import { Spending } from "../../calls/costs/Spending.ts"
import { type CampaignNotFound, Campaigns, WrongState } from "../../campaigns/Campaigns.ts"
import { Carrier } from "../../carriers/Carrier.ts"
import { Consents } from "../../contacts/consents/Consents.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { FrequencyCaps } from "../../contacts/FrequencyCaps.ts"
import { NumberLists } from "../../contacts/registries/NumberLists.ts"
import { Readiness } from "../../dialer/Readiness.ts"
import { missingDisclosures } from "../../domain/accounts/Disclosure.ts"
import { startOfNextDay } from "../../domain/calendar/local-time.ts"
import { countryOf } from "../../domain/calendar/phone-zones.ts"
import {
  type CallerChoice,
  type CallerPoolState,
  callsLeft,
  callsOfDay,
  chooseCaller,
  type PoolClock
} from "../../domain/callers/caller-choice.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { purposesOf } from "../../domain/campaigns/purposes.ts"
import { consentFor, policyOf } from "../../domain/contacts/Consent.ts"
import type { Metadata } from "../../domain/contacts/Contact.ts"
import { amountOf } from "../../domain/costs/money.ts"
import {
  callingRules,
  keyOfRules,
  legalLimits,
  legalSeries,
  nextOpening,
  personZone
} from "../../domain/dialing/calling-hours.ts"
import { dialingProblem } from "../../domain/dialing/dialing-problem.ts"
import { daysNeeded, type LegalLimits } from "../../domain/dialing/frequency-cap.ts"
import { type GateDecision, passGates } from "../../domain/dialing/gates.ts"
import { type DailyCalls, type Preflight, planStarts, type Waiting } from "../../domain/dialing/preflight.ts"
import { cite, type NamedSeries } from "../../domain/law/all-laws.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { McpTools } from "../../tools/McpTools.ts"

/** Foresees the course of a campaign before it starts, by the rules that the dialer follows. Changes nothing. */
export class Preflights extends Context.Service<
  Preflights,
  {
    readonly of: (organizationId: number, campaignId: string) => Effect.Effect<Preflight, CampaignNotFound | WrongState>
  }
>()("carillon/operations/Preflights") {
  static readonly layer = Layer.effect(
    Preflights,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const campaigns = yield* Campaigns
      const organizations = yield* Organizations
      const readiness = yield* Readiness
      const disclosures = yield* Disclosures
      const dnc = yield* DoNotContact
      const lists = yield* NumberLists
      const callerIds = yield* CallerIds
      const consents = yield* Consents
      const caps = yield* FrequencyCaps
      const usage = yield* Usage
      const spending = yield* Spending
      const histories = yield* NumberHistories
      const carrier = yield* Carrier
      const mcpTools = yield* McpTools
      const { table } = yield* Prices

      const of: Preflights["Service"]["of"] = Effect.fn("Preflights.of")(function* (organizationId, campaignId) {
        const { callerWarnings, flow, ...outlook } = yield* outlookOf(organizationId, campaignId)
        // Asks other servers, so it must hold no connection of the database.
        if (flow === undefined) return { ...outlook, warnings: callerWarnings }
        const languages = [flow.language, ...flow.languages]
        const { warnings } = missingDisclosures(yield* disclosures.get(organizationId), languages)
        return {
          ...outlook,
          warnings: [...callerWarnings, ...warnings, ...(yield* mcpTools.warnings(organizationId, flow.tools))]
        }
      })

      const outlookOf = Effect.fnUntraced(
        function* (organizationId: number, campaignId: string) {
          const campaign = yield* campaigns.get(organizationId, campaignId)
          if (campaign.status !== "DRAFT" && campaign.status !== "SCHEDULED") {
            return yield* new WrongState({ message: `The campaign is ${campaign.status}: it was started already` })
          }
          const now = yield* Clock.currentTimeMillis
          const startsAt = new Date(Math.max(now, campaign.scheduledAt?.getTime() ?? now))
          const { atOnce, flow, missing } = yield* readiness.examine(campaign)
          const refusals = [...missing, ...(yield* refusalsOf(campaign, atOnce))]
          const { minutesRemaining } = yield* quotaOf(organizationId)
          const people = yield* membersOf(campaign)
          const contacts = yield* sizeOf(campaign)
          const share = people.length === 0 ? 1 : contacts / people.length
          const scaled = (count: number) => Math.round(count * share)
          const outlook = yield* outlookOn(campaign, people, startsAt)
          const plan = planStarts(outlook.waiting, {
            callsPerMinute: campaign.callsPerMinute,
            endAt: campaign.endAt?.getTime() ?? Number.POSITIVE_INFINITY,
            share,
            daily: outlook.daily
          })
          if (plan.late > 0) outlook.skipped.set("Campaign Ended", plan.late)
          const willBeCalled = scaled(outlook.waiting.length - plan.late)
          const reasons = (counts: ReadonlyMap<string, number>) =>
            [...counts].map(([reason, count]) => ({ reason, count: scaled(count) }))
          const { basis, micros, minutes } = yield* experienceOf(organizationId)
          return {
            flow,
            callerWarnings: warningsOf(outlook, willBeCalled),
            ready: refusals.length === 0,
            missing: refusals,
            contacts,
            examined: people.length,
            willBeCalled,
            skipped: reasons(outlook.skipped),
            delayed: reasons(outlook.delayed),
            startsAt,
            firstCallAt: plan.first === undefined ? null : new Date(plan.first),
            lastCallAt: plan.last === undefined ? null : new Date(plan.last),
            callsPerMinute: campaign.callsPerMinute,
            minutes: { estimated: Math.ceil(willBeCalled * minutes), needed: atOnce, remaining: minutesRemaining },
            cost:
              micros === undefined || table === undefined
                ? null
                : { amount: amountOf(BigInt(Math.round(willBeCalled * micros))), currency: table.currency },
            basis
          }
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const quotaOf = Effect.fnUntraced(function* (organizationId: number) {
        const { quota, reserved, used } = yield* usage.minutes(organizationId)
        return { minutesRemaining: Math.max(0, quota - used - reserved) }
      })

      // In the words of the refused start.
      const refusalsOf = Effect.fnUntraced(function* ({ id, organizationId }: Campaign, needed: number) {
        const { minutesRemaining } = yield* quotaOf(organizationId)
        const cap = yield* spending.checkCaps(id).pipe(
          Effect.as<ReadonlyArray<string>>([]),
          Effect.catchTag("SpendCapReached", ({ message }) => Effect.succeed<ReadonlyArray<string>>([message]))
        )
        return minutesRemaining < needed
          ? [`not enough minutes of quota: ${needed} needed, ${minutesRemaining} remaining`, ...cap]
          : cap
      })

      const sizeOf = Effect.fnUntraced(function* ({ audienceId, organizationId }: Campaign) {
        const [audience] = yield* sql<{ size: number }>`select contact_count as size from audiences
          where organization_id = ${organizationId} and id = ${audienceId}`
        return audience?.size ?? 0
      })

      // Unchecked: decoding thousands of rows costs more than it protects.
      const membersOf = ({ audienceId, organizationId }: Campaign) =>
        sql<Member>`select c.phone_number, c.metadata, coalesce(p.calls, '{}') as calls
          from audience_members m
            join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
            left join phone_ledger p on p.organization_id = c.organization_id and p.phone_number = c.phone_number
          where m.organization_id = ${organizationId} and m.audience_id = ${audienceId} limit ${maxExamined}`

      /** Passes each person through the gates that depend on the person, as at the start. */
      const outlookOn = Effect.fnUntraced(function* (campaign: Campaign, people: ReadonlyArray<Member>, at: Date) {
        const { organizationId } = campaign
        const organization = yield* Effect.orDie(organizations.get(organizationId))
        const cap = yield* caps.get(organizationId)
        const found = yield* dnc.listedAmong(people.map(({ phoneNumber }) => ({ organizationId, phoneNumber })))
        const listed = new Set(found.map(({ phoneNumber }) => phoneNumber))
        const consentOf = yield* consentsOf(campaign, people, at)
        const onLists = yield* lists.blocked(
          { organizationId, purposes: purposesOf(campaign) },
          people.map(({ phoneNumber }) => phoneNumber)
        )
        const nextDay = (from: number) => startOfNextDay(organization.timezone, from)
        const startsToday = at.getTime() < nextDay(yield* Clock.currentTimeMillis)
        const numbers = (yield* callerIds.pool(organizationId, campaign.callerPool))?.map((one) =>
          startsToday ? one : { ...one, callsToday: 0 }
        )
        const callerClock = { now: at.getTime(), nextDay: nextDay(at.getTime()) }
        const pool = numbers && { pool: campaign.callerPool, numbers, ...callerClock }
        const outlook: Outlook = {
          pool,
          daily: pool?.numbers.some(({ isOff }) => !isOff) === true ? dailyCallsOf(pool, nextDay) : undefined,
          remarks: new Map(),
          waiting: [],
          skipped: new Map(),
          delayed: new Map()
        }
        const count = (counts: Map<string, number>, reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1)
        const openings = makeOpenings()
        const inputOf = (person: Member) => ({
          organization,
          campaign,
          person,
          isRetry: false,
          realCarrier: carrier.isReal
        })
        const members = yield* Effect.forEach(people, (person, index) =>
          Effect.as(letOthersGoOn(index), { person, limits: legalLimits(inputOf(person)) })
        )
        const historyOf = yield* historiesOf(organizationId, members)
        for (const [index, { limits, person }] of members.entries()) {
          yield* letOthersGoOn(index)
          const problem = carrier.isReal ? dialingProblem(person.phoneNumber) : undefined
          if (problem !== undefined) {
            count(outlook.skipped, problem)
            continue
          }
          const input = inputOf(person)
          const rules = callingRules(input)
          const opening = openings(rules)
          const history = historyOf.get(person.phoneNumber)
          const series = legalSeries(input)
          const caller = pool && chooseCaller({ ...pool, to: person.phoneNumber, seen: [], series })
          for (const remark of remarksOn(caller, series ?? [])) count(outlook.remarks, remark)
          const { decision } = passGates({
            caller,
            now: at,
            minutesLeft: 1,
            onDoNotContact: listed.has(person.phoneNumber),
            consent: consentOf(person.phoneNumber),
            listedOn: onLists.get(person.phoneNumber),
            // A list that is too old is among `missing`.
            oldList: undefined,
            calls: history?.calls ?? person.calls,
            legal: {
              ...limits,
              refusedAt: history?.refusedAt ?? null,
              talkedAt: history?.talkedAt ?? null
            },
            ...cap,
            zone: personZone(person, {
              campaignTimezone: campaign.timezone,
              window: organization.callingWindow,
              organizationTimezone: organization.timezone
            }),
            nextOpening: opening,
            closedByLaw: () => [],
            hoursRemark: null,
            live: false,
            untagged: false
          })
          if (decision.kind === "suppress") {
            const list = onLists.get(person.phoneNumber)
            count(outlook.skipped, listed.has(person.phoneNumber) || list === undefined ? "Do Not Contact" : list)
          } else if (decision.kind === "skip") count(outlook.skipped, decision.reason)
          else if (decision.kind === "postpone" && opening(at) === undefined) count(outlook.skipped, "No Calling Hours")
          else {
            if (decision.kind !== "dial") count(outlook.delayed, delayOf(decision))
            const readyAt = decision.kind === "dial" ? at : decision.until
            outlook.waiting.push({ readyAt: readyAt.getTime(), nextOpening: opening })
          }
        }
        return outlook
      })

      const consentsOf = Effect.fnUntraced(function* (campaign: Campaign, people: ReadonlyArray<Member>, at: Date) {
        const { organizationId } = campaign
        const policies = yield* consents.policies(organizationId)
        if (Object.values(policies).every((policy) => policy === "OFF")) return () => undefined
        const numbers = people.map(({ phoneNumber }) => phoneNumber)
        const recorded = Map.groupBy(yield* consents.of(organizationId, numbers), ({ phoneNumber }) => phoneNumber)
        const purposes = purposesOf(campaign)
        return (phoneNumber: string) =>
          consentFor(policyOf(policies, countryOf(phoneNumber)), purposes, recorded.get(phoneNumber) ?? [], at)
      })

      // Only few laws look back further than the ledger.
      const historiesOf = Effect.fnUntraced(function* (
        organizationId: number,
        members: ReadonlyArray<{ readonly person: Member; readonly limits: Pick<LegalLimits, "caps" | "pauses"> }>
      ) {
        const looked = members.filter(({ limits }) => daysNeeded(limits) > 0)
        const days = looked.reduce((longest, { limits }) => Math.max(longest, daysNeeded(limits)), 0)
        const numbers = looked.map(({ person }) => person.phoneNumber)
        return yield* histories.of(organizationId, numbers, days)
      })

      /** Returns the averages of the last attempts. */
      const experienceOf = Effect.fnUntraced(function* (organizationId: number) {
        const [row] = yield* sql<{
          attempts: number
          minutes: number | null
          priced: number
          micros: number | null
          unpriced: number
        }>`select count(*)::int as attempts, avg(ceil(a.duration_seconds / 60.0))::float8 as minutes,
            count(k.attempt_id)::int as priced,
            coalesce(sum((select sum((l ->> 'micros')::bigint) from jsonb_array_elements(k.lines) l)), 0)::float8 as micros,
            count(*) filter (where exists (select from jsonb_array_elements(k.lines) l
              where l ->> 'currency' is distinct from ${table?.currency ?? ""}))::int as unpriced
          from (select organization_id, id, duration_seconds from attempts
              where organization_id = ${organizationId} and ended_at is not null order by ended_at desc limit 1000) a
            left join attempt_costs k on k.organization_id = a.organization_id and k.attempt_id = a.id`
        if (row === undefined || row.attempts === 0) return { basis: 0, minutes: 1, micros: undefined }
        const isKnown = row.priced > 0 && row.unpriced === 0
        return {
          basis: row.attempts,
          minutes: row.minutes ?? 0,
          micros: isKnown ? (row.micros ?? 0) / row.attempts : undefined
        }
      })

      return Preflights.of({ of })
    })
  )
}

const delayOf = (decision: Exclude<GateDecision, { readonly kind: "dial" | "suppress" | "skip" }>) => {
  if (decision.kind === "defer") return decision.reason
  return decision.kind === "postpone" ? "Calling Hours" : "No Caller Id"
}

/** Returns remarks on the numbers from which a campaign would call, each a sentence. */
const warningsOf = ({ pool, remarks }: Outlook, willBeCalled: number): ReadonlyArray<string> => {
  const left = pool === undefined ? Number.POSITIVE_INFINITY : callsLeft(pool)
  const capped =
    willBeCalled > left
      ? [
          `the numbers from which it calls may place ${left} more calls today, and ${willBeCalled} contacts are to be called`
        ]
      : []
  return [...capped, ...[...remarks].map(([remark, count]) => `${count} of the examined contacts: ${remark}`)]
}

/** Ignores that a law may allow a person only some of the numbers: the plan is an estimate. */
const dailyCallsOf = (pool: CallerPoolState & PoolClock, nextDay: DailyCalls["nextDay"]): DailyCalls => ({
  nextDay,
  callsUntil: (end) => (end <= pool.nextDay ? callsLeft(pool) : callsOfDay(pool.numbers, end))
})

/** Returns remarks on the number from which a person would be called. */
const remarksOn = (caller: CallerChoice | undefined, series: ReadonlyArray<NamedSeries>) => {
  if (caller?.kind === "none") return [caller.detail]
  return series
    .filter(({ prefix }) => caller?.number.startsWith(prefix) !== true)
    .map((rule) => `they would be called from a number outside the series of ${cite(rule)}. ${rule.says}`)
}

interface Outlook {
  /** The organization's own numbers; undefined if those of the installation are used. */
  readonly pool: (CallerPoolState & PoolClock) | undefined
  /** How many calls these may place on each day; undefined if they can place none. */
  readonly daily: DailyCalls | undefined
  /** Numbers of contacts by remarks on the number from which they would be called. */
  readonly remarks: Map<string, number>
  readonly waiting: Array<Waiting>
  /** Numbers of contacts by reason. */
  readonly skipped: Map<string, number>
  readonly delayed: Map<string, number>
}

interface Member {
  readonly phoneNumber: string
  readonly metadata: Metadata
  readonly calls: ReadonlyArray<Date>
}

type Rules = ReturnType<typeof callingRules>

// Most people share their rules, and the hours of a minute are the same for all of them.
const makeOpenings = () => {
  const known = new Map<string, Map<number, Date | undefined>>()
  return (rules: Rules) => {
    const key = keyOfRules(rules)
    const minutes = known.get(key) ?? new Map<number, Date | undefined>()
    known.set(key, minutes)
    return (from: Date): Date | undefined => {
      const minute = Math.ceil(from.getTime() / 60_000)
      if (!minutes.has(minute)) minutes.set(minute, nextOpening(rules, new Date(minute * 60_000)))
      const opening = minutes.get(minute)
      return opening !== undefined && opening.getTime() === minute * 60_000 ? from : opening
    }
  }
}

/** Maximum number of contacts that are examined. */
const maxExamined = 20_000

/** Lets live calls of this node go on after some people. */
const letOthersGoOn = (index: number) => (index % 200 === 199 ? Effect.yieldNow : Effect.void)
