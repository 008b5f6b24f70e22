import { Effect, Layer, Logger } from "effect"
import * as Accounts from "../../../src/accounts/layer.ts"
import * as Calls from "../../../src/calls/layer.ts"
import * as Campaigns from "../../../src/campaigns/layer.ts"
import { Carrier } from "../../../src/carriers/Carrier.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import * as ContactLayers from "../../../src/contacts/layer.ts"
import { CampaignActors } from "../../../src/dialer/CampaignActors.ts"
import * as Dialer from "../../../src/dialer/layer.ts"
import * as Events from "../../../src/events/layer.ts"
import { Briefs } from "../../../src/media/brief/Briefs.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as Platform from "../../../src/platform/layer.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import { Leader } from "../../../src/platform/sql/Leader.ts"
import { Embedders } from "../../../src/providers/Embedders.ts"
import { DocumentReader } from "../../../src/rag/DocumentReader.ts"
import * as Knowledge from "../../../src/rag/layer.ts"
import * as WriteBack from "../../../src/writeback/layer.ts"
import { makeDatabase } from "./test-database.ts"

// The product's own layers, with only the parts replaced that a test fakes. No dialer, worker or sweep runs.

type Settings = Readonly<Record<string, string>>

/** The settings of an empty database, which is removed when the scope closes. */
export const newDatabase = Effect.map(
  Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
  ({ settings }) => settings
)

/** Provides a database, settings and secrets, and drops the log. */
const onDatabase =
  (settings: Settings) =>
  <A, E, R>(services: Layer.Layer<A, E, R>) =>
    services.pipe(
      Layer.provideMerge(Secrets.layer),
      Layer.provideMerge(Platform.database),
      Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
      Layer.provideMerge(Logger.layer([]))
    )

const onNewDatabase =
  <A, E, R>(servicesOn: (settings: Settings) => Layer.Layer<A, E, R>) =>
  (settings: Settings = {}) =>
    Layer.unwrap(Effect.map(newDatabase, (database) => servicesOn({ ...database, ...settings })))

const base = ContactLayers.layer.pipe(Layer.provideMerge(Accounts.layer), Layer.provideMerge(Events.writing))

const records = Calls.records.pipe(Layer.provideMerge(Campaigns.layer), Layer.provideMerge(base))

const noActors = Layer.succeed(CampaignActors, { wake: () => Effect.void })

/** Claims and campaign control with a carrier of the test's own, on an empty database or the one of the settings. */
export const dialingServices = (carrier: Carrier["Service"], settings?: Settings) => {
  const on = (given: Settings) =>
    Dialer.control.pipe(
      Layer.provideMerge(Dialer.claiming),
      Layer.provide(noActors),
      Layer.provideMerge(Layer.succeed(Carrier, carrier)),
      Layer.provideMerge(records),
      onDatabase(given)
    )
  return settings === undefined ? onNewDatabase(on)() : on(settings)
}

/** Everything that a brief is read from. */
export const briefServicesOn = (settings: Settings) =>
  Briefs.layer.pipe(Layer.provideMerge(records), onDatabase(settings))

/** Events, their bus and consumers. */
export const eventServicesOn = (settings: Settings) =>
  Events.layer.pipe(Layer.provideMerge(Leader.layer), onDatabase(settings))

/** The same as a node of its own, even beside other nodes in this process; it ends with the scope. */
export const startNode = (settings: Settings) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Layer.buildWithMemoMap(eventServicesOn(settings), Layer.makeMemoMapUnsafe(), scope)
  )

type ContactsLayer = Layer.Layer<Contacts, never, Layer.Services<typeof Contacts.layer>>

/** Imports on a database that is there; a test may replace the contacts. */
export const importServicesOn = (settings: Settings, contacts: ContactsLayer = Contacts.layer) =>
  ContactLayers.importing.pipe(Layer.provideMerge(contacts), Layer.provideMerge(base), onDatabase(settings))

/** Imports on an empty database. */
export const importServices = (settings: Settings = {}, contacts: ContactsLayer = Contacts.layer) =>
  onNewDatabase((given) => importServicesOn(given, contacts))(settings)

/** Knowledge bases with a reader and embedders of the test's own. */
export const knowledgeServicesOn = (
  settings: Settings,
  fakes: { readonly reader: DocumentReader["Service"]; readonly embedders: Embedders["Service"] }
) =>
  Knowledge.services.pipe(
    Layer.provide([Layer.succeed(DocumentReader, fakes.reader), Layer.succeed(Embedders, fakes.embedders)]),
    Layer.provideMerge(Campaigns.layer),
    Layer.provideMerge(base),
    onDatabase(settings)
  )

/** Webhook deliveries, and the imports that report by them, on a database that is there. */
export const writeBackServicesOn = (settings: Settings) =>
  WriteBack.services.pipe(
    Layer.provideMerge(ContactLayers.importing),
    Layer.provideMerge(records),
    onDatabase(settings)
  )

/** The same on an empty database. */
export const writeBackServices = onNewDatabase(writeBackServicesOn)
