import { fileURLToPath } from "node:url"

/** What a process that a test starts has of this one; what Node has compiled for one serves the next. */
export const childEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/carillon/compiled", import.meta.url))
}
