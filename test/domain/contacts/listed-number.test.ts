import { describe, expect, test } from "vitest"
import { listedNumber } from "../../../src/domain/contacts/listed-number.ts"
import { type Registry, registryOf } from "../../../src/domain/contacts/registries.ts"

const read = (code: string, ...cells: ReadonlyArray<string>) => listedNumber(cells, registryOf(code) as Registry)

describe("the number of a line of a list", () => {
  test.each([
    ["US_NATIONAL", ["2125550123"], "+12125550123"],
    ["US_NATIONAL", ["12125550123"], "+12125550123"],
    ["US_NATIONAL", ["212", "5550123"], "+12125550123"],
    ["US_NATIONAL", ["212", "555-0123"], "+12125550123"],
    ["US_NATIONAL", ["(212) 555-0123", "x"], "+12125550123"],
    ["GB_TPS", ["02079460000"], "+442079460000"],
    ["GB_TPS", ["2079460000"], "+442079460000"],
    ["GB_TPS", ["442079460000"], "+442079460000"],
    ["GB_TPS", ["0044 20 7946 0000"], "+442079460000"],
    ["GB_TPS", ["+44 (0)20 7946 0000"], "+442079460000"],
    ["IN_NCPR", ["9198123456"], "+919198123456"],
    ["IN_NCPR", ["919812345678"], "+919812345678"],
    ["FR_BLOCTEL", ["06 12 34 56 78"], "+33612345678"],
    ["IT_RPO", ["0669812345"], "+390669812345"],
    ["SG_DNC", ["81234567"], "+6581234567"],
    ["OTHER", ["+919812345678"], "+919812345678"]
  ])("%s %j is %s", (code, cells, number) => {
    expect(read(code, ...cells)).toBe(number)
  })

  test.each([
    ["OTHER", "9812345678"],
    ["US_NATIONAL", "212555012345"],
    ["GB_TPS", "no number"],
    ["GB_TPS", ""],
    ["GB_TPS", "+0123456789"]
  ])("%s %s is no number", (code, cell) => {
    expect(read(code, cell)).toBeUndefined()
  })
})
