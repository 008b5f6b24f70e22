import { describe, expect, test } from "vitest"
import { acceptance } from "../../../src/media/target/acceptance.ts"

describe("a target that is asked whether it takes a call", () => {
  test.each([
    ["en-US", "Yes.", "yes"],
    ["en-US", "Yes?", "yes"],
    ["en-US", "Yes, put him through.", "yes"],
    ["en-US", "No problem.", "yes"],
    ["en-US", "Sure, no problem, put him through.", "yes"],
    ["en-US", "No problem, I can talk to him.", undefined],
    ["en-US", "You can leave a message after the tone.", undefined],
    ["en-US", "Hello? Who is there?", undefined],
    ["en-US", "No, I cannot take it now.", "no"],
    ["en-US", "Sure, but not now.", "no"],
    ["en-US", "Nein.", "no"],
    ["en-US", "Ja, gerne.", "yes"],
    ["es-ES", "Sí, no hay problema.", "yes"],
    ["es-ES", "Claro que no.", "no"],
    ["fr-FR", "Pas de problème.", "yes"],
    ["fr-FR", "Pas maintenant.", "no"],
    ["pl-PL", "Nie ma sprawy.", "yes"],
    ["pl-PL", "No tak.", "yes"],
    ["hi-IN", "कोई दिक्कत नहीं", "yes"],
    ["hi-IN", "अभी नहीं", "no"],
    ["ja-JP", "いいえ、結構です", "no"]
  ])("in %s says by “%s”: %s", (language, text, answer) => {
    expect(acceptance(text, [language])).toBe(answer)
  })
})
