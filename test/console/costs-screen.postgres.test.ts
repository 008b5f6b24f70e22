import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../support/api/answered.ts"
import { campaignClient } from "../support/api/campaign-client.ts"
import { hasBrowser, seriousViolations } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { eventually } from "../support/eventually.ts"
import { patience } from "../support/patience.ts"
import { makeDatabase, type TestDatabase } from "../support/servers/test-database.ts"

let database: TestDatabase
// After the server, which is stopped first.
afterAll(() => database?.remove())
const suite = consoleSuite(async () => {
  database = await makeDatabase()
  const file = join(database.settings.DATA_DIR as string, "prices.json")
  writeFileSync(file, JSON.stringify({ currency: "EUR", carriers: [{ vendor: "simulated", perMinute: "0.02" }] }))
  return { database, settings: { SIMULATOR_SPEED: "1000", PRICES_FILE: file } }
})

describe.skipIf(!hasBrowser)("the settings", () => {
  test("show what calls have cost, and cap an organization and a campaign", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    const id = await client.started(await client.people(0), { maxRetries: 0 })
    const path = `/admin/v1/organizations/${org.id}`
    await eventually(async () => {
      const { knownCost } = await answered(200, suite.server.admin("GET", `${path}/costs`))
      expect(Number(knownCost)).toBeGreaterThan(0)
    })
    const { page, open, problems } = await suite.consoleOf(org, { theme: "dark", width: 390 })
    await open("settings/costs")
    await page.getByRole("cell", { name: "Spring", exact: true }).waitFor()
    expect(await page.title()).toBe("Costs · Settings · Carillon")
    await page.getByText("at least €0.0", { exact: false }).first().waitFor()
    await page.getByRole("cell", { name: /^Carrier/ }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)

    await page.getByRole("button", { name: "Change the spend cap" }).click()
    const dialog = page.getByRole("dialog", { name: "Spend cap of a month" })
    await dialog.getByLabel("Amount").fill("250")
    await dialog.getByLabel("Currency").fill("USD")
    await page.keyboard.press("Enter")
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("Currency").fill("eur")
    await page.keyboard.press("Enter")
    await page.getByText("Spend cap saved").waitFor()
    await page.getByRole("definition").getByText("€250.00").waitFor()
    await page.getByRole("button", { name: "Spend cap of Spring" }).click()
    await dialog.getByLabel("Amount").fill("10")
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    const cap = async (of: string) => (await answered(200, suite.server.admin("GET", `${path}${of}/costs`))).cap
    expect([await cap(""), await cap(`/campaigns/${id}`)]).toEqual([
      { amount: "250.000000", currency: "EUR" },
      { amount: "10.000000", currency: "EUR" }
    ])
    await page.getByRole("button", { name: "Spend cap of Spring" }).click()
    await dialog.getByRole("button", { name: "Remove the cap" }).click()
    await page.getByText("Spend cap removed").waitFor()
    expect(await cap(`/campaigns/${id}`)).toBe(null)
    await page.getByLabel("Month").selectOption("all")
    await page.getByRole("cell", { name: "Spring", exact: true }).waitFor()
    expect(problems).toEqual([])

    const viewer = await suite.consoleOf(org, { role: "VIEWER" })
    await viewer.open("settings/costs")
    await viewer.page.getByRole("cell", { name: "Spring", exact: true }).waitFor()
    expect(await viewer.page.getByRole("button", { name: /cap/ }).count()).toBe(0)
  })

  test("let a super admin create an organization, but no ADMIN", async () => {
    const org = await suite.server.organization()
    const root = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    await root.open("settings/organization")
    await root.page.getByRole("button", { name: "New organization" }).click()
    await root.page.getByRole("dialog").getByLabel("Name").fill("Branch in Pune")
    await root.page.keyboard.press("Enter")
    await root.page.waitForURL((url) => !url.pathname.startsWith(`/console/o/${org.id}/`))
    const name = root.page.getByLabel("Name", { exact: true })
    await expect.poll(() => name.inputValue(), { timeout: patience.engine }).toBe("Branch in Pune")
    await root.page.getByRole("button", { name: "Change the limits" }).click()
    await root.page.getByLabel("Contacts", { exact: true }).fill("500")
    await root.page.getByLabel("Documents", { exact: true }).fill("")
    await root.page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await root.page.getByText("0 of 500", { exact: true }).waitFor()
    expect(root.problems).toEqual([])

    const admin = await suite.consoleOf(org)
    await admin.open("settings/organization")
    await admin.page.getByLabel("Name", { exact: true }).waitFor()
    expect(await admin.page.getByRole("button", { name: "New organization" }).count()).toBe(0)
    expect(await admin.page.getByRole("button", { name: "Change the limits" }).count()).toBe(0)
  })
})
