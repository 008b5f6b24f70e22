import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import type { FlowChanges, FlowWithVariables, NewFlow } from "../domain/campaigns/Flow.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { newId } from "../platform/ids.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { campaignsUsing, notOver } from "./campaigns-using.ts"

export class FlowNotFound extends Schema.TaggedError<FlowNotFound>()("FlowNotFound", {}) {}
/** The flow cannot be deleted: these campaigns need it. */
export class FlowInUse extends Schema.TaggedError<FlowInUse>()("FlowInUse", {
  campaigns: Schema.Array(Schema.String)
}) {}

/** What is heard of a flow, whoever is called. */
export type SpeakingFlow = Pick<FlowWithVariables, "language" | "voiceGender" | "ttsProvider" | "initialPrompt">

/** What a call says and how: the configuration of the conversation. */
export class Flows extends Context.Service<
  Flows,
  {
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<FlowWithVariables>>
    readonly get: (organizationId: number, id: string) => Effect.Effect<FlowWithVariables, FlowNotFound>
    /** Those that speak in campaigns that dial now, of all organizations. */
    readonly inUse: Effect.Effect<ReadonlyArray<SpeakingFlow>>
    /** Its knowledge base is held by whoever names one: see `rag/FlowKnowledge`. */
    readonly create: (organizationId: number, flow: NewFlow) => Effect.Effect<FlowWithVariables>
    readonly update: (
      organizationId: number,
      id: string,
      changes: FlowChanges,
      /** Who changes it, as the security log names it. */
      actor: string
    ) => Effect.Effect<FlowWithVariables, FlowNotFound>
    /** Keeps it from being deleted until the transaction ends. */
    readonly hold: (organizationId: number, id: string) => Effect.Effect<void, FlowNotFound>
    /** Deletes a flow that no campaign needs which is not over. */
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, FlowNotFound | FlowInUse>
  }
>()("carillon/campaigns/Flows") {
  static readonly layer = Layer.effect(
    Flows,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const columns = sql.literal(`id, name, type, language, voice_gender as "voiceGender",
        tts_provider as "ttsProvider", llm_provider as "llmProvider", system_instruction as "systemInstruction",
        initial_prompt as "initialPrompt", allow_interrupts as "allowInterrupts",
        knowledge_base_id as "knowledgeBaseId", variables, organization_id::text as "organizationId",
        created_at as "createdAt", updated_at as "updatedAt"`)

      const toRow = (fields: FlowChanges) => ({
        ...(fields.name !== undefined && { name: fields.name }),
        ...(fields.type !== undefined && { type: fields.type }),
        ...(fields.language !== undefined && { language: fields.language }),
        ...(fields.voiceGender !== undefined && { voice_gender: fields.voiceGender }),
        ...(fields.ttsProvider !== undefined && { tts_provider: fields.ttsProvider }),
        ...(fields.llmProvider !== undefined && { llm_provider: fields.llmProvider }),
        ...(fields.systemInstruction !== undefined && { system_instruction: fields.systemInstruction }),
        ...(fields.initialPrompt !== undefined && { initial_prompt: fields.initialPrompt }),
        ...(fields.allowInterrupts !== undefined && { allow_interrupts: fields.allowInterrupts }),
        ...(fields.knowledgeBaseId !== undefined && { knowledge_base_id: fields.knowledgeBaseId }),
        ...(fields.variables !== undefined && { variables: sql.json(fields.variables) })
      })

      const list = Effect.fn("Flows.list")(
        (organizationId: number, page: Page) =>
          newestFirst<FlowWithVariables>(sql, columns, sql`from flows where organization_id = ${organizationId}`, page),
        Effect.orDie
      )

      const get = Effect.fn("Flows.get")(
        function* (organizationId: number, id: string) {
          if (!isUuid(id)) return yield* new FlowNotFound()
          const [flow] = yield* sql<FlowWithVariables>`select ${columns} from flows
          where organization_id = ${organizationId} and id = ${id}`
          return flow ?? (yield* new FlowNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const inUse = sql<SpeakingFlow>`select distinct language, voice_gender as "voiceGender",
          tts_provider as "ttsProvider", initial_prompt as "initialPrompt"
        from flows f where exists (select from campaigns c
          where c.organization_id = f.organization_id and c.flow_id = f.id and c.status = 'IN_PROGRESS')`.pipe(
        Effect.orDie
      )

      const create = Effect.fn("Flows.create")(
        function* (organizationId: number, flow: NewFlow) {
          const id = newId()
          const [created] = yield* sql<FlowWithVariables>`insert into flows
            ${sql.insert({ organization_id: organizationId, id, ...toRow(flow) })} returning ${columns}`
          yield* log.append(organizationId, { actor: "admin", action: "flow.create", target: id })
          return created as FlowWithVariables
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const update = Effect.fn("Flows.update")(
        function* (organizationId: number, id: string, changes: FlowChanges, actor: string) {
          const before = yield* get(organizationId, id)
          const row = toRow(changes)
          if (Object.keys(row).length === 0) return before
          const [updated] = yield* sql<FlowWithVariables>`update flows set ${sql.update(row)}, updated_at = now()
            where organization_id = ${organizationId} and id = ${id} returning ${columns}`
          if (updated === undefined) return yield* new FlowNotFound()
          const details = { fields: Object.keys(changes) }
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

      const hold = Effect.fn("Flows.hold")((organizationId: number, id: string) =>
        lock(organizationId, id, "key share")
      )

      const remove = Effect.fn("Flows.remove")(
        function* (organizationId: number, id: string) {
          // A campaign that is being made of it holds it: whoever comes second sees what the first has done.
          yield* lock(organizationId, id, "update")
          const campaigns = yield* campaignsUsing(sql, organizationId, { flowId: id }, notOver)
          if (campaigns.length > 0) return yield* new FlowInUse({ campaigns })
          yield* sql`delete from flows where organization_id = ${organizationId} and id = ${id}`
          yield* log.append(organizationId, { actor: "admin", action: "flow.delete", target: id })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Flows.of({ list, get, inUse, create, update, hold, remove })
    })
  )
}
