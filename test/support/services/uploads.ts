import { records } from "./calls.ts"
import { onDatabase, type Settings } from "./ground.ts"

/** Uploads of numbers on an existing database, applied only when a caller asks for the next part. */
export const uploadServicesOn = (settings: Settings) => onDatabase(settings)(records)
