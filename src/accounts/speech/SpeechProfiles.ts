import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { profileProblem } from "../../domain/speech/profile-problem.ts"
import type {
  SpeechKey,
  SpeechPreferences,
  SpeechProfile,
  SpeechProfileChanges
} from "../../domain/speech/SpeechProfile.ts"
import { earVendors, type KeyVendor, keyVendors, voiceVendors } from "../../domain/speech/vendors.ts"
import { apiKeyProblem } from "../../domain/text/api-key-problem.ts"
import { AppConfig, type Settings } from "../../platform/config.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { hasUsualKey } from "./speech-keys.ts"
import { UsualSpeech } from "./UsualSpeech.ts"

/** The profile could not be used; `path` is the field. */
export class SpeechProfileRefused extends Schema.TaggedError<SpeechProfileRefused>()("SpeechProfileRefused", {
  path: Schema.String,
  message: Schema.String
}) {}

/** The profiles and keys that decide the recognizers and voices of an organization's calls. */
export interface SpeechPlan {
  /** The profile of the organization, and that of the settings. */
  readonly profiles: ReadonlyArray<SpeechPreferences>
  /** The organization's own keys. */
  readonly ownKeys: ReadonlyMap<KeyVendor, Redacted.Redacted>
}

/** A key of an organization's own. */
export interface OwnKey {
  readonly organizationId: number
  readonly vendor: KeyVendor
  readonly apiKey: Redacted.Redacted
}

/** Which recognizers and voices the calls of organizations prefer, and their own keys at the vendors. */
export class SpeechProfiles extends Context.Service<
  SpeechProfiles,
  {
    readonly get: (organizationId: number) => Effect.Effect<SpeechProfile>
    /** Replaces the preferences, and changes the given keys. */
    readonly put: (
      organizationId: number,
      changes: SpeechProfileChanges
    ) => Effect.Effect<SpeechProfile, SpeechProfileRefused>
    /** Removes the preferences and the organization's own keys. */
    readonly clear: (organizationId: number) => Effect.Effect<void>
    readonly plan: (organizationId: number) => Effect.Effect<SpeechPlan>
    /** The keys that organizations, or one of them, have set last, at most `count`. */
    readonly latestKeys: (count: number, organizationId?: number) => Effect.Effect<ReadonlyArray<OwnKey>>
  }
>()("carillon/accounts/SpeechProfiles") {
  static readonly layer = Layer.effect(
    SpeechProfiles,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog
      const settings = yield* AppConfig
      const usual = yield* UsualSpeech

      const read = Effect.fnUntraced(function* (organizationId: number) {
        const [row] = yield* sql<StoredProfile>`select ears, voices, only_listed from speech_profiles
          where organization_id = ${organizationId}`
        return row === undefined ? {} : knownVendorsOf(row)
      })

      const readKeys = (organizationId: number) =>
        keyRows(sql`select id, vendor, api_key, last_four from speech_keys
          where organization_id = ${organizationId} order by vendor`)

      const get = Effect.fn("SpeechProfiles.get")(function* (organizationId: number) {
        const { ears = {}, onlyListed = false, voices = {} } = yield* read(organizationId)
        return {
          ears,
          voices,
          onlyListed,
          keys: keysShown(settings, yield* readKeys(organizationId))
        } satisfies SpeechProfile
      }, Effect.orDie)

      const put = Effect.fn("SpeechProfiles.put")(
        function* (
          organizationId: number,
          { apiKeys = {}, ears = {}, onlyListed = false, voices = {} }: SpeechProfileChanges
        ) {
          // Two changes at once would each be checked without the other's keys.
          yield* sql`select from organizations where id = ${organizationId} for no key update`
          for (const vendor of keyVendors) {
            const key = apiKeys[vendor]
            const problem = typeof key === "string" ? apiKeyProblem(key) : undefined
            if (problem !== undefined) return yield* refused({ path: `apiKeys.${vendor}`, message: problem })
            if (key !== undefined) yield* changeKey(organizationId, vendor, key)
          }
          const own = new Set(Array.from(yield* readKeys(organizationId), ({ vendor }) => vendor))
          const problem = profileProblem(
            { ears, onlyListed, voices },
            (role, vendor) => own.has(vendor) || hasUsualKey(settings, role, vendor)
          )
          if (problem !== undefined) return yield* refused(problem)
          yield* sql`insert into speech_profiles (organization_id, ears, voices, only_listed)
            values (${organizationId}, ${sql.json(ears)}, ${sql.json(voices)}, ${onlyListed})
            on conflict (organization_id) do update set ears = excluded.ears, voices = excluded.voices,
              only_listed = excluded.only_listed, updated_at = now()`
          yield* log.append(organizationId, {
            action: "speech-profile.configure",
            target: String(organizationId),
            details: {
              ...(onlyListed && { onlyListed }),
              keysSet: vendorsOf(apiKeys, (key) => key !== null),
              keysRemoved: vendorsOf(apiKeys, isNull)
            }
          })
          return yield* get(organizationId)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const changeKey = Effect.fnUntraced(function* (organizationId: number, vendor: KeyVendor, key: string | null) {
        // A value is sealed for its row, so a new key gets a new row.
        yield* sql`delete from speech_keys where organization_id = ${organizationId} and vendor = ${vendor}`
        if (key === null) return
        const id = newId()
        const apiKey = secrets.seal(key, sealedSpeechKeys.place(organizationId, id))
        const lastFour = key.length < shortestShown ? null : key.slice(-4)
        yield* sql`insert into speech_keys ${sql.insert({ organizationId, id, vendor, apiKey, lastFour })}`
      })

      const clear = Effect.fn("SpeechProfiles.clear")(
        function* (organizationId: number) {
          yield* sql`delete from speech_profiles where organization_id = ${organizationId}`
          yield* sql`delete from speech_keys where organization_id = ${organizationId}`
          yield* log.append(organizationId, { action: "speech-profile.clear", target: String(organizationId) })
        },
        transaction(sql),
        Effect.orDie
      )

      const plan = Effect.fn("SpeechProfiles.plan")(function* (organizationId: number) {
        const { keys, own } = yield* Effect.all(
          { keys: readKeys(organizationId), own: read(organizationId) },
          { concurrency: "unbounded" }
        )
        const ownKeys = new Map<KeyVendor, Redacted.Redacted>()
        for (const { apiKey, id, vendor } of keys) {
          const known = keyVendors.find((one) => one === vendor)
          const opened = known && (yield* opening(organizationId, id, vendor, apiKey))
          if (opened !== undefined && known !== undefined) ownKeys.set(known, Redacted.make(opened))
        }
        return { profiles: [own, usual], ownKeys } satisfies SpeechPlan
      }, Effect.orDie)

      // A person is on the line: without this key the call uses the next voice or recognizer.
      const opening = (organizationId: number, id: string, vendor: string, sealed: string) =>
        secrets.open(sealed, sealedSpeechKeys.place(organizationId, id)).pipe(
          Effect.tapError(({ message }) =>
            Effect.logError(
              `Could not open the ${vendor} key of organization ${organizationId}; its calls do without. Set it again with carillon speech set: ${message}`
            )
          ),
          Effect.orElseSucceed(() => undefined)
        )

      const latestKeys = Effect.fn("SpeechProfiles.latestKeys")(function* (count: number, organizationId?: number) {
        const those = organizationId === undefined ? sql`` : sql`where organization_id = ${organizationId}`
        const rows = yield* ownKeyRows(sql`select organization_id, id, vendor, api_key, last_four from speech_keys
          ${those} order by id desc limit ${count}`)
        const keys = yield* Effect.forEach(rows, ({ apiKey, id, organizationId, vendor }) =>
          Effect.map(opening(organizationId, id, vendor, apiKey), (opened): ReadonlyArray<OwnKey> => {
            const known = keyVendors.find((one) => one === vendor)
            return opened === undefined || known === undefined
              ? []
              : [{ organizationId, vendor: known, apiKey: Redacted.make(opened) }]
          })
        )
        return keys.flat()
      }, Effect.orDie)

      return SpeechProfiles.of({ get, put, clear, plan, latestKeys })
    })
  )
}

export const sealedSpeechKeys = sealedColumn("speech_keys", "api_key", "id")

const KeyRow = Schema.Struct({
  id: Schema.String,
  vendor: Schema.String,
  apiKey: Schema.String,
  lastFour: Schema.NullOr(Schema.String)
})
const keyRows = rowsOf(KeyRow)
const ownKeyRows = rowsOf(Schema.Struct({ ...KeyRow.fields, organizationId: Schema.Int }))

/** Minimum length of a key whose last characters are shown. */
const shortestShown = 16

const refused = (problem: { readonly path: string; readonly message: string }) =>
  Effect.fail(new SpeechProfileRefused(problem))

const isNull = (key: unknown) => key === null

const vendorsOf = (keys: Readonly<Record<string, unknown>>, isWanted: (key: unknown) => boolean) =>
  Object.entries(keys).flatMap(([vendor, key]) => (key !== undefined && isWanted(key) ? [vendor] : []))

const keysShown = ({ speechVendors }: Settings, own: ReadonlyArray<typeof KeyRow.Type>): ReadonlyArray<SpeechKey> =>
  keyVendors.flatMap((vendor): ReadonlyArray<SpeechKey> => {
    const row = own.find((one) => one.vendor === vendor)
    if (row !== undefined) return [{ vendor, source: "ORGANIZATION", lastFour: row.lastFour }]
    return Option.isSome(speechVendors[vendor].apiKey) ? [{ vendor, source: "SETTINGS", lastFour: null }] : []
  })

interface StoredProfile {
  readonly ears: unknown
  readonly voices: unknown
  readonly onlyListed: boolean
}

/** Leaves out vendors that only a later release knows: its nodes may share the database. */
const knownVendorsOf = ({ ears, onlyListed, voices }: StoredProfile): SpeechPreferences => ({
  onlyListed,
  ears: mapLists(ears, (list) => onlyOf(earVendors, list)) as SpeechPreferences["ears"] & {},
  voices: mapLists(voices, (lists) =>
    mapLists(lists, (list) => onlyOf(voiceVendors, list))
  ) as SpeechPreferences["voices"] & {}
})

const mapLists = (lists: unknown, map: (list: unknown) => unknown) =>
  Object.fromEntries(Object.entries(lists ?? {}).map(([name, list]) => [name, map(list)]))

const onlyOf = (vendors: ReadonlyArray<string>, list: unknown) =>
  Array.isArray(list) ? list.filter((one) => vendors.includes(one?.vendor)) : []
