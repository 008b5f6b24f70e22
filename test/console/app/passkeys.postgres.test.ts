import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { ageSessions, makePerson } from "../../support/api/people.ts"
import { hasBrowser, type openPage, seriousViolations } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"

const suite = consoleSuite()

/** Connects an authenticator to the browser, which verifies its user at once, and returns the way to change that. */
const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return {
    setVerified: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    keys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials
  }
}

/** Opens the account of a person who has a password, at an address with a host name. */
const openAccount = async (look: Parameters<typeof openPage>[1] = {}) => {
  const { id } = await suite.server.organization()
  const person = await makePerson(suite.server, { name: "Petra", organization: id, role: "ADMIN" })
  const { status } = await person.call("POST", "/auth/password", { password })
  expect(status).toBe(200)
  const opened = await suite.page(look)
  const { page } = opened
  const url = `http://localhost:${suite.server.port}`
  await page.context().addCookies([{ name: "carillon_session", value: person.token, url }])
  const authenticator = await addAuthenticator(page)
  const open = () => page.goto(`${url}/console/o/${id}/settings`)
  await open()
  return { ...opened, authenticator, open, person }
}

const password = "tulip-engine-harbour"
const add = async (page: Page, name: string) => {
  await page.getByLabel("Name of the passkey").fill(name)
  await page.getByRole("button", { name: "Add a passkey" }).click()
}

describe.skipIf(!hasBrowser)("a passkey of a browser", () => {
  test("is added, renamed, signs in after a sign-out, and is removed", async () => {
    const { authenticator, page, problems } = await openAccount()
    await add(page, "Laptop")
    await page.getByRole("button", { name: "Rename the passkey Laptop" }).click()
    await page.getByLabel("New name of Laptop").fill("Desk")
    await page.getByRole("button", { name: "Save the name" }).click()
    await page.getByRole("button", { name: "Remove the passkey Desk" }).waitFor()
    const [key] = await authenticator.keys()
    expect(key).toMatchObject({ isResidentCredential: true, rpId: "localhost" })
    // The same authenticator has a passkey for the account already.
    await add(page, "Again")
    await page.getByText("This device has a passkey for your account already.").waitFor()
    expect(await seriousViolations(page)).toEqual([])

    await page.getByRole("button", { name: "Sign out" }).click()
    await authenticator.setVerified(false)
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.getByText("The device has not confirmed that it is you. Try again.").waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await authenticator.setVerified(true)
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    await page.goBack()
    expect((await authenticator.keys())[0]?.signCount).toBeGreaterThan(1)
    await page.getByRole("button", { name: "Remove the passkey Desk" }).click()
    await page.getByText("Passkey removed").waitFor()
    await page.getByRole("button", { name: "Remove the passkey Desk" }).waitFor({ state: "detached" })

    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.getByText("The passkey is unknown here").waitFor()
    expect(problems).toEqual([])
  })

  test("is added to an older session with the password", async () => {
    const { page, person, problems } = await openAccount()
    await ageSessions(suite.server, person)
    await add(page, "Laptop")
    await page.getByText("enter your password").waitFor()
    await page.getByLabel("Your password").fill("wrong")
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page.getByText("is not your password").waitFor()
    await page.getByLabel("Your password").fill(password)
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page.getByRole("button", { name: "Remove the passkey Laptop" }).waitFor()
    expect(problems).toEqual([])
  })

  test("is not offered at an address without a host name", async () => {
    const { page } = await suite.page()
    await page.goto(`http://127.0.0.1:${suite.server.port}/console`)
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0)
  })

  test.each(["light", "dark"] as const)(
    "has screens without violations of accessibility at 390 px, %s",
    async (theme) => {
      const { page } = await openAccount({ theme, width: 390, height: 844 })
      await add(page, "The passkey of a phone with a name that is long enough to need a second line here")
      await page.getByRole("button", { name: /Remove the passkey/ }).waitFor()
      expect(await seriousViolations(page)).toEqual([])
      const width = await page.evaluate("document.documentElement.scrollWidth")
      expect(width).toBe(390)
    }
  )
})
