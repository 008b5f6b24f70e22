import { afterAll, describe, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"

const server = await startServer()
afterAll(server.stop)
const other = await server.organization("Other")

const path = ({ id }: { readonly id: number | string }) => `/v1/organizations/${id}/frequency-cap`
const read = (of: TestOrganization) => answered(200, of.call("GET", path(of)))
const change = (of: TestOrganization, changes: unknown) => of.call("PATCH", path(of), changes)
const securityLog = async ({ id }: TestOrganization) =>
  (await answered(200, server.admin("GET", `/admin/v1/organizations/${id}/security-log?limit=100`))).data.filter(
    ({ action }: { action: string }) => action === "frequency-cap.update"
  )

test("there is no cap until one is set", async () => {
  const org = await server.organization()
  expect(await read(org)).toEqual({ id: org.id, maxCallsPerDay: 0, maxCallsPerWeek: 0 })
})

test("a change affects only the fields that are sent", async () => {
  const org = await server.organization()
  const expected = { id: org.id, maxCallsPerDay: 3, maxCallsPerWeek: 0 }
  expect(await answered(200, change(org, { maxCallsPerDay: 3 }))).toEqual(expected)
  expect(await answered(200, change(org, {}))).toEqual(expected)
  const both = { ...expected, maxCallsPerWeek: 100 }
  expect(await answered(200, change(org, { maxCallsPerWeek: 100, id: 7, other: 1 }))).toEqual(both)
  expect(await read(org)).toEqual(both)
  expect(await answered(200, change(org, { maxCallsPerDay: 0 }))).toEqual({ ...both, maxCallsPerDay: 0 })
  expect(await read(other)).toMatchObject({ maxCallsPerDay: 0, maxCallsPerWeek: 0 })
})

test("two concurrent changes are both kept", async () => {
  const org = await server.organization()
  await Promise.all([change(org, { maxCallsPerDay: 2 }), change(org, { maxCallsPerWeek: 5 })])
  expect(await read(org)).toMatchObject({ maxCallsPerDay: 2, maxCallsPerWeek: 5 })
})

test("the limits are whole numbers from 0 to 100", async () => {
  const org = await server.organization()
  for (const cap of [0, 1, 100]) {
    const both = { maxCallsPerDay: cap, maxCallsPerWeek: cap }
    expect(await answered(200, change(org, both))).toMatchObject(both)
  }
  for (const cap of [-1, 101, 1.5, "3", null]) {
    await refused(change(org, { maxCallsPerDay: cap, maxCallsPerWeek: cap }), {
      maxCallsPerDay: /./,
      maxCallsPerWeek: /./
    })
  }
  expect(await read(org)).toMatchObject({ maxCallsPerDay: 100, maxCallsPerWeek: 100 })
})

test("a change is recorded in the security log with the key", async () => {
  const org = await server.organization()
  await answered(200, change(org, { maxCallsPerDay: 3 }))
  await answered(200, change(org, {}))
  await read(org)
  expect(await securityLog(org)).toMatchObject([
    { actor: expect.stringMatching(/^key:/), target: String(org.id), details: { maxCallsPerDay: 3 } }
  ])
})

describe("an id of another organization is refused, whether it exists or not", () => {
  test.each(["GET", "PATCH"])("%s", async (method) => {
    const org = await server.organization()
    const refusal = await answered(403, org.call(method, path({ id: 2_147_483_647 }), {}))
    for (const id of [other.id, "0", `0${org.id}`, "x", "99999999999999999999"]) {
      expect(await answered(403, org.call(method, path({ id }), {}))).toEqual({
        ...refusal,
        requestId: expect.any(String)
      })
    }
  })
})
