import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startServer, type TestOrganization, type TestServer } from "../support/api/test-server.ts"
import { consolePage, hasBrowser, launchBrowser } from "../support/console/browser.ts"
import { buildConsole } from "../support/processes/built-console.ts"

let server: TestServer
let browser: Browser
beforeAll(async () => {
  if (!hasBrowser) return
  buildConsole()
  server = await startServer()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const flowOf = async ({ id }: TestOrganization) => {
  const flow = {
    name: "Reminder",
    systemInstruction: "Remind politely.",
    initialPrompt: "Hello {{name}}, this is about your {{product}}."
  }
  return (await server.admin("POST", `/admin/v1/organizations/${id}/flows`, flow)).body.id as string
}

describe.skipIf(!hasBrowser)("the screen on which a flow is tried", () => {
  test("a person types to the agent, reads its answers, and hangs up", async () => {
    const org = await server.organization()
    const { open, page, problems } = await consolePage(browser, server, org, { role: "MEMBER" })
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
})
