import { Effect, Layer, Logger } from "effect"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { Usage } from "../../../src/accounts/Usage.ts"
import { Audiences } from "../../../src/contacts/Audiences.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { ImportChunks } from "../../../src/contacts/ImportChunks.ts"
import { Imports } from "../../../src/contacts/Imports.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { makeDatabase } from "./test-database.ts"

type Settings = Readonly<Record<string, string>>
type ContactsLayer = Layer.Layer<Contacts, never, Layer.Services<typeof Contacts.layer>>

/** All that imports consist of and stand on, on an empty database of their own. Nothing runs by itself. */
export const importServices = (settings: Settings = {}, contacts: ContactsLayer = Contacts.layer) =>
  Layer.unwrap(
    Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)).pipe(
      Effect.map((database) => importServicesOn({ ...database.settings, ...settings }, contacts))
    )
  )

/** The same on a database that is there. */
export const importServicesOn = (settings: Settings, contacts: ContactsLayer = Contacts.layer) =>
  ImportChunks.layer.pipe(
    Layer.provideMerge(Imports.layer),
    Layer.provideMerge(Layer.mergeAll(contacts, Audiences.layer, Organizations.layer)),
    Layer.provide(Layer.mergeAll(SecurityLog.layer, Usage.layer)),
    Layer.provideMerge(Layer.mergeAll(Secrets.layer, Signals.layer)),
    Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
    Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
    Layer.provideMerge(Logger.layer([]))
  )

/** A new organization's id. */
export const newOrganization = Effect.map(
  Organizations.use(({ create }) =>
    create({
      name: "Acme",
      timezone: "UTC",
      minutesQuota: 0,
      callingWindow: null,
      complianceProfile: null,
      identifierKey: null,
      retentionDays: null
    })
  ),
  ({ id }) => id
)

/** So many rows that are contacts, from one number on. */
export const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Person ${first + index}`,
    phoneNumber: numberOf(first + index)
  }))

export const numberOf = (serial: number) => `+91${String(serial).padStart(10, "0")}`

/** Everything that waits, in this process. */
export const applyAll = Effect.gen(function* () {
  const chunks = yield* ImportChunks
  while ((yield* chunks.applyNext) !== "idle");
})
