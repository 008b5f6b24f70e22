import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const script = fileURLToPath(new URL("../../../scripts/build-console.ts", import.meta.url))

/** Builds the console unless it is built, as `npm start` does. */
export const buildConsole = (): void => {
  execFileSync(process.execPath, [script], { stdio: "inherit" })
}

export const builtConsole = fileURLToPath(new URL("../../../dist/console/", import.meta.url))
