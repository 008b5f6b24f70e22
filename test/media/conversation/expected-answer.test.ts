import { assert, describe, it } from "@effect/vitest"
import { expectedAnswer } from "../../../src/media/conversation/expected-answer.ts"
import { asks } from "../../../src/media/text/sentence-marks.ts"

const all = (expected: string, texts: ReadonlyArray<string>) => {
  for (const text of texts) assert.strictEqual(expectedAnswer(text), expected, text)
}

describe("expectedAnswer", () => {
  it("finds questions for a yes or a no", () => {
    all("yesOrNo", [
      "Hello, this is Asha from the bank. Do you have a minute?",
      "Shall I call you back tomorrow?",
      "You can pay today, right?",
      "Is this the number of Mr. Rao?",
      "नमस्ते। क्या मैं राजेश जी से बात कर रही हूँ?",
      "Kya aap abhi baat kar sakte hain?",
      "आप कल आएंगे?",
      'She asked, "Are you well?"',
      "您的账号是42。今天方便吗？",
      "آپ کا اکاؤنٹ number 42 ہے۔ کیا یہ ٹھیک ہے؟"
    ])
  })

  it("does not take a promise for a request", () => {
    all("free", [
      "That is good. I will send you all the papers to your address this week.",
      "I'll tell you the date then.",
      "We are going to confirm it by email."
    ])
    all("digits", ["I will need your account number.", "We will tell you more. Please give me your email."])
  })

  it("finds requests for digits, an address or a date, even without a question mark", () => {
    all("digits", [
      "Could you tell me your account number?",
      "Thank you. Please say the six digits of your PIN code.",
      "What is your date of birth?",
      "May I have your email address?",
      "अपना मोबाइल नंबर बताइए।",
      "Aapka pin code kya hai?",
      "Apna pata bataiye.",
      "कृपया जन्मदिन की तारीख बताएं।"
    ])
  })

  it("expects a free answer after other questions and statements", () => {
    all("free", [
      "",
      "Thank you for your time.",
      "Do you have a minute? It is about your loan.",
      "What are your plans?",
      "Would you like to come today or tomorrow?",
      "Aap kab aa sakte hain?",
      "आप क्या चाहते हैं?",
      "Your account number is 42.",
      "This offer is for all who have"
    ])
  })

  it("treats a text as a question if its last sentence is one", () => {
    assert.isTrue(asks("All right. Is that fine?"))
    assert.isTrue(asks('He said: "Who?" '))
    assert.isFalse(asks("Is that fine? Good."))
    for (const question of ["هل هذا مناسب؟", "کیا یہ ٹھیک ہے؟", "可以吗？", "「よろしいですか？」"]) {
      assert.isTrue(asks(question))
      assert.isFalse(asks(`${question} Ok.`))
    }
  })
})
