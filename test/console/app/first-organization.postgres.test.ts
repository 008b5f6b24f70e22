import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { hasBrowser, launchBrowser, openPage, seriousViolations } from "../../support/console/browser.ts"
import { buildConsole } from "../../support/processes/built-console.ts"

let server: TestServer
let browser: Browser
beforeAll(async () => {
  if (!hasBrowser) return
  buildConsole()
  server = await startServer()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe.skipIf(!hasBrowser)("the console of a new service", () => {
  test("lets the first person name an organization, and opens it", async () => {
    const { url } = (await server.admin("POST", "/admin/v1/people/sign-in-link", {})).body
    const { page, problems } = await openPage(browser)
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
