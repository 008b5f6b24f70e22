import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { hasBrowser } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { patience } from "../../support/patience.ts"

// The dialer does not run: the calls stay as they are made.
const suite = consoleSuite({ settings: { ROLES: "api" } })

const frame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

/** The number of the first row in view, and the place of each row on the screen. */
const rowsOfTable = (page: Page) =>
  page.evaluate<{ first: number; tops: Record<string, number>; scrolled: number }>(`(() => {
    const table = document.querySelector("section:has(> table)")
    const rows = Array.from(table.querySelectorAll("tbody tr[aria-rowindex]"), (row) => [
      Number(row.ariaRowIndex), row.getBoundingClientRect().top
    ])
    const top = table.getBoundingClientRect().top
    return {
      first: rows.find((row) => row[1] > top)[0],
      tops: Object.fromEntries(rows),
      scrolled: table.scrollTop
    }
  })()`)

const scrollBy = async (page: Page, by: number) => {
  await page.locator("section:has(> table)").evaluate((table: any, by: number) => table.scrollBy(0, by), by)
  await page.evaluate(frame)
}

describe.skipIf(!hasBrowser)("a long table", () => {
  test("does not jump while one scrolls by rows whose names take several lines", async () => {
    const org = await suite.server.organization()
    const rows = rowsOf(suite.server)
    for (let no = 0; no < 80; no++) {
      await rows.campaign(org.id, { name: `${no} ${"Reminder of spring ".repeat(no % 4 === 0 ? 10 : 1)}` })
    }
    const { page, open, problems } = await suite.consoleOf(org, { width: 390 })
    await open("campaigns")
    await page.getByRole("link", { name: /^79 / }).waitFor()
    for (const by of [...Array<number>(40).fill(100), ...Array<number>(20).fill(-100)]) {
      const before = await rowsOfTable(page)
      await scrollBy(page, by)
      const after = await rowsOfTable(page)
      const isShown = (row: string) => Number(row) >= before.first && row in after.tops
      const row = Object.keys(before.tops).find(isShown) ?? ""
      const moved = (before.tops[row] ?? Number.NaN) - (after.tops[row] ?? Number.NaN)
      expect(Math.abs(moved - by), `after ${after.scrolled} px`).toBeLessThan(3)
    }
    expect(problems).toEqual([])
  })

  test("finds campaigns by the same rule as the searches of the service", async () => {
    const org = await suite.server.organization()
    const rows = rowsOf(suite.server)
    // As one types, and as a file of another system may have it: the accent is a character of its own.
    const names = ["Großer Caf\u00e9-Rabatt", "Grosser Cafe\u0301-Rabatt", "GROSSER CAFETERIA-TAG"]
    for (const name of names) await rows.campaign(org.id, { name })
    const { page, open, problems } = await suite.consoleOf(org)
    await open("campaigns")
    await page.getByRole("link", { name: names[2] as string }).waitFor()
    await page.getByRole("searchbox", { name: "Name" }).fill("GROSSER CAF\u00c9")
    await page.getByRole("link", { name: names[2] as string }).waitFor({ state: "detached" })
    expect(await page.getByRole("table").getByRole("link").allTextContents()).toEqual([names[1], names[0]])
    expect(problems).toEqual([])
  })

  test("is printed with all rows that were read", async () => {
    const org = await suite.server.organization()
    const rows = rowsOf(suite.server)
    for (let no = 0; no < 80; no++) await rows.campaign(org.id, { name: `Reminder ${no}` })
    const { page, open, problems } = await suite.consoleOf(org)
    await open("campaigns")
    await page.getByRole("link", { name: "Reminder 79" }).waitFor()
    const shown = () => page.locator("tbody tr[aria-rowindex]").count()
    const inView = await shown()
    expect(inView).toBeLessThan(80)
    await page.evaluate(`addEventListener("beforeprint", () => {
      globalThis.printed = document.querySelectorAll("tbody tr[aria-rowindex]").length
    })`)
    await page.pdf()
    expect(await page.evaluate("printed")).toBe(80)
    await expect.poll(shown).toBe(inView)
    expect(problems).toEqual([])
  })

  test("is where it was when one comes back to it", async () => {
    const org = await suite.server.organization()
    const rows = rowsOf(suite.server)
    const campaign = await rows.campaign(org.id)
    await rows.query(
      (
        sql
      ) => sql`insert into calls (organization_id, id, campaign_id, contact_id, contact_name, phone_number, next_attempt_at,
          scheduled_at, created_at)
        select ${org.id}, gen_random_uuid(), ${campaign}::uuid, gen_random_uuid(), 'Person ' || no, '+4930' || (1000000 + no),
          now(), now(), now() - no * interval '1 second'
        from generate_series(1, 190) no`
    )
    const { page, open, problems } = await suite.consoleOf(org)
    await open("calls")
    await page.getByRole("link", { name: "Person 1", exact: true }).waitFor()
    // The second page of the service is loaded by then, and the table is not at its end.
    for (let step = 0; step < 25; step++) await scrollBy(page, 180)
    await expect
      .poll(() => page.locator("table").getAttribute("aria-rowcount"), { timeout: patience.engine })
      .toBe("191")
    const before = await rowsOfTable(page)
    await page.getByRole("link", { name: `Person ${before.first + 3}`, exact: true }).press("Enter")
    await page.getByRole("heading", { level: 1, name: `Person ${before.first + 3}` }).waitFor()
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor()
    await expect
      .poll(async () => (await rowsOfTable(page)).scrolled, { timeout: patience.engine })
      .toBe(before.scrolled)
    await page.evaluate(frame)
    expect((await rowsOfTable(page)).first).toBe(before.first)
    expect(problems).toEqual([])
  })
})
