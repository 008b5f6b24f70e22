import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Equal, Layer, Schema, Struct } from "effect"
import { Requester } from "../accounts/Requester.ts"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { type FlowChanges, type FlowSettings, FlowWithVariables, type NewFlow } from "../domain/flows/Flow.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { nameContains, newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { type ModelRefused, Models } from "./Models.ts"
import { type TransferRefused, TransferTargets } from "./TransferTargets.ts"
import { ToolHeaders } from "./tools/ToolHeaders.ts"
import type { ToolRefused } from "./tools/ToolRefused.ts"
import { campaignsUsing, notOver } from "./used-by/campaigns-using.ts"
import { flowOfCampaign } from "./used-by/flow-of-campaign.ts"

export class FlowNotFound extends Schema.TaggedError<FlowNotFound>()("FlowNotFound", {}) {}
/** The flow cannot be deleted because these campaigns use it. */
export class FlowInUse extends Schema.TaggedError<FlowInUse>()("FlowInUse", {
  campaigns: Schema.Array(Schema.String)
}) {}

/** The flow names something that it cannot use. */
export type FlowRefused = ModelRefused | ToolRefused | TransferRefused

/** Another person or program changed the flow or its draft meanwhile. */
export class FlowConflict extends Schema.TaggedError<FlowConflict>()("FlowConflict", { message: Schema.String }) {}

/** The fields of a flow that determine its opening words and its voice. */
const SpeakingFlow = Schema.Struct({
  ...Struct.pick(FlowWithVariables.fields, ["language", "voiceGender", "ttsProvider", "initialPrompt"]),
  organizationId: Schema.Int,
  campaignId: Schema.String
})
export type SpeakingFlow = typeof SpeakingFlow.Type

/** Flows configure conversations: what the agent says, and how. */
export class Flows extends Context.Service<
  Flows,
  {
    readonly list: (organizationId: number, page: Page, search?: string) => Effect.Effect<Listed<FlowWithVariables>>
    /** Returns what is published. */
    readonly get: (organizationId: number, id: string) => Effect.Effect<FlowWithVariables, FlowNotFound>
    /** Returns the flow of calls in the version that they use; null: what is published. */
    readonly used: (
      organizationId: number,
      use: { readonly flowId: string; readonly flowVersion: number | null }
    ) => Effect.Effect<FlowWithVariables, FlowNotFound>
    /** The flows of all running campaigns, each once for its organization, with the campaign that started last. */
    readonly inUse: Effect.Effect<ReadonlyArray<SpeakingFlow>>
    /** Creates a flow. The caller must have locked the flow's knowledge base: see `rag/FlowKnowledge`. */
    readonly create: (organizationId: number, flow: NewFlow) => Effect.Effect<FlowWithVariables, FlowRefused>
    /** Publishes a new version, unless the changes change nothing. */
    readonly update: (
      organizationId: number,
      id: string,
      changes: FlowChanges,
      /** Why the version is published. Its author is the actor of the request. */
      note?: string | null
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | FlowRefused>
    /** Reads what is published and locks it: no other version is published until the transaction ends. */
    readonly lock: (organizationId: number, id: string) => Effect.Effect<FlowWithVariables, FlowNotFound>
    /** Share-locks the flow: it cannot be deleted until the transaction ends. */
    readonly shareLock: (organizationId: number, id: string) => Effect.Effect<void, FlowNotFound>
    /** Deletes a flow unless a campaign that is not over uses it. */
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, FlowNotFound | FlowInUse>
  }
>()("carillon/campaigns/Flows") {
  static readonly layer = Layer.effect(
    Flows,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const models = yield* Models
      const toolHeaders = yield* ToolHeaders
      const transferTargets = yield* TransferTargets

      const columnsOf = (flow: string, knowledgeBase = "knowledge_base_id") =>
        sql.literal(`id, name, type, language, voice_gender, tts_provider, llm_provider, system_instruction,
          initial_prompt, allow_interrupts, ${knowledgeBase}, opt_out_key, opt_out_by_model_only, languages, model,
          reasoning_effort, temperature, tools, call_data, transfer, machines, keys, variables, recording, keep_transcript,
          contact_fields, organization_id,
          created_at,
          updated_at,
          version, published_by, published_by_name, version_note,
          exists (select from flow_drafts d
            where d.organization_id = ${flow}.organization_id and d.flow_id = ${flow}.id) as has_draft`)
      const columns = columnsOf("flows")
      // An old version may name a knowledge base that was deleted.
      const columnsOfVersion = columnsOf(
        "f",
        `(select b.id from knowledge_bases b
          where b.organization_id = f.organization_id and b.id = f.knowledge_base_id) as knowledge_base_id`
      )

      const toRow = ({
        callData,
        contactFields,
        keys,
        languages,
        machines,
        tools,
        transfer,
        variables,
        ...fields
      }: FlowChanges) => ({
        ...fields,
        ...(contactFields !== undefined && { contactFields: sql.json(contactFields) }),
        ...(languages !== undefined && { languages: sql.json(languages) }),
        ...(callData !== undefined && { callData: callData === null ? null : sql.json(callData) }),
        ...(machines !== undefined && { machines: machines === null ? null : sql.json(machines) }),
        ...(keys !== undefined && { keys: sql.json(keys) }),
        ...(tools !== undefined && { tools: sql.json(tools) }),
        ...(transfer !== undefined && { transfer: transfer === null ? null : sql.json(transfer) }),
        ...(variables !== undefined && { variables: sql.json(variables) })
      })

      const list = Effect.fn("Flows.list")(function* (organizationId: number, page: Page, search?: string) {
        const all = sql`from flows where organization_id = ${organizationId}`
        const those = sql`${all} ${yield* nameContains(sql, all, search)}`
        return yield* newestFirst(sql, columns, those, page, flowRows)
      }, Effect.orDie)

      const select = Effect.fnUntraced(
        function* (organizationId: number, id: string, lock: "" | "for no key update" = "") {
          const [flow] = yield* flowRows(sql`select ${columns} from flows
            where organization_id = ${organizationId} and id = ${id} ${sql.literal(lock)}`)
          return flow ?? (yield* new FlowNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("Flows.get")((organizationId: number, id: string) => select(organizationId, id))

      const used: Flows["Service"]["used"] = Effect.fn("Flows.used")(
        function* (organizationId, { flowId, flowVersion }) {
          const [flow] = yield* flowRows(sql`select ${columnsOfVersion} from (
              select f.* from flows latest
                left join flow_versions v on v.organization_id = latest.organization_id and v.flow_id = latest.id
                  and v.version = ${flowVersion}
                cross join lateral jsonb_populate_record(latest, ${sql.json(settingsOfLaterReleases)} || v.flow) f
              where latest.organization_id = ${organizationId} and latest.id = ${flowId}
            ) f`)
          return flow ?? (yield* new FlowNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const inUse = speakingFlowRows(sql`
        select distinct on (f.organization_id, f.language, f.voice_gender, f.tts_provider, f.initial_prompt)
          f.language, f.voice_gender, f.tts_provider, f.initial_prompt, c.organization_id, c.id as campaign_id
        from campaigns c ${sql.literal(flowOfCampaign())}
        where c.status = 'IN_PROGRESS'
        order by f.organization_id, f.language, f.voice_gender, f.tts_provider, f.initial_prompt, c.started_at desc`).pipe(
        Effect.orDie
      )

      const create = Effect.fn("Flows.create")(
        function* (organizationId: number, flow: NewFlow) {
          if (flow.model !== null) yield* models.require(organizationId, flow.model)
          yield* toolHeaders.requireUsable(organizationId, flow)
          yield* transferTargets.requireKnown(organizationId, flow.transfer)
          const id = newId()
          const { actor, actorName = null } = yield* Requester
          const author = { publishedBy: actor, publishedByName: actorName }
          const [created] = yield* flowRows(sql`insert into flows
            ${sql.insert({ organizationId, id, ...author, ...toRow(flow) })} returning ${columns}`)
          yield* log.append(organizationId, {
            action: "flow.create",
            target: id,
            ...(flow.optOutByModelOnly && { details: { optOutByModelOnly: true } })
          })
          return created as FlowWithVariables
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const update = Effect.fn("Flows.update")(
        function* (organizationId: number, id: string, changes: FlowChanges, note: string | null = null) {
          const before = yield* lock(organizationId, id)
          // A flow keeps a model that was removed from the settings until an operator chooses another.
          if (changes.model != null && changes.model !== before.model)
            yield* models.require(organizationId, changes.model)
          const fields = changedFields(before, changes)
          if (fields.length === 0) return before
          yield* toolHeaders.requireUsable(organizationId, {
            tools: fields.includes("tools") ? (changes.tools ?? []) : [],
            callData: fields.includes("callData") ? (changes.callData ?? null) : null
          })
          if (fields.includes("transfer")) yield* transferTargets.requireKnown(organizationId, changes.transfer ?? null)
          const { actor, actorName = null } = yield* Requester
          const version = before.version + 1
          const author = { publishedBy: actor, publishedByName: actorName, versionNote: note }
          const [updated] = yield* flowRows(sql`update flows
            set ${sql.update({ ...toRow(changes), ...author, version })}, updated_at = clock_timestamp()
            where organization_id = ${organizationId} and id = ${id} returning ${columns}`)
          if (updated === undefined) return yield* new FlowNotFound()
          const { model, optOutByModelOnly } = changes
          const details = {
            fields,
            version,
            ...(note !== null && { note }),
            ...(optOutByModelOnly !== undefined && { optOutByModelOnly }),
            ...(model !== undefined && { model })
          }
          yield* log.append(organizationId, { action: "flow.update", target: id, details })
          return updated
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const lock = Effect.fn("Flows.lock")((organizationId: number, id: string) =>
        select(organizationId, id, "for no key update")
      )

      const lockRow = Effect.fnUntraced(
        function* (organizationId: number, id: string, mode: "key share" | "update") {
          if (!isUuid(id)) return yield* new FlowNotFound()
          const locked = yield* sql`select 1 from flows
          where organization_id = ${organizationId} and id = ${id} for ${sql.literal(mode)}`
          if (locked.length === 0) return yield* new FlowNotFound()
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const shareLock = Effect.fn("Flows.shareLock")((organizationId: number, id: string) =>
        lockRow(organizationId, id, "key share")
      )

      const remove = Effect.fn("Flows.remove")(
        function* (organizationId: number, id: string) {
          // Creating a campaign share-locks its flow, so the later of the two transactions sees the earlier one's
          // result.
          yield* lockRow(organizationId, id, "update")
          const campaigns = yield* campaignsUsing(sql, organizationId, { flowId: id }, notOver)
          if (campaigns.length > 0) return yield* new FlowInUse({ campaigns })
          yield* sql`delete from flows where organization_id = ${organizationId} and id = ${id}`
          yield* log.append(organizationId, { action: "flow.delete", target: id })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Flows.of({ list, get, used, inUse, create, update, lock, shareLock, remove })
    })
  )
}

/** Says who published the current version of a flow. */
export const publisherOf = ({ publishedBy, publishedByName, updatedAt, version }: FlowWithVariables): string =>
  `${publishedByName ?? publishedBy ?? "Somebody"} published version ${version} at ${updatedAt.toISOString()}`

/** Returns the settings that the changes make different. */
const changedFields = (before: FlowSettings, changes: FlowChanges) =>
  Struct.keys(changes).filter((field) => !Equal.equals(changes[field], before[field]))

/** Settings that a version lacks if it was published before they existed. */
const settingsOfLaterReleases = {
  tools: [],
  call_data: null,
  transfer: null,
  machines: null,
  keys: [],
  recording: "OFF",
  keep_transcript: true,
  contact_fields: []
}

const flowRows = rowsOf(FlowWithVariables)
const speakingFlowRows = rowsOf(SpeakingFlow)
