import { describe, expect, test } from "vitest"
import { answered } from "../support/api/answered.ts"
import type { TestOrganization } from "../support/api/test-server.ts"
import { hasBrowser } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"

const suite = consoleSuite()

const flowOf = async ({ id }: TestOrganization) => {
  const flow = {
    name: "Reminder",
    systemInstruction: "Remind politely.",
    initialPrompt: "Hello {{name}}, this is about your {{product}}."
  }
  return (await suite.server.admin("POST", `/admin/v1/organizations/${id}/flows`, flow)).body.id as string
}

describe.skipIf(!hasBrowser)("the screen on which a flow is tried", () => {
  test("a person types to the agent, reads its answers, and hangs up", async () => {
    const org = await suite.server.organization()
    const { open, page, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`flows/${await flowOf(org)}/try`)
    await page.getByLabel("Name").fill("Asha")
    await page.getByLabel("product").fill("loan")
    expect(await page.getByRole("button", { name: "Talk to the agent" }).isDisabled()).toBe(true)
    await page.getByRole("button", { name: "Type to the agent" }).click()
    const words = page.getByRole("log")
    await words.getByText("Hello Asha, this is about your loan.").waitFor()
    await page.getByText("The agent listens").waitFor()
    await page.getByLabel("What you say").fill("What does it cost?")
    await page.keyboard.press("Enter")
    await words.getByText("What does it cost?").waitFor()
    await words.getByText(/^Answered in \d+ ms$/).waitFor()
    await page.getByRole("button", { name: "Hang up" }).click()
    await page.getByText("The conversation is over.").waitFor()
    expect(await page.getByLabel("What you say").count()).toBe(0)
    expect(problems).toEqual([])
  })

  test("sends the keys of its keypad, pressed by mouse or typed", async () => {
    const org = await suite.server.organization()
    const { open, page, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`flows/${await flowOf(org)}/try`)
    await page.getByLabel("Name").fill("Asha")
    await page.getByRole("button", { name: "Type to the agent" }).click()
    await page.getByText("The agent listens").waitFor()
    await page.getByRole("button", { name: "Show the keypad" }).click()
    await page.getByRole("button", { name: "pound" }).click()
    await page.keyboard.press("1")
    await page.getByRole("log").getByText("(pressed #) (pressed 1)").waitFor()
    // In the field a digit is a part of a sentence.
    await page.getByLabel("What you say").fill("")
    await page.getByLabel("What you say").press("9")
    expect(await page.getByLabel("What you say").inputValue()).toBe("9")
    await page.getByRole("button", { name: "Hang up" }).click()
    await page.getByText("The conversation is over.").waitFor()
    expect(await page.getByRole("button", { name: "Show the keypad" }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test("begins with the saved draft, and with the published version if that is chosen", async () => {
    const org = await suite.server.organization()
    const id = await flowOf(org)
    const path = `/admin/v1/organizations/${org.id}/flows/${id}/draft`
    const { basedOn, flow, revision } = await answered(200, suite.server.admin("GET", path))
    const initialPrompt = "Good evening {{name}}."
    await answered(200, suite.server.admin("PUT", path, { basedOn, revision, flow: { ...flow, initialPrompt } }))
    const { open, page, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`flows/${id}`)
    await page.getByRole("link", { name: "Try it" }).click()
    await page.getByLabel("Name").fill("Asha")
    expect(await page.getByLabel("product").count()).toBe(0)
    await page.getByRole("button", { name: "Type to the agent" }).click()
    await page.getByRole("log").getByText("Good evening Asha.").waitFor()
    await page.getByRole("button", { name: "Hang up" }).click()
    await page.getByRole("button", { name: "Change the person" }).click()
    await page.getByLabel("Version", { exact: true }).selectOption("published")
    await page.getByLabel("product").fill("loan")
    await page.getByRole("button", { name: "Type to the agent" }).click()
    await page.getByRole("log").getByText("Hello Asha, this is about your loan.").waitFor()
    expect(problems).toEqual([])
  })

  test("says why the conversation ended when the person signs out in another tab", async () => {
    const org = await suite.server.organization()
    const { open, page, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`flows/${await flowOf(org)}/try`)
    await page.getByLabel("Name").fill("Asha")
    await page.getByRole("button", { name: "Type to the agent" }).click()
    await page.getByRole("log").getByText("Hello Asha").waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole("button", { name: "Sign out" }).click()
    await page.getByText("The conversation ended: you have signed out").waitFor()
    expect(problems).toEqual([])
  })

  test("is not offered to a VIEWER, and refuses them by its address", async () => {
    const org = await suite.server.organization()
    const id = await flowOf(org)
    const { open, page, problems } = await suite.consoleOf(org, { role: "VIEWER" })
    await open(`flows/${id}`)
    await page.getByLabel("Opening", { exact: true }).waitFor()
    expect(await page.getByRole("link", { name: "Try it" }).count()).toBe(0)
    await open(`flows/${id}/try`)
    await page.getByText("Members of the organization try flows.").waitFor()
    expect(await page.getByRole("button", { name: "Type to the agent" }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
