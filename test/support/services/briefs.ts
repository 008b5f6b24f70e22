import { Layer } from "effect"
import { Briefs } from "../../../src/media/brief/Briefs.ts"
import { records } from "./calls.ts"
import { onDatabase, type Settings } from "./ground.ts"

/** Everything that a brief is read from. */
export const briefServicesOn = (settings: Settings) =>
  Briefs.layer.pipe(Layer.provideMerge(records), onDatabase(settings))
