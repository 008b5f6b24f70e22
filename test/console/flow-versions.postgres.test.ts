import { describe, expect, test } from "vitest"
import { answered } from "../support/api/answered.ts"
import { campaignClient } from "../support/api/campaign-client.ts"
import { hasBrowser, seriousViolations } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { eventually } from "../support/eventually.ts"

const suite = consoleSuite()

describe.skipIf(!hasBrowser)("the versions of a flow in the console", () => {
  test("lead from a draft over its differences to a version, while a running campaign keeps its own", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    await client.update({
      callingWindow: { days: [((new Date().getUTCDay() + 3) % 7) + 1], start: "10:00", end: "11:00" }
    })
    const flowId = await client.flow({ initialPrompt: "Hello, this is Acme." })
    const campaign = await client.started(await client.people(0), { flowId })
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`flows/${flowId}`)
    await page.getByLabel("Opening", { exact: true }).fill("Good evening, this is Acme.")
    await page.getByText("Not saved").waitFor()
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByText("Draft saved").first().waitFor()
    await page.getByRole("button", { name: "Show differences" }).click()
    const dialog = page.getByRole("dialog")
    expect(await dialog.locator("del").allTextContents()).toEqual(["Hello"])
    expect((await dialog.locator("ins").allTextContents()).join("")).toBe("Good evening")
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Publish", exact: true }).click()
    await dialog.getByText("(version 1)").waitFor()
    await dialog.getByLabel("Note").fill("In the evening")
    await page.keyboard.press("Enter")
    await page.getByText("Version 2 is published").waitFor()
    expect(await client.campaign(campaign)).toMatchObject({ flowVersion: 1 })

    await open(`flows/${flowId}/versions`)
    await page.getByText("In the evening").waitFor()
    await page.getByRole("link", { name: "Version 1" }).click()
    await page.getByText("From version 1 to version 2", { exact: false }).waitFor()
    await page.getByRole("button", { name: "Go back to this version" }).click()
    await page.getByRole("button", { name: "Publish as version 3" }).click()
    await page.getByText("Version 1 again").waitFor()

    await open(`campaigns/${campaign}`)
    await page.getByRole("button", { name: "Use another version" }).click()
    await page.getByLabel("Version", { exact: true }).selectOption("2")
    await page.getByRole("button", { name: "Use version 2" }).click()
    await page.getByText("uses version 2").waitFor()
    expect(await client.campaign(campaign)).toMatchObject({ flowVersion: 2 })
    expect(problems).toEqual([])
  })

  test("keep the changes of two editors apart, and are only read by a VIEWER", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    const flowId = await client.flow()
    const path = `${client.admin}/flows/${flowId}`
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`flows/${flowId}`)
    await page.getByLabel("Opening", { exact: true }).fill("Mine.")
    const { basedOn, flow, revision } = await answered(200, suite.server.admin("GET", `${path}/draft`))
    const theirs = { flow: { ...flow, initialPrompt: "Theirs." }, basedOn, revision }
    await answered(200, suite.server.admin("PUT", `${path}/draft`, theirs))
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByText("saved this draft meanwhile", { exact: false }).waitFor()
    // The time is in the person's own zone. The refusal goes once the person has decided.
    const refusal = page.getByText(/ saved the draft at \d\d:\d\d: read it again$/)
    await refusal.waitFor()
    await page.getByRole("button", { name: "Keep mine" }).click()
    await refusal.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByText("Draft saved").first().waitFor()
    expect((await answered(200, suite.server.admin("GET", `${path}/draft`))).flow.initialPrompt).toBe("Mine.")

    await page.getByLabel("Opening", { exact: true }).fill("Mine again.")
    const saved = await answered(200, suite.server.admin("GET", `${path}/draft`))
    await answered(200, suite.server.admin("POST", `${path}/publish`, { revision: saved.revision, note: null }))
    await page.getByRole("button", { name: "Save draft" }).click()
    const notice = page.getByText("published version 2 or discarded the draft meanwhile", { exact: false })
    await notice.waitFor()
    await page.getByRole("button", { name: "Keep mine" }).click()
    await notice.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Save draft" }).click()
    await eventually(async () => {
      const kept = await answered(200, suite.server.admin("GET", `${path}/draft`))
      expect(kept).toMatchObject({ basedOn: 2, flow: { initialPrompt: "Mine again." } })
    })
    expect(problems).toEqual([])

    const viewer = await suite.consoleOf(org, { role: "VIEWER", theme: "dark", width: 390 })
    for (const screen of [`flows/${flowId}`, `flows/${flowId}/versions`, `flows/${flowId}/versions/1`]) {
      await viewer.open(screen)
      await viewer.page.getByText("Version", { exact: false }).first().waitFor()
      expect(await seriousViolations(viewer.page), screen).toEqual([])
      expect(await viewer.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen).toBe(true)
      for (const name of ["Save draft", "Publish", "Go back to this version"]) {
        expect(await viewer.page.getByRole("button", { name, exact: true }).count(), screen).toBe(0)
      }
    }
  })
})
