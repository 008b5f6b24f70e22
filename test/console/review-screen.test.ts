import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startServer, type TestServer } from "../support/api/test-server.ts"
import { consolePage, hasBrowser, launchBrowser } from "../support/console/browser.ts"
import { recordedCallsOf } from "../support/console/recorded-calls.ts"
import { buildConsole } from "../support/processes/built-console.ts"

let server: TestServer
let browser: Browser
beforeAll(async () => {
  if (!hasBrowser) return
  buildConsole()
  // The dialer does not run: the calls stay as they are made.
  server = await startServer({ settings: { ROLES: "api" } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe.skipIf(!hasBrowser)("the review queue", () => {
  test("can be worked through with the keyboard alone", async () => {
    const org = await server.organization()
    const { call, campaign } = recordedCallsOf(server, org)
    const spring = await campaign()
    for (const [index, name] of ["Ada", "Ben", "Cora"].entries()) {
      await call(spring, { name, minutesAgo: 30 - index, inReview: true })
    }
    const { page, open, problems } = await consolePage(browser, server, org)
    await open("review")
    const shows = (name: string) => page.getByRole("heading", { level: 2, name, exact: true }).waitFor()
    await shows("Ada")
    await page.keyboard.press("j")
    await shows("Ben")
    await page.keyboard.press("k")
    await shows("Ada")
    await page.keyboard.press("n")
    await page.keyboard.type("Jo rang them")
    await page.keyboard.press("Enter")
    await shows("Ben")
    await page.keyboard.press("r")
    await shows("Cora")
    await page.keyboard.press("r")
    await page.getByText("Nothing waits for a review").waitFor()
    const { body } = await server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`)
    const notes = body.data
      .filter(({ action }: { action: string }) => action === "call.review")
      .map(({ details }: { details: { note: string | null } }) => details.note)
    expect(notes.toSorted()).toEqual(["Jo rang them", null, null].toSorted())
    expect(problems).toEqual([])
  })
})
