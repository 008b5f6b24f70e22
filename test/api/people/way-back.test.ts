import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { ageSessions, appCode, fromConsole, makePerson, sessionIn, withSession } from "../../support/api/people.ts"
import { type Call, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { engine } from "../../support/servers/test-database.ts"

const server = await startServer()
const mine = await server.organization("Mine")
const other = await server.organization("Other")
afterAll(server.stop)

const { query } = rowsOf(server)
const page = fromConsole(server.port)
const password = "tulip-engine-harbour"
const newEmail = () => `${randomUUID()}@example.com`
const peopleOf = (id: number) => `/admin/v1/organizations/${id}/people`

const signIn = (email: string, given: string, headers: Record<string, string> = page) =>
  server.call("POST", "/auth/sign-in", { email, password: given }, headers)
const joined = async (email: string) => {
  const person = await makePerson(server, { email, organization: mine.id, role: "MEMBER" })
  await answered(200, person.call("POST", "/auth/password", { password }))
  return person
}

describe("a person who has lost the way to sign in", () => {
  const pathOf = (id: string, organization = mine.id) => `${peopleOf(organization)}/${id}`
  const useLink = (url: string) =>
    server.call("POST", "/auth/sign-in/link", { token: new URL(url).hash.slice(1) }, page)
  const withFactor = async (person: { readonly call: Call }) => {
    const { secret } = await answered(200, person.call("POST", "/auth/totp"))
    await answered(200, person.call("POST", "/auth/totp/confirm", { code: appCode(secret) }))
  }

  test("gets a link from an admin, and chooses a new password without the old one", async () => {
    const admin = await makePerson(server, { organization: mine.id, role: "ADMIN" })
    const email = newEmail()
    const person = await joined(email)
    const { expiresAt, url } = await answered(201, admin.call("POST", `${pathOf(person.id)}/sign-in-link`))
    expect(new Date(expiresAt).getTime()).toBeLessThan(Date.now() + 3_700_000)
    const { body, headers } = await useLink(url)
    expect(body.person).toMatchObject({ id: person.id, mayReplacePassword: true })
    const call = withSession(server, sessionIn(headers).token)
    expect(await answered(200, call("GET", "/auth/me"))).toEqual(body.person)
    // A current password that is given is still checked.
    await refused(call("POST", "/auth/password", { current: "wrong-password", password: "violet-engine-harbour" }), {
      current: "is not your password"
    })
    await answered(200, call("POST", "/auth/password", { password: "violet-engine-harbour" }))
    expect((await signIn(email, password)).status).toBe(401)
    const again = await signIn(email, "violet-engine-harbour")
    expect(again.body.person).toMatchObject({ mayReplacePassword: false })
    const byPassword = withSession(server, sessionIn(again.headers).token)
    await refused(byPassword("POST", "/auth/password", { password }), { current: "is not your password" })
    const log = await answered(200, admin.call("GET", `/admin/v1/organizations/${mine.id}/security-log?limit=5`))
    expect(log.data).toContainEqual(
      expect.objectContaining({ action: "sign-in-link.create", actor: `person:${admin.id}`, target: person.id })
    )
  })

  test("needs the old password again ten minutes after the link", async () => {
    const person = await joined(newEmail())
    const { url } = await answered(201, server.admin("POST", `${pathOf(person.id)}/sign-in-link`))
    const { headers } = await useLink(url)
    await ageSessions(server, person)
    const call = withSession(server, sessionIn(headers).token)
    expect(await answered(200, call("GET", "/auth/me"))).toMatchObject({ mayReplacePassword: false })
    await refused(call("POST", "/auth/password", { password: "violet-engine-harbour" }), {
      current: "is not your password"
    })
  })

  test("has the second factor turned off by an admin", async () => {
    const admin = await makePerson(server, { organization: mine.id, role: "ADMIN" })
    const email = newEmail()
    const person = await joined(email)
    await withFactor(person)
    const { data } = await answered(200, admin.call("GET", `${peopleOf(mine.id)}?limit=100`))
    expect(data.find(({ id }: any) => id === person.id)).toMatchObject({ hasTotp: true })
    expect((await signIn(email, password)).body.code).toBe("SECOND_FACTOR_REQUIRED")
    await answered(200, admin.call("DELETE", `${pathOf(person.id)}/second-factor`))
    expect((await signIn(email, password)).status).toBe(200)
  })

  test("is helped by a SUPER_ADMIN only when the account opens more than the organization", async () => {
    const admin = await makePerson(server, { organization: mine.id, role: "ADMIN" })
    const root = await makePerson(server, { role: "SUPER_ADMIN" })
    const elsewhere = await joined(newEmail())
    await answered(200, root.call("PATCH", `/admin/v1/people/${elsewhere.id}`, { isSuperAdmin: true }))
    const both = await makePerson(server, { organization: mine.id, role: "VIEWER" })
    await query(
      (sql) =>
        sql`insert into memberships ${sql.insert({ organizationId: other.id, personId: both.id, role: "VIEWER" })}`
    )
    await withFactor(both)
    for (const { id } of [elsewhere, both]) {
      await answered(403, admin.call("POST", `${pathOf(id)}/sign-in-link`))
      await answered(403, admin.call("DELETE", `${pathOf(id)}/second-factor`))
      await answered(201, root.call("POST", `${pathOf(id)}/sign-in-link`))
    }
    expect(await answered(200, both.call("GET", "/auth/me"))).toMatchObject({ hasTotp: true })
    await answered(200, root.call("DELETE", `/admin/v1/people/${both.id}/second-factor`))
    expect(await answered(200, both.call("GET", "/auth/me"))).toMatchObject({ hasTotp: false })
    const { url } = await answered(201, root.call("POST", `/admin/v1/people/${both.id}/sign-in-link`))
    expect((await useLink(url)).body.person.id).toBe(both.id)
  })

  test("is not signed in by an admin's link from before the account opened more than the organization", async () => {
    const admin = await makePerson(server, { organization: mine.id, role: "ADMIN" })
    const root = await makePerson(server, { role: "SUPER_ADMIN" })
    const email = newEmail()
    const [promoted, invited] = [await joined(newEmail()), await joined(email)]
    const linkFor = async (id: string) => (await answered(201, admin.call("POST", `${pathOf(id)}/sign-in-link`))).url
    const links = [await linkFor(promoted.id), await linkFor(invited.id)]
    await answered(200, root.call("PATCH", `/admin/v1/people/${promoted.id}`, { isSuperAdmin: true }))
    const { invitationUrl } = await answered(201, root.call("POST", peopleOf(other.id), { email, role: "VIEWER" }))
    const token = new URL(invitationUrl).hash.slice(1)
    await answered(200, invited.call("POST", "/auth/invitations/accept", { token }))
    for (const link of links) expect((await useLink(link)).status).toBe(401)
  })

  // The embedded database has one session, so nothing waits for a lock.
  test.skipIf(engine !== "postgres")("gets no link from an admin while another organization lets them in", async () => {
    const admin = await makePerson(server, { organization: mine.id, role: "ADMIN" })
    const { id } = await joined(newEmail())
    const asked = await server.run(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const letIn = Effect.gen(function* () {
          yield* sql`insert into memberships ${sql.insert({ organizationId: other.id, personId: id, role: "VIEWER" })}`
          let isAnswered = false
          const answer = admin.call("POST", `${pathOf(id)}/sign-in-link`).finally(() => {
            isAnswered = true
          })
          const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid)
            where locktype = 'transactionid' and not granted and datname = current_database()`
          yield* Effect.repeat(waiting, { until: ({ length }) => length > 0 || isAnswered })
          return { answer }
        })
        return yield* sql.withTransaction(letIn)
      })
    )
    await answered(403, asked.answer)
  })

  test("is found only by an admin of their own organization", async () => {
    const admin = await makePerson(server, { organization: mine.id, role: "ADMIN" })
    const member = await makePerson(server, { organization: mine.id, role: "MEMBER" })
    const stranger = await makePerson(server, { organization: other.id, role: "VIEWER" })
    for (const [method, action] of [
      ["POST", "sign-in-link"],
      ["DELETE", "second-factor"]
    ] as const) {
      await answered(404, admin.call(method, `${pathOf(stranger.id)}/${action}`))
      await answered(403, admin.call(method, `${pathOf(stranger.id, other.id)}/${action}`))
      await answered(403, member.call(method, `${pathOf(admin.id)}/${action}`))
      await answered(403, admin.call(method, `/admin/v1/people/${stranger.id}/${action}`))
      await answered(404, server.admin(method, `/admin/v1/people/${randomUUID()}/${action}`))
    }
  })
})
