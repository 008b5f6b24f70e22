import { assert, describe, it } from "@effect/vitest"
import { isOptOut } from "../../src/media/opt-out.ts"

const optOuts = {
  English: [
    "Please do not call me again.",
    "do not call me",
    "Don't call me anymore",
    "don’t ever call me again",
    "Never call this number again!",
    "Never call me.",
    "Please stop calling me.",
    "stop calling",
    "I want you to stop calling me every day",
    "Stop these calls",
    "No, I am not interested. Do not call me, sir.",
    "Don't call me, I am not interested",
    "remove my number",
    "Please remove my number from your list.",
    "Can you delete my name and number? Remove my name from your database right now.",
    "take me off your list",
    "Take me off your calling list please",
    "Put me on your do not call list",
    "add my number to the DND",
    "I am on the national do not call registry",
    "I don't want any more calls",
    "I do not want these calls from your company",
    "I don't want to be called again",
    "I don't want to hear from you",
    "I told you not to call me",
    "I said do not call me again or I will complain when I see you",
    "no more calls please",
    "unsubscribe me",
    "I want to opt out",
    "Lose my number.",
    "leave me alone",
    "do not disturb me again",
    "do not contact me on this number",
    "You people don't call me again",
    "There is no need to call me again.",
    "I don't want you to call me",
    "do not call us from this number, thanks"
  ],
  Hindi: [
    "mujhe dobara call mat karna",
    "Mujhe call mat karo",
    "mujhko phone mat kijiye",
    "dubara phone mat karna please",
    "aaj ke baad call mat karna",
    "is number par call mat kariye",
    "phir se call nahi karna",
    "mujhe aage se call na karein",
    "call karna band karo",
    "phone karna band kar dijiye",
    "mera number hata do",
    "mera number apni list se hata dijiye",
    "mera naam list se kaat do",
    "mujhe list se nikal do",
    "baar baar phone mat kiya karo",
    "pareshan mat karo",
    "mujhe tang mat kijiye",
    "mera number DND mein daal do",
    "mujhe aapka call nahi chahiye",
    "maine pehle bhi bola tha call mat karna",
    "mera number remove karo",
    "मुझे दोबारा कॉल मत करना",
    "मुझे कॉल मत करो",
    "मुझे फ़ोन मत कीजिए।",
    "आज के बाद फोन मत करना",
    "इस नंबर पर कॉल मत करिए",
    "कॉल करना बंद करो",
    "मेरा नंबर हटा दो",
    "मेरा नंबर लिस्ट से डिलीट कर दो",
    "मुझे परेशान मत करो",
    "दुबारा फोन मत करिएगा",
    "मुझे आपका कॉल नहीं चाहिए",
    "बार-बार कॉल मत करो"
  ]
}

const nearMisses = {
  English: [
    "do not call me before five",
    "Don't call me again before five.",
    "don't call it a loan",
    "stop calling it a loan",
    "don't call me stupid",
    "don't call me sir",
    "stop calling me madam",
    "don't ever call me that again",
    "do not call me now, I am driving",
    "Don't call me today, call me tomorrow",
    "Please don't call me at work",
    "do not call me on Sundays",
    "do not call my husband",
    "don't call me until Monday",
    "do not call me for a week",
    "Why don't you call me again tomorrow?",
    "You never call me back",
    "I don't call you",
    "They do not call me anymore",
    "please call me again",
    "I did not say do not call me",
    "I am not saying stop calling me",
    "do not remove my number",
    "remove my old number and add this one",
    "remove my number and add another",
    "remove my name from the loan application",
    "take my number",
    "can I opt out of the insurance?",
    "I do not want a call today",
    "I don't want the call to drop",
    "I don't want to be called a defaulter",
    "you should not call me before nine",
    "is this about the do not call list",
    "I am not on the list",
    "I will not stop calling you",
    "this is the wrong number",
    "I am not interested",
    "I do not want to call",
    "stop",
    "don't bother",
    ""
  ],
  Hindi: [
    "mujhe paanch baje se pehle call mat karna",
    "abhi call mat karo",
    "kal call karna",
    "aaj call mat karo kal karna",
    "office mein call mat karna",
    "raat ko phone mat karo",
    "papa ko call mat karna",
    "call karna mat bhoolna",
    "mujhe call nahi karna hai",
    "mujhe call nahi aaya",
    "aap mujhe call nahi karte",
    "mera number mat hatao",
    "mera naam loan se hatao",
    "mujhe phone nahi chahiye",
    "mujhe dobara call karna",
    "dobara call karo",
    "agar zaroorat ho to call mat karna",
    "sunday ko call mat karna",
    "maine nahi bola ki call mat karo",
    "phone band karo",
    "chinta mat karo",
    "मुझे पाँच बजे से पहले कॉल मत करना",
    "अभी कॉल मत करो",
    "कल कॉल करना",
    "रात को फोन मत करो",
    "मुझे दोबारा कॉल करना",
    "कॉल नहीं आया",
    "मुझे फोन नहीं चाहिए",
    "पापा को कॉल मत करना",
    "चिंता मत करो"
  ]
}

const expectAll = (texts: Record<string, ReadonlyArray<string>>, expected: boolean) => {
  for (const text of Object.values(texts).flat()) {
    for (const said of [text, text.toLowerCase(), text.toUpperCase(), `  ${text} `]) {
      assert.strictEqual(isOptOut(said), expected, said)
    }
  }
}

describe("an opt-out", () => {
  it("is told from what is said outright", () => {
    expectAll(optOuts, true)
  })

  it("is not what is for a while, of something else, or of how one is called", () => {
    expectAll(nearMisses, false)
  })

  it("is found in what else is said", () => {
    for (const text of Object.values(optOuts).flat()) {
      assert.isTrue(isOptOut(`Hello? Who is this? ${text} Goodbye.`), text)
      assert.isTrue(isOptOut(`haan, ${text}`), text)
    }
  })
})
