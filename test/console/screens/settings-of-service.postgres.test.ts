import { describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { appCode, fromConsole, makePerson } from "../../support/api/people.ts"
import { hasBrowser, seriousViolations } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"

const suite = consoleSuite()

const settingsOfService = ["doctor", "events", "accounts", "admin-tokens", "encryption"].map((one) => `settings/${one}`)

describe.skipIf(!hasBrowser)("the settings of the whole service", () => {
  test("are for super admins", async () => {
    const org = await suite.server.organization()
    const { page, open } = await suite.consoleOf(org, { role: "ADMIN" })
    for (const screen of settingsOfService) {
      await open(screen)
      await page.getByText("Your role does not allow this").waitFor()
      expect(await page.getByRole("link", { name: "Doctor" }).count()).toBe(0)
    }
  })

  test("show a new admin token once, and revoke it", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    await open("settings/admin-tokens")
    await page.getByRole("button", { name: "Create a token" }).first().click()
    await page.getByLabel("Name", { exact: true }).fill("Monitoring")
    await page.getByLabel("Expires").selectOption({ label: "In 30 days" })
    await page.getByRole("button", { name: "Create", exact: true }).click()
    const token = await page.getByLabel("The token", { exact: true }).inputValue()
    const ask = () =>
      suite.server.call("GET", "/admin/v1/organizations", undefined, { authorization: `Bearer ${token}` })
    expect((await ask()).status).toBe(200)
    await page.getByRole("button", { name: "I have copied it" }).click()
    await expect.poll(() => page.content()).not.toContain(token)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Revoke Monitoring" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click()
    await page.getByText("Revoked", { exact: true }).waitFor()
    expect((await ask()).status).toBe(401)
    expect(problems).toEqual([])
  })

  test("show the encryption keys, and seal everything anew", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    await open("settings/encryption")
    await page.getByText("In use").waitFor()
    await page.getByRole("button", { name: "Seal everything anew" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Seal everything anew" }).click()
    await page.getByText("Sealed anew").waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test("invite a super admin, take the role away, and remove an account", async () => {
    const org = await suite.server.organization()
    const person = await makePerson(suite.server, { name: "Ben", organization: org.id, role: "VIEWER" })
    const { page, open, problems } = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    await open("settings/accounts")
    await page.getByRole("button", { name: "Invite a super admin" }).click()
    await page.getByLabel("E-mail").fill("root@example.com")
    await page.keyboard.press("Enter")
    expect(await page.getByLabel("The invitation").inputValue()).toContain("/console/invitation#")
    await page.getByRole("button", { name: "I have copied it" }).click()
    await page.getByRole("button", { name: "Make super admin: Ben" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Make super admin" }).click()
    await page.getByRole("button", { name: "No longer super admin: Ben" }).click()
    expect(await answered(200, person.call("GET", "/auth/me"))).toMatchObject({ isSuperAdmin: true })
    await page.getByRole("alertdialog").getByRole("button", { name: "Take the role" }).click()
    await page.getByRole("button", { name: "Make super admin: Ben" }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Remove: Ben" }).click()
    await page.getByRole("button", { name: "Remove the account" }).click()
    await page.getByText("Account removed").waitFor()
    await answered(401, person.call("GET", "/auth/me"))
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("a person who has lost the way to sign in", () => {
  test("is helped by an admin in the console, and chooses a new password", async () => {
    const org = await suite.server.organization()
    const person = await makePerson(suite.server, {
      name: "Ben",
      email: "ben@example.com",
      organization: org.id,
      role: "MEMBER"
    })
    await answered(200, person.call("POST", "/auth/password", { password: "tulip-engine-harbour" }))
    const { secret } = await answered(200, person.call("POST", "/auth/totp"))
    await answered(200, person.call("POST", "/auth/totp/confirm", { code: appCode(secret) }))

    const admin = await suite.consoleOf(org)
    await admin.open("settings/people")
    await admin.page.getByRole("button", { name: "Turn off the second factor of Ben" }).click()
    await admin.page.getByRole("button", { name: "Turn it off" }).click()
    await admin.page.getByText("Second factor turned off").waitFor()
    await admin.page.getByRole("button", { name: "Sign-in link for Ben" }).click()
    await admin.page.getByRole("button", { name: "Make the link" }).click()
    const link = await admin.page.getByLabel("The link").inputValue()
    expect(await seriousViolations(admin.page)).toEqual([])
    await admin.page.getByRole("button", { name: "I have copied it" }).click()

    const { page, problems } = await suite.page()
    await page.goto(link)
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.goto(`http://127.0.0.1:${suite.server.port}/console/o/${org.id}/settings`)
    await page.getByText("You came by a link").waitFor()
    await page.getByLabel("New password").fill("violet-engine-harbour")
    await page.getByRole("button", { name: "Change the password" }).click()
    await page.getByText("Password changed").waitFor()
    const signedIn = await suite.server.call(
      "POST",
      "/auth/sign-in",
      { email: "ben@example.com", password: "violet-engine-harbour" },
      fromConsole(suite.server.port)
    )
    expect(signedIn.status).toBe(200)
    expect([...admin.problems, ...problems]).toEqual([])
  })
})
