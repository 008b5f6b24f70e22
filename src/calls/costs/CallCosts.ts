import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Prices } from "../../accounts/Prices.ts"
import { type CostSummary, costSummary } from "../../domain/costs/cost-summary.ts"
import { addLines, billedCall, changeOfLines, priced } from "../../domain/costs/pricing.ts"
import { addUsages, type BilledUsage, type CostLine } from "../../domain/costs/Usage.ts"
import { AppConfig } from "../../platform/config.ts"
import { transaction } from "../../platform/sql/transaction.ts"

interface Attempt {
  readonly organizationId: number
  readonly id: string
}

/** The call to a transfer target. */
interface Leg {
  readonly account: string
  readonly phoneNumber: string
  readonly seconds: number
}

interface CampaignOf {
  readonly organizationId: number
  readonly campaignId: string
}

/**
 * The costs of attempts, and their sums by campaign and month. A sum changes in the transaction that changes the usage
 * of an attempt, by the difference between its lines before and after: repeated reports count once.
 */
export class CallCosts extends Context.Service<
  CallCosts,
  {
    /**
     * Counts what a conversation has used and what the carrier bills for its seconds, and returns the costs of the
     * attempt. Call this in the transaction that ends the attempt, after the attempt was locked; 0 seconds keep what an
     * earlier report has counted.
     */
    readonly settle: (attempt: Attempt, call: EndedCall) => Effect.Effect<CostSummary>
    /** Counts the usage of a conversation that was stored only after its attempt had ended. */
    readonly conversationStored: (attempt: Attempt) => Effect.Effect<void>
    /** Adds what the carrier bills for the leg of a transfer target. Call this once for each leg. */
    readonly addLeg: (attempt: Attempt, leg: Leg) => Effect.Effect<void>
    /** Adds the usage of an analysis, or of the briefing of a transfer target, to its attempt. */
    readonly addUsage: (attempt: Attempt, usage: ReadonlyArray<BilledUsage>) => Effect.Effect<void>
    /** Adds usage to a campaign that belongs to none of its calls. */
    readonly addToCampaign: (campaign: CampaignOf, usage: ReadonlyArray<BilledUsage>) => Effect.Effect<void>
    /** The costs of the attempts of a call that have any, by the number of the attempt. */
    readonly ofCall: (organizationId: number, callId: string) => Effect.Effect<ReadonlyMap<number, CostSummary>>
  }
>()("carillon/calls/CallCosts") {
  static readonly layer = Layer.effect(
    CallCosts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { table } = yield* Prices
      const { carrier } = yield* AppConfig

      const settle: CallCosts["Service"]["settle"] = Effect.fn("CallCosts.settle")(function* (attempt, call) {
        const billed = call.seconds > 0 ? [billedCall(table, { ...call, vendor: carrier })] : []
        const conversation = call.usage?.map((usage) => priced(table, usage))
        const isUnused = billed.length === 0 && (conversation ?? []).length === 0
        const lines = isUnused
          ? yield* linesOf(attempt)
          : yield* change(attempt, (before) => [
              ...(conversation ?? before.filter(isOfConversation)),
              ...(billed.length > 0 ? billed : before.filter(isOfCarrier)),
              ...before.filter(isOfTransfer),
              ...before.filter(isOfAnalysis)
            ])
        return costSummary(lines, table?.currency)
      }, Effect.orDie)

      const conversationStored: CallCosts["Service"]["conversationStored"] = Effect.fn("CallCosts.conversationStored")(
        function* ({ id, organizationId }) {
          // Waits for a settlement that is under way: one that begins later finds the usage.
          const [attempt] = yield* sql<{ hasEnded: boolean }>`select ended_at is not null as has_ended from attempts
            where organization_id = ${organizationId} and id = ${id} for share`
          if (attempt?.hasEnded !== true) return
          const [call] = yield* sql<Omit<EndedCall, "seconds">>`select a.account, a.phone_number, t.usage
            from attempts a left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
            where a.organization_id = ${organizationId} and a.id = ${id}`
          if (call !== undefined) yield* transaction(sql)(settle({ organizationId, id }, { ...call, seconds: 0 }))
        },
        Effect.orDie
      )

      const addLeg: CallCosts["Service"]["addLeg"] = Effect.fn("CallCosts.addLeg")(function* (attempt, leg) {
        const billed = billedCall(table, { ...leg, vendor: carrier, purpose: "transfer" })
        yield* transaction(sql)(change(attempt, (before) => [...before, billed]))
      }, Effect.orDie)

      const addUsage: CallCosts["Service"]["addUsage"] = Effect.fn("CallCosts.addUsage")(function* (attempt, usage) {
        if (usage.length === 0) return
        const added = usage.map((one) => priced(table, one))
        yield* transaction(sql)(change(attempt, (before) => [...before, ...added]))
      }, Effect.orDie)

      const addToCampaign: CallCosts["Service"]["addToCampaign"] = Effect.fn("CallCosts.addToCampaign")(function* (
        { campaignId, organizationId },
        usage
      ) {
        if (usage.length === 0) return
        const [now] = yield* sql<{ month: string }>`select
              to_char(clock_timestamp() at time zone timezone, 'YYYY-MM-01') as month
            from organizations where id = ${organizationId}`
        if (now === undefined) return
        const lines = addUsages(usage).map((one) => priced(table, one))
        yield* addToSums({ organizationId, campaignId, month: now.month }, lines)
      }, Effect.orDie)

      const linesOf = Effect.fnUntraced(function* ({ id, organizationId }: Attempt) {
        const [row] = yield* sql<{ lines: ReadonlyArray<StoredLine> }>`select lines from attempt_costs
          where organization_id = ${organizationId} and attempt_id = ${id}`
        return (row?.lines ?? []).map(fromStored)
      })

      const change = Effect.fnUntraced(function* (
        { id, organizationId }: Attempt,
        linesAfter: (before: ReadonlyArray<CostLine>) => ReadonlyArray<CostLine>
      ) {
        const first = addLines(linesAfter([]))
        const [added] = yield* sql<Omit<CostRow, "lines">>`insert into attempt_costs
            (organization_id, attempt_id, campaign_id, month, lines)
          select a.organization_id, a.id, a.campaign_id, date_trunc('month', a.started_at at time zone o.timezone),
              ${JSON.stringify(first.map(toStored))}::jsonb
            from attempts a join organizations o on o.id = a.organization_id
            where a.organization_id = ${organizationId} and a.id = ${id}
          on conflict do nothing returning campaign_id, to_char(month, 'YYYY-MM-DD') as month`
        if (added !== undefined) {
          yield* addToSums({ organizationId, ...added }, changeOfLines([], first))
          return first
        }
        const [row] = yield* sql<CostRow>`select campaign_id, to_char(month, 'YYYY-MM-DD') as month, lines
          from attempt_costs where organization_id = ${organizationId} and attempt_id = ${id} for update`
        if (row === undefined) return []
        const before = row.lines.map(fromStored)
        const after = addLines(linesAfter(before))
        yield* sql`update attempt_costs set lines = ${JSON.stringify(after.map(toStored))}::jsonb
          where organization_id = ${organizationId} and attempt_id = ${id}`
        yield* addToSums({ organizationId, ...row }, changeOfLines(before, after))
        return after
      })

      // Ordered, so that concurrent transactions lock the sums in the same order.
      const addToSums = Effect.fnUntraced(function* (
        { campaignId, month, organizationId }: CampaignOf & Pick<CostRow, "month">,
        changes: ReadonlyArray<CostLine>
      ) {
        if (changes.length === 0) return
        yield* sql`insert into campaign_costs as s (organization_id, month, campaign_id, purpose, kind, vendor, model,
            estimated, currency, quantity, micros)
          select ${organizationId}, ${month}::date, ${campaignId}::uuid, purpose, kind, vendor, model,
            estimated, coalesce(currency, ''), quantity, micros
          from jsonb_to_recordset(${JSON.stringify(changes.map(toStored))}::jsonb) t (purpose text, kind text,
            vendor text, model text, estimated boolean, currency text, quantity bigint, micros bigint)
          order by purpose, kind, vendor, model, estimated, currency
          on conflict (organization_id, month, campaign_id, purpose, kind, vendor, model, estimated, currency)
            do update set quantity = s.quantity + excluded.quantity, micros = s.micros + excluded.micros`
      })

      const ofCall: CallCosts["Service"]["ofCall"] = Effect.fn("CallCosts.ofCall")(function* (organizationId, callId) {
        const rows = yield* sql<{
          attemptNo: number
          lines: ReadonlyArray<StoredLine>
        }>`select a.attempt_no, k.lines from attempts a
            join attempt_costs k on k.organization_id = a.organization_id and k.attempt_id = a.id
          where a.organization_id = ${organizationId} and a.call_id = ${callId}`
        return new Map(
          rows.map(({ attemptNo, lines }) => [attemptNo, costSummary(lines.map(fromStored), table?.currency)])
        )
      }, Effect.orDie)

      return CallCosts.of({ settle, conversationStored, addLeg, addUsage, addToCampaign, ofCall })
    })
  )
}

interface EndedCall {
  readonly seconds: number
  readonly account: string
  readonly phoneNumber: string
  /** Used by the conversation; null until it is stored. */
  readonly usage: ReadonlyArray<BilledUsage> | null
}

/** A line as JSON. The amount is a text there, because a number would be rounded. */
interface StoredLine extends Omit<CostLine, "micros"> {
  readonly micros: string
}

interface CostRow {
  readonly campaignId: string
  /** First day of the month. */
  readonly month: string
  readonly lines: ReadonlyArray<StoredLine>
}

const toStored = (line: CostLine): StoredLine => ({ ...line, micros: String(line.micros) })
const fromStored = (line: StoredLine): CostLine => ({ ...line, micros: BigInt(line.micros) })

const isOfTransfer = ({ purpose }: CostLine) => purpose === "transfer"
const isOfCarrier = (line: CostLine) => line.kind === "carrier" && !isOfTransfer(line)
const isOfAnalysis = ({ purpose }: CostLine) => purpose === "analysis"
const isOfConversation = (line: CostLine) => !isOfCarrier(line) && !isOfTransfer(line) && !isOfAnalysis(line)
