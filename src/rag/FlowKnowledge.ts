import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { type FlowNotFound, Flows } from "../campaigns/Flows.ts"
import type { ModelRefused } from "../campaigns/Models.ts"
import type { FlowChanges, FlowWithVariables, NewFlow } from "../domain/campaigns/Flow.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { KnowledgeBases, type UnusableKnowledgeBase } from "./KnowledgeBases.ts"

/**
 * Creates and changes flows that answer from a knowledge base, which must belong to the same
 * organization.
 */
export class FlowKnowledge extends Context.Service<
  FlowKnowledge,
  {
    readonly create: (
      organizationId: number,
      flow: NewFlow
    ) => Effect.Effect<FlowWithVariables, UnusableKnowledgeBase | ModelRefused>
    readonly update: (
      organizationId: number,
      id: string,
      changes: FlowChanges,
      /** The member who changes it, as named in the security log. */
      actor: string
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | UnusableKnowledgeBase | ModelRefused>
  }
>()("carillon/rag/FlowKnowledge") {
  static readonly layer = Layer.effect(
    FlowKnowledge,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const flows = yield* Flows
      const knowledgeBases = yield* KnowledgeBases

      const lockBase = (organizationId: number, id: string | null = null) =>
        id === null ? Effect.void : knowledgeBases.shareLock(organizationId, id)

      const create = Effect.fn("FlowKnowledge.create")(
        function* (organizationId: number, flow: NewFlow) {
          yield* lockBase(organizationId, flow.knowledgeBaseId)
          return yield* flows.create(organizationId, flow)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const update = Effect.fn("FlowKnowledge.update")(
        function* (organizationId: number, id: string, changes: FlowChanges, actor: string) {
          yield* flows.get(organizationId, id)
          yield* lockBase(organizationId, changes.knowledgeBaseId)
          return yield* flows.update(organizationId, id, changes, actor)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return FlowKnowledge.of({ create, update })
    })
  )
}
