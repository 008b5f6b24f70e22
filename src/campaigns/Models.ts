import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import {
  isModelName,
  ListedModel,
  type ModelChanges,
  type ModelServer,
  missingModel,
  type NamedModel
} from "../domain/flows/named-model.ts"
import { apiKeyProblem } from "../domain/text/api-key-problem.ts"
import { AppConfig } from "../platform/config.ts"
import { movedOrigin, webhookUrlProblem } from "../platform/http/webhook-url.ts"
import { newId } from "../platform/ids.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sealedColumn } from "../platform/secrets/sealed-column.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { notOver } from "./used-by/campaigns-using.ts"
import { flowOfCampaign } from "./used-by/flow-of-campaign.ts"

export class ModelNotFound extends Schema.TaggedError<ModelNotFound>()("ModelNotFound", {}) {}

/** The entry would be invalid; `path` is the invalid field. */
export class ModelRefused extends Schema.TaggedError<ModelRefused>()("ModelRefused", {
  path: Schema.String,
  message: Schema.String
}) {}

/** Flows name the model, and nothing else would serve them. */
export class ModelInUse extends Schema.TaggedError<ModelInUse>()("ModelInUse", {
  name: Schema.String,
  flows: Schema.Array(Schema.String)
}) {}

/** A model of an organization. */
export interface OwnModel {
  readonly organizationId: number
  readonly model: NamedModel
}

/** The language models by name: those of the settings, and those of each organization, which come first. */
export class Models extends Context.Service<
  Models,
  {
    /** All models that flows of an organization may name, in the order of their names. */
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<ListedModel>>
    /** Adds an entry of the organization, or changes the given fields of it. */
    readonly put: (
      organizationId: number,
      changes: ModelChanges,
      actor: string
    ) => Effect.Effect<ListedModel, ModelRefused>
    /** Removes an entry of the organization. */
    readonly remove: (
      organizationId: number,
      name: string,
      actor: string
    ) => Effect.Effect<void, ModelNotFound | ModelInUse>
    /** Returns the model with its API key. */
    readonly find: (organizationId: number, name: string) => Effect.Effect<NamedModel>
    /** The models that organizations, or one of them, have added last, with their API keys, at most `count`. */
    readonly latest: (count: number, organizationId?: number) => Effect.Effect<ReadonlyArray<OwnModel>>
    /** Fails if a flow cannot use the model. Locks the entry against removal until the transaction ends. */
    readonly require: (organizationId: number, name: string) => Effect.Effect<void, ModelRefused>
  }
>()("carillon/campaigns/Models") {
  static readonly layer = Layer.effect(
    Models,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog
      const { allowPrivateWebhooks, models } = yield* AppConfig
      const ofSettings = (name: string) => models.find((one) => one.name === name)
      const columns = sql.literal("id, name, base_url, model, api_key, reasoning_effort, temperature")

      const read = Effect.fnUntraced(function* (
        organizationId: number,
        name: string,
        lock: "" | "for key share" | "for update" = ""
      ) {
        const [row] = yield* modelRows(sql`select ${columns} from organization_models
          where organization_id = ${organizationId} and name = ${name} ${sql.literal(lock)}`)
        return row
      })

      const list = Effect.fn("Models.list")(function* (organizationId: number) {
        const rows = yield* modelRows(sql`select ${columns} from organization_models
          where organization_id = ${organizationId}`)
        const shadowed = new Set(rows.map(({ name }) => name))
        const others = models.filter(({ name }) => !shadowed.has(name)).map(fromSettings)
        return [...rows.map(fromRow), ...others].toSorted((one, other) => (one.name < other.name ? -1 : 1))
      }, Effect.orDie)

      const put = Effect.fn("Models.put")(
        function* (organizationId: number, { apiKey, name, ...changes }: ModelChanges, actor: string) {
          // From here on, two requests for the same new name run one after the other.
          yield* sql`select from organizations where id = ${organizationId} for no key update`
          const before = yield* read(organizationId, name, "for update")
          const { baseUrl, model } = { ...before, ...changes }
          if (baseUrl === undefined) return yield* refused("baseUrl", "is required for a new model")
          if (model === undefined) return yield* refused("model", "is required for a new model")
          const problem = changes.baseUrl === undefined ? undefined : urlProblem(changes.baseUrl, allowPrivateWebhooks)
          if (problem !== undefined) return yield* refused("baseUrl", problem)
          const unfit = typeof apiKey === "string" ? apiKeyProblem(apiKey) : undefined
          if (unfit !== undefined) return yield* refused("apiKey", unfit)
          const moved = apiKey === undefined && before !== undefined ? movedKey(before, baseUrl) : undefined
          if (moved !== undefined) return yield* moved
          const id = before?.id ?? newId()
          const after: ModelRow = {
            id,
            name,
            baseUrl: baseUrl.replace(/\/+$/, ""),
            model,
            apiKey:
              typeof apiKey === "string"
                ? secrets.seal(apiKey, placeOf(organizationId, id))
                : given(apiKey, before?.apiKey),
            reasoningEffort: given(changes.reasoningEffort, before?.reasoningEffort),
            temperature: given(changes.temperature, before?.temperature)
          }
          const { id: _, ...changed } = after
          yield* before === undefined
            ? sql`insert into organization_models ${sql.insert({ organizationId, ...after })}`
            : sql`update organization_models set ${sql.update(changed)}
                where organization_id = ${organizationId} and id = ${id}`
          yield* log.append(organizationId, {
            actor,
            action: "model.configure",
            target: name,
            details: {
              fields: Object.keys({ ...changes, ...(apiKey !== undefined && { apiKey }) }),
              sendsTo: new URL(baseUrl).origin
            }
          })
          return fromRow(after)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("Models.remove")(
        function* (organizationId: number, name: string, actor: string) {
          // The database cannot search for each text that a path may contain.
          const row = isModelName(name) ? yield* read(organizationId, name, "for update") : undefined
          if (row === undefined) return yield* new ModelNotFound()
          const flows = yield* sql<{ name: string }>`select name from flows
              where organization_id = ${organizationId} and model = ${name}
            union select f.name from campaigns c ${sql.literal(flowOfCampaign())}
              where c.organization_id = ${organizationId} and c.status = any(${notOver}::text[]) and f.model = ${name}
            order by name`
          // A model of the settings with this name is another server: a person has to choose it for the flows.
          if (flows.length > 0) return yield* new ModelInUse({ name, flows: flows.map((flow) => flow.name) })
          yield* sql`delete from organization_models where organization_id = ${organizationId} and id = ${row.id}`
          yield* log.append(organizationId, { actor, action: "model.delete", target: name })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const find = Effect.fn("Models.find")(function* (organizationId: number, name: string) {
        const row = yield* read(organizationId, name)
        const known = ofSettings(name)
        if (row === undefined) {
          const server = known === undefined ? null : { ...known, isGuarded: false }
          return { name, role: `MODEL:${name}`, server } satisfies NamedModel as NamedModel
        }
        const { apiKey, baseUrl, model, reasoningEffort, temperature } = row
        const key = apiKey === null ? null : yield* secrets.open(apiKey, placeOf(organizationId, row.id))
        const server: ModelServer = {
          baseUrl,
          apiKey: Option.map(Option.fromNullOr(key), (opened) => Redacted.make(opened)),
          model,
          reasoningEffort,
          temperature,
          isGuarded: true
        }
        return { name, role: `MODEL:${organizationId}/${name}`, server } satisfies NamedModel as NamedModel
      }, Effect.orDie)

      const latest = Effect.fn("Models.latest")(function* (count: number, organizationId?: number) {
        const those = organizationId === undefined ? sql`` : sql`where organization_id = ${organizationId}`
        const rows = yield* sql<{ organizationId: number; name: string }>`select organization_id, name
          from organization_models ${those} order by id desc limit ${count}`
        return yield* Effect.forEach(rows, ({ name, organizationId }) =>
          Effect.map(find(organizationId, name), (model) => ({ organizationId, model }))
        )
      }, Effect.orDie)

      const require = Effect.fn("Models.require")(
        function* (organizationId: number, name: string) {
          const row = yield* read(organizationId, name, "for key share")
          if (row === undefined && ofSettings(name) === undefined) return yield* refused("model", missingModel(name))
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Models.of({ list, put, remove, find, latest, require })
    })
  )
}

const ModelRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  baseUrl: Schema.String,
  model: Schema.String,
  apiKey: Schema.NullOr(Schema.String),
  reasoningEffort: Schema.NullOr(Schema.String),
  temperature: Schema.NullOr(Schema.Finite)
})
type ModelRow = typeof ModelRow.Type

const modelRows = rowsOf(ModelRow)

/** Returns the new value of a field; one that is left out stays. */
const given = <A>(value: A | null | undefined, before: A | null | undefined): A | null =>
  value === undefined ? (before ?? null) : value

const refused = (path: string, message: string) => Effect.fail(new ModelRefused({ path, message }))

const fromRow = ({ apiKey, id: _, ...row }: ModelRow): ListedModel => ({
  ...row,
  hasApiKey: apiKey !== null,
  source: "ORGANIZATION"
})

/** Leaves out the parts of the URL that may be secret: password and query. */
const fromSettings = ({ apiKey, baseUrl, ...model }: { readonly name: string } & Omit<ModelServer, "isGuarded">) => {
  const { origin, pathname } = new URL(baseUrl)
  return ListedModel.make({
    ...model,
    baseUrl: `${origin}${pathname}`,
    hasApiKey: Option.isSome(apiKey),
    source: "SETTINGS"
  })
}

const urlProblem = (url: string, allowPrivate: boolean) =>
  webhookUrlProblem(url, allowPrivate) ??
  (/[?#]/.test(url) ? "must have no query and no fragment: paths are appended to it" : undefined)

/** Returns the problem of a stored key whose model moves to another origin. */
const movedKey = (before: ModelRow, baseUrl: string) => {
  const moved = before.apiKey === null ? undefined : movedOrigin(before.baseUrl, baseUrl)
  return (
    moved &&
    refused("apiKey", `is required: the stored one stays with ${moved.from}. Send the key for ${moved.to}, or null`)
  )
}

export const sealedModelKeys = sealedColumn("organization_models", "api_key", "id")
const placeOf = (organizationId: number, id: string) => sealedModelKeys.place(organizationId, id)
