import { describe, expect, test } from "vitest"
import { appCode } from "../support/api/people.ts"
import { hasBrowser, seriousViolations } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { setPassword } from "../support/console/own-password.ts"
import { rowsOf } from "../support/data/calls.ts"

const suite = consoleSuite()

describe.skipIf(!hasBrowser)("the own account", () => {
  test("gets a password and a second factor, both of which the next sign-in asks for", async () => {
    const org = await suite.server.organization()
    const { open, page, problems } = await suite.consoleOf(org)
    const { email, password } = await setPassword({ open, page })

    await page.getByRole("button", { name: "Add an app" }).click()
    const secret = await page.getByLabel("Key for the app").inputValue()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel("Code of the app").fill("000000x")
    await page.getByRole("button", { name: "Turn the second factor on" }).click()
    await page.getByText("wrong", { exact: false }).first().waitFor()
    // An older session has to give the password.
    await rowsOf(suite.server).query((sql) => sql`update sessions set created_at = now() - interval '11 minutes'`)
    await page.getByLabel("Code of the app").fill(appCode(secret))
    await page.getByRole("button", { name: "Turn the second factor on" }).click()
    await page.getByText("enter your password").waitFor()
    await page.getByLabel("Your password").fill(password)
    await page.getByRole("button", { name: "Turn the second factor on" }).click()
    const [recoveryCode = ""] = (await page.getByLabel("Recovery codes").inputValue()).split(" ")
    await page.getByRole("button", { name: "I have kept them" }).click()
    await page.getByRole("button", { name: "Turn the second factor off" }).waitFor()

    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("E-mail").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByLabel("Code of your authenticator app").fill(recoveryCode)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    expect(problems).toEqual([])
  })
})
