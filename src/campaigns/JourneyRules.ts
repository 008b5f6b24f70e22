import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { IntentLabel } from "../domain/campaigns/IntentLabel.ts"
import { JourneyRule, type NewJourneyRule } from "../domain/campaigns/JourneyRule.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { type CampaignNotFound, Campaigns } from "./Campaigns.ts"
import { IntentLabelNotFound } from "./IntentLabels.ts"
import { labelColumns, labelRows } from "./label-rows.ts"

export class JourneyRuleNotFound extends Schema.TaggedError<JourneyRuleNotFound>()("JourneyRuleNotFound", {}) {}

/**
 * The journey rules of a campaign: the action after each label. A label has at most one rule, which can change any
 * time.
 */
export class JourneyRules extends Context.Service<
  JourneyRules,
  {
    /** Lists the rules in the order of their labels. */
    readonly list: (
      organizationId: number,
      campaignId: string
    ) => Effect.Effect<ReadonlyArray<JourneyRule>, CampaignNotFound>
    /** Creates the rule of a label, or replaces it. */
    readonly put: (
      organizationId: number,
      campaignId: string,
      labelId: string,
      rule: NewJourneyRule
    ) => Effect.Effect<JourneyRule, CampaignNotFound | IntentLabelNotFound>
    readonly remove: (
      organizationId: number,
      campaignId: string,
      labelId: string
    ) => Effect.Effect<void, CampaignNotFound | JourneyRuleNotFound>
  }
>()("carillon/campaigns/JourneyRules") {
  static readonly layer = Layer.effect(
    JourneyRules,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const campaigns = yield* Campaigns
      const log = yield* SecurityLog

      const list = Effect.fn("JourneyRules.list")(
        function* (organizationId: number, campaignId: string) {
          yield* campaigns.get(organizationId, campaignId)
          const rows = yield* labeledRuleRows(sql`
            select ${sql.literal(labelColumns)}, r.id as rule_id, r.campaign_id, r.action, r.retry_delay_minutes
            from journey_rules r
            join intent_labels l on l.organization_id = r.organization_id and l.id = r.intent_label_id
            where r.organization_id = ${organizationId} and r.campaign_id = ${campaignId} order by l.sort_order`)
          return rows.map(({ ruleId, campaignId, action, retryDelayMinutes, ...intentLabel }) => ({
            ...{ id: ruleId, campaignId, intentLabelId: intentLabel.id, action, retryDelayMinutes },
            intentLabel
          }))
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const put = Effect.fn("JourneyRules.put")(
        function* (organizationId: number, campaignId: string, labelId: string, rule: NewJourneyRule) {
          yield* campaigns.get(organizationId, campaignId)
          // Share-locks the label, so that it cannot be deleted before its rule is stored.
          const [intentLabel] = yield* labelRows(sql`select ${sql.literal(labelColumns)} from intent_labels l
            where l.organization_id = ${organizationId} and l.campaign_id = ${campaignId} and l.id = ${labelId}
            for key share`)
          if (intentLabel === undefined) return yield* new IntentLabelNotFound()
          const delay = rule.action === "RETRY" ? (rule.retryDelayMinutes ?? null) : null
          const [put] = yield* ruleRows(sql`insert into journey_rules ${sql.insert({
            organizationId,
            campaignId,
            intentLabelId: labelId,
            id: newId(),
            action: rule.action,
            retryDelayMinutes: delay
          })} on conflict (organization_id, campaign_id, intent_label_id)
            do update set action = excluded.action, retry_delay_minutes = excluded.retry_delay_minutes
            returning id, campaign_id, action, retry_delay_minutes`)
          yield* log.append(organizationId, {
            action: "journey-rule.put",
            target: intentLabel.id,
            details: { campaignId, label: intentLabel.name, action: rule.action, retryDelayMinutes: delay }
          })
          return { ...(put as RuleRow), intentLabelId: intentLabel.id, intentLabel }
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("JourneyRules.remove")(
        function* (organizationId: number, campaignId: string, labelId: string) {
          yield* campaigns.get(organizationId, campaignId)
          const removed = yield* sql`delete from journey_rules where organization_id = ${organizationId}
            and campaign_id = ${campaignId} and intent_label_id = ${labelId} returning 1`
          if (removed.length === 0) return yield* new JourneyRuleNotFound()
          yield* log.append(organizationId, {
            action: "journey-rule.delete",
            target: labelId.toLowerCase(),
            details: { campaignId }
          })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return JourneyRules.of({ list, put, remove })
    })
  )
}

const RuleRow = Schema.Struct(Struct.omit(JourneyRule.fields, ["intentLabel", "intentLabelId"]))
type RuleRow = typeof RuleRow.Type

const ruleRows = rowsOf(RuleRow)
const labeledRuleRows = rowsOf(
  Schema.Struct({ ...IntentLabel.fields, ...Struct.omit(RuleRow.fields, ["id"]), ruleId: RuleRow.fields.id })
)
