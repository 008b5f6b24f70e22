import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { startServer, type TestServer } from "../api/test-server.ts"
import { buildConsole } from "../processes/built-console.ts"
import { type ConsolePage, consolePage, hasBrowser, launchBrowser, type OpenedPage, openPage } from "./browser.ts"

interface Options extends NonNullable<Parameters<typeof startServer>[0]> {
  /** Flags of the browser. */
  readonly flags?: ReadonlyArray<string>
}

/** A server with the console and a browser, for all tests of a file. */
export interface ConsoleSuite {
  readonly server: TestServer
  readonly browser: Browser
  /** Opens a page without a sign-in. */
  readonly page: (look?: Parameters<typeof openPage>[1]) => Promise<OpenedPage>
  /** Opens the console of an organization for a person, by default an ADMIN. */
  readonly consoleOf: (
    organization: { readonly id: number },
    options?: Parameters<typeof consolePage>[3]
  ) => Promise<ConsolePage>
}

/**
 * Starts a server and a browser before the tests of a file and ends both afterwards; where no browser is installed,
 * neither, and the tests of the file are to be skipped. Options that are made first come from a function.
 */
export const consoleSuite = (options: Options | (() => Promise<Options>) = {}): ConsoleSuite => {
  let server: TestServer
  let browser: Browser
  beforeAll(async () => {
    if (!hasBrowser) return
    buildConsole()
    const { flags, ...ofServer } = typeof options === "function" ? await options() : options
    server = await startServer(ofServer)
    browser = await launchBrowser(flags)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return {
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    page: (look) => openPage(browser, look),
    consoleOf: (organization, options) => consolePage(browser, server, organization, options)
  }
}
