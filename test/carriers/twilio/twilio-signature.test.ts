import { assert, describe, it } from "@effect/vitest"
import { isSignedByTwilio, twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"

// Published in Twilio's documentation and in its libraries' tests. The token is 12345 in all of
// them.
const url = "https://mycompany.com/myapp.php?foo=1&bar=2"
const vectors = [
  {
    url,
    form: [
      ["Digits", "1234"],
      ["To", "+18005551212"],
      ["From", "+12349013030"],
      ["Caller", "+12349013030"],
      ["CallSid", "CA1234567890ABCDE"]
    ],
    signature: "0/KCTR6DLpKmkAf8muzZqo1nDgQ="
  },
  {
    url,
    form: [
      ["CallSid", "CA1234567890ABCDE"],
      ["Caller", "+14158675309"],
      ["Digits", "1234"],
      ["From", "+14158675309"],
      ["To", "+18005551212"]
    ],
    signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8="
  },
  {
    url,
    form: [
      ["Sid", "CA123"],
      ["SidAccount", "AC123"],
      ["Digits", "5678"],
      ["Digits", "1234"],
      ["Digits", "1234"]
    ],
    signature: "IK+Dwps556ElfBT0I3Rgjkr1wJU="
  },
  {
    url: "https://example.com/v1/carriers/twilio/status?x=1",
    form: [
      ["CallSid", "CA1"],
      ["From", "+14155550100"],
      ["To", "+919876543210"],
      ["CallStatus", "completed"],
      ["Tag", "b"],
      ["Tag", "a"],
      ["Tag", "b"]
    ],
    signature: "0MmZHmi4BLbes2nBaORqjQH8UHg="
  }
] as const

describe("twilio-signature", () => {
  it.each(vectors)("signs as Twilio does: $signature", ({ url, form, signature }) => {
    assert.strictEqual(twilioSignature("12345", url, form), signature)
    assert.isTrue(isSignedByTwilio("12345", url, form, signature))
    assert.isTrue(isSignedByTwilio("12345", url, form.toReversed(), signature))
  })

  it("refuses any changed part", () => {
    const { form, signature } = vectors[0]
    assert.isFalse(isSignedByTwilio("12346", url, form, signature))
    assert.isFalse(isSignedByTwilio("12345", `${url}3`, form, signature))
    assert.isFalse(isSignedByTwilio("12345", url, form.slice(1), signature))
    assert.isFalse(isSignedByTwilio("12345", url, [...form, ["Extra", ""]], signature))
    assert.isFalse(isSignedByTwilio("12345", url, [["Digits", "1235"], ...form.slice(1)], signature))
    for (const other of ["", signature.slice(1), `${signature} `, signature.toLowerCase(), "é".repeat(28)]) {
      assert.isFalse(isSignedByTwilio("12345", url, form, other))
    }
  })
})
