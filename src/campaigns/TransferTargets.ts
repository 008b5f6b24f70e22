import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { targetsInOrder } from "../domain/dialing/transfer-order.ts"
import type { FlowTransfer } from "../domain/flows/FlowTransfer.ts"
import { type CallableTarget, type NewTransferTarget, TransferTarget } from "../domain/flows/TransferTarget.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"

export class TransferTargetNotFound extends Schema.TaggedError<TransferTargetNotFound>()(
  "TransferTargetNotFound",
  {}
) {}

/** A target, or the transfer of a flow, would be invalid; `path` is the invalid field. */
export class TransferRefused extends Schema.TaggedError<TransferRefused>()("TransferRefused", {
  path: Schema.String,
  message: Schema.String
}) {}

/** The people and desks of organizations that take transferred calls. */
export class TransferTargets extends Context.Service<
  TransferTargets,
  {
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<TransferTarget>>
    readonly get: (organizationId: number, name: string) => Effect.Effect<TransferTarget, TransferTargetNotFound>
    /** Adds a target, or replaces all of it. */
    readonly put: (
      organizationId: number,
      name: string,
      target: NewTransferTarget,
      actor: string
    ) => Effect.Effect<TransferTarget, TransferRefused>
    readonly remove: (
      organizationId: number,
      name: string,
      actor: string
    ) => Effect.Effect<void, TransferTargetNotFound>
    /** Returns the names of a flow that are those of no target. */
    readonly unknown: (organizationId: number, transfer: FlowTransfer | null) => Effect.Effect<ReadonlyArray<string>>
    /** Fails if a flow names a target that does not exist. */
    readonly requireKnown: (
      organizationId: number,
      transfer: FlowTransfer | null
    ) => Effect.Effect<void, TransferRefused>
    /** The targets of a flow that take calls now, in the order in which they are to be called. */
    readonly callable: (
      organizationId: number,
      transfer: FlowTransfer,
      language: string
    ) => Effect.Effect<ReadonlyArray<CallableTarget>>
  }
>()("carillon/campaigns/TransferTargets") {
  static readonly layer = Layer.effect(
    TransferTargets,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const read = (organizationId: number, name: string | null = null) =>
        targetRows(sql`select name, address, hours, priority, language, changed_at, changed_by from transfer_targets
          where organization_id = ${organizationId} and (${name}::text is null or name = ${name}) order by name`)

      const list = Effect.fn("TransferTargets.list")((organizationId: number) => Effect.orDie(read(organizationId)))

      const get = Effect.fn("TransferTargets.get")(
        function* (organizationId: number, name: string) {
          const [target] = name.includes("\0") ? [] : yield* read(organizationId, name)
          return target ?? (yield* new TransferTargetNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const put: TransferTargets["Service"]["put"] = Effect.fn("TransferTargets.put")(
        function* (organizationId, name, target, actor) {
          // From here on, two requests for the same new name run one after the other.
          yield* sql`select from organizations where id = ${organizationId} for no key update`
          const others = (yield* read(organizationId)).filter((one) => one.name !== name)
          if (others.length >= maxTargets) {
            return yield* new TransferRefused({
              path: "name",
              message: `cannot be added: an organization has at most ${maxTargets} targets; remove one first`
            })
          }
          const hours = target.hours === null ? null : sql.json(target.hours)
          yield* sql`insert into transfer_targets ${sql.insert({ organizationId, name, ...target, hours, changedBy: actor })}
            on conflict (organization_id, name) do update set address = excluded.address, hours = excluded.hours,
              priority = excluded.priority, language = excluded.language, changed_at = clock_timestamp(),
              changed_by = excluded.changed_by`
          const details = { address: target.address }
          yield* log.append(organizationId, { actor, action: "transfer-target.configure", target: name, details })
          return yield* Effect.orDie(get(organizationId, name))
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("TransferTargets.remove")(
        function* (organizationId: number, name: string, actor: string) {
          yield* get(organizationId, name)
          yield* sql`delete from transfer_targets where organization_id = ${organizationId} and name = ${name}`
          yield* log.append(organizationId, { actor, action: "transfer-target.delete", target: name })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const unknown: TransferTargets["Service"]["unknown"] = Effect.fnUntraced(function* (organizationId, transfer) {
        if (transfer === null) return []
        const known = new Set((yield* list(organizationId)).map(({ name }) => name))
        return transfer.targets.filter((name) => !known.has(name))
      })

      const requireKnown: TransferTargets["Service"]["requireKnown"] = Effect.fnUntraced(
        function* (organizationId, transfer) {
          const [name] = yield* unknown(organizationId, transfer)
          if (name === undefined) return
          const message = `names ${name}, which is no transfer target`
          return yield* new TransferRefused({ path: "transfer.targets", message })
        }
      )

      const callable: TransferTargets["Service"]["callable"] = Effect.fn("TransferTargets.callable")(function* (
        organizationId,
        transfer,
        language
      ) {
        const [organization] = yield* sql<{ timezone: string }>`select timezone from organizations
            where id = ${organizationId}`
        const named = (yield* read(organizationId)).filter(({ name }) => transfer.targets.includes(name))
        const now = new Date(yield* Clock.currentTimeMillis)
        return targetsInOrder(named, { language, now, timezone: organization?.timezone ?? "UTC" })
      }, Effect.orDie)

      return TransferTargets.of({ list, get, put, remove, unknown, requireKnown, callable })
    })
  )
}

/** Maximum number of targets of an organization. */
const maxTargets = 100

const targetRows = rowsOf(TransferTarget)
