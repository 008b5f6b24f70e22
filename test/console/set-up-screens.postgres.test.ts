import { afterAll, describe, expect, test } from "vitest"
import { hasBrowser, seriousViolations } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { startToolServer, withJson } from "../support/fakes/tool-server.ts"

const suite = consoleSuite({ settings: { ALLOW_PRIVATE_WEBHOOKS: "true" } })

const tools = await startToolServer(withJson({ slot: "s1" }))
afterAll(tools.stop)

describe.skipIf(!hasBrowser)("the screens of flows", () => {
  test("create a flow with a placeholder that is completed by keyboard, and ask before changes are lost", async () => {
    const org = await suite.server.organization()
    const contact = { name: "Asha", phoneNumber: "+919876543301", metadata: { loan_id: "L-7" } }
    await org.call("POST", "/v1/contacts", contact)
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("flows")
    await page.getByRole("link", { name: "New flow" }).first().click()
    await page.getByLabel("Name", { exact: true }).fill("Reminder")
    const opening = page.getByLabel("Opening", { exact: true })
    await page.getByRole("button", { name: "Begin with the example" }).click()
    expect(await opening.inputValue()).toMatch(/^Hello \{\{name\}\}/)
    await opening.fill("")
    await page.keyboard.type("Hello {{na")
    await page.getByRole("option", { name: "{{name}}" }).waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.type(", about {{loan")
    await page.getByRole("option", { name: "{{loan_id}}" }).waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.type(".")
    expect(await opening.inputValue()).toBe("Hello {{name}}, about {{loan_id}}.")
    await page.getByText("Hello Asha, about L-7.").waitFor()
    await page.getByLabel("Instruction", { exact: true }).fill("Ask about {{nothing}}.")
    await page.getByText("None of the latest contacts has “nothing”", { exact: false }).waitFor()

    await page.getByRole("link", { name: "Flows", exact: true }).first().click()
    await page.getByText("Leave without saving?").waitFor()
    await page.getByRole("button", { name: "Keep as it is" }).click()
    await page.getByRole("button", { name: "Create flow" }).click()
    await page.getByRole("heading", { name: "Reminder" }).waitFor()
    const { data } = (await suite.server.admin("GET", `/admin/v1/organizations/${org.id}/flows`)).body
    expect(data[0]).toMatchObject({ name: "Reminder", initialPrompt: "Hello {{name}}, about {{loan_id}}." })
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("the tools of a flow", () => {
  test("are edited, tested after a question, and saved with their headers", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "ADMIN" })
    await open("settings/tool-headers")
    await page.getByRole("button", { name: "Set headers" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Set headers" })
    await dialog.getByLabel("Name", { exact: true }).fill("booking")
    await dialog.getByLabel("Sent to", { exact: true }).fill(tools.origin)
    await dialog.getByLabel("Header", { exact: true }).fill("x-api-key")
    await dialog.getByLabel("Value", { exact: true }).fill("secret-of-the-screen")
    await dialog.getByRole("button", { name: "Set headers" }).click()
    await page.getByText("Headers set").waitFor()
    await dialog.waitFor({ state: "hidden" })
    expect(await page.content()).not.toContain("secret-of-the-screen")

    await open("flows/new")
    await page.getByLabel("Name", { exact: true }).fill("Visits")
    await page.getByLabel("Opening", { exact: true }).fill("Hello.")
    await page.getByLabel("Instruction", { exact: true }).fill("Offer a visit.")
    await page.getByRole("button", { name: "Add a tool" }).click()
    await page.getByLabel("Name of the tool", { exact: true }).fill("book_slot")
    await page.getByLabel("When to call it, and what it does", { exact: true }).fill("Books a visit")
    await page.getByRole("button", { name: "Add an argument" }).click()
    await page.getByLabel("Argument", { exact: true }).fill("day")
    await page.getByLabel("Method", { exact: true }).selectOption("POST")
    await page.getByLabel("URL", { exact: true }).fill(`${tools.origin}/slots`)
    await page
      .getByLabel("Body", { exact: true })
      .fill('{"day": "{{argument.day}}", "phone": "{{contact.phoneNumber}}"}')
    await page.getByLabel("Headers", { exact: true }).selectOption("booking")
    await page.getByLabel("The tool changes something", { exact: false }).check()
    await page.getByRole("button", { name: "Test this tool" }).click()
    await page.getByLabel("Value of day", { exact: true }).fill("Tuesday")
    await page.getByLabel("Contact’s phoneNumber", { exact: true }).fill("+919876543301")
    await page.getByRole("button", { name: "Run the tool" }).click()
    expect(tools.requests).toEqual([])
    await page.getByRole("alertdialog").getByRole("button", { name: "Run it" }).click()
    await page.getByText('{"slot":"s1"}').waitFor()
    expect(tools.requests.map(({ body, headers }) => [body, headers["x-api-key"]])).toEqual([
      ['{"day":"Tuesday","phone":"+919876543301"}', "secret-of-the-screen"]
    ])
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Create flow" }).click()
    await page.getByRole("heading", { name: "Visits" }).waitFor()
    const { data } = (await suite.server.admin("GET", `/admin/v1/organizations/${org.id}/flows`)).body
    expect(data[0].tools).toEqual([
      {
        name: "book_slot",
        description: "Books a visit",
        parameters: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
        request: {
          method: "POST",
          url: `${tools.origin}/slots`,
          body: '{"day": "{{argument.day}}", "phone": "{{contact.phoneNumber}}"}',
          headers: "booking"
        },
        timeoutSeconds: 8,
        waitingText: null,
        answer: null,
        changes: true
      }
    ])
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("the screens of knowledge", () => {
  test("take a document, show its progress, and find its words by a question", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("knowledge")
    await page.getByRole("button", { name: "Add knowledge base" }).first().click()
    await page.getByLabel("Name", { exact: true }).fill("Branch")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Branch" }).waitFor()
    await page.setInputFiles("input[type=file]", {
      name: "<img src=x onerror=alert(1)>.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("The branch opens on Saturday from 9 to 12. <script>alert(1)</script>")
    })
    await page.getByText("Ready", { exact: true }).waitFor()
    await page.getByLabel("Question").fill("The branch opens on Saturday from 9 to 12.")
    await page.keyboard.press("Enter")
    await page
      .getByText(/^Score 0\.\d\d|^Score 1\.00/)
      .first()
      .waitFor()
    expect(page.url()).toContain("question=")
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("the settings", () => {
  test("show a new API key once, and revoke it", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/keys")
    const opener = page.getByRole("button", { name: "Create a key" }).first()
    await opener.press("Enter")
    await page.getByLabel("Name", { exact: true }).press("Escape")
    // The dialog gives the focus back, although its form has taken it.
    await expect.poll(() => page.evaluate<string>("document.activeElement.innerText")).toBe("Create a key")
    await opener.press("Enter")
    await page.getByLabel("Name", { exact: true }).fill("CRM")
    await page.getByRole("button", { name: "Create", exact: true }).click()
    const key = await page.getByLabel("The key", { exact: true }).inputValue()
    expect((await suite.server.call("GET", "/v1/contacts", undefined, { "x-api-key": key })).status).toBe(200)
    await page.getByRole("button", { name: "I have copied it" }).click()
    await page.getByRole("button", { name: "Revoke CRM" }).click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click()
    await page.getByText("Key revoked").waitFor()
    expect((await suite.server.call("GET", "/v1/contacts", undefined, { "x-api-key": key })).status).toBe(401)
    expect(problems).toEqual([])
  })

  test("store the frequency cap and the calling hours, and keep the time zone that the browser names otherwise", async () => {
    const org = await suite.server.organization()
    await suite.server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { timezone: "Asia/Kolkata" })
    const { page, open } = await suite.consoleOf(org)
    await open("settings/organization")
    const week = page.getByLabel("A week")
    await week.fill("3")
    await page.locator("form").filter({ has: week }).getByRole("button", { name: "Save" }).click()
    await page.getByText("Frequency cap saved").waitFor()
    await page.getByLabel("Call only at these hours", { exact: false }).check()
    await page.getByLabel("Sat").check()
    await page.getByRole("button", { name: "Save" }).first().click()
    await page.getByText("Settings saved").waitFor()
    const stored = (await suite.server.admin("GET", `/admin/v1/organizations/${org.id}`)).body
    expect(stored).toMatchObject({
      timezone: "Asia/Kolkata",
      callingWindow: { days: [1, 2, 3, 4, 5, 6], start: "09:00" }
    })
    expect((await org.call("GET", `/v1/organizations/${org.id}/frequency-cap`)).body.maxCallsPerWeek).toBe(3)
  })

  test("save only what was changed, so that two tabs do not undo each other", async () => {
    const org = await suite.server.organization()
    const path = `/admin/v1/organizations/${org.id}`
    const { page, open } = await suite.consoleOf(org)
    await open("settings/organization")
    await page.getByLabel("Name", { exact: true }).fill("Renamed")
    const callingWindow = { days: [1], start: "10:00", end: "11:00" }
    await suite.server.admin("PATCH", path, { callingWindow })
    await page.getByRole("button", { name: "Save" }).first().click()
    await page.getByText("Settings saved").waitFor()
    expect((await suite.server.admin("GET", path)).body).toMatchObject({ name: "Renamed", callingWindow })

    await open("settings/webhook")
    await page.getByLabel("Address").fill("https://crm.example.com/calls")
    await org.call("PUT", "/v1/write-back/config", { sendResults: true })
    await page.getByRole("button", { name: "Save", exact: true }).first().click()
    await page.getByText("Webhook saved").waitFor()
    const webhook = { webhookUrl: "https://crm.example.com/calls", sendResults: true }
    expect((await org.call("GET", "/v1/write-back/config")).body).toMatchObject(webhook)

    const contact = { name: "Asha", phoneNumber: "+919876543390" }
    const { id } = (await org.call("POST", "/v1/contacts", contact)).body
    await open(`people/${id}`)
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByLabel("Occupation").fill("Baker")
    const phoneNumber = "+919876543391"
    await org.call("PATCH", `/v1/contacts/${id}`, { phoneNumber })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Contact changed").waitFor()
    expect((await org.call("GET", `/v1/contacts/${id}`)).body).toMatchObject({ phoneNumber, occupation: "Baker" })
  })

  test("store a sentence of disclosure for each language, and show what people hear", async () => {
    const org = await suite.server.organization()
    const path = `/admin/v1/organizations/${org.id}`
    const flow = { name: "Reminder", initialPrompt: "Hello.", systemInstruction: "Remind.", language: "hi-IN" }
    await suite.server.admin("POST", `${path}/flows`, flow)
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/organization")
    await page.getByText("Flows speak Hindi (India) (hi-IN), and their calls do not say who calls.").waitFor()
    await page.getByLabel("Add a sentence in").selectOption("en")
    const english = page.getByLabel("English, en", { exact: true })
    await english.fill("An assistant of {{legalName}}, {{phone}}.")
    await page.getByText("{{legalName}} has no value above", { exact: false }).waitFor()
    await page.getByLabel("Legal name").fill("Acme Ltd")
    await page.getByText("There is no value “phone”", { exact: false }).waitFor()
    await english.fill("An assistant of {{legalName}}, {{callbackNumber}}.")
    await page.getByLabel("Callback number").fill("+4420")
    await page.getByText("An assistant of Acme Ltd, 4 4 2 0.").waitFor()
    await page
      .getByText("Flows speak Hindi (India) (hi-IN): campaigns with them do not start", { exact: false })
      .waitFor()
    expect(await seriousViolations(page)).toEqual([])
    const save = page.getByRole("button", { name: "Save the disclosure" })
    await save.click()
    await page.getByText("callbackNumber", { exact: false }).or(page.getByRole("alert")).first().waitFor()
    await page.getByLabel("Callback number").fill("+442079460000")
    await page.getByLabel("Add a sentence in").selectOption("hi-IN")
    await page.getByLabel("Hindi (India), hi-IN", { exact: true }).fill("स्वचालित सहायक")
    await page.getByText("Flows speak").waitFor({ state: "detached" })
    await save.click()
    await page.getByText("Saved: calls that begin now say it").waitFor()
    const stored = async () => (await suite.server.admin("GET", `${path}/disclosure`)).body
    expect(await stored()).toEqual({
      legalName: "Acme Ltd",
      callbackNumber: "+442079460000",
      sentences: { en: "An assistant of {{legalName}}, {{callbackNumber}}.", "hi-IN": "स्वचालित सहायक" }
    })
    await page.getByRole("button", { name: "Remove the sentence in Hindi (India)" }).click()
    await save.click()
    await expect.poll(async () => Object.keys((await stored()).sentences)).toEqual(["en"])

    const viewer = await suite.consoleOf(org, { role: "VIEWER" })
    await viewer.open("settings/organization")
    await viewer.page.getByText("An assistant of Acme Ltd, 4 4 2 0 7", { exact: false }).waitFor()
    expect(await viewer.page.getByRole("button", { name: /disclosure|sentence/ }).count()).toBe(0)

    // Another person changes it while the form is open.
    const { sentences } = await stored()
    const changed = { legalName: "Acme plc", callbackNumber: null, sentences: { ...sentences, fr: "Un assistant." } }
    await suite.server.admin("PUT", `${path}/disclosure`, changed)
    await english.fill("An assistant.")
    await save.click()
    await page.getByText("People hear: Un assistant.").waitFor()
    expect(await stored()).toEqual({ ...changed, sentences: { en: "An assistant.", fr: "Un assistant." } })
    expect(problems).toEqual([])
  })

  test("keep the state of the service for super admins", async () => {
    const org = await suite.server.organization()
    const { page, open } = await suite.consoleOf(org, { role: "ADMIN" })
    for (const screen of ["settings/doctor", "settings/events"]) {
      await open(screen)
      await page.getByText("Your role does not allow this").waitFor()
    }
    const root = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    await root.open("settings/doctor")
    await root.page.getByText("Database", { exact: true }).waitFor()
    await root.open("settings/events?part=dead-letters")
    await root.page.getByText("No reader has given up a record").waitFor()
  })
})
