import { describe, expect, test } from "vitest"
import { campaignClient } from "../support/api/campaign-client.ts"
import { hasBrowser } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { patience } from "../support/patience.ts"

// Slow enough that a conversation is seen while it goes on.
const suite = consoleSuite({ settings: { SIMULATOR_SPEED: "6" } })

describe.skipIf(!hasBrowser)("the live screen", () => {
  test("shows the words of a call while they are spoken, and its result afterwards", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    const id = await client.draft([await client.person(0, { name: "Ada <b>Moore</b>" })], { maxRetries: 0 })
    const { page, open, problems } = await suite.consoleOf(org)
    await open(`live?campaignId=${id}`)
    await page.getByText("Live", { exact: true }).nth(1).waitFor()
    await page.getByText("No call is under way").waitFor()
    await client.move(id, "start")
    await page.getByRole("button", { name: "Ada <b>Moore</b>" }).click()
    const words = page.getByRole("log")
    await expect.poll(() => words.locator("p").count(), { timeout: patience.engine }).toBeGreaterThan(1)
    // The words stay when the call has ended, and its result appears.
    await page
      .getByRole("dialog")
      .getByText(/^(Positive|Connected)$/)
      .waitFor()
    expect(await words.locator("p").count()).toBeGreaterThan(1)
    await page.getByRole("link", { name: "Page of the call" }).click()
    await page.getByRole("heading", { level: 1, name: "Ada <b>Moore</b>" }).waitFor()
    expect(problems).toEqual([])
  })
})
