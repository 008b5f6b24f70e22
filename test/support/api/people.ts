import { randomUUID } from "node:crypto"
import { Sessions } from "../../../src/accounts/people/Sessions.ts"
import { codeOf, stepAt } from "../../../src/accounts/people/totp.ts"
import type { Role as AnyRole } from "../../../src/domain/accounts/ApiKey.ts"
import { rowsOf } from "../data/calls.ts"
import type { Call, TestServer } from "./test-server.ts"

export interface TestPerson {
  readonly id: string
  readonly token: string
  /** Sends requests as a page of the console does, with the cookie of the person's session. */
  readonly call: Call
}

/** The headers that a browser sends from a page of the console. */
export const fromConsole = (port: number, token?: string) => ({
  origin: `http://127.0.0.1:${port}`,
  "sec-fetch-site": "same-origin",
  ...(token !== undefined && { cookie: `carillon_session=${token}` })
})

/** Makes the sessions of a person older: those of more than ten minutes have to confirm who it is. */
export const ageSessions = (server: TestServer, { id }: Pick<TestPerson, "id">, time = "00:10:01") =>
  rowsOf(server).query((sql) => sql`update sessions set created_at = now() - ${time}::interval where person_id = ${id}`)

/** Adds a person with a role in an organization, or a SUPER_ADMIN, and signs them in. */
export const makePerson = async (
  server: TestServer,
  {
    name = "Asha",
    email = `${randomUUID()}@example.com`,
    organization,
    role
  }: {
    readonly name?: string
    readonly email?: string
    readonly organization?: number
    readonly role?: AnyRole
  } = {}
): Promise<TestPerson> => {
  const id = randomUUID()
  const { query } = rowsOf(server)
  await query((sql) => sql`insert into people ${sql.insert({ id, name, email, isSuperAdmin: role === "SUPER_ADMIN" })}`)
  if (organization !== undefined && role !== undefined && role !== "SUPER_ADMIN") {
    await query(
      (sql) => sql`insert into memberships ${sql.insert({ organizationId: organization, personId: id, role })}`
    )
  }
  const token = await sessionOf(server, id)
  return { id, token, call: withSession(server, token) }
}

/** Opens a session of a person, as a sign-in does. */
export const sessionOf = (server: TestServer, personId: string) =>
  server.run(
    Sessions.use(({ open }) => open(personId, { signedInBy: "password", userAgent: "test", replaces: undefined }))
  )

export const withSession =
  (server: TestServer, token: string): Call =>
  (method, path, body, headers) =>
    server.call(method, path, body, { ...fromConsole(server.port, token), ...headers })

/** Returns the value of the session's cookie that an answer sets, and the whole line. */
export const sessionIn = (headers: { readonly "set-cookie"?: ReadonlyArray<string> | undefined }) => {
  const line = headers["set-cookie"]?.find((one) => one.startsWith("carillon_session=")) ?? ""
  return { line, token: /^carillon_session=([^;]*)/.exec(line)?.[1] ?? "" }
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
const bytesOf = (secret: string) => {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app with this secret shows, `steps` after now. */
export const appCode = (secret: string, steps = 0) => codeOf(bytesOf(secret), stepAt(Date.now()) + steps)
