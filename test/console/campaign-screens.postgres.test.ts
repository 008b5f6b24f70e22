import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { campaignClient } from "../support/api/campaign-client.ts"
import type { TestOrganization } from "../support/api/test-server.ts"
import { hasBrowser, seriousViolations } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"

/** Names that would run, if any screen took them for markup. */
const payloads = {
  organization: `<img src=x onerror="window.ran=1">`,
  audience: `"><script>window.ran=1</script>`,
  contact: `{{constructor.constructor('window.ran=1')()}}<svg onload=window.ran=1>`,
  campaign: `Spring </title><script>window.ran=1</script>`
}

describe.skipIf(!hasBrowser)("the screens of campaigns", () => {
  const suite = consoleSuite({ settings: { SIMULATOR_SPEED: "50" } })
  let org: TestOrganization
  let address: string

  beforeAll(async () => {
    address = `http://127.0.0.1:${suite.server.port}`
    org = await suite.server.organization(payloads.organization)
    const { audience, flow, person } = campaignClient(suite.server, org)
    await flow()
    const contacts = await Promise.all([3, 5, 7].map((digit) => person(digit, { name: payloads.contact })))
    const id = await audience(contacts)
    await org.call("PATCH", `/v1/audiences/${id}`, { name: payloads.audience })
  })

  const signIn = async (page: Page) => {
    const { url } = (await suite.server.admin("POST", "/admin/v1/people/sign-in-link", {})).body
    await page.goto(`${address}/console/welcome#${url.split("#")[1]}`)
    await page.getByRole("heading", { name: "Overview" }).waitFor()
  }

  test("lead from a one-time link to a campaign that is finished, and run no name as code", async () => {
    const { page, problems } = await suite.page()
    await signIn(page)
    expect(page.url()).toBe(`${address}/console/o/${org.id}`)

    await page.getByRole("link", { name: "New campaign" }).click()
    await page.getByText("Still needed: a name, an audience, a flow").waitFor()
    await page.getByLabel("Name").fill(payloads.campaign)
    await page.getByLabel("Audience").selectOption({ label: `${payloads.audience} (3 contacts)` })
    await page.getByLabel("Flow").selectOption({ index: 1 })
    await page.getByRole("button", { name: "Create the draft" }).click()

    await page.getByLabel("Calls started a minute").fill("600")
    await page.getByLabel("Retries for each contact").fill("0")
    await page.getByRole("button", { name: "Store and go on" }).click()
    await page.getByLabel("After Interested").selectOption({ label: "Put into the review queue" })
    await page.getByRole("button", { name: "Go on" }).click()
    await page.getByRole("button", { name: "Start the campaign" }).click()

    await page.getByRole("heading", { name: payloads.campaign, exact: true }).waitFor()
    await page.getByText("Completed", { exact: true }).first().waitFor()
    expect(await page.title()).toBe(`${payloads.campaign} · Carillon`)
    await page.getByRole("link", { name: "Campaigns", exact: true }).first().click()
    await page.getByRole("link", { name: payloads.campaign }).waitFor()
    expect(await page.evaluate<boolean>("'ran' in window")).toBe(false)
    expect(problems).toEqual([])
  })

  test("say what a pause does before it happens, and show what another browser does", async () => {
    const { started, people } = campaignClient(suite.server, org)
    const id = await started(await people(3, 5), { callsPerMinute: 1, maxConcurrentCalls: 1 })
    const [one, other] = await Promise.all([suite.page(), suite.page()])
    for (const { page } of [one, other]) {
      await signIn(page)
      await page.goto(`${address}/console/o/${org.id}/campaigns/${id}`)
    }
    await one.page.getByRole("button", { name: "Pause" }).click()
    await one.page.getByText("No further call is placed").waitFor()
    await one.page.keyboard.press("Escape")
    await one.page.getByRole("button", { name: "Pause" }).click()
    await one.page.getByRole("button", { name: "Pause the campaign" }).click()
    await other.page.getByRole("button", { name: "Resume" }).waitFor()
    expect((await org.call("GET", `/v1/campaigns/${id}`)).body.status).toBe("PAUSED")
  })

  test("say why no call is placed, change the pace of a campaign that runs, and show who did it", async () => {
    const { started, people } = campaignClient(suite.server, org)
    const id = await started(await people(3, 5), { callsPerMinute: 1, maxConcurrentCalls: 1 })
    const { page, open, problems } = await suite.consoleOf(org)
    // The reason changes with the time of day and of the last call; this one contains a time.
    const detail = "The next call is due at 2026-11-23T16:20:31.123Z"
    await page.route("**/insight", async (route) => {
      const response = await route.fetch()
      const idle = { status: "IN_PROGRESS", reasons: [{ gate: "due", detail, until: "2026-11-23T16:20:31.123Z" }] }
      await route.fulfill({ response, json: { ...(await response.json()), idle } })
    })
    await open(`campaigns/${id}`)
    const idle = page.getByRole("status").filter({ hasText: "No call is placed right now" })
    await idle.locator("time").waitFor()
    expect(await idle.textContent()).not.toMatch(/T\d\d:\d\d/)

    await page.getByRole("button", { name: "Pace", exact: true }).click()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel("Calls started a minute").fill("120")
    await page.getByLabel("Calls at a time").fill("7")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("The pace is changed").first().waitFor()
    const { body } = await org.call("GET", `/v1/campaigns/${id}`)
    expect(body).toMatchObject({ callsPerMinute: 120, maxConcurrentCalls: 7 })

    await open("settings/log")
    await page.getByRole("main").getByText("Petra").first().waitFor()
    expect(problems).toEqual([])
  })

  test("come back to the same place and form after the session has ended", async () => {
    const { page } = await suite.page()
    await signIn(page)
    await page.goto(`${address}/console/o/${org.id}/campaigns/new`)
    await page.getByLabel("Name").fill("Half typed")
    // Without a session the choices would never be loaded.
    await page.getByLabel("Flow").selectOption({ index: 1 })
    await page.getByLabel("Audience").selectOption({ index: 1 })
    await page.context().clearCookies()
    await page.getByRole("button", { name: "Theme" }).focus()
    await page.getByRole("button", { name: "Create the draft" }).click()
    await page.getByText("Your session has ended").waitFor()
    expect(page.url()).toBe(`${address}/console/o/${org.id}/campaigns/new`)
    expect(await page.getByLabel("Name").inputValue()).toBe("Half typed")
  })
})
