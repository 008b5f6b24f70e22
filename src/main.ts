// Before any schema is made: the code that reads and writes bodies is compiled, not interpreted.
import "effect/schema/SchemaJITCompiler/enable"

import { Console, Deferred, Effect, Layer } from "effect"
import { CarrierAccounts } from "./accounts/callers/CarrierAccounts.ts"
import * as Accounts from "./accounts/layer.ts"
import * as Api from "./api/layer.ts"
import * as Calls from "./calls/layer.ts"
import * as Campaigns from "./campaigns/layer.ts"
import * as Carriers from "./carriers/layer.ts"
import { OwnAccounts } from "./carriers/OwnAccounts.ts"
import * as Contacts from "./contacts/layer.ts"
import * as Dialer from "./dialer/layer.ts"
import { Readiness } from "./dialer/Readiness.ts"
import * as Events from "./events/layer.ts"
import * as Media from "./media/layer.ts"
import { AuditBundle } from "./operations/AuditBundle.ts"
import { announce } from "./operations/announce.ts"
import { CallerChecks } from "./operations/CallerChecks.ts"
import { ConsentReports } from "./operations/ConsentReports.ts"
import { Doctor } from "./operations/Doctor.ts"
import { Erasure } from "./operations/Erasure.ts"
import { KeyRotation } from "./operations/KeyRotation.ts"
import { PersonExport } from "./operations/PersonExport.ts"
import { Preflights } from "./operations/Preflights.ts"
import * as RecordRetention from "./operations/RecordRetention.ts"
import { SigningKeys } from "./operations/SigningKeys.ts"
import { VoiceCatalog } from "./operations/VoiceCatalog.ts"
import { AdminListener } from "./platform/http/HttpServer.ts"
import { ListenAddress } from "./platform/http/ListenAddress.ts"
import * as Platform from "./platform/layer.ts"
import * as Lifecycle from "./platform/lifecycle/Lifecycle.ts"
import * as Policy from "./policy/layer.ts"
import { Embedders } from "./providers/Embedders.ts"
import * as Providers from "./providers/Providers.ts"
import * as Knowledge from "./rag/layer.ts"
import * as Tools from "./tools/layer.ts"
import * as WriteBack from "./writeback/layer.ts"

// Small buffers are parts of a larger one, which lives as long as any of them. With Node's 64 KB the parts that a call
// keeps for some seconds made V8 mark the whole heap twice as often.
Buffer.poolSize = 8 * 1_024

/** The accounts of organizations, as the carrier asks for them. */
const ownAccounts = Layer.effect(
  OwnAccounts,
  Effect.map(CarrierAccounts, ({ tokenOf }) => ({ tokenOf }))
)

/** The whole application, except its settings and its lifecycle. Tests and benches replace the carrier or the session. */
export const applicationWith = (carrier?: Carriers.CarrierLayer, session?: Media.SessionLayer) =>
  announce.pipe(
    Layer.provideMerge(Api.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Erasure.layer,
        PersonExport.layer,
        ConsentReports.layer,
        AuditBundle.layer.pipe(Layer.provideMerge(SigningKeys.layer)),
        Preflights.layer.pipe(Layer.provide(Readiness.layer)),
        Doctor.layer.pipe(Layer.provideMerge(CallerChecks.layer)),
        KeyRotation.layer,
        RecordRetention.layer,
        VoiceCatalog.layer.pipe(Layer.provide(Providers.layer)),
        Dialer.layer,
        Policy.layer,
        Media.layer(session)
      )
    ),
    Layer.provideMerge(WriteBack.layer),
    Layer.provideMerge(Contacts.imports),
    Layer.provideMerge(Calls.layer),
    Layer.provideMerge(Carriers.layer(carrier).pipe(Layer.provide(ownAccounts))),
    Layer.provideMerge(ListenAddress.layer),
    Layer.provideMerge(Knowledge.layer),
    Layer.provideMerge(Embedders.layer),
    Layer.provideMerge(Tools.layer),
    Layer.provideMerge(Campaigns.layer),
    Layer.provideMerge(Contacts.layer),
    Layer.provideMerge(Layer.merge(Accounts.people, Accounts.folding)),
    Layer.provideMerge(Accounts.layer),
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Platform.layer),
    Layer.provideMerge(Accounts.files)
  )

export const application = applicationWith()

/** The server, from its settings to the end of its drain. */
export const serverWith = (carrier?: Carriers.CarrierLayer) =>
  Lifecycle.launch(applicationWith(carrier)).pipe(Effect.provide(Platform.settings))

export const server = serverWith()

/** URLs of the server on this machine: of the API, and of the admin API. */
export interface ServerUrls {
  readonly url: string
  readonly adminUrl: string
}

/** The server with its log elsewhere, and work that starts once it listens. When the work ends, the server goes on. */
export const serverBeside = <E, R>(beside: {
  readonly log: Console.Console
  readonly work: (urls: ServerUrls) => Effect.Effect<void, E, R>
}) =>
  Effect.gen(function* () {
    const listening = yield* Deferred.make<ServerUrls>()
    const report = Layer.effectDiscard(
      Effect.gen(function* () {
        const url = yield* Effect.flatMap(ListenAddress, (address) => address.url)
        const admin = yield* AdminListener
        yield* Deferred.succeed(listening, { url, adminUrl: admin.url ?? url })
      })
    )
    const serving = Lifecycle.launch(report.pipe(Layer.provideMerge(application))).pipe(
      Effect.provide(Platform.settings),
      Effect.provideService(Console.Console, beside.log)
    )
    const working = Effect.flatMap(Deferred.await(listening), beside.work)
    yield* Effect.raceFirst(serving, Effect.andThen(Effect.raceFirst(working, Lifecycle.stopAsked), Effect.never))
  })
