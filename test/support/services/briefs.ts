import { Layer } from "effect"
import { Briefs } from "../../../src/media/brief/Briefs.ts"
import { withoutCallData } from "../fakes/no-call-data.ts"
import { records } from "./calls.ts"
import { onDatabase, type Settings } from "./ground.ts"

/** Services that a brief is read with. */
export const briefServicesOn = (settings: Settings) =>
  Briefs.layer.pipe(Layer.provide(withoutCallData), Layer.provideMerge(records), onDatabase(settings))
