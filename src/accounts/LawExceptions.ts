import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { LawException, NewLawException } from "../domain/law/LawException.ts"
import { lawRules } from "../domain/law/rules-in-words.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { SecurityLog } from "./SecurityLog.ts"

export class LawExceptionNotFound extends Schema.TaggedError<LawExceptionNotFound>()("LawExceptionNotFound", {}) {}

/** There is no such rule, or the dialer does not decide on it; `path` is the invalid field. */
export class LawExceptionRefused extends Schema.TaggedError<LawExceptionRefused>()("LawExceptionRefused", {
  path: Schema.String,
  message: Schema.String
}) {}

/** The rules of laws that do not apply to an organization, because an admin decided so. */
export class LawExceptions extends Context.Service<
  LawExceptions,
  {
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<LawException>>
    /** Excepts a rule, or gives another reason for it. */
    readonly put: (
      organizationId: number,
      exception: NewLawException,
      actor: string
    ) => Effect.Effect<LawException, LawExceptionRefused>
    readonly remove: (organizationId: number, rule: string) => Effect.Effect<void, LawExceptionNotFound>
  }
>()("carillon/accounts/LawExceptions") {
  static readonly layer = Layer.effect(
    LawExceptions,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const read = Effect.fnUntraced(function* (organizationId: number, lock: "" | "for no key update") {
        const [row] = yield* sql<{ lawExceptions: ReadonlyArray<LawException> }>`select law_exceptions
          from organizations where id = ${organizationId} ${sql.literal(lock)}`
        return row?.lawExceptions ?? []
      })

      const write = (organizationId: number, exceptions: ReadonlyArray<LawException>) =>
        sql`update organizations set law_exceptions = ${sql.json(exceptions)}, updated_at = now()
          where id = ${organizationId}`

      const list = Effect.fn("LawExceptions.list")((organizationId: number) => read(organizationId, ""), Effect.orDie)

      const put: LawExceptions["Service"]["put"] = Effect.fn("LawExceptions.put")(
        function* (organizationId, { reason, rule }, actor) {
          const known = lawRules().find(({ name }) => name === rule)
          if (known === undefined || known.kind === "DUTY") {
            return yield* new LawExceptionRefused({
              path: "rule",
              message:
                "must be the name of hours, a cap, a pause or a series in docs/law.md, such as FR.marketing-hours"
            })
          }
          const others = (yield* read(organizationId, "for no key update")).filter((one) => one.rule !== rule)
          const at = new Date(yield* Clock.currentTimeMillis).toISOString()
          const exception = { rule, reason, by: actor, at }
          yield* write(organizationId, [...others, exception])
          const { checked, says, source } = known
          const details = { reason, says, source, checked }
          yield* log.append(organizationId, { action: "law-exception.add", target: rule, details })
          return exception
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("LawExceptions.remove")(
        function* (organizationId: number, rule: string) {
          const all = yield* read(organizationId, "for no key update")
          const others = all.filter((one) => one.rule !== rule)
          if (others.length === all.length) return yield* new LawExceptionNotFound()
          yield* write(organizationId, others)
          yield* log.append(organizationId, { action: "law-exception.remove", target: rule })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return LawExceptions.of({ list, put, remove })
    })
  )
}
