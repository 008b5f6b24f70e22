import type { TestServer } from "../api/test-server.ts"
import { rowsOf } from "../data/calls.ts"
import type { ConsolePage } from "./browser.ts"

/** Sets a password for the person of a page, and returns with what they sign in. */
export const setPassword = async ({ open, page }: Pick<ConsolePage, "open" | "page">) => {
  const password = "tulip-engine-harbour"
  await open("settings")
  const email = await page.getByLabel("E-mail").inputValue()
  await page.getByLabel("New password").fill(password)
  await page.getByRole("button", { name: "Set a password" }).click()
  await page.getByRole("button", { name: "Change the password" }).waitFor()
  return { email, password }
}

/** Ends all sessions of a person. */
export const endSessions = (server: TestServer, email: string) =>
  rowsOf(server).query(
    (sql) => sql`delete from sessions where person_id = (select id from people where lower(email) = ${email})`
  )
