import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { daysRemembered } from "../../domain/law/days-remembered.ts"
import { nilUuid } from "../../domain/schema/uuid.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { maskedNumber } from "../queue/call-rows.ts"

/** A campaign with records that have reached the record term of its organization. */
export interface CampaignToMask {
  readonly organizationId: number
  readonly campaignId: string
  /** The record term of the organization. */
  readonly days: number
  /** Whether the campaign itself ended that long ago: then no record of it waits for anything. */
  readonly isOver: boolean
}

/**
 * Takes name and number from the records of calls and attempts once the record term of their organization is over. The
 * rows stay for figures. A call that may still be placed, restored or labelled keeps both, and so does one
 * that a law of its country still counts.
 */
export class CallMasking extends Context.Service<
  CallMasking,
  {
    /** The campaigns that may have records to mask. */
    readonly due: Effect.Effect<ReadonlyArray<CampaignToMask>>
    /** Masks the records of a campaign that are due, in parts, and returns their number. */
    readonly mask: (campaign: CampaignToMask) => Effect.Effect<number>
    /** Notes that a campaign has no record left to mask, if that is so. */
    readonly finish: (campaign: CampaignToMask) => Effect.Effect<void>
  }
>()("carillon/calls/CallMasking") {
  static readonly layer = Layer.effect(
    CallMasking,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const masked = sql.literal(maskedNumber)

      const due = sql<CampaignToMask>`select c.organization_id, c.id as campaign_id, o.record_days as days,
          c.status in ('COMPLETED', 'CANCELLED')
            and coalesce(c.completed_at, c.started_at) < now() - make_interval(days => o.record_days) as is_over
        from organizations o join campaigns c on c.organization_id = o.id
        where o.record_days is not null and c.calls_masked_at is null
          and c.started_at < now() - make_interval(days => o.record_days)
        order by c.id`.pipe(Effect.orDie)

      // A campaign that goes on may restore a suppressed call, so that one keeps its number until the campaign is over.
      const isDue = ({ days, isOver }: CampaignToMask) =>
        isOver
          ? sql`c.next_attempt_at is null`
          : sql`c.next_attempt_at is null and c.status in ('COMPLETED', 'FAILED', 'SKIPPED')
              and coalesce(c.completed_at, c.created_at) < now() - make_interval(days => ${days})`

      // A law that counts calls, or pauses after a refusal, must find them by the number.
      const maskPart = Effect.fnUntraced(function* (campaign: CampaignToMask, after: string) {
        const part = yield* sql<MaskableCall>`select c.id, c.phone_number,
            (extract(epoch from now() - coalesce(c.completed_at, c.started_at)) / 86400)::float8 as days_since
          from calls c
          where c.organization_id = ${campaign.organizationId} and c.campaign_id = ${campaign.campaignId}
            and c.id > ${after} and ${isDue(campaign)} and c.phone_number not like '%*%' and c.awaits_tag_until is null
            and not exists (select 1 from attempts a where a.organization_id = c.organization_id and a.call_id = c.id
              and a.ended_at is null)
            and not exists (select 1 from awaited_labels w
              where w.organization_id = c.organization_id and w.call_id = c.id)
          order by c.id limit ${partSize} for update of c skip locked`
        const ids = part
          .filter(({ daysSince, phoneNumber }) => (daysSince ?? Infinity) > daysRemembered(phoneNumber))
          .map(({ id }) => id)
        const ofCalls = sql`organization_id = ${campaign.organizationId} and call_id = any(${ids}::uuid[])`
        yield* sql`update attempts set phone_number = ${masked}, call_sid = null where ${ofCalls}`
        yield* sql`update transfer_tries set leg_sid = null where ${ofCalls} and leg_sid is not null`
        yield* sql`update calls set phone_number = ${masked}, contact_name = 'Masked', call_sid = null
          where organization_id = ${campaign.organizationId} and id = any(${ids}::uuid[])`
        return { last: part.at(-1)?.id, count: ids.length }
      }, transaction(sql))

      const mask = Effect.fn("CallMasking.mask")(function* (campaign: CampaignToMask) {
        let count = 0
        for (let after: string | undefined = nilUuid; after !== undefined; ) {
          const part: Effect.Success<ReturnType<typeof maskPart>> = yield* maskPart(campaign, after)
          count += part.count
          after = part.last
        }
        return count
      }, Effect.orDie)

      const finish = Effect.fn("CallMasking.finish")(function* ({
        campaignId,
        isOver,
        organizationId
      }: CampaignToMask) {
        if (!isOver) return
        yield* sql`update campaigns c set calls_masked_at = clock_timestamp()
          where c.organization_id = ${organizationId} and c.id = ${campaignId}
            and not exists (select 1 from calls k where k.organization_id = c.organization_id and k.campaign_id = c.id
              and k.phone_number not like '%*%')
            and not exists (select 1 from campaign_fillings f where f.campaign_id = c.id)`
      }, Effect.orDie)

      return CallMasking.of({ due, mask, finish })
    })
  )
}

interface MaskableCall {
  readonly id: string
  readonly phoneNumber: string
  /** Days since the last attempt; null without one. */
  readonly daysSince: number | null
}

/** Maximum number of calls that one statement masks. */
const partSize = 2_000
