import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { hasBrowser, seriousViolations } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"
import { startMcpServer } from "../../support/fakes/mcp-server.ts"
import { startToolServer, withJson } from "../../support/fakes/tool-server.ts"

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`
const suite = consoleSuite({
  settings: {
    ROLES: "api,workers",
    ALLOW_PRIVATE_WEBHOOKS: "true",
    ENCRYPTION_KEY: [key("new", 1), key("old", 2)].join()
  }
})
const crm = await startToolServer(withJson({ account: { balance: "120 euros" } }))
const mcp = await startMcpServer({
  find_order: {
    description: "Finds an order <b>by its number</b>",
    inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
    annotations: { readOnlyHint: true },
    run: () => "On its way"
  }
})
afterAll(() => {
  crm.stop()
  mcp.stop()
})

describe.skipIf(!hasBrowser)("the MCP servers", () => {
  test("are set with a header that is never shown, list their tools, give one to a flow, and are removed", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/mcp-servers")
    await page.getByText("No MCP servers yet").waitFor()
    await page.getByRole("button", { name: "Set MCP server" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Set MCP server" })
    await dialog.getByLabel("Name", { exact: true }).fill("orders")
    await dialog.getByLabel("URL", { exact: true }).fill("ftp://orders.example")
    await dialog.getByRole("button", { name: "Add a header" }).click()
    await dialog.getByLabel("Header", { exact: true }).fill("x-api-key")
    await dialog.getByLabel("Value", { exact: true }).fill("secret-of-the-server")
    await dialog.getByRole("button", { name: "Another header" }).click()
    await dialog.getByRole("button", { name: "Remove the header" }).last().click()
    await dialog.getByRole("button", { name: "Set MCP server" }).click()
    await dialog.getByRole("alert").first().waitFor()
    await dialog.getByLabel("URL", { exact: true }).fill(mcp.url)
    await page.keyboard.press("Enter")
    await page.getByText("MCP server set").waitFor()
    await dialog.waitFor({ state: "hidden" })
    expect(await page.content()).not.toContain("secret-of-the-server")

    await page.getByRole("button", { name: "Tools of orders" }).click()
    await page.getByRole("dialog").getByText("Finds an order <b>by its number</b>").waitFor()
    expect(mcp.requests.at(-1)?.headers["x-api-key"]).toBe("secret-of-the-server")
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press("Escape")

    await open("flows/new")
    await page.getByLabel("The agent may transfer the call to a person").check()
    await page.getByRole("link", { name: "settings", exact: true }).waitFor()
    await page.getByRole("button", { name: "Add from an MCP server" }).click()
    await page.getByLabel("MCP server", { exact: true }).selectOption("orders")
    await page.getByRole("button", { name: "Add find_order" }).click()
    await page.getByRole("button", { name: "Add find_order" }).and(page.getByText("Added")).waitFor()
    expect(await page.getByLabel("Name of the tool", { exact: true }).inputValue()).toBe("find_order")

    await page.getByRole("link", { name: "Settings", exact: true }).click()
    await page.getByRole("button", { name: "Leave", exact: true }).click()
    await page.getByRole("link", { name: "MCP servers" }).click()
    await page.getByRole("button", { name: "Remove orders" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("MCP server removed").waitFor()
    await page.getByText("No MCP servers yet").waitFor()
    expect(problems).toEqual([])
  })

  test("are reported when they do not answer, and read again on request", async () => {
    const org = await suite.server.organization()
    const servers = `/admin/v1/organizations/${org.id}/mcp-servers`
    await answered(200, suite.server.admin("PUT", servers, { name: "orders", url: mcp.url, headers: {} }))
    mcp.failBy((_, response) => {
      response.writeHead(503).end()
      return true
    })
    const { page, open } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("settings/mcp-servers")
    expect(await page.getByRole("button", { name: "Remove orders" }).count()).toBe(0)
    await page.getByRole("button", { name: "Tools of orders" }).click()
    await page.getByRole("dialog").getByRole("alert").waitFor()
    mcp.failBy(() => false)
    await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click()
    await page.getByRole("dialog").getByText("find_order").waitFor()
  })
})

describe.skipIf(!hasBrowser)("the transfer targets", () => {
  test("are added and changed by keyboard, refused beside the field, and removed", async () => {
    const org = await suite.server.organization()
    const targets = `/admin/v1/organizations/${org.id}/transfer-targets`
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/transfer-targets")
    await page.getByRole("button", { name: "Add a target" }).first().focus()
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Add a target" })
    await dialog.getByLabel("Name", { exact: true }).fill("Service desk")
    await dialog.getByLabel("Number or SIP address").fill("12")
    await page.keyboard.press("Enter")
    await dialog.getByRole("alert").first().waitFor()
    await dialog.getByLabel("Number or SIP address").fill("+442079460000")
    await dialog.getByLabel("Takes calls at certain hours only").check()
    await dialog.getByLabel("Fri").uncheck()
    await dialog.getByLabel("Until").fill("16:30")
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByText("Target saved").waitFor()
    await page.getByText("Mon, Tue, Wed, Thu 09:00–16:30").waitFor()

    await page.getByRole("button", { name: "Change Service desk" }).press("Enter")
    const change = page.getByRole("dialog", { name: "Change a target" })
    await change.getByLabel("Takes calls at certain hours only").uncheck()
    await change.getByLabel("Priority").fill("2")
    await change.getByRole("button", { name: "Save" }).click()
    await page.getByText("At any time").waitFor()
    const { data } = await answered(200, suite.server.admin("GET", targets))
    expect(data).toMatchObject([{ name: "Service desk", address: "+442079460000", priority: 2, hours: null }])

    await page.getByRole("button", { name: "Remove Service desk" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("Target removed").waitFor()
    await page.getByText("No transfer targets yet").waitFor()
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("the numbers to call from", () => {
  test("are added, switched off with a reason, and removed", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/caller-ids")
    await page.getByText("No numbers of your own yet").waitFor()
    await page.getByRole("button", { name: "Add a number" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Add a number" })
    await dialog.getByLabel("Number", { exact: true }).fill("12")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByRole("alert").first().waitFor()
    await dialog.getByLabel("Number", { exact: true }).fill("+12125550188")
    await dialog.getByLabel("Calls a day").fill("150")
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByText("Number saved").waitFor()
    await page.getByText("0 of 150").waitFor()

    const path = `/admin/v1/organizations/${org.id}/caller-ids`
    const change = page.getByRole("dialog", { name: "Change a number" })
    await page.getByRole("button", { name: "Change +12125550188" }).click()
    // Another operator switches it off and moves it meanwhile: what is saved here is the maximum alone.
    const off = { number: "+12125550188", dailyCap: 150, pool: "Delhi", state: "OFF", reason: "Reported as spam" }
    await answered(200, suite.server.admin("PUT", path, off))
    await change.getByLabel("Calls a day").fill("140")
    await change.getByRole("button", { name: "Save" }).click()
    await page.getByText("0 of 140").waitFor()
    await page.getByText("Reported as spam").waitFor()

    await page.getByRole("button", { name: "Change +12125550188" }).click()
    await change.getByLabel("State").selectOption("ACTIVE")
    await change.getByRole("button", { name: "Save" }).click()
    await page.getByText("Reported as spam").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Change +12125550188" }).click()
    await change.getByLabel("State").selectOption("OFF")
    await change.getByLabel("Why it is off").fill("Tired")
    await change.getByRole("button", { name: "Save" }).click()
    await page.getByText("Tired").waitFor()

    const accountId = `AC${"0a".repeat(16)}`
    await page.getByRole("button", { name: "Add an account" }).click()
    const account = page.getByRole("dialog", { name: "Add an account" })
    await account.getByLabel("Account SID at Twilio").fill(accountId)
    await account.getByLabel("Auth token").fill("a-token-of-the-account-1234")
    await account.getByRole("button", { name: "Save" }).click()
    await page.getByText("Account saved").waitFor()
    await page.getByText("…1234").waitFor()

    await page.getByRole("button", { name: `Change ${accountId}` }).click()
    const changed = page.getByRole("dialog", { name: "Change an account" })
    // The carrier lets the account call faster meanwhile: what is saved here is the token alone.
    const accounts = `/admin/v1/organizations/${org.id}/carrier-accounts`
    await answered(200, suite.server.admin("PUT", accounts, { accountId, callsPerSecond: 5 }))
    await changed.getByLabel("Auth token").fill("a-token-of-the-account-5678")
    await changed.getByRole("button", { name: "Save" }).click()
    await page.getByText("…5678").waitFor()
    expect((await answered(200, suite.server.admin("GET", accounts))).data).toMatchObject([{ callsPerSecond: 5 }])

    await page.getByRole("button", { name: "Change +12125550188" }).click()
    await change.getByLabel("Carrier account").selectOption(accountId)
    await change.getByRole("button", { name: "Save" }).click()
    await change.waitFor({ state: "detached" })
    expect((await answered(200, suite.server.admin("GET", path))).data).toMatchObject([
      { account: accountId, pool: "Delhi", dailyCap: 140, state: "OFF", reason: "Tired" }
    ])

    await page.getByRole("button", { name: "Remove +12125550188" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("Number removed").waitFor()
    await page.getByText("No numbers of your own yet").waitFor()
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("consent", () => {
  test("is required by country, seen and withdrawn on the page of a contact, and counted for a campaign", async () => {
    const org = await suite.server.organization()
    const { draft, person } = campaignClient(suite.server, org)
    const form = { basis: "EXPRESS_WRITTEN", purpose: "ALL", at: "2020-01-01", source: "Form", evidence: "Box 4" }
    const consent = { ...form, expiresAt: "2090-01-01" }
    const [asha, ravi, mira] = [await person(1, { consent }), await person(2, { consent }), await person(3)]
    const campaign = await draft([asha, ravi, mira], { useCaseType: "LEAD_QUALIFICATION" })
    const { page, open, problems } = await suite.consoleOf(org)

    await open("people/consent")
    await page.getByText("None: campaigns call people", { exact: false }).waitFor()
    const dialog = page.getByRole("dialog")
    const change = dialog.getByRole("button", { name: "Change" })
    await page.getByRole("button", { name: "Change", exact: true }).click()
    await dialog.getByLabel("Add a country").selectOption({ label: "All others" })
    await dialog.getByLabel("All others", { exact: true }).selectOption({ label: "Recorded" })
    for (const country of ["India", "France"]) await dialog.getByLabel("Add a country").selectOption({ label: country })
    expect(await seriousViolations(page)).toEqual([])
    await change.click()
    await page.getByText("France: Required · India: Required · All others: Recorded", { exact: true }).waitFor()
    await dialog.waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Change", exact: true }).click()
    await dialog.getByRole("button", { name: "Remove the policy of France" }).click()
    await change.click()
    await dialog.getByRole("alert").getByText("FR would ask for less", { exact: false }).waitFor()
    await dialog.getByLabel("Reason").fill("No calls to France")
    await change.click()
    await page.getByText("India: Required · All others: Recorded", { exact: true }).waitFor()

    await open(`people/${asha.id}`)
    for (const text of ["Agreed in writing", "All purposes", "Form", "Box 4"]) {
      await page.getByText(text, { exact: true }).waitFor()
    }
    expect(await page.locator("dt", { hasText: "Expires" }).count()).toBe(1)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Withdraw the consent" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw", exact: true }).click()
    await page.getByText("Consent withdrawn").waitFor()
    await page.getByText("by console", { exact: false }).waitFor()
    await page.getByRole("button", { name: "Withdraw the consent" }).waitFor({ state: "hidden" })

    for (const path of [`campaigns/${campaign}`, `campaigns/${campaign}/setup?step=start`]) {
      await open(path)
      await page.getByRole("button", { name: "Count the consents" }).click()
      await page.getByText("1 of 3 people may be called for marketing, as far as consent decides.").waitFor()
      const rows = page.getByRole("region", { name: "Consents of the audience" }).locator("tbody tr")
      const cells = (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, " ").trim())
      expect(cells.sort(), path).toEqual([
        "India Agreed in writing Required 1 Yes",
        "India None recorded Required 1 No",
        "India Withdrawn Required 1 No"
      ])
      expect(await seriousViolations(page)).toEqual([])
    }
    await open(`campaigns/${(await draftOf(org)).id}`)
    await page.getByRole("button", { name: "Count the consents" }).click()
    await page.getByText("The audience is empty").waitFor()

    // A consent of the same day counts after the withdrawal.
    await open("people/consent?search=98765")
    await page.getByText("Nothing is recorded for 98765").waitFor()
    await page.getByLabel("Search by number").fill(asha.phoneNumber.replace("+", "00"))
    await page.getByText("Agreed in writing").waitFor()
    await page.getByRole("button", { name: "Record a consent" }).first().click()
    await dialog.getByLabel("Phone number").fill(asha.phoneNumber)
    await dialog.getByLabel("Source").fill("Call")
    await dialog.getByRole("button", { name: "Record", exact: true }).click()
    await page.getByText("Consent recorded").waitFor()
    await open(`campaigns/${campaign}`)
    await page.getByRole("button", { name: "Count the consents" }).click()
    await page.getByText("2 of 3 people may be called for marketing, as far as consent decides.").waitFor()
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("the editor of a flow", () => {
  test("sets the transfer, the data before the call with a test, and what machines hear", async () => {
    const org = await suite.server.organization()
    const admin = `/admin/v1/organizations/${org.id}`
    const desk = { name: "Service desk", address: "+442079460000" }
    await answered(200, suite.server.admin("PUT", `${admin}/transfer-targets`, desk))
    const { page, open, problems } = await suite.consoleOf(org)
    await open("flows/new")
    await page.getByLabel("Name", { exact: true }).fill("Reminder")
    await page.getByLabel("Opening", { exact: true }).fill("Hello {{name}}.")
    await page.getByLabel("Instruction", { exact: true }).fill("Remind of {{balance}}.")

    await page.getByLabel("The agent may transfer the call to a person").check()
    await page.getByRole("button", { name: "Create flow" }).click()
    await page.getByText("The targets:", { exact: false }).waitFor()
    await page.getByLabel("Service desk").check()
    await page.getByLabel("How", { exact: true }).selectOption("COLD")
    await page.getByLabel("When", { exact: true }).fill("When the person is angry")

    await page.getByLabel("Ask your own system about the contact while the phone rings").check()
    await page.getByLabel("URL of the data").fill(`${crm.origin}/accounts?phone={{contact.phoneNumber}}`)
    await page.getByLabel("Name of the value").fill("balance")
    await page.getByLabel("Path in the answer").fill("account.balance")
    await page.getByRole("button", { name: "Test this request" }).click()
    await page.getByLabel("Contact’s phoneNumber").fill("+919876543301")
    await page.getByRole("button", { name: "Fetch the data" }).click()
    await page.getByText("120 euros", { exact: true }).waitFor()
    expect(crm.requests.map(({ path }) => path)).toEqual(["/accounts?phone=%2B919876543301"])

    await page.getByLabel("When a voicemail answers").selectOption("LEAVE_MESSAGE")
    await page.getByLabel("Number to call back").fill("+442079460001")
    await page.getByLabel("Call again after a message").check()
    await page.getByLabel("Keys in voice menus").fill("1, 0,")
    expect(await seriousViolations(page)).toEqual([])

    await page.getByRole("button", { name: "Create flow" }).click()
    await page.getByRole("heading", { name: "Reminder" }).waitFor()
    const [flow] = (await answered(200, suite.server.admin("GET", `${admin}/flows`))).data
    expect(flow).toMatchObject({
      transfer: { kind: "COLD", targets: ["Service desk"], when: "When the person is angry" },
      callData: { variables: [{ name: "balance", path: "account.balance" }] },
      machines: { voicemail: "LEAVE_MESSAGE", retryAfterMessage: true, callbackNumber: "+442079460001" },
      keys: ["1", "0"]
    })
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("the labels of a draft", () => {
  test("are moved, changed and removed, except those that every campaign needs", async () => {
    const org = await suite.server.organization()
    const draft = await draftOf(org)
    const labels = async () => answered(200, org.call("GET", `/v1/campaigns/${draft.id}/intent-labels`))
    const [first, second] = await labels()
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`campaigns/${draft.id}/setup?step=labels`)
    await page.getByRole("button", { name: `${second.name} earlier` }).click()
    await expect.poll(async () => (await labels()).map(({ id }: any) => id).slice(0, 2)).toEqual([second.id, first.id])
    await page.getByRole("button", { name: "Change Hot Lead" }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Wants a visit")
    await page.getByRole("dialog").getByLabel("Afterwards").selectOption("SUPPRESS_CAMPAIGN")
    await page.keyboard.press("Escape")
    expect((await labels()).some(({ name }: any) => name === "Wants a visit")).toBe(false)
    await page.getByRole("button", { name: "Change Hot Lead" }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Wants a visit")
    await page.getByRole("dialog").getByLabel("Afterwards").selectOption("SUPPRESS_CAMPAIGN")
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.getByText("Label changed").waitFor()
    expect(await labels()).toContainEqual(
      expect.objectContaining({ name: "Wants a visit", retryBehavior: "SUPPRESS_CAMPAIGN" })
    )
    expect(await page.getByRole("button", { name: "Remove Not Reachable" }).isDisabled()).toBe(true)
    await page.getByRole("button", { name: "Remove Wants a visit" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("Label removed").waitFor()
    expect((await labels()).some(({ name }: any) => name === "Wants a visit")).toBe(false)
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("what follows a label", () => {
  test("is the retry policy for unanswered calls without a rule, and again once the rule is taken away", async () => {
    const org = await suite.server.organization()
    const { id } = await draftOf(org)
    const actions = async () =>
      (await answered(200, org.call("GET", `/v1/campaigns/${id}/journey-rules`))).map(({ action }: any) => action)
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    const chosen = (label: string) => page.getByLabel(`After ${label}`).locator("option:checked").textContent()
    await open(`campaigns/${id}/setup?step=labels`)
    await page.getByLabel("After Not Reachable").waitFor()
    expect([await chosen("Not Reachable"), await chosen("Needs Information")]).toEqual([
      "Retries of the campaign",
      "Done with this contact"
    ])
    await page.getByLabel("After Not Reachable").selectOption({ label: "Done with this contact" })
    await expect.poll(actions).toEqual(["MARK_COMPLETED"])
    await page.getByLabel("After Not Reachable").selectOption({ label: "Retries of the campaign" })
    await expect.poll(actions).toEqual([])
    await expect.poll(() => chosen("Not Reachable")).toBe("Retries of the campaign")
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a super admin", () => {
  test("follows the events as they are published, and reads the log of the whole service", async () => {
    const org = await suite.server.organization()
    const draft = await draftOf(org)
    const { page, open, problems } = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    await open("settings/events")
    await page.getByRole("link", { name: "Follow" }).click()
    await page.getByText("Live", { exact: true }).last().waitFor()
    await page.getByText("No event since this page was opened").waitFor()
    await answered(200, org.call("POST", `/v1/campaigns/${draft.id}/cancel`))
    const event = page.getByRole("list", { name: "Events" }).getByText("From: DRAFT, To: CANCELLED")
    await event.click()
    await page.getByText(`"campaignId": "${draft.id}"`, { exact: false }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel("Topic").selectOption("call-ended.v1")
    await event.waitFor({ state: "hidden" })

    await answered(201, suite.server.admin("POST", "/admin/v1/tokens", { name: "Monitoring", role: "VIEWER" }))
    await page.getByRole("link", { name: "Log of the service" }).click()
    await page.getByText("Created an admin token").first().waitFor()
    await page.getByLabel("About").selectOption({ label: "MCP servers" })
    await page.getByText("Created an admin token").first().waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Show everything" }).click()
    await page.getByText("Created an admin token").first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

/** Creates a campaign that has not started. */
const draftOf = async (org: Awaited<ReturnType<typeof suite.server.organization>>) => {
  const words = { name: "Reminder", initialPrompt: "Hello.", systemInstruction: "Remind." }
  const flow = await answered(201, suite.server.admin("POST", `/admin/v1/organizations/${org.id}/flows`, words))
  const audience = await answered(201, org.call("POST", "/v1/audiences", { name: "All" }))
  const body = { name: "Spring", useCaseType: "LEAD_QUALIFICATION", flowId: flow.id, audienceId: audience.id }
  return answered(201, org.call("POST", "/v1/campaigns", body))
}

describe.skipIf(!hasBrowser)("an encryption key", () => {
  test("is retired after a question, once everything is sealed anew", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    await open("settings/encryption")
    expect(await page.getByRole("button", { name: "Retire new" }).count()).toBe(0)
    await page.getByRole("button", { name: "Retire old" }).click()
    await page.getByRole("alertdialog").getByText("may be removed from ENCRYPTION_KEY", { exact: false }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    const retire = page.getByRole("alertdialog").getByRole("button", { name: "Retire", exact: true })
    await retire.click()
    await page.getByRole("alertdialog").getByText("Not everything is sealed with new yet", { exact: false }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Seal everything anew" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Seal everything anew" }).click()
    await page.getByText("Sealed anew", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Retire old" }).click()
    await retire.click()
    await page.getByText("Key retired", { exact: false }).waitFor()
    await page.getByText("Retired", { exact: true }).waitFor()
    expect(await page.getByRole("button", { name: "Retire old" }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
