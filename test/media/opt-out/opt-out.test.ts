import { assert, describe, it } from "@effect/vitest"
import { isOptOut, isOptOutTurn, promisesNoCalls } from "../../../src/media/opt-out/opt-out.ts"

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
    "remove my number sir",
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
    "do not call us from this number, thanks",
    "remove me",
    "Please remove me.",
    "take my number off",
    "can you not call me",
    "Could you please not call me again?",
    "I would like you to not call me",
    "I'd like you to stop calling me.",
    "you're not allowed to call me",
    "You do not have my permission to call me.",
    "I revoke my consent",
    "I hereby withdraw my consent to be called.",
    "cease and desist",
    "I told you guys to stop"
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
  ],
  both: [
    "please don't call me ever again okay",
    "I don't wanna be called again",
    "kindly do not call",
    "don't you dare call me again",
    "can you please stop calling this number",
    "take my number off your list",
    "please take my name off your calling list",
    "you need to stop calling me",
    "I would like to be removed from your list",
    "remove me from your list",
    "I am requesting you to not call me again",
    "please don't disturb me",
    "mujhe phone mat karna dobara",
    "aap log call karna band karo",
    "bhai call mat karo yaar",
    "dobara phone mat karna mujhe",
    "mere number par call mat karna",
    "please mujhe dubara call na karein",
    "is number pe dobara phone mat kijiyega",
    "मुझे दोबारा फोन मत कीजिएगा",
    "कृपया मुझे कॉल न करें",
    "मेरे नंबर पर कॉल मत कीजिए",
    "मेरा नंबर अपनी लिस्ट से हटा दीजिए",
    "मेरा नंबर हटाइए",
    "aage se phone mat karna",
    "ab call mat karna",
    "kabhi call mat karna mujhe",
    "do not ever call this number again please",
    "i do not want to receive any calls from your company",
    "I don't want any calls",
    "mat karo call yaar",
    "stop calling me again and again",
    "I never want to be called again",
    "please don't call back",
    "don't call here anymore",
    "Do not call me. I am busy.",
    "not interested, don't call",
    "don't keep calling me",
    "Stop. Calling. Me.",
    "Do! Not! Call!",
    "take me off",
    "Take me off the list",
    "just take me off, please",
    "Please, do not ever, under any circumstances, call me again.",
    "Don't, under any circumstances, contact me",
    "I don't ever want to hear from you",
    "I said no calls!",
    "no calls please",
    "please refrain from calling me",
    "kindly avoid calling this number",
    "cease calling me",
    "Block this number",
    "block this number now",
    "please block my number",
    "यह नंबर हटा दीजिए।",
    "yeh number hata do",
    "is number ko hata dijiye",
    "इस नंबर को ब्लॉक कर दो"
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
  ],
  both: [
    "don't call me at five, call me at six",
    "please don't call me in the evening",
    "you can call me again",
    "call me back later",
    "why are you calling me",
    "I don't want to talk right now",
    "I'm not interested right now",
    "who told you to call me",
    "don't call me Mister Sharma",
    "please stop",
    "don't remove me from the list",
    "can you call me tomorrow",
    "I never call before lunch",
    "she said not to call me Mary",
    "subah mat call karna",
    "shaam ko call karna",
    "call mat kaato",
    "mujhe call karo",
    "phone mat rakhna",
    "baad mein call karna abhi busy hoon",
    "abhi mat karo call baad mein karna",
    "phone nahi uthaya",
    "aap call kyun nahi karte",
    "call nahi lag raha",
    "das baje ke baad call karna",
    "number galat hai",
    "mera naam galat hai",
    "कल सुबह कॉल करना",
    "अभी बात नहीं कर सकता",
    "शाम को फोन करना",
    "ऑफिस में फोन मत करो",
    "do not call the police",
    "it is called a loan, don't call it that",
    "they told me not to call you",
    "I do not call that cheap",
    "please do not call me by that name",
    "My daughter said do not call me again, but please do call.",
    "You did not stop calling, good.",
    "take me off hold",
    "Stop. I am listening.",
    "No. Don't. Call me.",
    "there was no call",
    "do not block this number",
    "please do not refrain from calling me",
    "यह नंबर मेरा है"
  ]
}

const expectAll = (texts: Record<string, ReadonlyArray<string>>, expected: boolean) => {
  for (const text of Object.values(texts).flat()) {
    for (const spelling of [text, text.toLowerCase(), text.toUpperCase(), `  ${text} `]) {
      assert.strictEqual(isOptOut(spelling, "en-IN"), expected, spelling)
    }
  }
}

describe("an opt-out", () => {
  it("is recognized from explicit words", () => {
    expectAll(optOuts, true)
  })

  it("is not recognized in words with a limit in time, of another subject, or about a form of address", () => {
    expectAll(nearMisses, false)
  })

  it("is found among other words", () => {
    for (const text of Object.values(optOuts).flat()) {
      assert.isTrue(isOptOut(`Hello? Who is this? ${text} Goodbye.`, "en-IN"), text)
      assert.isTrue(isOptOut(`haan, ${text}`, "en-IN"), text)
    }
  })
})

// Wishes for a relative or in few words, and sentences that only look like them.
const turns: Readonly<
  Record<string, { readonly optOuts: ReadonlyArray<string>; readonly others: ReadonlyArray<string> }>
> = {
  en: {
    optOuts: [
      "Do not call my mother again",
      "You need to stop calling my mother",
      "She doesn't want you to call her anymore",
      "Take her off your list",
      "Remove her number",
      "Please discontinue calling",
      "Discontinue these calls",
      "Cancel my subscription to these calls",
      "Take my name off",
      "Don't call my office again",
      "Do not disturb",
      "DND please",
      "Activate DND",
      "No call again please",
      "Stop callin me",
      "Don't call my wife anymore",
      "Stop bothering my mum",
      "You people should quit pestering my grandmother",
      "My mother doesn't want you to call her again",
      "He does not want you to contact him ever again",
      "Take him off your calling list",
      "Take my mother off your list",
      "Remove her from your database please",
      "Remove his number",
      "Please discontinue calling me",
      "I want you to discontinue all contact",
      "Discontinue your calls immediately",
      "Please cancel my subscription to your calls",
      "Terminate my registration for these calls",
      "I'd like to end my subscription to these calls",
      "Please take my name off",
      "Do not call my workplace again",
      "Please don't disturb",
      "Kindly do not disturb",
      "DND",
      "Enable do not disturb for my number",
      "Can you activate DND",
      "No calls again",
      "Quit callin",
      "Stop callin' here",
      "Stop botherin me",
      "I don't want you to call my mother anymore",
      "Leave my mother alone",
      "Can you leave my mother alone",
      "You need to stop calling my mother, she is sick",
      "Leave my dad alone, he is old",
      "Take my mother off your list, she doesn't want this",
      "Remove her number, she is old"
    ],
    others: [
      "Don't call my office, call my mobile",
      "Don't call my office again, call my mobile",
      "Don't call my mother again, call me",
      "Don't call my wife again before six",
      "Do not call before six",
      "my mother was on the list",
      "I was in do not disturb mode, sorry",
      "my phone went to do not disturb",
      "No, call again please",
      "No, please call again",
      "No. Call again please.",
      "there were no calls again yesterday",
      "I will never call my mother again",
      "I never call my mother anymore",
      "He doesn't call my mother anymore",
      "my mother doesn't want you to call her again before noon",
      "remove her number and add mine",
      "remove her name from the booking",
      "take her off hold",
      "take him off the guest list",
      "take my mother off the insurance",
      "take my daughter off the waiting list",
      "cancel my subscription to the newspaper",
      "discontinue my plan",
      "please discontinue the newspaper and call me back",
      "did you take my name off",
      "take my name off the invoice",
      "how do I activate DND",
      "you should stop calling my mother names",
      "don't disturb him",
      "do not disturb the others",
      "you can stop calling my wife, call me instead",
      "stop calling my wife, I'm the one who decides, call me",
      "my mother doesn't want me to call her anymore",
      "the bank should stop calling my brother",
      "I don't want you to call my mother anymore, call me",
      "leave my mother alone for a minute",
      "leave her alone, I am on the phone",
      "stop bothering him",
      "you must stop annoying her",
      "she asked him to leave her alone",
      "block his number on my account",
      "remove her name please",
      "no wonder they stopped calling my wife",
      "my mother does not want calls from the bank, but I do",
      "I can't stop calling my wife",
      "she said do not call her again",
      "My son says don't call my office again, but you may",
      "why no call again",
      "stop calling my wife, she wants me to decide, call me",
      "leave my wife alone, she is busy, talk to me",
      "if you leave her alone she cries",
      "My mother, she doesn't call me anymore",
      "she doesn't want you to call her names",
      "I called my mother again",
      "do you never call your mother again",
      "he is at the office again",
      "no more calls to my office today",
      "do not call my office on Monday again",
      "Never call my office in the morning again",
      "can you take her name down",
      "get her on the list",
      "I lost her number",
      "he removed his number",
      "don't lose her number",
      "turn on do not disturb when you sleep",
      "start the subscription to these offers",
      "don't cancel my subscription to your calls"
    ]
  },
  de: {
    optOuts: [
      "Rufen Sie meine Mutter nicht mehr an",
      "Nehmen Sie mich raus",
      "Bitte rufen Sie meine Oma nicht mehr an",
      "Ruf meine Mutter nicht mehr an",
      "Rufen Sie sie nicht mehr an",
      "Lassen Sie meine Frau in Ruhe",
      "Belästigen Sie meine Eltern nicht mehr",
      "Nehmt mich raus",
      "Nimm mich da raus",
      "Streichen Sie mich bitte raus",
      "Rufen Sie meine Mutter nicht mehr an, sie ist krank",
      "Lassen Sie meine Mutter in Ruhe, sie ist alt"
    ],
    others: [
      "Ich habe Sie nicht angerufen",
      "Rufen Sie meine Mutter nicht an, sondern mich",
      "Rufen Sie meine Mutter nicht mehr abends an",
      "mein Bruder ruft meine Mutter nicht mehr an",
      "Nehmen Sie mich mit raus",
      "Nehmen Sie die Zwiebeln raus",
      "Rufen Sie meine Mutter nicht mehr im Büro an",
      "meine Mutter rufen Sie besser nicht an, rufen Sie mich an",
      "lassen Sie meine Frau in Ruhe überlegen",
      "Rufen Sie meine Mutter nicht mehr an, sprechen Sie mit mir",
      "Rufen Sie meine Mutter nicht mehr an, ich mache das, rufen Sie mich an",
      "Lassen Sie meine Frau in Ruhe arbeiten",
      "Nehmen Sie mich in die Liste rein und den anderen raus"
    ]
  },
  es: {
    optOuts: [
      "No llamen a mi mamá",
      "dame de baja",
      "ya no marquen",
      "Por favor no molesten a mi abuela",
      "Ya no llamen a mi esposo",
      "No marquen a mi mamá",
      "Por favor, denme de baja",
      "me da de baja por favor",
      "dame de baja de tus llamadas",
      "ya no marquen por favor",
      "No llamen a mi mamá, está enferma",
      "Por favor no llame a mi madre"
    ],
    others: [
      "no me llames a la oficina, mejor al celular",
      "no llamen a mi mamá, llámenme a mí",
      "no llamen a mi mamá por la noche",
      "ya no marqué el número",
      "dame de baja el seguro",
      "ya no llamo a mi mamá",
      "mi hermano ya no llama a mi mamá",
      "la baja médica de mi mamá",
      "No llamen a mi mamá, hablen conmigo",
      "No llamen a mi papá los domingos",
      "No llame a mi esposa cuando trabaja",
      "no llamé a mi mamá",
      "no molesté a mi hermano",
      "no llamen a mi mamá hasta el lunes"
    ]
  },
  hi: {
    optOuts: [
      "मेरी माँ को कॉल मत करो",
      "हमको कॉल नहीं करना",
      "कॉल नहीं करना है मुझे",
      "फोन नहीं करना",
      "meri maa ko call mat karo",
      "मेरे पापा को फोन मत कीजिए",
      "meri biwi ko phone karna band karo",
      "मेरी माँ को कॉल करना बंद करो",
      "humko phone nahi karna",
      "मुझे कॉल नहीं करना",
      "कॉल नहीं करना प्लीज",
      "phone nahi karna",
      "call nahi karna hai hume",
      "कॉल नहीं करना मुझे"
    ],
    others: [
      "मैंने कॉल नहीं किया",
      "मुझे कॉल नहीं करना है",
      "मेरी माँ को फोन मत करना, मुझे करना",
      "मेरी माँ को शाम को कॉल मत करो",
      "मेरी पत्नी को फोन मत करो मुझे करो",
      "फोन नहीं करना चाहिए था उसको",
      "अभी फोन नहीं करना",
      "मेरी माँ को कॉल करना है",
      "मुझे फोन नहीं करना आता",
      "papa ko call mat karna",
      "mujhe call nahi karna tha",
      "papa ko phone nahi karna",
      "मैंने फोन नहीं करना सीखा",
      "मेरे भाई को फोन मत करना मुझे करना"
    ]
  },
  tr: {
    optOuts: ["rahatsız etmeyin", "lütfen rahatsız etmeyin", "Rahatsız etmeyiniz"],
    others: [
      "rahatsız etmek istemedim",
      "rahatsız etmiyorsunuz",
      "sabahları rahatsız etmeyin",
      "toplantıdayım, rahatsız etmeyin",
      "onu rahatsız etmeyin",
      "şimdi rahatsız etmeyin",
      "telefon etmedim",
      "rahatsız etme diye bir şey demedim"
    ]
  },
  vi: {
    optOuts: [
      "xin đừng gọi",
      "hủy đăng ký",
      "không gọi nữa",
      "làm ơn đừng gọi",
      "vui lòng đừng gọi nhé",
      "xin đừng làm phiền",
      "xin hủy đăng ký",
      "tôi muốn huỷ đăng ký",
      "không làm phiền nữa nhé"
    ],
    others: [
      "xin đừng gọi buổi tối",
      "tôi không gọi nữa",
      "mẹ tôi không gọi nữa",
      "hủy đăng ký gói cũ thế nào",
      "sao không gọi nữa",
      "tôi hủy đăng ký gói cước rồi",
      "đừng hủy đăng ký",
      "tôi đã hủy đăng ký",
      "không gọi được nữa"
    ]
  },
  ru: {
    optOuts: [
      "вычеркните меня",
      "пожалуйста, вычеркните меня",
      "вычеркните меня отовсюду",
      "Исключите меня, пожалуйста",
      "меня вычеркните",
      "вычеркните нас"
    ],
    others: [
      "вычеркните старый адрес",
      "не вычёркивайте меня",
      "вычеркнули меня",
      "вычеркните меня на понедельник",
      "кто вычеркнул меня"
    ]
  },
  fr: {
    optOuts: [
      "je ne veux plus vous entendre",
      "Je ne veux plus jamais vous entendre",
      "On ne veut plus vous entendre",
      "je veux plus t'entendre"
    ],
    others: [
      "je ne peux plus vous entendre",
      "je ne veux plus vous entendre dire ça",
      "je n'entends plus rien",
      "je ne vous entends plus",
      "je ne veux plus rien entendre de mon voisin",
      "je veux vous entendre plus fort",
      "je ne veux plus vous entendre parler de ce contrat"
    ]
  }
}

describe.each(Object.entries(turns))("a turn in %s", (language, { optOuts: wishes, others }) => {
  const spellings = (text: string) => [text, text.toLowerCase(), `${text}.`, `  ${text} `]

  it("is an opt-out if the person asks for a relative, or asks in few words", () => {
    for (const text of wishes.flatMap(spellings)) assert.isTrue(isOptOutTurn(text, language), text)
  })

  it("is no opt-out if the wish has a limit, or is about another person or another thing", () => {
    for (const text of others.flatMap(spellings)) assert.isFalse(isOptOutTurn(text, language), text)
  })
})

// Wishes in a clause of their own, and sentences whose clauses belong together.
const clauses: Readonly<
  Record<string, { readonly optOuts: ReadonlyArray<string>; readonly others: ReadonlyArray<string> }>
> = {
  en: {
    optOuts: [
      "I don't mind your voice but stop calling me",
      "I don't mind your voice, but please, stop calling me",
      "do not call in the mornings, never call me again",
      "do not call in the mornings and never call me again",
      "They said no, but don't call me again",
      "My wife says you can call, so do not call me again",
      "do not call me, send a WhatsApp",
      "don't call me just text me",
      "stop calling me, please email me instead"
    ],
    others: [
      "My brother said, never call me again",
      "never call me again, my brother said",
      "if you say never call me again, what happens",
      "on Sundays, never call me again",
      "you can call me but don't call my wife",
      "I like calls but do not call me at work",
      "but don't call me so late",
      "do not call me on WhatsApp",
      "do not call me now, send a WhatsApp",
      "do not call me, send a message and call me tonight"
    ]
  },
  de: {
    optOuts: [
      "Ich habe nichts gegen Sie, aber rufen Sie mich nie wieder an",
      "ich habe nichts gegen sie aber rufen sie mich nie wieder an",
      "rufen Sie nicht vor neun an und rufen Sie mich nie wieder an",
      "Bitte nicht anrufen, schicken Sie mir eine E-Mail",
      "Sie haben mich diese Woche dreimal angerufen, rufen Sie mich nicht mehr an"
    ],
    others: [
      "er sagte, rufen Sie nie wieder an, und legte auf",
      "aber rufen Sie mich heute nicht mehr an",
      "rufen Sie mich diese Woche nicht mehr an",
      "bitte nicht am Sonntag anrufen, ich habe nie gesagt, dass Sie nicht anrufen sollen",
      "rufen Sie morgen an, er hat gesagt, Sie sollen nicht mehr anrufen, nicht ich",
      "meine Nachbarin will aber nicht mehr angerufen werden",
      "er hat gesagt Sie sollen doch nicht mehr anrufen",
      "Sie brauchen nicht mehr anrufen, ich melde mich bis Montag"
    ]
  },
  es: {
    optOuts: ["no tengo nada contra usted pero no me llame más", "No me llame, mándeme un WhatsApp"],
    others: ["mi hermano dijo, no me llame más", "no me llame más esta semana", "pero no me llame más por hoy"]
  },
  hi: {
    optOuts: [
      "मुझे आपसे कोई दिक्कत नहीं है लेकिन मुझे दोबारा कॉल मत करना",
      "subah call mat karo aur dobara kabhi call mat karna",
      "मुझे कॉल मत करो व्हाट्सएप कर दो"
    ],
    others: ["इस महीने दोबारा कॉल मत करना", "मेरे भाई ने कहा, मुझे दोबारा कॉल मत करना", "लेकिन आज दोबारा कॉल मत करना"]
  },
  mr: {
    optOuts: ["माझा तुमच्यावर राग नाही पण मला पुन्हा फोन करू नका"],
    others: ["माझ्या भावाला पण फोन करू नका", "पण आज पुन्हा फोन करू नका"]
  },
  zh: {
    optOuts: ["我对你没意见，但是不要再打电话给我", "不要打电话，发WhatsApp就行"],
    others: ["这周不要再打电话给我", "他说，不要再打电话给我"]
  }
}

describe.each(Object.entries(clauses))("clauses in %s", (language, { optOuts: wishes, others }) => {
  it("are opt-outs although other clauses deny or limit a wish, or ask for messages", () => {
    for (const text of wishes) assert.isTrue(isOptOut(text, language), text)
  })

  it("are no opt-outs if they are quoted, or if the wish ends with a time", () => {
    for (const text of others) assert.isFalse(isOptOut(text, language), text)
  })
})

describe("an opt-out that is repeated without end", () => {
  it("takes no time, whether commas join its clauses or not", () => {
    for (const [language, { optOuts: wishes, others }] of Object.entries(clauses)) {
      for (const text of [...wishes, ...others]) {
        for (const between of [" ", ", "])
          isOptOut(`${Array.from({ length: 60 }, () => text).join(between)} x`, language)
      }
    }
  }, 10_000)
})

const promises = [
  "We will not call you again.",
  "All right, we won't call you again, thank you for your time today.",
  "I understand. You won't be called again.",
  "You will never be called again and I am sorry for today.",
  "I will never call you again.",
  "I have removed your number.",
  "I've removed your number from our list.",
  "Your number has been removed from our records.",
  "We will remove your number.",
  "I will take you off our list.",
  "You have been removed from the list.",
  "I have put you on our do not call list.",
  "Your number is now on our do not call list.",
  "You will not receive any more calls from us.",
  "You will not hear from us again.",
  "There will be no more calls.",
  "Nobody will call you again.",
  "We will stop calling you.",
  "We are not going to call you again.",
  "I'll make sure you are not called again.",
  "Okay, no more calls from us.",
  "I have removed your number from our calling list today.",
  "आपको दोबारा कॉल नहीं की जाएगी।",
  "ठीक है, हम आपको कॉल नहीं करेंगे।",
  "अब से आपको फ़ोन नहीं आएगा।",
  "आपका नंबर हमारी लिस्ट से हटा दिया गया है।",
  "हमने आपका नंबर हटा दिया है।",
  "Hum aapko dobara call nahi karenge."
]

const noPromises = [
  "We will not call you again before Monday.",
  "We will not call you again today.",
  "I won't call you now.",
  "We will not call you about this payment again.",
  "We will not call you late.",
  "We will never call you and ask for your password.",
  "We will not call you again, at least not before Monday.",
  "You will not be called again until next week.",
  "If you wish, I will remove your number.",
  "Would you like me to say that we will not call you again?",
  "Shall I remove your number?",
  "I cannot promise that we will not call you again.",
  "I have removed your number from the order.",
  "We will call you again.",
  "I have removed your old address.",
  "आज आपको कॉल नहीं की जाएगी।",
  "सोमवार से पहले आपको कॉल नहीं की जाएगी।",
  "अगर आप चाहें तो आपको दोबारा कॉल नहीं की जाएगी।",
  "हम आपको दोबारा कॉल करेंगे।",
  ""
]

describe("a promise not to call again", () => {
  it.each([
    ["en-IN", "We will remove your number from the defaulters list."],
    ["pt-BR", "Retiramos o seu nome do Serasa em cinco dias."],
    ["es-MX", "Eliminaremos su nombre del buró de crédito."],
    ["it-IT", "Cancelleremo il suo nome dal CRIF."],
    ["pl-PL", "Usuniemy pana numer z listy dłużników."],
    ["ta-IN", "உங்கள் பெயரை சிபிலில் இருந்து நீக்குகிறோம்."],
    ["id-ID", "Kami akan menghapus nomor Anda dari daftar hitam."]
  ])("is not made by words about a record of debts, in %s: %s", (language, text) => {
    assert.isFalse(promisesNoCalls(text, false, language))
  })

  it("is recognized from explicit words without a limit", () => {
    for (const text of promises) assert.isTrue(promisesNoCalls(text, false, "en-IN"), text)
    for (const text of promises) assert.isTrue(promisesNoCalls(`I see. ${text} Have a good day!`, false, "en-IN"), text)
    for (const text of noPromises) assert.isFalse(promisesNoCalls(text, false, "en-IN"), text)
  })

  it("is not recognized in a sentence that was cut off and may have a limit", () => {
    assert.isFalse(promisesNoCalls("We will not call you again", true, "en-IN"))
    assert.isTrue(promisesNoCalls("We will not call you again. Have a", true, "en-IN"))
    assert.isTrue(promisesNoCalls("We will not call you again, and", true, "en-IN"))
  })
})
