import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, chromium, type Page } from "playwright-core"
import { onTestFinished } from "vitest"
import { chromiumPath } from "../../../scripts/chromium.ts"
import type { Role } from "../../../src/domain/accounts/ApiKey.ts"
import { makePerson } from "../api/people.ts"
import type { TestServer } from "../api/test-server.ts"
import { patience } from "../patience.ts"

/** Without a browser the tests of the screens are skipped. */
export const hasBrowser = chromiumPath !== undefined

export const launchBrowser = (flags: ReadonlyArray<string> = []): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? "",
    timeout: patience.process,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...flags
    ]
  })

interface Look {
  readonly theme?: "light" | "dark"
  readonly width?: number
  readonly height?: number
}

export interface OpenedPage {
  readonly page: Page
  /** Everything that a page must never do: exceptions, dialogs, and what its content security policy has blocked. */
  readonly problems: Array<string>
}

/** Opens a page in a browser session of its own, without a sign-in. */
export const openPage = async (
  browser: Browser,
  { theme = "light", width = 1440, height = 900 }: Look = {}
): Promise<OpenedPage> => {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-GB"
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience.process)
  const page = await context.newPage()
  const problems: Array<string> = []
  page.on("pageerror", (error) => problems.push(String(error)))
  page.on("dialog", async (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on("console", (message) => {
    const isError = message.type() === "error" && !/the server responded with a status of/.test(message.text())
    if (isError || /Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
  return { page, problems }
}

/** A page of a signed-in person. */
export interface ConsolePage extends OpenedPage {
  /** Opens a screen of the organization, such as `calls?status=FAILED`. */
  readonly open: (screen: string) => Promise<void>
}

/** Opens the console in a browser of its own for a person with a role. */
export const consolePage = async (
  browser: Browser,
  server: TestServer,
  organization: { readonly id: number },
  { role = "ADMIN", ...look }: Look & { readonly role?: Role } = {}
): Promise<ConsolePage> => {
  const { token } = await makePerson(server, { name: "Petra", organization: organization.id, role })
  const url = `http://127.0.0.1:${server.port}`
  const { page, problems } = await openPage(browser, look)
  await page.context().addCookies([{ name: "carillon_session", value: token, url }])
  const open = async (screen: string) => {
    await page.goto(`${url}/console/o/${organization.id}/${screen}`)
    await page.locator("h1").waitFor()
  }
  return { page, open, problems }
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The rules of accessibility that the page breaks seriously, with the elements. */
export const seriousViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  const found = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    readonly violations: ReadonlyArray<{
      readonly id: string
      readonly impact: string
      readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
    }>
  }
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary, html }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`)
    )
}
