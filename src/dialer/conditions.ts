import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { numbersOfPool } from "../accounts/callers/CallerIds.ts"
import type { Organization } from "../domain/accounts/Organization.ts"
import { startOfNextDay } from "../domain/calendar/local-time.ts"
import type { CallerPoolState, PoolClock, PoolNumber } from "../domain/callers/caller-choice.ts"
import type { CampaignStatus, UseCaseType } from "../domain/campaigns/Campaign.ts"
import type { ConsentPolicies } from "../domain/contacts/Consent.ts"
import type { ListInForce } from "../domain/contacts/list-age.ts"
import type { Purpose } from "../domain/law/Law.ts"

/** The state of a campaign that the gates check, apart from what they check for each person. */
export interface Conditions {
  readonly campaignId: string
  readonly status: CampaignStatus
  /** Why the campaign places no call now, although it runs. */
  readonly statusReason: string | null
  readonly useCaseType: UseCaseType
  readonly purpose: Purpose | null
  readonly timezone: string | null
  readonly callsPerMinute: number
  readonly maxConcurrentCalls: number
  readonly retryWithinWindow: boolean
  readonly callTimeoutMinutes: number
  readonly endAt: Date | null
  readonly organization: Pick<Organization, "timezone" | "callingWindow" | "complianceProfile" | "lawExceptions">
  readonly minutesQuota: number
  readonly minutesUsed: number
  readonly minutesReserved: number
  readonly maxCallsPerDay: number
  readonly maxCallsPerWeek: number
  /**
   * Calls that are waiting or not added yet, calls that are live, and calls whose conversation has
   * not been analyzed yet.
   */
  readonly waiting: number
  readonly live: number
  readonly untagged: number
  /** Whether the campaign or its organization has a spend cap. */
  readonly isCapped: boolean
  /** The lists of numbers that apply to the organization; null if there are none. */
  readonly numberLists: ReadonlyArray<ListInForce> | null
  /** Which countries need a consent; null without a policy. */
  readonly consentPolicies: ConsentPolicies | null
  /** The pool of numbers that the campaign names; null: all numbers of the organization. */
  readonly callerPool: string | null
  /** The numbers of that pool, or all of them; null if there are none. */
  readonly poolNumbers: ReadonlyArray<PoolNumber> | null
  /** People of the audience whose calls are not added yet. */
  readonly unfilled: number
  /** The database clock, ms. */
  readonly now: number
  /** The time just before the database read `now`, on the clock of `performance.now()`. */
  readonly readAt: number
}

/** Returns the minutes of the quota that calls have neither used nor reserved. */
export const minutesLeft = ({ minutesQuota, minutesReserved, minutesUsed }: Conditions) =>
  minutesQuota - minutesUsed - minutesReserved

/** The numbers from which the campaign calls; undefined if they are those of the installation. */
export const callerPoolOf = ({
  callerPool,
  now,
  organization,
  poolNumbers
}: Pick<Conditions, "callerPool" | "now" | "organization" | "poolNumbers">):
  | (CallerPoolState & PoolClock)
  | undefined =>
  callerPool === null && poolNumbers === null
    ? undefined
    : {
        pool: callerPool,
        numbers: poolNumbers ?? [],
        now,
        nextDay: startOfNextDay(organization.timezone, now)
      }

/**
 * Reads the conditions. Call this after locking the campaign's row, so that every earlier claim is
 * included. Unchecked: decoding costs more than it protects on this path.
 */
export const conditionsOf = (sql: PgClient.PgClient, campaignId: string): Effect.Effect<Conditions> =>
  Effect.suspend(() => {
    const readAt = performance.now()
    return Effect.map(select(sql, campaignId), ([row]) => ({ ...(row as Conditions), readAt }))
  }).pipe(Effect.orDie)

const select = (sql: PgClient.PgClient, campaignId: string) =>
  sql<Omit<Conditions, "readAt">>`select m.id as campaign_id, m.status, m.status_reason, m.use_case_type, m.purpose,
      exists (select 1 from spend_caps s where s.organization_id = m.organization_id) as is_capped,
      (select json_agg(json_build_object('id', l.id, 'organizationId', l.organization_id, 'registry', l.registry,
          'name', l.name, 'dated', l.dated) order by l.registry, l.name, l.id) from number_lists l
        where (l.organization_id = m.organization_id or l.organization_id is null)
          and (l.expires_at is null or l.expires_at > now())) as number_lists,
      (select json_object_agg(p.country, p.policy) from consent_policies p
        where p.organization_id = m.organization_id) as consent_policies,
      m.caller_pool,
      ${numbersOfPool(sql, {
        organizationId: sql`m.organization_id`,
        pool: sql`m.caller_pool`,
        timezone: sql`o.timezone`
      })} as pool_numbers,
      m.timezone, m.calls_per_minute, m.max_concurrent_calls, m.retry_within_window, m.call_timeout_minutes, m.end_at,
      json_build_object('timezone', o.timezone, 'callingWindow', o.calling_window,
        'complianceProfile', o.compliance_profile, 'lawExceptions', o.law_exceptions) as organization,
      o.minutes_quota, u.minutes_used, u.minutes_reserved,
      coalesce(k.max_calls_per_day, 0) as max_calls_per_day, coalesce(k.max_calls_per_week, 0) as max_calls_per_week,
      f.waiting + coalesce(n.remaining, 0) as waiting, f.live, f.awaiting_tag as untagged,
      coalesce(n.remaining, 0) as unfilled, (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    from campaigns m
      join organizations o on o.id = m.organization_id
      join current_usage u on u.organization_id = m.organization_id
      cross join lateral dialing_figures(m.id) f
      left join campaign_fillings n on n.campaign_id = m.id
      left join frequency_caps k on k.organization_id = m.organization_id
    where m.id = ${campaignId}`
