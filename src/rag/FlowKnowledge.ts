import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { type DraftRefused, FlowDrafts } from "../campaigns/FlowDrafts.ts"
import { type FlowConflict, type FlowNotFound, type FlowRefused, Flows } from "../campaigns/Flows.ts"
import { type FlowVersionNotFound, FlowVersions } from "../campaigns/FlowVersions.ts"
import type { FlowChanges, FlowWithVariables, NewFlow } from "../domain/flows/Flow.ts"
import type { FlowDraft, NewFlowDraft, Publication, Restoration } from "../domain/flows/FlowVersion.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { KnowledgeBases, type UnusableKnowledgeBase } from "./KnowledgeBases.ts"

/**
 * Creates and publishes flows that answer from a knowledge base, which must belong to the same organization, and saves
 * their drafts.
 */
export class FlowKnowledge extends Context.Service<
  FlowKnowledge,
  {
    readonly create: (
      organizationId: number,
      flow: NewFlow
    ) => Effect.Effect<FlowWithVariables, UnusableKnowledgeBase | FlowRefused>
    readonly update: (
      organizationId: number,
      id: string,
      changes: FlowChanges
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | UnusableKnowledgeBase | FlowRefused>
    readonly saveDraft: (
      organizationId: number,
      id: string,
      draft: NewFlowDraft
    ) => Effect.Effect<FlowDraft, FlowNotFound | FlowConflict | UnusableKnowledgeBase | FlowRefused | DraftRefused>
    readonly publishDraft: (
      organizationId: number,
      id: string,
      publication: Publication
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | FlowConflict | UnusableKnowledgeBase | FlowRefused>
    readonly restore: (
      organizationId: number,
      id: string,
      version: number,
      restoration: Restoration
    ) => Effect.Effect<
      FlowWithVariables,
      FlowNotFound | FlowVersionNotFound | FlowConflict | UnusableKnowledgeBase | FlowRefused
    >
  }
>()("carillon/rag/FlowKnowledge") {
  static readonly layer = Layer.effect(
    FlowKnowledge,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const flows = yield* Flows
      const drafts = yield* FlowDrafts
      const versions = yield* FlowVersions
      const knowledgeBases = yield* KnowledgeBases

      // The deletion of a knowledge base locks it before the flows that use it, so it is locked first here too.
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
        function* (organizationId: number, id: string, changes: FlowChanges) {
          yield* flows.get(organizationId, id)
          yield* lockBase(organizationId, changes.knowledgeBaseId)
          return yield* flows.update(organizationId, id, changes)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const saveDraft = Effect.fn("FlowKnowledge.saveDraft")(
        function* (organizationId: number, id: string, draft: NewFlowDraft) {
          yield* flows.get(organizationId, id)
          yield* lockBase(organizationId, draft.flow.knowledgeBaseId)
          return yield* drafts.save(organizationId, id, draft)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      // A draft with the same revision has the same knowledge base.
      const publishDraft = Effect.fn("FlowKnowledge.publishDraft")(
        function* (organizationId: number, id: string, publication: Publication) {
          const { flow, revision } = yield* drafts.get(organizationId, id)
          if (revision === publication.revision) yield* lockBase(organizationId, flow.knowledgeBaseId)
          return yield* drafts.publish(organizationId, id, publication)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const restore = Effect.fn("FlowKnowledge.restore")(
        function* (organizationId: number, id: string, version: number, restoration: Restoration) {
          const { knowledgeBaseId } = yield* versions.get(organizationId, id, version)
          yield* lockBase(organizationId, knowledgeBaseId)
          return yield* versions.restore(organizationId, id, version, restoration)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return FlowKnowledge.of({ create, update, saveDraft, publishDraft, restore })
    })
  )
}
