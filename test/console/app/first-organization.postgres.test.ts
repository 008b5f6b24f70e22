import { describe, expect, test } from "vitest"
import { hasBrowser, seriousViolations } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"

const suite = consoleSuite()

describe.skipIf(!hasBrowser)("the console of a new service", () => {
  test("lets the first person name an organization, and opens it", async () => {
    const { url } = (await suite.server.admin("POST", "/admin/v1/people/sign-in-link", {})).body
    const { page, problems } = await suite.page()
    await page.goto(url)
    await page.getByRole("heading", { name: "Name your organization" }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel("Name").fill("Acme")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.getByText("Acme").first().waitFor()
    // The link works once.
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("alertdialog").getByText("have no e-mail address and password yet").waitFor()
    await page.getByRole("button", { name: "Keep as it is" }).click()
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    expect(problems).toEqual([])
  })
})
