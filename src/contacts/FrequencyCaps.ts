import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { FrequencyCap, type FrequencyCapChanges } from "../domain/contacts/FrequencyCap.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"

/** The frequency cap of an organization: the maximum calls to a number per day and week. Unset by default. */
export class FrequencyCaps extends Context.Service<
  FrequencyCaps,
  {
    readonly get: (organizationId: number) => Effect.Effect<FrequencyCap>
    readonly update: (
      organizationId: number,
      changes: FrequencyCapChanges,
      actor: string
    ) => Effect.Effect<FrequencyCap>
  }
>()("carillon/contacts/FrequencyCaps") {
  static readonly layer = Layer.effect(
    FrequencyCaps,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const columns = sql.literal("organization_id as id, max_calls_per_day, max_calls_per_week")

      const get = Effect.fnUntraced(function* (organizationId: number) {
        const [cap] = yield* capRows(sql`select ${columns} from frequency_caps
          where organization_id = ${organizationId}`)
        return cap ?? { id: organizationId, maxCallsPerDay: 0, maxCallsPerWeek: 0 }
      }, Effect.orDie)

      const update = Effect.fn("FrequencyCaps.update")(
        function* (organizationId: number, changes: FrequencyCapChanges, actor: string) {
          if (Object.keys(changes).length === 0) return yield* get(organizationId)
          yield* sql`insert into frequency_caps (organization_id) values (${organizationId}) on conflict do nothing`
          const [cap] = yield* capRows(sql`update frequency_caps set ${sql.update(changes)}
            where organization_id = ${organizationId} returning ${columns}`)
          yield* log.append(organizationId, {
            actor,
            action: "frequency-cap.update",
            target: String(organizationId),
            details: { ...changes }
          })
          return cap as FrequencyCap
        },
        transaction(sql),
        Effect.orDie
      )

      return FrequencyCaps.of({ get, update })
    })
  )
}

const capRows = rowsOf(FrequencyCap)
