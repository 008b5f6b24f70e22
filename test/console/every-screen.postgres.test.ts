import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { type ConsolePage, hasBrowser, seriousViolations } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { hostileOrganization, type Screen } from "../support/console/hostile-organization.ts"
import { payloads } from "../support/console/payloads.ts"
import { patience } from "../support/patience.ts"
import { shuffled } from "../support/random.ts"
import { isFull, someOf } from "../support/sample.ts"

const seed = Number(process.env.TEST_SEED ?? 0)
const sample = isFull ? payloads : shuffled(payloads, seed).slice(0, 2)

// The dialer does not run: the calls stay as they are made.
const suite = consoleSuite({ settings: { ROLES: "api,workers" } })
/** Texts of an organization: its lists show them all on their first page. */
const textsOfOne = 10
const groups = Array.from({ length: Math.ceil(sample.length / textsOfOne) }, (_, at) =>
  sample.slice(at * textsOfOne, (at + 1) * textsOfOne)
)
const hostile: Array<Awaited<ReturnType<typeof hostileOrganization>>> = []
beforeAll(async () => {
  if (!hasBrowser) return
  for (const texts of groups) hostile.push(await hostileOrganization(suite.server, texts))
})

const looks = [
  { theme: "light", width: 1440 },
  { theme: "dark", width: 390 },
  { theme: "light", width: 390 },
  { theme: "dark", width: 1440 }
] as const

const settled = (page: Page) =>
  expect
    .poll(() => page.locator("[role=status][aria-label^=Loading], [aria-busy=true]").count(), {
      timeout: patience.engine
    })
    .toBe(0)

// Spaces are shown as one, and no browser shows control characters.
const shownAs = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, "")

/** Everything that the page shows, fields and their choices included. */
const textOf = async (page: Page) =>
  shownAs(
    await page.evaluate<string>(`[document.body.innerText,
      ...Array.from(document.querySelectorAll("input, textarea"), (field) => field.value),
      ...Array.from(document.querySelectorAll("option"), (option) => option.textContent)].join(" ")`)
  )

// No element of a payload is in the page, however it would have come there.
const foreign =
  "img:not([src^='/console/']), iframe, object, embed, base, math, video, form[action], style:not([data-own]), a[href^='javascript:' i], [onerror], [onload], [onfocus], [onmouseover]"

const check = async ({ page, open, problems }: ConsolePage, { path, texts }: Screen, ran: ReadonlyArray<unknown>) => {
  await open(path)
  await settled(page)
  for (const text of texts) await shows(page, text, path)
  expect(await page.locator(foreign).evaluateAll((found) => found.map((one: any) => one.outerHTML)), path).toEqual([])
  await fitsAndIsAccessible(page, path)
  expect({ path, problems, ran }).toEqual({ path, problems: [], ran: [] })
}

const fitsAndIsAccessible = async (page: Page, path: string) => {
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), path).toBeLessThanOrEqual(0)
  expect(await seriousViolations(page), path).toEqual([])
}

const shows = (page: Page, text: string, path: string) =>
  expect.poll(() => textOf(page), { timeout: patience.engine, message: path }).toContain(shownAs(text))

describe.skipIf(!hasBrowser).each(isFull ? looks : looks.slice(0, 2))("every screen, %o", (look) => {
  test("shows hostile texts as texts, fits, and is accessible", {
    timeout: isFull ? 3_600_000 : 2 * patience.process
  }, async () => {
    const index = looks.indexOf(look)
    for (const [group, texts] of groups.entries()) {
      const { org, lists, others, pages } = hostile[group] as (typeof hostile)[number]
      const opened = await suite.consoleOf(org, { ...look, role: "SUPER_ADMIN" })
      const ran: Array<unknown> = []
      await opened.page.exposeFunction("ran", (which: unknown) => ran.push(which))
      // The lists and the pages of one text in each look; with PROVE=full the pages of each other text in one look.
      const perText = pages.length / texts.length
      const own = pages.filter((_, at) => {
        const which = group * textsOfOne + Math.floor(at / perText)
        return which === 0 || (isFull && which % looks.length === index)
      })
      // In a sample half of the screens have one of the two looks, and with other seeds the other half and look.
      const inLook = (_: Screen, at: number) => isFull || (at + seed) % 4 === index
      const all = [...lists, ...(group === 0 ? others : []), ...own]
      for (const screen of all.filter(inLook)) await check(opened, screen, ran)
      await check(opened, { path: "review", texts: texts.slice(0, 1) }, ran)
      for (const text of texts.slice(1)) {
        await opened.page.keyboard.press("j")
        await shows(opened.page, text, "review")
      }
      await opened.page.goto(`http://127.0.0.1:${suite.server.port}/console/o/${org.id}/nowhere`)
      await opened.page.getByText("There is no such page").first().waitFor()
      await fitsAndIsAccessible(opened.page, "nowhere")
      expect({ problems: opened.problems, ran }).toEqual({ problems: [], ran: [] })
      await opened.page.context().close()
    }
  })

  test("is preceded by a sign-in that fits and is accessible", async () => {
    const { page, problems } = await suite.page(look)
    await page.goto(`http://127.0.0.1:${suite.server.port}/console`)
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await fitsAndIsAccessible(page, "sign-in")
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("every screen", () => {
  test("opens for a VIEWER, shows only what reads, and says what is for others", {
    timeout: 2 * patience.process
  }, async () => {
    const { org, lists, others, pages } = await hostileOrganization(suite.server, sample.slice(0, 1))
    const viewer = await suite.consoleOf(org, { role: "VIEWER" })
    const { page, open, problems } = viewer
    const refused: Array<string> = []
    page.on("response", (answer) => {
      if (answer.status() === 403) refused.push(new URL(answer.url()).pathname)
    })
    const found: Array<string> = []
    const tried = new Set<string>()
    const forOthers: Array<string> = []
    const screens = [...lists, ...others, ...pages, { path: "review" }]
    const looked = someOf(screens, screens.length / 2)
    for (const { path } of looked) {
      await open(path)
      await settled(page)
      if ((await page.getByRole("heading", { name: "Your role does not allow this" }).count()) > 0) {
        forOthers.push(screenOf(path))
        expect(await page.getByRole("button", { name: "Try again" }).count(), path).toBe(0)
        refused.length = 0
        continue
      }
      for (const name of await controlsOf(page)) {
        if (!reading.has(name)) found.push(`${screenOf(path)}: ${name}`)
        else if (!tried.has(name) && !ownAccount.has(name)) {
          tried.add(name)
          const button = page.locator("main").getByRole("button", { name, exact: true }).first()
          if ((await button.count()) > 0) await button.click()
          await settled(page)
          await page.keyboard.press("Escape")
        }
      }
      expect({ path, refused }).toEqual({ path, refused: [] })
    }
    expect(found).toEqual([])
    const isLookedAt = new Set(looked.map(({ path }) => screenOf(path)))
    expect(forOthers.sort()).toEqual(screensForOthers.filter((screen) => isLookedAt.has(screen)).sort())
    expect(problems).toEqual([])
  })
})

/** A path without the ids of this run. */
const screenOf = (path: string) =>
  path.replaceAll(/[0-9a-f-]{36}/g, "…").replace(/([?&](question|search|label|actor|from)=).*/, "$1…")

/** The names of the controls of the screen that can be used. Links lead to screens, which are looked at themselves. */
const controlsOf = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`Array.from(
    document.querySelectorAll("main :is(button, input, select, textarea):not(:disabled, [aria-disabled=true], [readonly], [title^='Only entries'])")
  ).filter((one) => one.checkVisibility())
    .map((one) => (one.getAttribute("aria-label") ?? one.labels?.[0]?.innerText ?? one.innerText).trim())`)

/** Controls that only read, and those of the person's own account. A new control is added only if a VIEWER may use it. */
const reading = new Set([
  ...["About", "Campaign", "Clear", "Clear the filters", "Cost, at least", "Count the consents", "Country", "Download"],
  ...[
    "Export",
    "From",
    "Label",
    "Language",
    "Last attempt",
    "Machine",
    "Marked",
    "Month",
    "Name",
    "Phone number",
    "Purpose",
    "Question",
    "Refresh",
    "Result"
  ],
  ...["Save this view", "Search", "Search by name or number", "Search by number", "Seconds, at least"],
  ...["Show all campaigns", "Show everything", "Show it in the conversation", "Status", "To"],
  ...["Add an app", "New password", "Save", "Set a password"]
])
const ownAccount = new Set(["Add an app", "Save", "Set a password"])

/** The screens on which there is nothing to read. */
const screensForOthers = [
  ...["campaigns/new", "campaigns/new?from=…", "flows/new", "flows/…/try"],
  ...["audience", "pace", "labels", "start"].map((step) => `campaigns/…/setup?step=${step}`),
  ...["settings/doctor", "settings/events", "settings/events?part=dead-letters", "settings/events?part=live"],
  ...["settings/accounts", "settings/admin-tokens", "settings/encryption", "settings/service-log"]
]
