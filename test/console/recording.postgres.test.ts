import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { campaignClient } from "../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../support/api/test-server.ts"
import { consolePage, hasBrowser, launchBrowser } from "../support/console/browser.ts"
import { patience } from "../support/patience.ts"
import { buildConsole } from "../support/processes/built-console.ts"

let server: TestServer
let browser: Browser
beforeAll(async () => {
  if (!hasBrowser) return
  buildConsole()
  server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
  browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"])
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe.skipIf(!hasBrowser)("the recording on the page of a call", () => {
  test("is played to a member from the line that they choose, and is offered to no viewer", async () => {
    const org = await server.organization()
    const client = campaignClient(server, org)
    const flowId = await client.flow({ initialPrompt: "Hello, this is the bank.", recording: "ON" })
    const campaignId = await client.started([await client.person(7)], { flowId, maxRetries: 0 })
    await client.untilStatus(campaignId, "COMPLETED")
    const [call] = await client.records(campaignId)

    const { page, open, problems } = await consolePage(browser, server, org, { role: "MEMBER" })
    await open(`calls/${call.id}`)
    const recording = page.getByRole("region", { name: "Recording" })
    const position = recording.getByRole("slider", { name: "Position in the recording" })
    const at = async () => Number(await position.inputValue())
    await recording.getByRole("button", { name: "Play the recording" }).click()
    await recording.getByRole("button", { name: "Pause" }).waitFor()
    await expect.poll(at, { timeout: patience.engine }).toBeGreaterThan(0)

    // A line plays from its time on, and is marked while it sounds.
    const line = page.getByRole("listitem").filter({ hasText: "What are your opening hours?" })
    await line.getByRole("button", { name: /^Play from/ }).click()
    await line.locator("[aria-current]").waitFor()
    const { startMs } = (await client.explained(campaignId, { id: call.contactId, phoneNumber: "" })).transcript.find(
      ({ text }: { text: string }) => text === "What are your opening hours?"
    )
    expect(await at()).toBeGreaterThanOrEqual(startMs - 200)
    await recording.getByRole("button", { name: "Pause" }).click()
    await position.press("Home")
    expect(await at()).toBe(0)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      recording.getByRole("link", { name: "Save the recording" }).click()
    ])
    expect(download.suggestedFilename()).toBe("call-1.wav")

    const viewer = await consolePage(browser, server, org, { role: "VIEWER" })
    await viewer.open(`calls/${call.id}`)
    await viewer.page.getByText("What are your opening hours?").first().waitFor()
    expect(await viewer.page.getByRole("region", { name: "Recording" }).count()).toBe(0)
    expect(await viewer.page.getByRole("button", { name: /^Play from/ }).count()).toBe(0)
    expect([...problems, ...viewer.problems]).toEqual([])
    if (process.env.PICTURE !== undefined) await page.screenshot({ path: process.env.PICTURE, fullPage: true })
  })
})
