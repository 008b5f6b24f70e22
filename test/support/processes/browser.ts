import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, chromium, type Page } from "playwright-core"
import { patience } from "../patience.ts"
import { chromiumPath } from "./chromium.ts"

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, args, timeout: patience.process })

interface Look {
  readonly theme?: "light" | "dark"
  readonly width?: number
}

/** Opens a page, and notes what must never happen in one: errors, refused scripts, dialogs. */
export const openPage = async (browser: Browser, { theme = "light", width = 1440 }: Look = {}) => {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height: 900 },
    reducedMotion: "reduce"
  })
  context.setDefaultTimeout(patience.process)
  const page = await context.newPage()
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(String(error)))
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("console", (message) => {
    if (/Content Security Policy|unique "key"|hydration/i.test(message.text())) faults.push(message.text())
  })
  return { page, faults, close: () => context.close() }
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

/** Returns what axe finds serious or critical on the page. */
export const violationsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<{ violations: Array<Violation> }> } }).axe.run()
  )
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ failureSummary, html }) => `${id}: ${html} ${failureSummary ?? ""}`))
}
