import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Requester } from "../accounts/Requester.ts"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { type FlowWithVariables, NewFlow, settingsOf } from "../domain/flows/Flow.ts"
import type { FlowDraft, NewFlowDraft, Publication } from "../domain/flows/FlowVersion.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { FlowConflict, type FlowNotFound, type FlowRefused, Flows, publisherOf } from "./Flows.ts"
import { ModelRefused, Models } from "./Models.ts"
import { TransferRefused, TransferTargets } from "./TransferTargets.ts"
import { ToolHeaders } from "./tools/ToolHeaders.ts"
import { ToolRefused } from "./tools/ToolRefused.ts"

/** The draft names a version that the flow does not have. */
export class DraftRefused extends Schema.TaggedError<DraftRefused>()("DraftRefused", {
  path: Schema.String,
  message: Schema.String
}) {}

/** Drafts of flows: at most one for each flow. No call uses a draft. */
export class FlowDrafts extends Context.Service<
  FlowDrafts,
  {
    /** Returns what is published while no draft is saved. */
    readonly get: (organizationId: number, flowId: string) => Effect.Effect<FlowDraft, FlowNotFound>
    /** Saves a draft. The caller must have locked its knowledge base: see `rag/FlowKnowledge`. */
    readonly save: (
      organizationId: number,
      flowId: string,
      draft: NewFlowDraft
    ) => Effect.Effect<FlowDraft, FlowNotFound | FlowConflict | FlowRefused | DraftRefused>
    readonly discard: (
      organizationId: number,
      flowId: string,
      revision: string
    ) => Effect.Effect<void, FlowNotFound | FlowConflict>
    /** Publishes the draft as the next version. The caller must have locked its knowledge base. */
    readonly publish: (
      organizationId: number,
      flowId: string,
      publication: Publication
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | FlowConflict | FlowRefused>
  }
>()("carillon/campaigns/FlowDrafts") {
  static readonly layer = Layer.effect(
    FlowDrafts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const flows = yield* Flows
      const models = yield* Models
      const toolHeaders = yield* ToolHeaders
      const transferTargets = yield* TransferTargets
      const log = yield* SecurityLog

      const read = Effect.fnUntraced(
        function* (organizationId: number, flowId: string) {
          const [draft] = yield* draftRows(sql`select content, based_on, revision, saved_at, saved_by, saved_by_name
            from flow_drafts where organization_id = ${organizationId} and flow_id = ${flowId}`)
          return draft
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("FlowDrafts.get")(function* (organizationId: number, flowId: string) {
        const published = yield* flows.get(organizationId, flowId)
        const draft = yield* read(organizationId, flowId)
        return draft === undefined ? draftFrom(published) : yield* opened(draft)
      })

      const save: FlowDrafts["Service"]["save"] = Effect.fn("FlowDrafts.save")(
        function* (organizationId, flowId, { basedOn, flow, revision }) {
          // Editors who save at the same time meet at the flow.
          const published = yield* flows.lock(organizationId, flowId)
          yield* requireRevision(published, yield* read(organizationId, flowId), revision)
          if (basedOn < 1 || basedOn > published.version) {
            const message = `must be the number of a version, 1 to ${published.version}`
            return yield* new DraftRefused({ path: "basedOn", message })
          }
          if (flow.model !== null && flow.model !== published.model) {
            yield* Effect.mapError(
              models.require(organizationId, flow.model),
              ({ message, path }) => new ModelRefused({ path: `flow.${path}`, message })
            )
          }
          yield* Effect.mapError(
            toolHeaders.requireUsable(organizationId, flow),
            ({ message, path }) => new ToolRefused({ path: `flow.${path}`, message })
          )
          yield* Effect.mapError(
            transferTargets.requireKnown(organizationId, flow.transfer),
            ({ message, path }) => new TransferRefused({ path: `flow.${path}`, message })
          )
          const { actor, actorName = null } = yield* Requester
          const content = sql.json(encodeFlow(flow))
          const row = { organizationId, flowId, revision: newId(), basedOn, content }
          const author = { savedBy: actor, savedByName: actorName }
          yield* sql`insert into flow_drafts ${sql.insert({ ...row, ...author })}
            on conflict (organization_id, flow_id) do update set revision = excluded.revision,
              based_on = excluded.based_on, content = excluded.content, saved_at = excluded.saved_at,
              saved_by = excluded.saved_by, saved_by_name = excluded.saved_by_name`
          yield* log.append(organizationId, { action: "flow.draft", target: flowId, details: { basedOn } })
          return yield* get(organizationId, flowId)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = (organizationId: number, flowId: string) =>
        sql`delete from flow_drafts where organization_id = ${organizationId} and flow_id = ${flowId}`

      const discard: FlowDrafts["Service"]["discard"] = Effect.fn("FlowDrafts.discard")(
        function* (organizationId, flowId, revision) {
          const published = yield* flows.lock(organizationId, flowId)
          yield* requireRevision(published, yield* read(organizationId, flowId), revision)
          yield* remove(organizationId, flowId)
          yield* log.append(organizationId, { action: "flow.discard", target: flowId })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const publish: FlowDrafts["Service"]["publish"] = Effect.fn("FlowDrafts.publish")(
        function* (organizationId, flowId, { note = null, revision }) {
          const published = yield* flows.lock(organizationId, flowId)
          const draft = yield* requireRevision(published, yield* read(organizationId, flowId), revision)
          if (draft === undefined || draft.basedOn !== published.version) {
            return yield* new FlowConflict({
              message: `${publisherOf(published)}, and the draft changes an older one: look at what is different, and save the draft as based on version ${published.version}`
            })
          }
          const { flow } = yield* opened(draft)
          yield* remove(organizationId, flowId)
          return yield* flows.update(organizationId, flowId, flow, note)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return FlowDrafts.of({ get, save, discard, publish })
    })
  )
}

const DraftRow = Schema.Struct({
  content: Schema.Unknown,
  basedOn: Schema.Int,
  revision: Schema.String,
  savedAt: Schema.Date,
  savedBy: Schema.String,
  savedByName: Schema.NullOr(Schema.String)
})
type DraftRow = typeof DraftRow.Type

const draftRows = rowsOf(DraftRow)

const encodeFlow = Schema.encodeSync(NewFlow)
// Rules may be stricter than when the draft was saved: they are checked when it is saved again.
const decodeFlow = Schema.decodeUnknownEffect(NewFlow, { disableChecks: true })

const opened = ({ content, ...draft }: DraftRow): Effect.Effect<FlowDraft> =>
  Effect.map(Effect.orDie(decodeFlow(content)), (flow) => ({ ...draft, flow }))

const draftFrom = (published: FlowWithVariables): FlowDraft => ({
  flow: settingsOf(published),
  basedOn: published.version,
  revision: null,
  savedAt: null,
  savedBy: null,
  savedByName: null
})

/** Fails unless the draft is still the one that was read; null: none. */
const requireRevision = (published: FlowWithVariables, draft: DraftRow | undefined, revision: string | null) => {
  if ((draft?.revision ?? null) === revision) return Effect.succeed(draft)
  return Effect.fail(
    new FlowConflict({
      message: Option.match(Option.fromUndefinedOr(draft), {
        onNone: () => `The draft was published or discarded meanwhile. ${publisherOf(published)}: read the flow again`,
        onSome: ({ savedAt, savedBy, savedByName }) =>
          `${savedByName ?? savedBy} saved the draft at ${savedAt.toISOString()}: read it again`
      })
    })
  )
}
