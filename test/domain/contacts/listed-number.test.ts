import { describe, expect, test } from "vitest"
import { listedNumbers } from "../../../src/domain/contacts/listed-number.ts"
import { type Registry, registryOf } from "../../../src/domain/contacts/registries.ts"

const read = (code: string, ...cells: ReadonlyArray<string>) => listedNumbers(cells, registryOf(code) as Registry)

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
    ["OTHER", ["+919812345678"], "+919812345678"],
    ["US_NATIONAL", ["212", "2125550123"], "+12125550123"],
    ["GB_TPS", ["44 020 7946 0000"], "+442079460000"],
    ["NZ_DNC", ["6493001234"], "+6493001234"],
    ["NZ_DNC", ["093001234"], "+6493001234"],
    ["AT_ROBINSON", ["436641234567"], "+436641234567"],
    ["AT_ROBINSON", ["06641234567"], "+436641234567"],
    ["IT_RPO", ["39061234567"], "+39061234567"],
    ["DE_ROBINSON", ["49301234567"], "+49301234567"],
    ["DE_ROBINSON", ["04930123456"], "+494930123456"],
    ["MX_REPEP", ["5215512345678"], "+525512345678"]
  ])("%s %j is %s", (code, cells, number) => {
    expect(read(code, ...cells)).toEqual([number])
  })

  test.each([
    ["SE_NIX", "468123456", ["+46468123456", "+468123456"]],
    ["DE_ROBINSON", "497370124", ["+49497370124", "+497370124"]]
  ])("%s %s is two numbers, because its first digits may be the country code", (code, cell, numbers) => {
    expect(read(code, cell)).toEqual(numbers)
  })

  test.each([
    ["OTHER", "9812345678"],
    ["US_NATIONAL", "212555012345"],
    ["US_NATIONAL", "5550123"],
    ["US_NATIONAL", "212"],
    ["GB_TPS", "no number"],
    ["GB_TPS", ""],
    ["GB_TPS", "+0123456789"]
  ])("%s %s is no number", (code, cell) => {
    expect(read(code, cell)).toEqual([])
  })
})
