import { Effect, Layer } from "effect"
import * as Events from "../../../src/events/layer.ts"
import { SharedWork } from "../../../src/platform/sql/SharedWork.ts"
import { onDatabase, type Settings } from "./ground.ts"

/** Events, their bus and consumers. */
export const eventServicesOn = (settings: Settings) =>
  Events.layer.pipe(Layer.provideMerge(SharedWork.layer), onDatabase(settings))

/** The same services as a separate node, even beside other nodes in this process. The node ends with the scope. */
export const startNode = (settings: Settings) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Layer.buildWithMemoMap(eventServicesOn(settings), Layer.makeMemoMapUnsafe(), scope)
  )
