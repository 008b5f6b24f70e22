import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Requester } from "../accounts/Requester.ts"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { KnowledgeBase, type KnowledgeBaseChanges, type NewKnowledgeBase } from "../domain/knowledge/KnowledgeBase.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { Signals } from "../events/Signals.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { StrayFiles } from "./StrayFiles.ts"

export class KnowledgeBaseNotFound extends Schema.TaggedError<KnowledgeBaseNotFound>()("KnowledgeBaseNotFound", {}) {}
/** The knowledge base exists, but belongs to another organization. */
export class ForeignKnowledgeBase extends Schema.TaggedError<ForeignKnowledgeBase>()("ForeignKnowledgeBase", {}) {}

/** The reason why an organization cannot use a knowledge base. */
export type UnusableKnowledgeBase = KnowledgeBaseNotFound | ForeignKnowledgeBase

/** Collections of documents from which calls are answered. */
export class KnowledgeBases extends Context.Service<
  KnowledgeBases,
  {
    /** Lists the organization's knowledge bases, newest first. */
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<KnowledgeBase>>
    readonly get: (organizationId: number, id: string) => Effect.Effect<KnowledgeBase, UnusableKnowledgeBase>
    readonly create: (organizationId: number, given: NewKnowledgeBase) => Effect.Effect<KnowledgeBase>
    readonly update: (
      organizationId: number,
      id: string,
      changes: KnowledgeBaseChanges
    ) => Effect.Effect<KnowledgeBase, UnusableKnowledgeBase>
    /** Removes a knowledge base with its documents; flows that used it continue without it. */
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, UnusableKnowledgeBase>
    /** Share-locks the knowledge base: it cannot be deleted until the transaction ends. */
    readonly shareLock: (organizationId: number, id: string) => Effect.Effect<void, UnusableKnowledgeBase>
  }
>()("carillon/rag/KnowledgeBases") {
  static readonly layer = Layer.effect(
    KnowledgeBases,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const strayFiles = yield* StrayFiles
      const signals = yield* Signals
      const log = yield* SecurityLog

      const columns = sql.literal(`id, name, description, organization_id, created_at, updated_at,
        json_build_object('documents', (select count(*) from documents d
          where d.knowledge_base_id = knowledge_bases.id)) as "_count"`)

      const list = Effect.fn("KnowledgeBases.list")(
        (organizationId: number) =>
          knowledgeBaseRows(sql`select ${columns} from knowledge_bases
            where organization_id = ${organizationId} order by id desc`),
        Effect.orDie
      )

      const get = Effect.fn("KnowledgeBases.get")(
        function* (organizationId: number, id: string) {
          yield* find(organizationId, id)
          const [found] = yield* knowledgeBaseRows(sql`select ${columns} from knowledge_bases
            where organization_id = ${organizationId} and id = ${id}`)
          return found ?? (yield* new KnowledgeBaseNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const create = Effect.fn("KnowledgeBases.create")(function* (
        organizationId: number,
        { name, description = null }: NewKnowledgeBase
      ) {
        const [created] = yield* knowledgeBaseRows(sql`insert into knowledge_bases
          ${sql.insert({ organizationId, id: newId(), name, description })} returning ${columns}`)
        return created as KnowledgeBase
      }, Effect.orDie)

      const update = Effect.fn("KnowledgeBases.update")(
        function* (organizationId: number, id: string, { name, description }: KnowledgeBaseChanges) {
          const before = yield* get(organizationId, id)
          const row = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
          if (Object.keys(row).length === 0) return before
          const [updated] =
            yield* knowledgeBaseRows(sql`update knowledge_bases set ${sql.update(row)}, updated_at = now()
            where organization_id = ${organizationId} and id = ${id} returning ${columns}`)
          return updated ?? (yield* new KnowledgeBaseNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("KnowledgeBases.remove")(
        function* (organizationId: number, id: string) {
          // Attaching it or adding a document share-locks the row, so concurrent changes see each
          // other's result.
          yield* find(organizationId, id, "for update")
          const { actor, actorName = null } = yield* Requester
          const flows = yield* sql<{ id: string }>`update flows set knowledge_base_id = null, updated_at = now(),
              version = version + 1, published_by = ${actor}, published_by_name = ${actorName},
              version_note = 'The knowledge base was deleted'
            where organization_id = ${organizationId} and knowledge_base_id = ${id} returning id`
          yield* log.appendAll(
            organizationId,
            "flow.update",
            flows.map((flow) => flow.id)
          )
          const documents = yield* sql<{ storageKey: string }>`delete from documents
            where organization_id = ${organizationId} and knowledge_base_id = ${id} returning storage_key`
          yield* strayFiles.abandon(documents.map(({ storageKey }) => storageKey))
          yield* sql`delete from knowledge_bases where organization_id = ${organizationId} and id = ${id}`
          yield* signals.send("documents")
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const shareLock = Effect.fn("KnowledgeBases.shareLock")(
        (organizationId: number, id: string) => find(organizationId, id, "for key share"),
        Effect.catchTag("SqlError", Effect.die)
      )

      // Looks beyond the organization, and reveals only that the id exists.
      const find = Effect.fnUntraced(function* (
        organizationId: number,
        id: string,
        lock: "" | "for update" | "for key share" = ""
      ) {
        if (!isUuid(id)) return yield* new KnowledgeBaseNotFound()
        const own = yield* sql`select 1 from knowledge_bases
          where organization_id = ${organizationId} and id = ${id} ${sql.literal(lock)}`
        if (own.length > 0) return
        const theirs =
          yield* sql`select 1 from knowledge_bases where id = ${id} and organization_id <> ${organizationId}`
        return yield* theirs.length > 0 ? new ForeignKnowledgeBase() : new KnowledgeBaseNotFound()
      })

      return KnowledgeBases.of({ list, get, create, update, remove, shareLock })
    })
  )
}

const knowledgeBaseRows = rowsOf(KnowledgeBase)
