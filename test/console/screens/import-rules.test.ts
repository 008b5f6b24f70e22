import { describe, expect, test } from "vitest"
import {
  canBeMetadata,
  guessTargets,
  mappingOf,
  unchosenFields
} from "../../../console/src/screens/people/imports/mapping.ts"

describe("the columns of an import", () => {
  const targetsOf = (...columns: ReadonlyArray<string>) => Object.fromEntries(guessTargets(columns))

  test("are guessed by their names, each field once", () => {
    expect(targetsOf("Customer Name", "Mobile No", "phone", "amount_due", "")).toEqual({
      "Customer Name": "name",
      "Mobile No": "phoneNumber",
      phone: "metadata",
      amount_due: "metadata",
      "": ""
    })
    expect(targetsOf("phoneNumber", "fullName", "CITY_TIER")).toEqual({
      phoneNumber: "phoneNumber",
      fullName: "name",
      CITY_TIER: "cityTier"
    })
  })

  test("are left out where a second one has the name of a field, which cannot be metadata", () => {
    expect(targetsOf("Full name", "name", "phone")).toEqual({ "Full name": "name", name: "", phone: "phoneNumber" })
    expect([canBeMetadata("name"), canBeMetadata("Name"), canBeMetadata("")]).toEqual([false, true, false])
  })

  test("are asked for by the name of the field that every contact needs and none becomes", () => {
    const unchosen = (...columns: ReadonlyArray<string>) =>
      unchosenFields(guessTargets(columns)).map(({ label }) => label)
    expect(unchosen("Name", "Handy-Nr.")).toEqual(["Phone number"])
    expect(unchosen("Nombre", "Teléfono")).toEqual(["Name", "Phone number"])
    expect(unchosen("Name", "Phone")).toEqual([])
  })

  test("are sent with their new names, and an empty one for those that are left out", () => {
    expect(mappingOf(guessTargets(["Mobile", "Name", "__proto__", "due", ""]))).toBe(
      '{"Mobile":"phoneNumber","Name":"name","__proto__":"__proto__","due":"due","":""}'
    )
  })
})
