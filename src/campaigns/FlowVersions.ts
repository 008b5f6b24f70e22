import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { type FlowWithVariables, settingsOf } from "../domain/flows/Flow.ts"
import { FlowVersion, type Restoration } from "../domain/flows/FlowVersion.ts"
import { type Listed, offsetOf, type Page } from "../domain/schema/page.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { FlowConflict, type FlowNotFound, type FlowRefused, Flows, publisherOf } from "./Flows.ts"

export class FlowVersionNotFound extends Schema.TaggedError<FlowVersionNotFound>()("FlowVersionNotFound", {}) {}

/** The published versions of flows. A version never changes. */
export class FlowVersions extends Context.Service<
  FlowVersions,
  {
    /** Lists the versions of a flow, newest first. */
    readonly list: (
      organizationId: number,
      flowId: string,
      page: Page
    ) => Effect.Effect<Listed<FlowVersion>, FlowNotFound>
    /** Returns the flow as it was published. A knowledge base that was deleted since is left out. */
    readonly get: (
      organizationId: number,
      flowId: string,
      version: number
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | FlowVersionNotFound>
    /** Publishes the content of a version anew. The caller must have locked its knowledge base. */
    readonly restore: (
      organizationId: number,
      flowId: string,
      version: number,
      restoration: Restoration
    ) => Effect.Effect<FlowWithVariables, FlowNotFound | FlowVersionNotFound | FlowConflict | FlowRefused>
  }
>()("carillon/campaigns/FlowVersions") {
  static readonly layer = Layer.effect(
    FlowVersions,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const flows = yield* Flows

      const list = Effect.fn("FlowVersions.list")(
        function* (organizationId: number, flowId: string, page: Page) {
          const { version: total } = yield* flows.get(organizationId, flowId)
          const data = yield* versionRows(sql`select f.version, f.published_by, f.published_by_name, f.version_note,
              f.updated_at as published_at
            from flow_versions v cross join lateral jsonb_populate_record(null::flows, v.flow) f
            where v.organization_id = ${organizationId} and v.flow_id = ${flowId}
            order by v.version desc limit ${page.limit} offset ${offsetOf(page)}`)
          return { data, total }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("FlowVersions.get")(function* (organizationId: number, flowId: string, version: number) {
        const flow = yield* flows.used(organizationId, { flowId, flowVersion: version })
        return flow.version === version ? flow : yield* new FlowVersionNotFound()
      })

      const restore: FlowVersions["Service"]["restore"] = Effect.fn("FlowVersions.restore")(
        function* (organizationId, flowId, version, { current, note }) {
          const published = yield* flows.lock(organizationId, flowId)
          const wanted = yield* get(organizationId, flowId, version)
          if (published.version !== current) {
            return yield* new FlowConflict({ message: `${publisherOf(published)}: read the flow again` })
          }
          return yield* flows.update(organizationId, flowId, settingsOf(wanted), note ?? `Version ${version} again`)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return FlowVersions.of({ list, get, restore })
    })
  )
}

const versionRows = rowsOf(FlowVersion)
