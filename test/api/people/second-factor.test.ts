import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { codeOf, stepAt } from "../../../src/accounts/people/totp.ts"
import { answered, refused } from "../../support/api/answered.ts"
import { ageSessions, appCode, fromConsole, makePerson, type TestPerson } from "../../support/api/people.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const { query } = rowsOf(server)
const password = "tulip-engine-harbour"

const makeWithPassword = async () => {
  const email = `${randomUUID()}@example.com`
  const person = await makePerson(server, { email })
  await answered(200, person.call("POST", "/auth/password", { password }))
  const signIn = (code?: string) =>
    server.call(
      "POST",
      "/auth/sign-in",
      { email, password, ...(code !== undefined && { code }) },
      fromConsole(server.port)
    )
  return { ...person, email, signIn }
}

/** Forgets which codes were used, as if time had passed. */
const later = (person: TestPerson) =>
  query((sql) => sql`update person_totp set last_step = 0 where person_id = ${person.id}`)

describe("a second factor", () => {
  test("signs in with a code of the app, each of which counts once", async () => {
    const person = await makeWithPassword()
    const { secret, url } = await answered(200, person.call("POST", "/auth/totp"))
    expect(url).toBe(`otpauth://totp/Carillon%3A${encodeURIComponent(person.email)}?secret=${secret}&issuer=Carillon`)
    // An app that is not confirmed locks no one out.
    expect((await person.signIn()).status).toBe(200)
    await refused(person.call("POST", "/auth/totp/confirm", { code: "000000x" }), { code: /wrong/ })
    const confirmed = appCode(secret)
    const { recoveryCodes } = await answered(200, person.call("POST", "/auth/totp/confirm", { code: confirmed }))
    expect(recoveryCodes).toHaveLength(10)
    expect(await answered(200, person.call("GET", "/auth/me"))).toMatchObject({ hasTotp: true })
    expect(await answered(409, person.call("POST", "/auth/totp"))).toMatchObject({ code: "SECOND_FACTOR_IS_ON" })
    expect((await person.signIn()).body.code).toBe("SECOND_FACTOR_REQUIRED")
    expect((await person.signIn(confirmed)).body.code).toBe("WRONG_CODE")
    await later(person)
    const code = appCode(secret)
    const answers = await Promise.all([person.signIn(code), person.signIn(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await person.signIn(appCode(secret, 5))).body.code).toBe("WRONG_CODE")
    const stored = await query((sql) => sql`select secret, recovery from person_totp where person_id = ${person.id}`)
    const everything = JSON.stringify([stored, server.log])
    for (const hidden of [secret, ...recoveryCodes]) expect(everything).not.toContain(hidden)
  })

  test("is turned on only with the password, or soon after a sign-in", async () => {
    const person = await makeWithPassword()
    await ageSessions(server, person)
    const { secret } = await answered(200, person.call("POST", "/auth/totp"))
    const confirm = (given: object) => person.call("POST", "/auth/totp/confirm", { code: appCode(secret), ...given })
    expect(await answered(403, confirm({}))).toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      message: expect.stringContaining("enter your password")
    })
    await refused(confirm({ current: "guessed-password" }), { current: /is not your password/ })
    expect(await answered(200, person.call("GET", "/auth/me"))).toMatchObject({ hasTotp: false })
    await answered(200, confirm({ current: password }))
    expect(await answered(200, person.call("GET", "/auth/me"))).toMatchObject({ hasTotp: true })
  })

  test("is replaced by each recovery code once, and can be removed with a code only", async () => {
    const person = await makeWithPassword()
    const { secret } = await answered(200, person.call("POST", "/auth/totp"))
    const { recoveryCodes } = await answered(200, person.call("POST", "/auth/totp/confirm", { code: appCode(secret) }))
    expect((await person.signIn(recoveryCodes[0])).status).toBe(200)
    expect((await person.signIn(recoveryCodes[0])).status).toBe(401)
    await refused(person.call("POST", "/auth/totp/remove", { code: recoveryCodes[0] }), { code: /used before/ })
    await answered(200, person.call("POST", "/auth/totp/remove", { code: recoveryCodes[1] }))
    expect(await answered(200, person.call("GET", "/auth/me"))).toMatchObject({ hasTotp: false })
    expect((await person.signIn()).status).toBe(200)
  })
})

// RFC 6238, appendix B, for SHA-1.
test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"]
])("the code at %i s is that of the standard", (seconds, code) => {
  expect(codeOf(Buffer.from("12345678901234567890"), stepAt(seconds * 1000), 8)).toBe(code)
})
