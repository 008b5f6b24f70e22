import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { type FlowChanges, FlowWithVariables, type NewFlow } from "../domain/campaigns/Flow.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { campaignsUsing, notOver } from "./campaigns-using.ts"
import { type ModelRefused, Models } from "./Models.ts"

export class FlowNotFound extends Schema.TaggedError<FlowNotFound>()("FlowNotFound", {}) {}
/** The flow cannot be deleted because these campaigns use it. */
export class FlowInUse extends Schema.TaggedError<FlowInUse>()("FlowInUse", {
  campaigns: Schema.Array(Schema.String)
}) {}

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
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<FlowWithVariables>>
    readonly get: (organizationId: number, id: string) => Effect.Effect<FlowWithVariables, FlowNotFound>
    /** The flows of all running campaigns, each once for its organization, with the campaign that started last. */
    readonly inUse: Effect.Effect<ReadonlyArray<SpeakingFlow>>
    /** Creates a flow. The caller must have locked the flow's knowledge base: see `rag/FlowKnowledge`. */
    readonly create: (organizationId: number, flow: NewFlow) => Effect.Effect<FlowWithVariables, ModelRefused>
    readonly update: (
      organizationId: number,
      id: string,
      changes: FlowChanges,
      /** The author of the change, for the security log. */
      actor: string
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | ModelRefused>
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

      const columns = sql.literal(`id, name, type, language, voice_gender, tts_provider, llm_provider,
        system_instruction, initial_prompt, allow_interrupts, knowledge_base_id, opt_out_key, opt_out_by_model_only, languages, model,
        reasoning_effort, temperature, variables,
        organization_id, created_at, updated_at`)

      const toRow = ({ languages, variables, ...fields }: FlowChanges) => ({
        ...fields,
        ...(languages !== undefined && { languages: sql.json(languages) }),
        ...(variables !== undefined && { variables: sql.json(variables) })
      })

      const list = Effect.fn("Flows.list")(
        (organizationId: number, page: Page) =>
          newestFirst(sql, columns, sql`from flows where organization_id = ${organizationId}`, page, flowRows),
        Effect.orDie
      )

      const get = Effect.fn("Flows.get")(
        function* (organizationId: number, id: string) {
          const [flow] = yield* flowRows(sql`select ${columns} from flows
            where organization_id = ${organizationId} and id = ${id}`)
          return flow ?? (yield* new FlowNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const inUse = speakingFlowRows(sql`
        select distinct on (f.organization_id, f.language, f.voice_gender, f.tts_provider, f.initial_prompt)
          f.language, f.voice_gender, f.tts_provider, f.initial_prompt, c.organization_id, c.id as campaign_id
        from flows f join campaigns c on c.organization_id = f.organization_id and c.flow_id = f.id
        where c.status = 'IN_PROGRESS'
        order by f.organization_id, f.language, f.voice_gender, f.tts_provider, f.initial_prompt, c.started_at desc`).pipe(
        Effect.orDie
      )

      const create = Effect.fn("Flows.create")(
        function* (organizationId: number, flow: NewFlow) {
          if (flow.model !== null) yield* models.require(organizationId, flow.model)
          const id = newId()
          const [created] = yield* flowRows(sql`insert into flows
            ${sql.insert({ organizationId, id, ...toRow(flow) })} returning ${columns}`)
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
        function* (organizationId: number, id: string, changes: FlowChanges, actor: string) {
          const before = yield* get(organizationId, id)
          // A flow keeps a model that was removed from the settings until an operator chooses another.
          if (changes.model != null && changes.model !== before.model)
            yield* models.require(organizationId, changes.model)
          const row = toRow(changes)
          if (Object.keys(row).length === 0) return before
          const [updated] = yield* flowRows(sql`update flows set ${sql.update(row)}, updated_at = now()
            where organization_id = ${organizationId} and id = ${id} returning ${columns}`)
          if (updated === undefined) return yield* new FlowNotFound()
          const { model, optOutByModelOnly } = changes
          const details = {
            fields: Object.keys(changes),
            ...(optOutByModelOnly !== undefined && { optOutByModelOnly }),
            ...(model !== undefined && { model })
          }
          yield* log.append(organizationId, { actor, action: "flow.update", target: id, details })
          return updated
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const lock = Effect.fnUntraced(
        function* (organizationId: number, id: string, mode: "key share" | "update") {
          if (!isUuid(id)) return yield* new FlowNotFound()
          const locked = yield* sql`select 1 from flows
          where organization_id = ${organizationId} and id = ${id} for ${sql.literal(mode)}`
          if (locked.length === 0) return yield* new FlowNotFound()
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const shareLock = Effect.fn("Flows.shareLock")((organizationId: number, id: string) =>
        lock(organizationId, id, "key share")
      )

      const remove = Effect.fn("Flows.remove")(
        function* (organizationId: number, id: string) {
          // Creating a campaign share-locks its flow, so the later of the two transactions sees the earlier one's
          // result.
          yield* lock(organizationId, id, "update")
          const campaigns = yield* campaignsUsing(sql, organizationId, { flowId: id }, notOver)
          if (campaigns.length > 0) return yield* new FlowInUse({ campaigns })
          yield* sql`delete from flows where organization_id = ${organizationId} and id = ${id}`
          yield* log.append(organizationId, { action: "flow.delete", target: id })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Flows.of({ list, get, inUse, create, update, shareLock, remove })
    })
  )
}

const flowRows = rowsOf(FlowWithVariables)
const speakingFlowRows = rowsOf(SpeakingFlow)
