import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { type NewOrganization, Organization, type OrganizationChanges } from "../domain/accounts/Organization.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { OrganizationLimits } from "./OrganizationLimits.ts"
import { SecurityLog } from "./SecurityLog.ts"
import { Usage } from "./Usage.ts"

export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {}) {}

export class Organizations extends Context.Service<
  Organizations,
  {
    readonly create: (organization: NewOrganization) => Effect.Effect<Organization>
    readonly list: (page: Page) => Effect.Effect<Listed<Organization>>
    readonly get: (id: number) => Effect.Effect<Organization, OrganizationNotFound>
    readonly update: (id: number, changes: OrganizationChanges) => Effect.Effect<Organization, OrganizationNotFound>
  }
>()("carillon/accounts/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const usage = yield* Usage
      const limits = yield* OrganizationLimits

      const columns = sql.literal(`id, name, timezone, minutes_quota,
        (select u.minutes_used from current_usage u where u.organization_id = organizations.id) as minutes_used,
        calling_window, compliance_profile, identifier_key, retention_days, record_days, model_fallback, call_weight,
        law_exceptions, created_at, updated_at`)

      const toRow = ({ callingWindow, ...fields }: Omit<OrganizationChanges, "limits">) => ({
        ...fields,
        ...(callingWindow !== undefined && { callingWindow: callingWindow === null ? null : sql.json(callingWindow) })
      })

      const list = Effect.fn("Organizations.list")(
        (page: Page) => newestFirst(sql, columns, sql`from organizations`, page, organizationRows),
        Effect.orDie
      )

      const get = Effect.fn("Organizations.get")(
        function* (id: number) {
          const rows = yield* organizationRows(sql`select ${columns} from organizations where id = ${id}`)
          return yield* firstOf(rows)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const create = Effect.fn("Organizations.create")(
        function* (organization: NewOrganization) {
          const [row] = yield* sql<{
            id: number
          }>`insert into organizations ${sql.insert(toRow(organization))} returning id`
          const { id } = row as { id: number }
          yield* usage.open(id)
          const created = yield* Effect.orDie(get(id))
          yield* log.append(id, { action: "organization.create", target: String(id), details: { ...organization } })
          return created
        },
        transaction(sql),
        Effect.orDie
      )

      const update = Effect.fn("Organizations.update")(
        function* (id: number, changes: OrganizationChanges) {
          const { limits: newLimits = {}, ...others } = changes
          const row = toRow(others)
          if (Object.keys(row).length + Object.keys(newLimits).length === 0) return yield* get(id)
          const now = sql`updated_at = now()`
          const assigned = Object.keys(row).length === 0 ? now : sql`${sql.update(row)}, ${now}`
          const rows = yield* organizationRows(
            sql`update organizations set ${assigned} where id = ${id} returning ${columns}`
          )
          const updated = yield* firstOf(rows)
          yield* limits.change(id, newLimits)
          yield* log.append(id, {
            action: "organization.update",
            target: String(id),
            details: { fields: Object.keys(changes), ...changes }
          })
          return updated
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Organizations.of({ create, list, get, update })
    })
  )
}

const organizationRows = rowsOf(Organization)

const firstOf = (rows: ReadonlyArray<Organization>) =>
  Option.match(Option.fromNullishOr(rows[0]), {
    onNone: () => Effect.fail(new OrganizationNotFound()),
    onSome: Effect.succeed
  })
