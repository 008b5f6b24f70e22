import { fileURLToPath } from "node:url"

/** Environment of processes that tests start. They share Node's compile cache. */
export const childEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../node_modules/.cache/carillon/compiled", import.meta.url))
}
