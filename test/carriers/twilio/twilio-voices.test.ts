import { assert, it } from "@effect/vitest"
import { sayableLanguage } from "../../../src/carriers/twilio/twilio-voices.ts"

it.each([
  ["en-IN", "en-IN"],
  ["EN-in", "en-IN"],
  ["en-SG", "en-US"],
  ["es-AR", "es-ES"],
  ["hi", "hi-IN"],
  ["ar-EG", "arb"],
  ["zh-SG", "cmn-CN"],
  ["or-IN", undefined],
  ["ur-PK", undefined]
])("Twilio's own voice speaks %s as %s", (language, spoken) => {
  assert.strictEqual(sayableLanguage(language), spoken)
})
