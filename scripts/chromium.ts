import { existsSync } from "node:fs"

// The first one is built without windows, and takes two thirds of the processor time of the others.
const places = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome"
]

/** The browser that CHROMIUM names, or else the one of this machine; undefined where there is none. */
export const chromiumPath = [process.env.CHROMIUM ?? "", ...places].find((path) => existsSync(path))
