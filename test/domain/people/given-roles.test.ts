import { describe, expect, test } from "vitest"
import { type GivenRole, rolesOfValues } from "../../../src/domain/people/given-roles.ts"
import { personRoles } from "../../../src/domain/people/Person.ts"
import { makeRandom } from "../../support/random.ts"

const seed = Number(process.env.TEST_SEED)

describe("the roles that the values of a claim give", () => {
  test("are in each organization the highest one, or none, as a naive model says", () => {
    const random = makeRandom(seed)
    const pick = (count: number) => Math.floor(random() * count)
    for (let round = 0; round < 2000; round++) {
      const given = Array.from({ length: pick(7) }, (): GivenRole => {
        const value = `group-${pick(4)}`
        if (pick(5) === 0) return { value, organizationId: null, role: "SUPER_ADMIN" }
        return { value, organizationId: 1 + pick(3), role: personRoles[pick(3)] ?? "VIEWER" }
      })
      const values = new Set(Array.from({ length: pick(4) }, () => `group-${pick(4)}`))
      const { isSuperAdmin, organizations } = rolesOfValues(given, values)

      const ofAll = given.filter(({ role }) => role === "SUPER_ADMIN")
      expect(isSuperAdmin).toBe(ofAll.length === 0 ? null : ofAll.some(({ value }) => values.has(value)))
      for (const id of [1, 2, 3]) {
        const here = given.filter(({ organizationId }) => organizationId === id)
        const held = here.filter(({ value }) => values.has(value)).map(({ role }) => role)
        const highest = ["ADMIN", "MEMBER", "VIEWER"].find((role) => held.some((one) => one === role)) ?? null
        expect(organizations.get(id)).toBe(here.length === 0 ? undefined : highest)
      }
    }
  })
})
