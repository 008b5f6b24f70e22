import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const script = fileURLToPath(new URL("../../../scripts/build-console.ts", import.meta.url))

let isBuilt = false

/** Builds the console unless it is built, as `npm start` does. The files of a process share the answer. */
export const buildConsole = (): void => {
  if (!isBuilt) execFileSync(process.execPath, [script], { stdio: "inherit" })
  isBuilt = true
}

export const builtConsole = fileURLToPath(new URL("../../../dist/console/", import.meta.url))
