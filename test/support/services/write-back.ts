import { Layer } from "effect"
import { importing } from "../../../src/contacts/layer.ts"
import * as WriteBack from "../../../src/writeback/layer.ts"
import { records } from "./calls.ts"
import { onDatabase, onNewDatabase, type Settings } from "./ground.ts"

/** Webhook deliveries, and the imports that they report, on an existing database. */
export const writeBackServicesOn = (settings: Settings) =>
  WriteBack.services.pipe(Layer.provideMerge(importing), Layer.provideMerge(records), onDatabase(settings))

/** The same services on an empty database. */
export const writeBackServices = onNewDatabase(writeBackServicesOn)
