import { describe, expect, test } from "vitest"
import { missingDisclosures, noDisclosure } from "../../../src/domain/accounts/Disclosure.ts"
import { disclosureIn } from "../../../src/domain/accounts/disclosure-in.ts"

const sentences = {
  en: "This is an assistant of {{legalName}}, {{\tcallbackNumber }}.",
  "de-CH": "Hier spricht ein automatischer Assistent.",
  "hi-IN": "स्वचालित सहायक {{unknown}}"
}
const full = { legalName: "Acme Ltd", callbackNumber: "+4420", sentences }

describe("the disclosure", () => {
  test("is that of the language with its country, or else of the language, with its values", () => {
    expect(disclosureIn(full, "en-IN")).toBe("This is an assistant of Acme Ltd, 4 4 2 0.")
    expect(disclosureIn({ ...full, sentences: { ...sentences, "en-IN": "Namaste" } }, "en-in")).toBe("Namaste")
    expect(disclosureIn(full, "de-DE")).toBe(sentences["de-CH"])
    expect(disclosureIn(full, "hi")).toBe("स्वचालित सहायक ")
    expect(disclosureIn(full, "fr")).toBeNull()
  })

  test("is warned of if it was never set, and refuses nothing", () => {
    const { refusals, warnings } = missingDisclosures(noDisclosure, ["en", "en", "fr"])
    expect(refusals).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(/no disclosure says in en who calls/),
      expect.stringMatching(/in fr/),
      expect.stringMatching(/legal name/),
      expect.stringMatching(/number at which/)
    ])
  })

  test("refuses a flow in a language without a sentence once there is one", () => {
    expect(missingDisclosures(full, ["en-GB", "fr"])).toEqual({
      refusals: [expect.stringMatching(/no disclosure says in fr/)],
      warnings: []
    })
    expect(missingDisclosures({ ...full, legalName: null }, ["en"])).toEqual({
      refusals: [],
      warnings: [expect.stringMatching(/legal name/)]
    })
  })
})
