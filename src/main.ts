// Before any schema is made: the code that reads and writes bodies is compiled, not interpreted.
import "effect/schema/SchemaJITCompiler/enable"

import { Effect, Layer } from "effect"
import { CarrierAccounts } from "./accounts/callers/CarrierAccounts.ts"
import * as Accounts from "./accounts/layer.ts"
import * as Api from "./api/layer.ts"
import * as Calls from "./calls/layer.ts"
import * as Campaigns from "./campaigns/layer.ts"
import * as Carriers from "./carriers/layer.ts"
import { OwnAccounts } from "./carriers/OwnAccounts.ts"
import * as Contacts from "./contacts/layer.ts"
import * as Dialer from "./dialer/layer.ts"
import * as Events from "./events/layer.ts"
import * as Media from "./media/layer.ts"
import { announce } from "./operations/announce.ts"
import * as Operations from "./operations/layer.ts"
import { ListenAddress } from "./platform/http/ListenAddress.ts"
import * as Platform from "./platform/layer.ts"
import * as Lifecycle from "./platform/lifecycle/Lifecycle.ts"
import * as Policy from "./policy/layer.ts"
import { Embedders } from "./providers/Embedders.ts"
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
    Layer.provideMerge(Layer.mergeAll(Operations.layer, Dialer.layer, Policy.layer, Media.layer(session))),
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
