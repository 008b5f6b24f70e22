import { Effect, Layer, Logger } from "effect"
import * as Accounts from "../../../src/accounts/layer.ts"
import * as Contacts from "../../../src/contacts/layer.ts"
import * as Events from "../../../src/events/layer.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as Platform from "../../../src/platform/layer.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import { makeDatabase } from "../servers/test-database.ts"

// The files of this folder compose the product's own layers, and replace only the parts that a test fakes. They start
// no dialer, worker or sweep.

export type Settings = Readonly<Record<string, string>>

/** The settings of an empty database, which is removed when the scope closes. */
export const newDatabase = Effect.map(
  Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
  ({ settings }) => settings
)

/** Provides a database, settings and secrets, and drops the log. */
export const onDatabase =
  (settings: Settings) =>
  <A, E, R>(services: Layer.Layer<A, E, R>) =>
    services.pipe(
      Layer.provideMerge(Secrets.layer),
      Layer.provideMerge(Platform.database),
      Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
      Layer.provideMerge(Logger.layer([]))
    )

/** The same services, on an empty database. */
export const onNewDatabase =
  <A, E, R>(servicesOn: (settings: Settings) => Layer.Layer<A, E, R>) =>
  (settings: Settings = {}) =>
    Layer.unwrap(Effect.map(newDatabase, (database) => servicesOn({ ...database, ...settings })))

/** Organizations and contacts, with events that are written and not published. */
export const accountsAndContacts = Contacts.layer.pipe(
  Layer.provideMerge(Accounts.layer),
  Layer.provideMerge(Accounts.files),
  Layer.provideMerge(Events.writing)
)
