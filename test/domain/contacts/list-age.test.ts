import { describe, expect, test } from "vitest"
import { concerns, type ListInForce, oldLists, tooOldSentence } from "../../../src/domain/contacts/list-age.ts"
import { registries } from "../../../src/domain/contacts/registries.ts"
import { everyPurpose } from "../../../src/domain/law/Law.ts"
import { makeRandom } from "../../support/random.ts"

const listOf = (registry: string, dated: string, fields: Partial<ListInForce> = {}): ListInForce => ({
  id: `${registry} ${dated}`,
  organizationId: 7,
  registry,
  name: "",
  dated,
  ...fields
})
const dayOf = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10)

describe("the age of a list", () => {
  test("is counted in whole days, and only where the registry has one and forbids the purpose", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const below = (limit: number) => Math.floor(random() * limit)
    for (let round = 0; round < 500; round++) {
      const today = 21_900 + below(800)
      const { code, forMarketing, maxAgeDays } = registries[below(registries.length)] as (typeof registries)[0]
      const age = below(100)
      const purposes = everyPurpose.filter(() => below(2) === 1)
      const isOld =
        maxAgeDays !== null && age > maxAgeDays && (!forMarketing || purposes.some((one) => one === "MARKETING"))
      const found = oldLists([listOf(code, dayOf(today - age))], purposes, dayOf(today))
      expect([code, age, purposes, found.length]).toEqual([code, age, purposes, isOld ? 1 : 0])
    }
  })
})

describe("a list of a country", () => {
  test("concerns the numbers of the country, and those that may be of it", () => {
    const concerned = (registry: string, ...numbers: ReadonlyArray<string>) =>
      numbers.filter((number) => concerns(listOf(registry, "2030-01-01"), number))
    // Guernsey shares +44, and 999 is not in use as an area code.
    expect(concerned("GB_TPS", "+447700900500", "+441481960194", "+12125550188")).toEqual(["+447700900500"])
    expect(concerned("US_NATIONAL", "+12125550188", "+14165550188", "+19995550188")).toEqual([
      "+12125550188",
      "+19995550188"
    ])
    expect(concerned("OTHER", "+12125550188")).toEqual([])
  })

  test("is named with its date and the command that uploads its present version", () => {
    expect(tooOldSentence(listOf("US_STATE", "2030-01-01", { name: "Texas", organizationId: null }))).toBe(
      'the list US_STATE "Texas" is of 2030-01-01: it may be at most 31 days old; upload its present version in the console under People, Registries, or with carillon registry upload --installation --registry US_STATE --name "Texas"'
    )
  })
})
