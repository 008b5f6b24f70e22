import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Option, Schema, Struct } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { WriteBackTroubles } from "../calls/views/WriteBackTroubles.ts"
import { credentialProblem, type WriteBackChanges, WriteBackConfig } from "../domain/delivery/WriteBack.ts"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { movedOrigin, webhookUrlProblem } from "../platform/http/webhook-url.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sealedColumn } from "../platform/secrets/sealed-column.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"

/** The changes would make an invalid config; `path` is the invalid field. */
export class WriteBackConfigInvalid extends Schema.TaggedError<WriteBackConfigInvalid>()("WriteBackConfigInvalid", {
  path: Schema.String,
  problem: Schema.String
}) {}

/** The target of deliveries, and the headers that are sent with them. */
export interface WebhookTarget {
  readonly url: string
  readonly method: WriteBackConfig["webhookMethod"]
  /** Contains the credential, if there is one. */
  readonly headers: Readonly<Record<string, string>>
}

/** The webhook settings of organizations. */
export class WriteBackConfigs extends Context.Service<
  WriteBackConfigs,
  {
    readonly get: (organizationId: number) => Effect.Effect<WriteBackConfig | null>
    /** Changes the given fields and leaves the rest; the result must be a valid config. */
    readonly put: (
      organizationId: number,
      changes: WriteBackChanges,
      actor: string
    ) => Effect.Effect<WriteBackConfig, WriteBackConfigInvalid>
    /** Whether links to transcripts that were made then work now: transcripts are shared, and links have not been ended. */
    readonly sharesLinksOf: (organizationId: number, madeAt: Date) => Effect.Effect<boolean>
    /** Whether links to recordings that were made then work now. */
    readonly sharesRecordingsOf: (organizationId: number, madeAt: Date) => Effect.Effect<boolean>
    /** Ends all links to transcripts and recordings that were made until now, for good. */
    readonly endLinks: (organizationId: number, actor: string) => Effect.Effect<{ readonly endedAt: Date }>
    /** Returns the current targets; organizations whose webhook is off have none. */
    readonly targets: (organizationIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, WebhookTarget>>
    /** Returns the target even when the webhook is still off. */
    readonly configuredTarget: (organizationId: number) => Effect.Effect<Option.Option<WebhookTarget>>
  }
>()("carillon/writeback/WriteBackConfigs") {
  static readonly layer = Layer.effect(
    WriteBackConfigs,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog
      const signals = yield* Signals
      const troubles = yield* WriteBackTroubles
      const { allowPrivateWebhooks } = yield* AppConfig
      const columns = sql.literal(`webhook_enabled, webhook_url, webhook_method, auth_type, auth_header_name,
        credential, csv_auto_export, share_transcript, share_recording, send_results`)

      const read = Effect.fnUntraced(function* (organizationId: number, lock: "" | "for update" = "") {
        const [row] = yield* configRows(sql`select ${columns} from write_back_configs
          where organization_id = ${organizationId} ${sql.literal(lock)}`)
        return row
      })

      const get = Effect.fn("WriteBackConfigs.get")(function* (organizationId: number) {
        const row = yield* read(organizationId)
        return row === undefined ? null : toConfig(row)
      }, Effect.orDie)

      const put = Effect.fn("WriteBackConfigs.put")(
        function* (organizationId: number, { credential, ...settings }: WriteBackChanges, actor: string) {
          yield* sql`insert into write_back_configs (organization_id) values (${organizationId}) on conflict do nothing`
          const before = (yield* read(organizationId, "for update")) as Row
          const merged = { ...before, ...settings }
          const given = merged.authType === "NONE" ? undefined : credential
          // A credential whose webhook is removed must not be sent to the next one.
          const isRemoved = before.webhookUrl !== null && merged.webhookUrl === null
          const kept = merged.authType === "NONE" || isRemoved ? null : before.credential
          const sealed = given === undefined ? kept : secrets.seal(given, placeOf(organizationId))
          const after = { ...merged, credential: sealed }
          const invalid = problemOf(settings.webhookUrl ?? null, given, after, allowPrivateWebhooks)
          if (invalid !== undefined) return yield* invalid
          const moved = given === undefined ? movedCredential(before, after) : undefined
          if (moved !== undefined) return yield* moved
          yield* write(organizationId, after)
          // A new target has not failed yet, and a disabled one cannot fail.
          if (after.webhookUrl !== before.webhookUrl || !after.webhookEnabled) yield* troubles.clear([organizationId])
          const fields = Object.keys({ ...settings, ...(credential !== undefined && { credential }) })
          yield* log.append(organizationId, {
            actor,
            action: "write-back.configure",
            target: String(organizationId),
            details: { fields, sendsTo: after.webhookUrl === null ? null : new URL(after.webhookUrl).origin }
          })
          yield* signals.send("write-back")
          return toConfig(after)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const write = (organizationId: number, after: Row) => sql`update write_back_configs set
          webhook_enabled = ${after.webhookEnabled}, webhook_url = ${after.webhookUrl},
          webhook_method = ${after.webhookMethod}, auth_type = ${after.authType},
          auth_header_name = ${after.authHeaderName}, credential = ${after.credential},
          csv_auto_export = ${after.csvAutoExport}, share_transcript = ${after.shareTranscript},
          share_recording = ${after.shareRecording}, send_results = ${after.sendResults},
          enabled_since = case when ${after.webhookEnabled} then coalesce(enabled_since, clock_timestamp()) end,
          csv_since = case when ${after.csvAutoExport} then coalesce(csv_since, clock_timestamp()) end
        where organization_id = ${organizationId}`

      const shares = (what: "share_transcript" | "share_recording") =>
        Effect.fn("WriteBackConfigs.shares")(function* (organizationId: number, madeAt: Date) {
          const rows = yield* sql`select from write_back_configs
            where organization_id = ${organizationId} and webhook_enabled and ${sql(what)}
              and (links_valid_from is null or links_valid_from <= ${madeAt})`
          return rows.length > 0
        }, Effect.orDie)

      const endLinks = Effect.fn("WriteBackConfigs.endLinks")(
        function* (organizationId: number, actor: string) {
          const endedAt = new Date(yield* Clock.currentTimeMillis)
          // Without a configuration there are no links.
          yield* sql`update write_back_configs set links_valid_from = greatest(links_valid_from, ${endedAt})
            where organization_id = ${organizationId}`
          const target = String(organizationId)
          yield* log.append(organizationId, { actor, action: "write-back.end-transcript-links", target })
          return { endedAt }
        },
        transaction(sql),
        Effect.orDie
      )

      const configuredTarget = Effect.fn("WriteBackConfigs.configuredTarget")(function* (organizationId: number) {
        return Option.fromUndefinedOr(yield* targetOf(organizationId, yield* read(organizationId)))
      }, Effect.orDie)

      const targets = Effect.fn("WriteBackConfigs.targets")(function* (organizationIds: ReadonlyArray<number>) {
        // Unchecked: every batch of deliveries runs this.
        const rows = yield* sql<Row & { organizationId: number }>`select organization_id, ${columns}
          from write_back_configs where organization_id = any(${organizationIds}::int[]) and webhook_enabled`
        const known = new Map<number, WebhookTarget>()
        for (const row of rows) {
          const target = yield* targetOf(row.organizationId, row)
          if (target !== undefined) known.set(row.organizationId, target)
        }
        return known
      }, Effect.orDie)

      const targetOf = Effect.fnUntraced(function* (organizationId: number, row: Row | undefined) {
        if (row === undefined || row.webhookUrl === null) return undefined
        const headers = yield* authorization(organizationId, row)
        return { url: row.webhookUrl, method: row.webhookMethod, headers } satisfies WebhookTarget
      })

      const authorization = Effect.fnUntraced(function* (
        organizationId: number,
        { authType, authHeaderName, credential }: Row
      ): Effect.fn.Return<Readonly<Record<string, string>>, unknown> {
        if (credential === null) return {}
        const opened = yield* secrets.open(credential, placeOf(organizationId))
        if (authType === "BEARER") return { authorization: `Bearer ${opened}` }
        return authHeaderName === null ? {} : { [authHeaderName.toLowerCase()]: opened }
      })

      return WriteBackConfigs.of({
        get,
        put,
        sharesLinksOf: shares("share_transcript"),
        sharesRecordingsOf: shares("share_recording"),
        endLinks,
        targets,
        configuredTarget
      })
    })
  )
}

const Row = Schema.Struct({
  ...Struct.omit(WriteBackConfig.fields, ["hasCredential"]),
  credential: Schema.NullOr(Schema.String)
})
type Row = typeof Row.Type

const configRows = rowsOf(Row)

const toConfig = ({ credential, ...config }: Row): WriteBackConfig => ({
  ...config,
  hasCredential: credential !== null
})

const problemOf = (
  givenUrl: string | null,
  givenCredential: string | undefined,
  after: Row,
  allowPrivate: boolean
): WriteBackConfigInvalid | undefined => {
  const { authHeaderName, authType, credential, webhookEnabled, webhookUrl } = after
  const invalid = (path: string, problem: string) => new WriteBackConfigInvalid({ path, problem })
  if (webhookUrl === null && webhookEnabled) return invalid("webhookUrl", "is required when webhookEnabled is true")
  const urlProblem = givenUrl === null ? undefined : webhookUrlProblem(givenUrl, allowPrivate)
  if (urlProblem !== undefined) return invalid("webhookUrl", urlProblem)
  const unfit = givenCredential === undefined ? undefined : credentialProblem(givenCredential)
  if (unfit !== undefined) return invalid("credential", unfit)
  if (authType === "API_KEY" && authHeaderName === null)
    return invalid("authHeaderName", "is required when authType is API_KEY")
  if (authType !== "NONE" && credential === null && webhookEnabled)
    return invalid("credential", `is required when authType is ${authType} and webhookEnabled is true`)
  return undefined
}

/** Returns the problem of a stored credential whose webhook moves to another origin. */
const movedCredential = (before: Row, after: Row): WriteBackConfigInvalid | undefined => {
  if (after.credential === null || before.webhookUrl === null || after.webhookUrl === null) return undefined
  const moved = movedOrigin(before.webhookUrl, after.webhookUrl)
  if (moved === undefined) return undefined
  const problem = `is required: the stored one stays with ${moved.from}. Send the credential for ${moved.to}, or authType NONE`
  return new WriteBackConfigInvalid({ path: "credential", problem })
}

export const sealedCredentials = sealedColumn("write_back_configs", "credential", "organization_id", "integer")
const placeOf = (organizationId: number) => sealedCredentials.place(organizationId, String(organizationId))
