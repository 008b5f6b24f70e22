import { besidesConsent, consentAnswer } from "../recording-consent/consent-answer.ts"
import { normalizeWords } from "../text/normalize-words.ts"

/**
 * Returns the answer of a target to the question whether it takes the call, in the languages of the question or in another
 * one. "No problem" is no refusal.
 */
export const acceptance = (text: string, languages: ReadonlyArray<string>): "yes" | "no" | undefined => {
  const answer = consentAnswer(text, languages)
  if (answer !== "unclear") return answer
  if (refusals.test(normalizeWords(besidesConsent(text, languages)))) return "no"
  return consents.test(normalizeWords(text)) ? "yes" : undefined
}

/** Finds one of some phrases as whole words, in any script. */
const says = (phrases: string) => new RegExp(`(?:^|\\s)(?:${phrases})(?!\\S)`, "u")

const refusals = says(
  "no|not|nahi|nahin|nein|nicht|nee|niet|non|ne|nao|não|nie|нет|hayir|hayır|tidak|không|khong|लाभ नहीं|नहीं|না|নয়|ના|ಇಲ್ಲ|" +
    "അല്ല|ഇല്ല|नाही|ନା|ਨਹੀਂ|இல்லை|లేదు|کاذب نہیں|نہیں|لا|いいえ|아니요|아니오|ไม่|不|不行|不用"
)
const consents = says(
  "yes|yeah|yep|sure|ok|okay|of course|ja|gerne|oui|si|sí|sim|tak|да|evet|ya|vâng|vang|có|haan|ha|ji|theek|हां|हाँ|जी|" +
    "হ্যাঁ|হা|હા|ಹೌದು|അതെ|होय|हो|ହଁ|ਹਾਂ|ஆம்|ஆமா|అవును|ہاں|جی|نعم|はい|네|예|ครับ|ค่ะ|是|好|可以"
)
