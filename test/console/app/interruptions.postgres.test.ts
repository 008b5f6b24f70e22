import type { Page, Request } from "playwright-core"
import { describe, expect, onTestFinished, test } from "vitest"
import { campaignClient, numberEnding } from "../../support/api/campaign-client.ts"
import { adminToken } from "../../support/api/test-server.ts"
import { hasBrowser } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"
import { endSessions, setPassword } from "../../support/console/own-password.ts"
import { recordedCallsOf } from "../../support/console/recorded-calls.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { anyHour } from "../../support/fakes/twilio/twilio-server.ts"
import { patience } from "../../support/patience.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { makeApi } from "../../support/processes/load-node.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

// Calls last long enough to be seen.
const suite = consoleSuite({ settings: { SIMULATOR_SPEED: "2" } })

/** The live calls that the overview shows. */
const liveCalls = (page: Page) =>
  page
    .locator("div", { has: page.getByRole("term").getByText("Live calls") })
    .getByRole("definition")
    .first()
    .textContent()

describe.skipIf(!hasBrowser)("two browsers", () => {
  test("show each other's starts, pauses and live calls, without asking for the overview every moment", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    const id = await client.draft(await client.people(0, 0, 0, 0), { callsPerMinute: 60, maxConcurrentCalls: 2 })
    const [acting, watching] = await Promise.all([suite.consoleOf(org), suite.consoleOf(org, { role: "VIEWER" })])
    let asked = 0
    watching.page.on("request", (request) => {
      if (request.url().endsWith("/overview")) asked++
    })
    await watching.open("")
    await watching.page.getByText("No campaign is under way").waitFor()
    await watching.page.getByText("Live", { exact: true }).nth(1).waitFor()
    await acting.open(`campaigns/${id}`)
    await client.move(id, "start")
    await watching.page.getByRole("link", { name: "Spring" }).waitFor()
    await expect.poll(() => liveCalls(watching.page), { timeout: patience.engine }).toBe("2")
    await acting.page.getByRole("button", { name: "Pause" }).click()
    await acting.page.getByRole("button", { name: "Pause the campaign" }).click()
    await watching.page.getByText("Paused", { exact: true }).first().waitFor()
    await expect.poll(() => liveCalls(watching.page), { timeout: patience.engine }).toBe("0")
    await watching.page.getByText("No attempt has ended today").waitFor({ state: "detached" })
    const since = asked
    // Nothing happens any more: the page waits for news instead of asking.
    await acting.open("campaigns")
    await acting.page.getByRole("link", { name: "Spring" }).waitFor()
    expect(asked - since).toBeLessThanOrEqual(1)
    expect([...acting.problems, ...watching.problems]).toEqual([])
  })

  test("show each other's corrections of a label", async () => {
    const org = await suite.server.organization()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    const id = await call(await campaign(), {})
    const [acting, watching] = await Promise.all([suite.consoleOf(org), suite.consoleOf(org)])
    await watching.open(`calls/${id}`)
    await acting.open(`calls/${id}`)
    await acting.page.getByRole("button", { name: "Correct the label" }).click()
    const dialog = acting.page.getByRole("dialog")
    await dialog.getByLabel("Not interested").check()
    await dialog.getByRole("button", { name: "Correct the label" }).click()
    await watching.page.getByText(/Corrected by Petra, .*; it was Interested/).waitFor()
    expect([...acting.problems, ...watching.problems]).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a session that ends under the page", () => {
  test("is followed by a sign-in, and by the same place with its filters", async () => {
    const org = await suite.server.organization()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    const spring = await campaign()
    await call(spring, { name: "Ada Moore" })
    await call(spring, { name: "Ben Carter", fields: { outcome: "BUSY" } })
    const { page, open, problems } = await suite.consoleOf(org)
    const { email, password } = await setPassword({ open, page })

    await open(`calls?campaignId=${spring.id}&outcome=CONNECTED`)
    await page.getByRole("link", { name: "Ada Moore" }).waitFor()
    const address = page.url()
    await endSessions(suite.server, email)
    await page.getByLabel("Last attempt", { exact: true }).selectOption({ label: "Busy" })
    await page.getByText("Your session has ended").waitFor()
    await page.getByLabel("E-mail").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("link", { name: "Ben Carter" }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe(new URL(address).pathname)
    expect(Object.fromEntries(searchParams)).toEqual({ campaignId: spring.id, outcome: "BUSY" })
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a session that ends under a page that is left open", () => {
  test("is not asked for again, and goes on by a sign-in in another tab", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    const id = await client.started(await client.people(2), { maxRetries: 1 })
    const { page, open, problems } = await suite.consoleOf(org)
    const { email, password } = await setPassword({ open, page })
    await page.clock.install()
    await open(`campaigns/${id}`)
    await page.getByText("Starts in the last minute").waitFor()
    const isStream = (request: Request) => request.url().endsWith("/live")
    const streamEnds = Promise.race([
      page.waitForEvent("requestfinished", isStream),
      page.waitForEvent("requestfailed", isStream)
    ])
    await endSessions(suite.server, email)
    await page.clock.runFor(15_000)
    const cover = page.getByText("Your session has ended")
    await cover.waitFor()
    await streamEnds
    // Each request of the screen has been refused once by then.
    await page.clock.runFor(15_000)
    await page.waitForLoadState("networkidle")
    let asked = 0
    page.on("request", () => asked++)
    await page.clock.runFor(25_000)
    expect(asked).toBe(0)

    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel("E-mail").fill(email)
    await other.getByLabel("Password").fill(password)
    await other.getByRole("button", { name: "Sign in" }).click()
    await other.getByText("Starts in the last minute").waitFor()
    await page.evaluate(`dispatchEvent(new Event("visibilitychange"))`)
    await cover.waitFor({ state: "detached" })
    await page.waitForLoadState("networkidle")
    asked = 0
    await page.clock.runFor(20_000)
    await expect.poll(() => asked, { timeout: patience.engine }).toBeGreaterThan(2)
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a session that ends under an open dialog", () => {
  test("asks for the sign-in where readers of the screen and the keyboard find it, and keeps the dialog", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org)
    const { email, password } = await setPassword({ open, page })

    await open("people")
    await page.getByRole("button", { name: "Add contact" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Add contact" })
    await dialog.getByLabel("Name").fill("Ada Moore")
    await dialog.getByLabel("Phone number").fill(numberEnding(0))
    await endSessions(suite.server, email)
    await dialog.getByRole("button", { name: "Add contact" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.keyboard.press("Escape")
    await page.keyboard.type(email)
    await page.keyboard.press("Tab")
    await page.keyboard.type(password)
    await page.keyboard.press("Enter")
    await dialog.getByText("Your session had ended before this was done").waitFor()
    await dialog.getByRole("button", { name: "Add contact" }).click()
    await page.getByRole("link", { name: "Ada Moore" }).waitFor()
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a role that is taken away under the page", () => {
  test("leads to another organization of the person, once the service refuses a request", async () => {
    const [left, own] = [await suite.server.organization(), await suite.server.organization()]
    const { page, open, problems } = await suite.consoleOf(left, { role: "MEMBER" })
    const { email } = await setPassword({ open, page })
    const ofPeople = (organization: { readonly id: number }) => `/admin/v1/organizations/${organization.id}/people`
    const { body: people } = await suite.server.admin("GET", ofPeople(left))
    const { id } = people.data.find((person: { readonly email: string }) => person.email === email)
    await open("people")
    await page.getByRole("heading", { name: "Contacts" }).waitFor()
    const membership = { organizationId: own.id, personId: id, role: "VIEWER" }
    await rowsOf(suite.server).query((sql) => sql`insert into memberships ${sql.insert(membership)}`)
    await suite.server.admin("DELETE", `${ofPeople(left)}/${id}`)

    await page.getByRole("link", { name: "Do Not Contact", exact: true }).click()
    await page.getByRole("heading", { name: `You have no role in organization ${left.id}` }).waitFor()
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    await page.getByRole("link", { name: /^Open / }).click()
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/o/${own.id}`)
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a change without a network", () => {
  test("fails at once, and is not made later", async () => {
    const org = await suite.server.organization()
    const client = campaignClient(suite.server, org)
    const id = await client.started(await client.people(2), { maxRetries: 1 })
    const { page, open } = await suite.consoleOf(org)
    await open(`campaigns/${id}`)
    await page.getByRole("button", { name: "Cancel", exact: true }).click()
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "Cancel the campaign" }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByText("The service cannot be reached").waitFor()
    await dialog.getByRole("button", { name: "Keep as it is" }).click()
    await page.context().setOffline(false)
    await page.getByText("The connection to the service is lost").waitFor({ state: "detached" })
    expect((await client.campaign(id)).status).toBe("IN_PROGRESS")
  })
})

describe.skipIf(!hasBrowser)("two clicks in a row", () => {
  test("send a request once, also while the page that it made is opened", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    let sent = 0
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/organizations")) sent++
    })
    await open("settings/organization")
    await page.getByRole("button", { name: "New organization" }).click()
    await page.getByLabel("Name", { exact: true }).last().fill("Twice")
    // The new page does not come: the browser stays at this one.
    await page.route("**/settings/organization", (route) => route.fulfill({ status: 204 }))
    const create = page.getByRole("button", { name: "Create" })
    const answered = page.waitForResponse((response) => response.url().endsWith("/organizations"))
    await create.evaluate(async (button: { readonly click: () => void }) => {
      button.click()
      // The promises of the first click run before the second one, as they do between two clicks of a hand.
      for (let turn = 0; turn < 50; turn++) await null
      button.click()
    })
    await answered
    await create.and(page.locator("[aria-disabled=true]")).waitFor()
    await create.click({ force: true })
    expect(sent).toBe(1)
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a node that is killed and started again under the page", () => {
  test("is missed, comes back by itself, and shows nothing twice", { timeout: 4 * patience.process }, async () => {
    const database = await makeDatabase()
    const port = await freePort()
    const api = makeApi(port)
    const launch = () =>
      serve({ ...database.settings, PORT: String(port), ADMIN_TOKEN: adminToken, SIMULATOR_SPEED: "10" })
    let node = await launch()
    onTestFinished(async () => {
      await node.stop("SIGKILL")
      await api.close()
      await database.remove()
    })
    const org = await api.organization({ name: "Test", ...anyHour })
    const post = async (path: string, body: object) => (await api.ask(org.key, "POST", path, body)).body
    // People who do not answer are called again in half an hour: both campaigns are under way until then.
    const people = Array.from({ length: 20 }, (_, no) => ({ name: `Person ${no}`, phoneNumber: numberEnding(no % 10) }))
    const { contacts } = await post("/v1/contacts/bulk", { contacts: people })
    const audience = await post("/v1/audiences", { name: "All" })
    await post(`/v1/audiences/${audience.id}/contacts`, { contactIds: contacts.map(({ id }: { id: string }) => id) })
    for (const name of ["Spring", "Autumn"]) {
      const pace = { callsPerMinute: 60, maxConcurrentCalls: 2, maxRetries: 1 }
      await api.start(org.key, await api.campaign(org, audience.id, { name, ...pace }))
    }
    const { url } = (await api.ask(adminToken, "POST", "/admin/v1/people/sign-in-link", {})).body
    const address = `http://127.0.0.1:${port}/console/welcome#${url.split("#")[1]}`
    const { page, problems } = await suite.page()
    await page.goto(address)
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.getByText("Campaigns under way").waitFor()
    const rows = page.locator("section", { hasText: "Campaigns under way" }).getByRole("listitem")
    await expect.poll(() => rows.count(), { timeout: patience.process }).toBe(2)
    await node.stop("SIGKILL")
    const lost = page.getByText("The connection to the service is lost")
    await lost.waitFor()
    await page.getByText("Not live").waitFor()
    expect(await rows.count()).toBe(2)
    node = await launch()
    await lost.waitFor({ state: "detached" })
    await page.getByText("Live", { exact: true }).nth(1).waitFor()
    expect(await rows.count()).toBe(2)
    await page.getByRole("link", { name: "Live", exact: true }).click()
    await page.getByText("Just ended").waitFor()
    const ended = () => page.locator("section", { hasText: "Just ended" }).getByRole("link").allInnerTexts()
    const names = await ended()
    expect(new Set(names).size).toBe(names.length)
    // Failed requests are what the page is about; nothing else has gone wrong.
    expect(problems.filter((problem) => !/ERR_|Failed to load resource/.test(problem))).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a service that does not answer while a page is opened", () => {
  test("is asked again without a click, for the session as for a list", async () => {
    const org = await suite.server.organization()
    const [unreached, failing] = await Promise.all([suite.consoleOf(org), suite.consoleOf(org)])
    const address = `http://127.0.0.1:${suite.server.port}/console/o/${org.id}`
    await unreached.page.route("**/auth/me", (route) => route.abort())
    await failing.page.route("**/v1/audiences*", (route) => route.fulfill({ status: 503, json: { message: "Away" } }))
    await Promise.all([unreached.page.goto(address), failing.page.goto(`${address}/people/audiences`)])
    await unreached.page.getByText("The service cannot be reached").waitFor()
    await failing.page.getByText("Away", { exact: true }).waitFor()
    await Promise.all([unreached.page.unroute("**/auth/me"), failing.page.unroute("**/v1/audiences*")])
    await unreached.page.getByRole("heading", { name: "Overview" }).waitFor()
    await failing.page.getByText("No audiences yet").waitFor()
    // A proxy may send a page of its own.
    const page = { status: 200, contentType: "text/html", body: "<h1>Sign in</h1>" }
    await failing.page.route("**/v1/audiences*", (route) => route.fulfill(page))
    await failing.page.reload()
    await failing.page.getByText("perhaps a proxy that asks you to sign in: reload the page").waitFor()
    await failing.page.unroute("**/v1/audiences*")
    const down = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }
    await failing.page.route("**/v1/audiences*", (route) => route.fulfill(down))
    await failing.page.reload()
    await failing.page.getByText("The service does not answer the proxy before it (HTTP 502)").waitFor()
  })
})

describe.skipIf(!hasBrowser)("an address that no screen writes", () => {
  test("opens its screen without the conditions that are none", async () => {
    const org = await suite.server.organization()
    const base = (await org.call("POST", "/v1/knowledge-bases", { name: "Services" })).body
    const { page, open, problems } = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    const object = encodeURIComponent(`{"__proto__":{"ran":39},"constructor":"x"}`)
    for (const screen of [
      ...[
        `knowledge/${base.id}?question=`,
        "people?search=",
        "people/consent?search=",
        "people/do-not-contact?search="
      ],
      ...["calls?label=", "campaigns?search=", "settings/log?actor=", "settings/law?place=", "settings/costs?month="],
      ...["live?call=", "review?call=", "people?page="]
    ]) {
      await open(screen + object)
      expect(await page.getByText("This could not be loaded").count(), screen).toBe(0)
    }
    await open("people?search=1&search=2")
    await page.getByText("No contacts yet").waitFor()
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a slow network", () => {
  test("gets little before the first screen is shown, in few round trips", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org)
    // A browser knows of the session after the first visit.
    await open("")
    // The first visit ends here, so that none of its requests are counted with those of the second.
    await page.goto("about:blank")
    const session = await page.context().newCDPSession(page)
    await session.send("Network.enable")
    await session.send("Network.clearBrowserCache")
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 400,
      downloadThroughput: 125_000,
      uploadThroughput: 125_000
    })
    let bytes = 0
    const paths = new Map<string, string>()
    const order: Array<string> = []
    /** Seconds of the browser's clock. */
    const at: Array<number> = []
    session.on("Network.requestWillBeSent", ({ request, requestId, timestamp }) => {
      paths.set(requestId, new URL(request.url).pathname)
      at[order.push(`asked for ${paths.get(requestId)}`) - 1] = timestamp
    })
    session.on("Network.loadingFinished", ({ requestId, timestamp }) => {
      at[order.push(`got ${paths.get(requestId)}`) - 1] = timestamp
    })
    session.on("Network.dataReceived", ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(`http://127.0.0.1:${suite.server.port}/console/o/${org.id}`)
    await page.getByText("No campaign is under way").waitFor()
    // At 125 kB a second and 400 ms for each of some three round trips that is within four seconds.
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(280_000)
    expect(paths.size).toBeLessThanOrEqual(24)
    // The session and the figures are asked for while the scripts are on their way, and only then.
    const scripts = order.findIndex((one) => one.startsWith("got /console/assets/index-"))
    expect(scripts).toBeGreaterThan(0)
    for (const path of ["/auth/me", `/admin/v1/organizations/${org.id}/overview`]) {
      const [first, ...later] = order.flatMap((one, index) => (one === `asked for ${path}` ? [index] : []))
      expect(first, path).toBeLessThan(scripts)
      // A browser that is slow to show the figures may read them anew, five seconds after they came.
      const answered = at[order.indexOf(`got ${path}`)] ?? 0
      for (const again of later) expect((at[again] ?? 0) - answered, path).toBeGreaterThan(4.5)
    }
    const stranger = await suite.page()
    const ofStranger: Array<string> = []
    stranger.page.on("request", (request) => ofStranger.push(new URL(request.url()).pathname))
    await stranger.page.goto(`http://127.0.0.1:${suite.server.port}/console/o/${org.id}`)
    await stranger.page.getByRole("button", { name: "Sign in" }).waitFor()
    expect(ofStranger.filter((path) => path.startsWith("/admin"))).toEqual([])
    expect(problems).toEqual([])
  })
})
