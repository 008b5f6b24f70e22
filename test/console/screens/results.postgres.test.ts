import { describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { hasBrowser, seriousViolations } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"
import { recordedCallsOf } from "../../support/console/recorded-calls.ts"
import { patience } from "../../support/patience.ts"

// The dialer does not run: the calls stay as they are made.
const suite = consoleSuite({ settings: { ROLES: "api", ALLOW_PRIVATE_WEBHOOKS: "true" } })

describe.skipIf(!hasBrowser)("the results of conversations", () => {
  test("are declared in the editor of a flow, each kind with what belongs to it", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("flows/new")
    await page.getByLabel("Name", { exact: true }).first().fill("Collections")
    await page.getByLabel("Opening", { exact: true }).fill("Hello {{name}}.")
    await page.getByLabel("Instruction", { exact: false }).first().fill("Ask for the payment.")
    const variable = async (name: string, kind: string, description: string) => {
      const at = page.locator("div.rounded-lg", { has: page.getByLabel("Kind", { exact: true }) }).last()
      await page.getByRole("button", { name: "Add a variable" }).click()
      await at.getByLabel("Name", { exact: true }).fill(name)
      await at.getByLabel("Kind", { exact: true }).selectOption({ label: kind })
      await at.getByLabel("Description", { exact: true }).fill(description)
      return at
    }
    const amount = await variable("amount", "Number", "How much they pay")
    await amount.getByLabel("The amount of a promise").check()
    const day = await variable("day", "Day", "The day on which they pay")
    await day.getByLabel("The day of a promise").check()
    await day.getByLabel("Applies only if").fill("They promise to pay")
    const plan = await variable("plan", "One of several", "The plan")
    await plan.getByLabel("Values").fill("Gold\nSilver\n\nGold")
    await plan.getByLabel("Every conversation should have it").check()
    // A change of the kind forgets the settings that the new kind does not have.
    const other = await variable("other", "Number", "Anything else")
    await other.getByLabel("The amount of a promise").check()
    await other.getByLabel("Kind", { exact: true }).selectOption({ label: "Text" })
    expect(await other.getByLabel("The amount of a promise").count()).toBe(0)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Create flow" }).click()
    await page.getByText("Collections").first().waitFor()
    await page.waitForURL(/\/flows\/[0-9a-f-]{36}/)
    const { data } = await answered(200, suite.server.admin("GET", `/admin/v1/organizations/${org.id}/flows`))
    const plain = { isCallbackRequest: false }
    expect(data[0].variables).toEqual([
      { ...plain, name: "amount", type: "NUMBER", description: "How much they pay", role: "COMMITMENT_AMOUNT" },
      {
        ...plain,
        name: "day",
        type: "DATE",
        description: "The day on which they pay",
        role: "COMMITMENT_DATE",
        condition: "They promise to pay"
      },
      { ...plain, name: "plan", type: "ENUM", description: "The plan", options: ["Gold", "Silver"], required: true },
      { ...plain, name: "other", type: "STRING", description: "Anything else" }
    ])
    expect(problems).toEqual([])
  })

  test("are on the page of a call with the words that show them, and in the table of calls", async () => {
    const org = await suite.server.organization()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    const id = await call(await campaign(), {
      results: {
        amount: { value: 500, evidence: "Yes, please do come.", reason: null },
        plans: { value: ["Gold", "<b>Silver</b>"], evidence: "On a Friday, if you can.", reason: null },
        day: { value: null, evidence: null, reason: "It was not said, although the flow requires it" }
      }
    })
    const { page, open, problems } = await suite.consoleOf(org, { role: "VIEWER" })
    await open(`calls/${id}`)
    const results = page.getByRole("region", { name: "Results" })
    await results.waitFor()
    await page.locator("mark").first().waitFor()
    expect(await results.locator("dt, dd span").allTextContents()).toEqual([
      "amount",
      "500",
      "“Yes, please do come.”",
      "plans",
      "Gold; <b>Silver</b>",
      "“On a Friday, if you can.”",
      "day",
      "It was not said, although the flow requires it"
    ])
    expect((await page.locator("mark").allTextContents()).sort()).toEqual([
      "On a Friday, if you can",
      "Yes, please do come"
    ])
    expect(await seriousViolations(page)).toEqual([])
    await open("calls")
    await page.getByText("amount: 500, plans: Gold; <b>Silver</b>").waitFor()
    expect(problems).toEqual([])
  })

  test("are sent by the webhook once that is switched on", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/webhook")
    const box = page.getByLabel("Send the results of each call", { exact: false })
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await page.getByRole("button", { name: "Save", exact: true }).first().click()
    await page.getByText(/saved/i).first().waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Settings" }).waitFor()
    await expect.poll(() => box.isChecked(), { timeout: patience.engine }).toBe(true)
    const config = await answered(200, org.call("GET", "/v1/write-back/config"))
    expect(config.sendResults).toBe(true)
    expect(problems).toEqual([])
  })
})
