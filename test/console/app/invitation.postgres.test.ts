import { randomUUID } from "node:crypto"
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { makePerson } from "../../support/api/people.ts"
import type { TestOrganization } from "../../support/api/test-server.ts"
import { hasBrowser, seriousViolations } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"

describe.skipIf(!hasBrowser)("the page of an invitation", () => {
  const suite = consoleSuite()
  let first: TestOrganization
  let second: TestOrganization
  beforeAll(async () => {
    first = await suite.server.organization("First <b>")
    second = await suite.server.organization("Second")
  })

  const newEmail = () => `${randomUUID()}@example.com`
  const password = "correct horse battery"
  const linkFor = async (email: string, { id }: TestOrganization) => {
    const { body } = await suite.server.admin("POST", `/admin/v1/organizations/${id}/people`, { email, role: "MEMBER" })
    return `http://127.0.0.1:${suite.server.port}/console/invitation#${body.invitationUrl.split("#")[1]}`
  }
  const arrives = (page: Page, { id }: TestOrganization) => page.waitForURL(new RegExp(`/console/o/${id}$`))

  test("says to what, makes the account of a new person, and later asks only whether they accept", async () => {
    const email = newEmail()
    const { page, problems } = await suite.page()
    await page.goto(await linkFor(email, first))
    await page.getByText("You are invited to First <b> as a member.").waitFor()
    expect(await page.getByLabel("E-mail").inputValue()).toBe(email)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel("Your name").fill("Asha")
    await page.getByLabel("Password").fill(password)
    await page.keyboard.press("Enter")
    await arrives(page, first)

    await page.goto(await linkFor(email, second))
    await page.getByRole("button", { name: "Accept as Asha" }).click()
    await arrives(page, second)
    expect(problems).toEqual([])
  })

  test("asks the holder of an account to sign in, and opens the organization of the invitation", async () => {
    const email = newEmail()
    const holder = await suite.page()
    await holder.page.goto(await linkFor(email, first))
    await holder.page.getByLabel("Your name").fill("Asha")
    await holder.page.getByLabel("Password").fill(password)
    await holder.page.getByRole("button", { name: "Create the account" }).click()
    await arrives(holder.page, first)

    const { page } = await suite.page()
    await page.goto(await linkFor(email, second))
    await page.getByText(`You are invited to Second as a member. Sign in as ${email} to accept.`).waitFor()
    await page.getByLabel("E-mail").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.keyboard.press("Enter")
    await arrives(page, second)
  })

  test("stays open for the invited person when another one is signed in", async () => {
    const email = newEmail()
    const link = await linkFor(email, first)
    const { token } = await makePerson(suite.server, { name: "Petra", organization: second.id, role: "MEMBER" })
    const { page } = await suite.page()
    const url = `http://127.0.0.1:${suite.server.port}`
    await page.context().addCookies([{ name: "carillon_session", value: token, url }])
    await page.goto(link)
    await page.getByText(`It is for ${email}, and you are signed in as`).waitFor()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Your name").waitFor()
    expect(page.url()).toBe(link)
  })

  test("says that a link does not work", async () => {
    const { page } = await suite.page()
    await page.goto(`http://127.0.0.1:${suite.server.port}/console/invitation#inv_live_unknown`)
    await page.getByRole("heading", { name: "This link does not work" }).waitFor()
    await page.getByText("The invitation was used before, was withdrawn or has expired").waitFor()
  })
})
