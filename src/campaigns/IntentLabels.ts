import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import type { SecurityLogAction } from "../domain/accounts/SecurityLogAction.ts"
import type { Campaign } from "../domain/campaigns/Campaign.ts"
import {
  type IntentLabel,
  type IntentLabelChanges,
  maxCustomLabels,
  type NewIntentLabel
} from "../domain/campaigns/IntentLabel.ts"
import { foldName } from "../domain/text/text.ts"
import { newId } from "../platform/ids.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { type CampaignNotFound, Campaigns, requireStatus, type WrongState } from "./Campaigns.ts"
import { labelColumns, labelRows } from "./label-rows.ts"

export class IntentLabelNotFound extends Schema.TaggedError<IntentLabelNotFound>()("IntentLabelNotFound", {}) {}
export class LabelNameTaken extends Schema.TaggedError<LabelNameTaken>()("LabelNameTaken", { name: Schema.String }) {}
/** The request breaks a rule of the campaign's labels. */
export class LabelRefused extends Schema.TaggedError<LabelRefused>()("LabelRefused", {
  /** The invalid field, or empty. */
  path: Schema.String,
  message: Schema.String
}) {}

type Refused = CampaignNotFound | LabelRefused | WrongState

/** The intent labels of a campaign. They can be read at any time, and changed while the campaign is a draft. */
export class IntentLabels extends Context.Service<
  IntentLabels,
  {
    readonly list: (
      organizationId: number,
      campaignId: string
    ) => Effect.Effect<ReadonlyArray<IntentLabel>, CampaignNotFound>
    /** Adds a label after all others. */
    readonly add: (
      organizationId: number,
      campaignId: string,
      label: NewIntentLabel
    ) => Effect.Effect<IntentLabel, Refused | LabelNameTaken>
    readonly update: (
      organizationId: number,
      campaignId: string,
      id: string,
      changes: IntentLabelChanges
    ) => Effect.Effect<IntentLabel, Refused | IntentLabelNotFound | LabelNameTaken>
    readonly reorder: (
      organizationId: number,
      campaignId: string,
      orderedIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<IntentLabel>, Refused>
    readonly remove: (
      organizationId: number,
      campaignId: string,
      id: string
    ) => Effect.Effect<void, Refused | IntentLabelNotFound>
  }
>()("carillon/campaigns/IntentLabels") {
  static readonly layer = Layer.effect(
    IntentLabels,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const campaigns = yield* Campaigns
      const log = yield* SecurityLog
      const columns = sql.literal(labelColumns)

      const labels = (organizationId: number, campaignId: string) =>
        labelRows(sql`select ${columns} from intent_labels l
          where l.organization_id = ${organizationId} and l.campaign_id = ${campaignId} order by l.sort_order`)

      const list = Effect.fn("IntentLabels.list")(
        function* (organizationId: number, campaignId: string) {
          yield* campaigns.get(organizationId, campaignId)
          return yield* labels(organizationId, campaignId)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      // Every change locks the campaign, so that it stays a draft and its labels do not change meanwhile.
      const add = Effect.fn("IntentLabels.add")(
        function* (organizationId: number, campaignId: string, label: NewIntentLabel) {
          const campaign = yield* campaigns.lock(organizationId, campaignId)
          const others = yield* labels(organizationId, campaignId)
          if (others.filter(({ isCustom }) => isCustom).length >= maxCustomLabels) {
            return yield* new LabelRefused({
              path: "",
              message: `A campaign has at most ${maxCustomLabels} custom labels; delete one first`
            })
          }
          yield* requireStatus(campaign, ["DRAFT"])
          yield* requireFreeName(others, label.name)
          const [added] = yield* labelRows(
            sql`insert into intent_labels as l ${sql.insert({
              organizationId,
              campaignId,
              id: newId(),
              ...toRow(label),
              isSystem: false,
              isCustom: true,
              sortOrder: Math.max(...others.map(({ sortOrder }) => sortOrder)) + 1
            })} returning ${columns}`
          )
          const { id, name, retryBehavior } = added as IntentLabel
          yield* note(campaign, "label.create", id, { name, retryBehavior })
          return added as IntentLabel
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const update = Effect.fn("IntentLabels.update")(
        function* (organizationId: number, campaignId: string, id: string, changes: IntentLabelChanges) {
          const campaign = yield* campaigns.lock(organizationId, campaignId)
          const all = yield* labels(organizationId, campaignId)
          const before = yield* findLabel(all, id)
          yield* requireSameMeaning(before, changes)
          yield* requireStatus(campaign, ["DRAFT"])
          if (changes.name !== undefined) {
            yield* requireFreeName(
              all.filter((label) => label !== before),
              changes.name
            )
          }
          const row = toRow(changes)
          if (Object.keys(row).length === 0) return before
          const [updated] = yield* labelRows(sql`update intent_labels l set ${sql.update(row)}
            where l.organization_id = ${organizationId} and l.id = ${before.id} returning ${columns}`)
          yield* note(campaign, "label.update", before.id, { before: before.name, ...changes })
          return updated as IntentLabel
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const reorder = Effect.fn("IntentLabels.reorder")(
        function* (organizationId: number, campaignId: string, orderedIds: ReadonlyArray<string>) {
          const campaign = yield* campaigns.lock(organizationId, campaignId)
          const wanted = orderedIds.map((id) => id.toLowerCase())
          const existing = new Set((yield* labels(organizationId, campaignId)).map(({ id }) => id))
          if (wanted.length !== existing.size || new Set(wanted).intersection(existing).size !== existing.size) {
            return yield* new LabelRefused({
              path: "orderedIds",
              message: `must name each of the campaign's ${existing.size} labels once`
            })
          }
          yield* requireStatus(campaign, ["DRAFT"])
          yield* sql`update intent_labels l set sort_order = o.place - 1
            from unnest(${wanted}::uuid[]) with ordinality as o (id, place)
            where l.organization_id = ${organizationId} and l.campaign_id = ${campaignId} and l.id = o.id`
          yield* note(campaign, "label.reorder", campaignId, { orderedIds: wanted })
          return yield* labels(organizationId, campaignId)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("IntentLabels.remove")(
        function* (organizationId: number, campaignId: string, id: string) {
          const campaign = yield* campaigns.lock(organizationId, campaignId)
          const label = yield* findLabel(yield* labels(organizationId, campaignId), id)
          if (label.isSystem) {
            return yield* new LabelRefused({
              path: "",
              message: `${label.name} is a system label: it cannot be deleted, only renamed or recoloured`
            })
          }
          const tagged = yield* taggedCalls(campaignId, label.id)
          if (tagged > 0) {
            const calls = tagged === 1 ? "1 call is" : `${tagged} calls are`
            return yield* new LabelRefused({ path: "", message: `${calls} tagged with ${label.name}: it must stay` })
          }
          yield* requireStatus(campaign, ["DRAFT"])
          yield* sql`delete from intent_labels where organization_id = ${organizationId} and id = ${label.id}`
          yield* note(campaign, "label.delete", label.id, { name: label.name })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const note = (
        { id, organizationId }: Campaign,
        action: SecurityLogAction,
        target: string,
        details: Schema.JsonObject
      ) => log.append(organizationId, { action, target, details: { campaignId: id, ...details } })

      // Reads a table that belongs to src/calls, which this folder must not import. No other code outside of src/calls
      // reads the table. Labels can be deleted in drafts only, which normally have no calls.
      const taggedCalls = (campaignId: string, id: string) =>
        Effect.map(
          sql<{ calls: number }>`select calls from label_figures
            where campaign_id = ${campaignId} and intent_label_id = ${id}`,
          ([figures]) => figures?.calls ?? 0
        )

      return IntentLabels.of({ list, add, update, reorder, remove })
    })
  )
}

const findLabel = (labels: ReadonlyArray<IntentLabel>, id: string) => {
  const label = labels.find((one) => one.id === id.toLowerCase())
  return label === undefined ? Effect.fail(new IntentLabelNotFound()) : Effect.succeed(label)
}

const requireFreeName = (others: ReadonlyArray<IntentLabel>, name: string) => {
  const folded = foldName(name)
  const taken = others.find((label) => foldName(label.name) === folded)
  return taken === undefined ? Effect.void : Effect.fail(new LabelNameTaken({ name: taken.name }))
}

// Fails if the change affects the meaning of a system label, which clients must not change.
const requireSameMeaning = ({ isSystem, name }: IntentLabel, changes: IntentLabelChanges) => {
  const field = (["isPositive", "retryBehavior"] as const).find((one) => changes[one] !== undefined)
  return !isSystem || field === undefined
    ? Effect.void
    : Effect.fail(
        new LabelRefused({
          path: field,
          message: `cannot be changed: ${name} is a system label, which has only name and color`
        })
      )
}

const toRow = (fields: IntentLabelChanges) => ({
  ...fields,
  ...(fields.name !== undefined && { foldedName: foldName(fields.name) })
})
