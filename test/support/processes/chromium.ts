import { existsSync } from "node:fs"

export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium"

/** Whether there is a browser; without one the tests of the screens are skipped. */
export const hasChromium = existsSync(chromiumPath)
