import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, chromium, type Page } from "playwright-core"
import { onTestFinished } from "vitest"
import type { Role } from "../../../src/domain/accounts/ApiKey.ts"
import { makePerson } from "../api/people.ts"
import type { TestServer } from "../api/test-server.ts"
import { patience } from "../patience.ts"

/** Chromium of this machine; undefined where there is none. */
const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path)
)

export const hasBrowser = program !== undefined
if (!hasBrowser) console.log("Skipped in a browser: Chromium is not installed.")

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  })

export interface Visit {
  readonly role?: Role
  readonly theme?: "light" | "dark"
  readonly width?: number
  readonly height?: number
}

/** A page of a signed-in person, and everything that it complained about. */
export interface ConsolePage {
  readonly page: Page
  /** Opens a screen of the organization, such as `calls?status=FAILED`. */
  readonly open: (screen: string) => Promise<void>
  /** Errors of the page: exceptions, and what its content security policy has blocked. */
  readonly problems: Array<string>
}

/** Opens the console in a browser of its own for a person with a role. */
export const consolePage = async (
  browser: Browser,
  server: TestServer,
  organization: { readonly id: number },
  { role = "ADMIN", theme = "light", width = 1440, height = 900 }: Visit = {}
): Promise<ConsolePage> => {
  const { token } = await makePerson(server, { name: "Petra", organization: organization.id, role })
  const url = `http://127.0.0.1:${server.port}`
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-GB"
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience.process)
  await context.addCookies([{ name: "carillon_session", value: token, url }])
  const page = await context.newPage()
  const problems: Array<string> = []
  page.on("pageerror", (error) => problems.push(String(error)))
  page.on("dialog", async (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on("console", (message) => {
    if (message.type() === "error" && !/the server responded with a status of/.test(message.text())) {
      problems.push(message.text())
    }
  })
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
