import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { command } from "../../support/processes/command.ts"

const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const org = await server.organization()

test("consent record without a time records that the person agrees now, also after a withdrawal of the same day", async () => {
  const phoneNumber = newPhoneNumber()
  const path = `/admin/v1/organizations/${org.id}/consents`
  await answered(200, server.admin("POST", `${path}/withdraw`, { phoneNumber }))
  const { code, stdout } = await command(
    `consent record --org ${org.id} --phone-number ${phoneNumber} --basis EXPRESS --source Phone --json`.split(" "),
    { PORT: String(server.port), ADMIN_TOKEN: adminToken }
  )
  expect(code).toBe(0)
  const { at } = JSON.parse(stdout)
  const { data } = await answered(200, server.admin("GET", `${path}?phoneNumber=${encodeURIComponent(phoneNumber)}`))
  const withdrawal = data.find(({ basis }: { basis: string }) => basis === "NONE")
  expect(Date.parse(at)).toBeGreaterThan(Date.parse(withdrawal.withdrawnAt))
})
