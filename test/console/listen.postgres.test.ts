import { describe, expect, test } from "vitest"
import { campaignClient } from "../support/api/campaign-client.ts"
import { hasBrowser } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { rowsOf } from "../support/data/calls.ts"
import { patience } from "../support/patience.ts"

// As slow as real calls, so that one lasts as long as the test.
const suite = consoleSuite({ settings: { SIMULATOR_SPEED: "1" } })

describe.skipIf(!hasBrowser)("listening on the live screen", () => {
  test("plays both sides of a call to a member until they leave it or it ends, and is offered to no viewer", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    const id = await client.draft([await client.person(0, { name: "Ada Moore" })], { maxRetries: 0 })
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await page.addInitScript(noteAudio)
    await open(`live?campaignId=${id}`)
    await page.getByText("No call is under way").waitFor()
    await client.move(id, "start")
    const card = page.getByRole("button", { name: "Ada Moore" })
    const listen = page.getByRole("button", { name: "Listen" })
    await card.click()
    await listen.click()

    // The meters move, and what the browser plays has sound on both of its channels.
    for (const name of ["person", "agent"]) {
      await page.locator(`meter[aria-label="Loudness: ${name}"]:not([value="0"])`).waitFor({ state: "attached" })
    }
    const loudest = async () => Math.min(...((await page.evaluate("heard")) as ReadonlyArray<number>))
    await expect.poll(loudest, { timeout: patience.engine }).toBeGreaterThan(0.01)

    const { query } = rowsOf(suite.server)
    const listeners = async () =>
      (await query((sql) => sql`select 1 from call_listeners where organization_id = ${org.id}`)).length
    expect(await listeners()).toBe(1)
    await page.keyboard.press("Escape")
    await expect.poll(listeners, { timeout: patience.engine }).toBe(0)

    const viewer = await suite.consoleOf(org, { role: "VIEWER" })
    await viewer.open(`live?campaignId=${id}`)
    await viewer.page.getByRole("button", { name: "Ada Moore" }).click()
    await viewer.page.getByRole("log").waitFor()
    expect(await viewer.page.getByRole("button", { name: "Listen" }).count()).toBe(0)

    await card.click()
    await listen.click()
    await page.getByRole("button", { name: "Stop listening" }).waitFor()
    await page.getByRole("button", { name: "Hang up" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Hang up" }).click()
    await page.getByText("The audio has ended.").waitFor()
    expect([...problems, ...viewer.problems]).toEqual([])
  })
})

/** Notes the loudest sample that each channel of the browser's audio has been given. */
const noteAudio = `
  globalThis.heard = [0, 0]
  const copy = AudioBuffer.prototype.copyToChannel
  AudioBuffer.prototype.copyToChannel = function (source, channel) {
    heard[channel] = Math.max(heard[channel], ...source)
    return copy.call(this, source, channel)
  }
`
