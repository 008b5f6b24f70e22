import type { ReplyPrompt } from "./prompts.ts"

/** The sentences of the local model in one language. */
export type ReplyTexts = typeof english

export const textsIn = (language: ReplyPrompt["language"]): ReplyTexts => (language === "hi" ? hindi : english)

const matters: Readonly<Record<string, readonly [english: string, hindi: string]>> = {
  COLLECTIONS: ["the payment", "भुगतान"],
  LEAD_QUALIFICATION: ["the offer", "इस प्रस्ताव"],
  MEDICAL_BOOKING: ["your appointment", "आपके अपॉइंटमेंट"],
  CUSTOMER_SUPPORT: ["your request", "आपके अनुरोध"],
  EDUTECH: ["the course", "कोर्स"]
}

const english = {
  anythingElse: "Is there anything else you would like to know?",
  nextStep: (useCase: string) =>
    `Thank you, that is good to hear. Our team will contact you about ${matters[useCase]?.[0] ?? "the next step"}.`,
  unknown: "I am sorry, I do not know that.",
  found: "All right:",
  done: "That is done.",
  toolFailed: "I am sorry, I cannot do that right now.",
  unclear: "I am sorry, I cannot tell whether that has worked. Somebody will check it and let you know.",
  offer: "Shall I have somebody call you back about it?",
  callback: (when: string) => `Certainly, we will call you back ${when}.`,
  askWhen: "I understand. When may we call you back?",
  here: "Yes, I am here.",
  assistant: "I am an automated assistant, and I call for our team.",
  howToHelp: "How may I help you?",
  inOtherWords: "I am sorry, I did not understand. Are you interested, or do you have a question?",
  givesUp: "I am sorry, I do not understand you well. Somebody will call you back. Thank you for your time, goodbye.",
  refused: "I understand. Thank you for your time, goodbye.",
  optedOut: "I am sorry to have disturbed you. We will not call you again. Goodbye.",
  wrongNumber: "I am sorry for the trouble. Goodbye.",
  goodbye: "Thank you for your time, goodbye."
}

const hindi: ReplyTexts = {
  anythingElse: "क्या आप कुछ और जानना चाहेंगे?",
  nextStep: (useCase) =>
    `धन्यवाद, यह जानकर अच्छा लगा। हमारी टीम ${matters[useCase]?.[1] ?? "अगले कदम"} के बारे में आपसे संपर्क करेगी।`,
  unknown: "माफ़ कीजिए, इसकी जानकारी मेरे पास नहीं है।",
  found: "जी, ठीक है:",
  done: "यह हो गया है।",
  toolFailed: "माफ़ कीजिए, यह अभी नहीं हो सकता।",
  unclear: "माफ़ कीजिए, यह साफ़ नहीं है कि यह हुआ या नहीं। कोई इसे देखकर आपको बताएगा।",
  offer: "क्या कोई आपको इस बारे में वापस फ़ोन करे?",
  callback: (when) => `ज़रूर, हम आपको ${when} वापस फ़ोन करेंगे।`,
  askWhen: "जी, समझ में आया। हम आपको कब वापस फ़ोन करें?",
  here: "जी हाँ, आपकी आवाज़ आ रही है।",
  assistant: "यह एक स्वचालित सहायक है, हमारी टीम की ओर से।",
  howToHelp: "आपकी क्या मदद की जा सकती है?",
  inOtherWords: "माफ़ कीजिए, समझ में नहीं आया। क्या आपकी इसमें रुचि है, या आपका कोई सवाल है?",
  givesUp: "माफ़ कीजिए, आपकी बात ठीक से समझ में नहीं आई। कोई आपको वापस फ़ोन करेगा। आपके समय के लिए धन्यवाद, अलविदा।",
  refused: "जी, समझ में आया। आपके समय के लिए धन्यवाद, अलविदा।",
  optedOut: "आपको परेशान करने के लिए माफ़ कीजिए। हम आपको दोबारा फ़ोन नहीं करेंगे। अलविदा।",
  wrongNumber: "तकलीफ़ के लिए माफ़ कीजिए। अलविदा।",
  goodbye: "आपके समय के लिए धन्यवाद, अलविदा।"
}
