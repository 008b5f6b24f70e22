import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { doNotContact } from "../../domain/contacts/DoNotContact.ts"
import { Outbox } from "../../events/outbox/Outbox.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { maskedNumber } from "./call-rows.ts"
import { lockFilling } from "./filling-lock.ts"
import { PartSize } from "./PartSize.ts"
import { type SuppressedCall, suppressedCallColumns, suppressedEvent } from "./suppressed-calls.ts"

/**
 * Adds a call for each contact of a campaign's audience, in parts, so that no transaction runs for
 * long. The start stores who is in the audience and adds the first part; a node adds the
 * others. A part is removed in the transaction that adds its calls, so any node can continue.
 */
export class QueueFilling extends Context.Service<
  QueueFilling,
  {
    /** Stores the members of the audience and adds the first part. Runs in the transaction of the start. */
    readonly begin: (campaign: Campaign) => Effect.Effect<void>
    /** Adds the next part. Returns whether there was one. */
    readonly addPart: (campaign: FilledCampaign) => Effect.Effect<boolean>
    /** Campaigns whose calls are not all added yet. */
    readonly unfinished: Effect.Effect<ReadonlyArray<FilledCampaign>>
  }
>()("carillon/calls/QueueFilling") {
  static readonly layer = Layer.effect(
    QueueFilling,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const dnc = yield* DoNotContact
      const outbox = yield* Outbox
      const signals = yield* Signals
      const partSize = yield* PartSize
      const suppressedColumns = sql.literal(suppressedCallColumns)

      const begin = Effect.fn("QueueFilling.begin")(function* (campaign: Campaign) {
        const { audienceId, id, organizationId } = campaign
        yield* sql`insert into folded_figures (organization_id, campaign_id) values (${organizationId}, ${id})`
        const [{ remaining }] = (yield* sql<{ remaining: number }>`with parts as (
            insert into calls_to_add (campaign_id, part, contact_ids)
            select ${id}::uuid, part, array_agg(contact_id order by contact_id) from (
              select contact_id, (row_number() over (order by contact_id) - 1) / ${partSize}::int as part
                from audience_members where organization_id = ${organizationId} and audience_id = ${audienceId}) m
            group by part returning cardinality(contact_ids) as people
          )
          insert into campaign_fillings (organization_id, campaign_id, remaining)
          select ${organizationId}::int, ${id}::uuid, coalesce(sum(people), 0)::int from parts
          returning remaining`) as [{ remaining: number }]
        yield* addNext(campaign)
        if (remaining > partSize) yield* signals.send("calls-to-move")
      }, Effect.orDie)

      const addPart = (campaign: FilledCampaign) => Effect.orDie(transaction(sql)(addNext(campaign)))

      const addNext = Effect.fn("QueueFilling.addNext")(function* (campaign: FilledCampaign) {
        const { id, organizationId } = campaign
        // Makes an erasure wait for this transaction. Otherwise the erasure would miss the rows that are added here.
        yield* lockFilling(sql, organizationId)
        // Share-locks the campaign: it cannot be cancelled between the choice of the status and the commit.
        const [current] = yield* sql<Filled>`select status, f.due_at from campaigns c
            join campaign_fillings f on f.campaign_id = c.id
          where c.id = ${id} for share of c`
        const [part] = yield* sql<Part>`delete from calls_to_add where (campaign_id, part) = (
            select campaign_id, part from calls_to_add where campaign_id = ${id} order by part limit 1 for update skip locked)
          returning contact_ids`
        if (part !== undefined && current !== undefined) yield* addCalls(campaign, part.contactIds, current)
        yield* sql`update campaign_fillings set remaining = remaining - ${part?.contactIds.length ?? 0}
          where campaign_id = ${id}`
        yield* sql`delete from campaign_fillings where campaign_id = ${id} and remaining <= 0`
        if (part !== undefined) yield* signals.send(`campaign:${id}`)
        return part !== undefined
      })

      // Reads tables of src/contacts directly, so that the database creates the rows without sending them here.
      const addCalls = Effect.fnUntraced(function* (
        { id, organizationId }: FilledCampaign,
        contactIds: ReadonlyArray<string>,
        { dueAt, status }: Filled
      ) {
        // The campaign may have ended since its start: then its calls are added as a cancelled or expired one leaves them.
        const reason = overReasons[status] ?? null
        const dueTime = sql`case when d.id is null and ${reason}::text is null then ${dueAt}::timestamptz end`
        yield* sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status,
              next_attempt_at, scheduled_at, suppression, suppression_reason, failure_reason)
          select c.organization_id, ${id}, c.id, c.name, c.phone_number,
              case when d.id is not null then 'SUPPRESSED' when ${reason}::text is not null then 'SKIPPED' else 'PENDING' end,
              ${dueTime}, case when d.id is null then ${dueAt}::timestamptz end,
              case when d.id is not null then 'ORGANIZATION' end, case when d.id is not null then ${doNotContact} end,
              case when d.id is null then ${reason}::text end
            from contacts c
              left join do_not_contact d on d.organization_id = c.organization_id and d.phone_number = c.phone_number
                and (d.expires_at is null or d.expires_at > now())
            where c.organization_id = ${organizationId} and c.id = any(${contactIds}::uuid[])
            order by c.id`
        yield* suppressErased(organizationId, id, contactIds)
        const suppressed = yield* sql<SuppressedCall>`select ${suppressedColumns} from calls c
          where c.campaign_id = ${id} and c.contact_id = any(${contactIds}::uuid[]) and c.status = 'SUPPRESSED'`
        yield* outbox.add(suppressed.map((call) => suppressedEvent(call)))
      })

      // Erased numbers are stored only as a mask and a digest: the mask finds candidates, and `listedAmong`
      // compares digests.
      const suppressErased = Effect.fnUntraced(function* (
        organizationId: number,
        campaignId: string,
        contactIds: ReadonlyArray<string>
      ) {
        const candidates = yield* sql<{ id: string; phoneNumber: string }>`select c.id, c.phone_number
          from calls c where c.campaign_id = ${campaignId} and c.contact_id = any(${contactIds}::uuid[])
            and c.status = 'PENDING' and exists (
              select 1 from do_not_contact d where d.organization_id = ${organizationId} and d.digest is not null
                and d.phone_number = ${sql.literal(maskedNumber.replaceAll("phone_number", "c.phone_number"))})`
        const erased = yield* dnc.listedAmong(candidates.map((it) => ({ ...it, organizationId })))
        const ids = erased.map(({ id }) => id)
        yield* sql`update calls set status = 'SUPPRESSED', next_attempt_at = null, scheduled_at = null,
            suppression = 'ORGANIZATION', suppression_reason = ${doNotContact}
          where organization_id = ${organizationId} and id = any(${ids}::uuid[])`
      })

      const unfinished = sql<FilledCampaign>`select organization_id, campaign_id as id from campaign_fillings
        order by due_at, campaign_id`.pipe(Effect.orDie)

      return QueueFilling.of({ begin, addPart, unfinished })
    })
  )
}

type FilledCampaign = Pick<Campaign, "organizationId" | "id">

interface Filled {
  readonly status: Campaign["status"]
  readonly dueAt: Date
}

interface Part {
  readonly contactIds: ReadonlyArray<string>
}

/** Reasons of the calls of campaigns that were over before all their calls were added. */
const overReasons: Partial<Record<Campaign["status"], string>> = {
  CANCELLED: "Campaign Cancelled",
  COMPLETED: "Campaign Ended"
}
