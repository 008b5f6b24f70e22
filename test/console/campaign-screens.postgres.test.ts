import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { answered } from "../support/api/answered.ts"
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
    await other.page.getByRole("button", { name: "Resume" }).click()
    await other.page.getByRole("button", { name: "Resume the campaign" }).click()
    await one.page.getByRole("button", { name: "Pause" }).waitFor()
    expect(await one.page.getByRole("heading", { name: "Contacts by state" }).count()).toBe(1)
  })

  test("keep the focus where the keyboard was, while a request is under way and after it", async () => {
    const { started, people } = campaignClient(suite.server, org)
    const id = await started(await people(3, 5), { callsPerMinute: 1, maxConcurrentCalls: 1 })
    const { page, open } = await suite.consoleOf(org)
    const hasFocus = (name: string) =>
      page.getByRole("button", { name, exact: true }).and(page.locator(":focus")).waitFor()
    const press = async (name: string) => {
      await page.getByRole("button", { name, exact: true }).first().focus()
      await page.keyboard.press("Enter")
    }
    const held = Promise.withResolvers<void>()
    await page.route("**/pause", (route) => held.promise.then(() => route.continue()))
    await open(`campaigns/${id}`)
    await press("Pause")
    await press("Pause the campaign")
    await page.locator("[aria-busy=true]").waitFor()
    await hasFocus("Pause the campaign")
    held.resolve()
    await hasFocus("Resume")
    await press("Resume")
    await press("Resume the campaign")
    await hasFocus("Pause")
    // No button takes the place of the one that was pressed.
    await press("Cancel")
    await press("Cancel the campaign")
    await page.locator("main :focus", { hasText: "Clone" }).waitFor()

    await open("settings/organization")
    await press("Save")
    await page.getByText("Settings saved").first().waitFor()
    await hasFocus("Save")
  })

  test("say that a rule of the labels decides about unanswered calls in place of the retries", async () => {
    const { draft, people } = campaignClient(suite.server, org)
    const id = await draft(await people(3))
    const labels = (await org.call("GET", `/v1/campaigns/${id}/intent-labels`)).body
    const { id: label } = labels.find(({ name }: { name: string }) => name === "Not Reachable")
    const { page, open } = await suite.consoleOf(org)
    await open(`campaigns/${id}`)
    const retries = page.locator("dt", { hasText: "Retries" }).locator("xpath=following-sibling::dd[1]")
    await retries.getByText("Up to 3 retries after 60 min, inside the calling window").waitFor()
    const rule = page.getByLabel("After Not Reachable", { exact: true })
    await rule.selectOption({ label: "Not again in this campaign" })
    await retries.getByText("Not after unanswered calls, by the rule of Not Reachable: Not again").waitFor()
    await org.call("PATCH", `/v1/campaigns/${id}/intent-labels/${label}`, { name: "Away" })
    await rule.selectOption({ label: "Call again after a delay" })
    await retries.getByText("After unanswered calls in 1 h, by the rule of Away").waitFor()
  })

  test("go on with the figures of a campaign while its stream of events is broken", async () => {
    const { progress, started, people } = campaignClient(suite.server, org)
    const id = await started(await people(3, 5))
    const { page, open } = await suite.consoleOf(org)
    const old = { ...(await progress(id)), type: "progress", percentComplete: 7, placedInLastMinute: 99 }
    const broken = Promise.withResolvers<void>()
    let asked = 0
    await page.route("**/live", async (route) => {
      if (++asked > 1) return route.abort().then(broken.resolve)
      const headers = { "content-type": "text/event-stream" }
      await route.fulfill({ headers, body: `retry: 500\nevent: progress\ndata: ${JSON.stringify(old)}\n\n` })
    })
    await open(`campaigns/${id}`)
    await broken.promise
    const figures = page.locator("dl").first()
    await figures.getByText("7 %", { exact: true }).waitFor({ state: "detached" })
    await figures.getByText("99", { exact: true }).waitFor({ state: "detached" })
    await figures.getByText(/^\d+ %$/).waitFor()
  })

  test("pause all campaigns at once, whatever the filters show, and say what becomes of them", async () => {
    const other = await suite.server.organization()
    const { campaign, draft, move, started, people } = campaignClient(suite.server, other)
    const viewer = await suite.consoleOf(other, { role: "VIEWER" })
    const { page, open, problems } = await suite.consoleOf(other, { role: "MEMBER" })
    const all = page.getByRole("button", { name: "Pause all", exact: true })
    await draft(await people(2))
    await open("campaigns")
    await page.getByRole("link", { name: "Spring" }).waitFor()
    expect(await all.count()).toBe(0)

    const running = [await started(await people(2)), await started(await people(2))]
    const scheduled = await started(await people(2), { scheduledAt: "2030-03-28T02:30:00", timezone: "UTC" })
    await open("campaigns?status=COMPLETED")
    await page.getByText("No campaign matches").waitFor()
    await all.click()
    const question = page.getByRole("alertdialog")
    await question.getByText("2 campaigns run: no further call is placed. Calls that are live now go on").waitFor()
    await question.getByText("1 campaign is scheduled and becomes a draft again").waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press("Escape")
    expect((await campaign(scheduled)).status).toBe("SCHEDULED")

    await all.click()
    await question.getByRole("button", { name: "Pause all campaigns" }).click()
    await page.getByText("2 campaigns paused").first().waitFor()
    await page.getByText("1 scheduled campaign made a draft again").first().waitFor()
    await all.waitFor({ state: "detached" })
    for (const id of running) expect((await campaign(id)).status).toBe("PAUSED")
    expect((await campaign(scheduled)).status).toBe("DRAFT")

    await move(running[0] ?? "", "resume")
    await viewer.open("campaigns")
    await viewer.page.getByRole("cell", { name: "Running" }).waitFor()
    expect(await viewer.page.getByRole("button", { name: "Pause all", exact: true }).count()).toBe(0)
    expect(problems).toEqual([])
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

  test("copy a campaign with all that decides whom it calls, once for a double click, and say what is lost", async () => {
    const own = await suite.server.organization()
    const { admin, draft, people } = campaignClient(suite.server, own)
    const id = await draft(await people(0), { timezone: "Asia/Kolkata" })
    await answered(200, suite.server.admin("PUT", `${admin}/caller-ids`, { number: "+13125550142", pool: "sales" }))
    await answered(200, suite.server.admin("PUT", `${admin}/campaigns/${id}/caller-pool`, { pool: "sales" }))
    const purpose = { purpose: "DEBT", reason: "Arrears" }
    await answered(200, suite.server.admin("PUT", `${admin}/campaigns/${id}/purpose`, purpose))
    const labels = `/v1/campaigns/${id}/intent-labels`
    const moved = (await own.call("POST", labels, { name: "Moved away", color: "#112233", isPositive: true })).body
    const seeds = (await own.call("GET", labels)).body as ReadonlyArray<{ readonly id: string; readonly name: string }>
    const [first, negative, doNotCall] = ["Positive", "Negative", "Do Not Call"].map((name) =>
      seeds.find((label) => label.name === name)
    )
    await own.call("PATCH", `${labels}/${negative?.id}`, { retryBehavior: "SUPPRESS_ORG_WIDE" })
    await own.call("PATCH", `${labels}/${doNotCall?.id}`, { name: "Never again" })
    await own.call("POST", labels, { name: "Deceased", retryBehavior: "SUPPRESS_ORG_WIDE" })
    for (const label of [first, moved]) {
      await own.call("PUT", `/v1/campaigns/${id}/journey-rules/${label?.id}`, { action: "FLAG_REVIEW" })
    }
    const { page, open } = await suite.consoleOf(own)
    const copy = async (name: string) => {
      await open(`campaigns/new?from=${id}`)
      await page.getByLabel("Name").fill(name)
      await page.getByRole("button", { name: "Create the draft" }).dblclick()
      await page.getByLabel("Calls started a minute").waitFor()
      const { data } = (await own.call("GET", `/v1/campaigns?search=${encodeURIComponent(name)}`)).body
      return data as ReadonlyArray<{ readonly id: string; readonly name: string }>
    }
    const [whole, ...others] = (await copy("Whole copy")).filter(({ name }) => name === "Whole copy")
    expect(others).toEqual([])
    const rules = (await own.call("GET", `/v1/campaigns/${whole?.id}/journey-rules`)).body
    expect(rules.map(({ intentLabel }: any) => intentLabel.name).sort()).toEqual(["Moved away", "Positive"])
    expect((await own.call("GET", `/v1/campaigns/${whole?.id}`)).body).toMatchObject({
      callerPool: "sales",
      purpose: "DEBT",
      timezone: "Asia/Kolkata"
    })
    const shown = async (of: string | undefined) =>
      (await own.call("GET", `/v1/campaigns/${of}/intent-labels`)).body.map(
        ({ color, isPositive, isSystem, name, retryBehavior }: any) => [
          name,
          color,
          isPositive,
          isSystem,
          retryBehavior
        ]
      )
    expect((await shown(whole?.id)).sort()).toEqual((await shown(id)).sort())

    await page.route("**/journey-rules/*", (route) => route.fulfill({ status: 503, json: { message: "Away" } }))
    await copy("Copy without rules")
    await page.getByText("Not every label and journey rule was copied").first().waitFor()
  })

  test("say that a copy has no purpose when a person makes it who may not state one", async () => {
    const own = await suite.server.organization()
    const { admin, draft, people } = campaignClient(suite.server, own)
    const id = await draft(await people(0))
    const purpose = { purpose: "MARKETING", reason: "It sells" }
    await answered(200, suite.server.admin("PUT", `${admin}/campaigns/${id}/purpose`, purpose))
    const { page, open } = await suite.consoleOf(own, { role: "MEMBER" })
    await open(`campaigns/new?from=${id}`)
    await page.getByLabel("Name").fill("Copy of a member")
    await page.getByRole("button", { name: "Create the draft" }).click()
    await page.getByText("The purpose of its calls was not copied").first().waitFor()
    const { data } = (await own.call("GET", "/v1/campaigns?search=Copy%20of%20a%20member")).body
    expect(data[0]).toMatchObject({ purpose: null })
  })

  test("begin the copy of a campaign with as much of its name as fits", async () => {
    const { draft, people } = campaignClient(suite.server, org)
    const id = await draft(await people(0), { name: "🔔".repeat(255) })
    const { page, open } = await suite.consoleOf(org)
    await open(`campaigns/new?from=${id}`)
    await page.getByRole("button", { name: "Create the draft" }).click()
    await page.getByRole("heading", { level: 1, name: `${"🔔".repeat(248)} (copy)` }).waitFor()
  })

  test("leave what another person changes in a draft, and its time zone, when a form is stored", async () => {
    const { draft, people } = campaignClient(suite.server, org)
    const starts = { scheduledAt: "2030-03-28T02:30:00", timezone: "Asia/Kolkata", endAt: "2030-04-01T20:59:59.000Z" }
    const id = await draft(await people(0), starts)
    const { page, open } = await suite.consoleOf(org)
    await open(`campaigns/${id}/setup?step=pace`)
    await page.getByLabel("Calls at a time").fill("3")
    await org.call("PATCH", `/v1/campaigns/${id}`, { callsPerMinute: 77 })
    await page.getByRole("button", { name: "Store and go on" }).click()
    await page.getByText("Labels, and what follows").waitFor()
    const stored = async () => (await org.call("GET", `/v1/campaigns/${id}`)).body
    expect(await stored()).toMatchObject({
      ...starts,
      scheduledAt: "2030-03-27T21:00:00.000Z",
      callsPerMinute: 77,
      maxConcurrentCalls: 3
    })
    await open(`campaigns/${id}/setup?step=pace`)
    await page.getByLabel("Start at").fill("2030-03-27T12:00")
    await page.getByRole("button", { name: "Store and go on" }).click()
    await page.getByText("Labels, and what follows").waitFor()
    expect((await stored()).timezone).toBe("Asia/Kolkata")

    await open(`campaigns/${id}/setup?step=audience`)
    await page.getByLabel("Name").fill("Autumn")
    await org.call("PATCH", `/v1/campaigns/${id}`, { useCaseType: "COLLECTIONS" })
    await page.getByRole("button", { name: "Store and go on" }).click()
    await page.getByLabel("Calls at a time").waitFor()
    expect(await stored()).toMatchObject({ name: "Autumn", useCaseType: "COLLECTIONS" })
  })

  test("start a scheduled campaign before its time, and cancel a draft", async () => {
    const { draft, move, people } = campaignClient(suite.server, org)
    const scheduled = await draft(await people(3), { scheduledAt: "2030-03-28T02:30:00", timezone: "UTC" })
    await move(scheduled, "start")
    const { page, open, problems } = await suite.consoleOf(org)
    await open(`campaigns/${scheduled}/setup`)
    await page.getByText("This campaign is scheduled").waitFor()
    await open(`campaigns/${scheduled}`)
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await page.getByRole("button", { name: "Start the campaign" }).click()
    await page.getByRole("button", { name: "Pause" }).waitFor()

    const unwanted = await draft(await people(3))
    await open(`campaigns/${unwanted}`)
    await page.getByRole("button", { name: "Cancel", exact: true }).click()
    await page.getByRole("button", { name: "Cancel the campaign" }).click()
    await page.getByText("Cancelled", { exact: true }).first().waitFor()
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
