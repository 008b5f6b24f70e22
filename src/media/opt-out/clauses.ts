import { attachedLanguages, type SpokenLanguage } from "../../domain/campaigns/spoken-languages.ts"

/** A clause of a sentence, with the words around it. */
export interface Clause {
  /** The clause right before it. */
  readonly before: string
  readonly text: string
  /** The clause and all that follows it. */
  readonly afterwards: string
  /** Whether a "but" or a "so" begins it. */
  readonly isTurn: boolean
}

/** Returns a function that splits a sentence of a language at its marks and at the words that join clauses. */
export const clausesIn = (language: SpokenLanguage) => {
  const { and, but } = joints[language]
  const [first, last] = attachedLanguages.has(language) ? ["", ""] : [wordBegins, wordEnds]
  const joint = new RegExp(`[,،、，:–—…]+|${first}(?:(${but})|${and})${last}`, "giu")
  return (sentence: string): ReadonlyArray<Clause> => {
    const clauses: Array<Clause> = []
    let [before, isTurn, start] = ["", false, 0]
    for (const { 0: mark, 1: turn, index } of sentence.matchAll(joint)) {
      const text = sentence.slice(start, index).trim()
      if (text !== "") {
        clauses.push({ before, text, afterwards: sentence.slice(start), isTurn })
        before = text
        isTurn = false
      }
      isTurn ||= turn !== undefined
      start = index + mark.length
    }
    const afterwards = sentence.slice(start)
    return [...clauses, { before, text: afterwards, afterwards, isTurn }]
      .slice(1)
      .filter(({ afterwards: { length } }) => length <= longest)
  }
}

// Maximum length of a clause with all that follows it, characters: each clause costs a search.
const longest = 200

const wordBegins = "(?<![\\p{L}\\p{M}\\p{N}'’-])"
const wordEnds = "(?![\\p{L}\\p{M}\\p{N}])"

interface Joints {
  /** "but", "so", unless they may stand within a clause, as a German "aber" before a "nicht". */
  readonly but: string
  /** "and", "please". */
  readonly and: string
}

const joints: Readonly<Record<SpokenLanguage, Joints>> = {
  ar: { but: "لكن|ولكن|لكني|ولكني|بس|لذلك|لذا|إنما", and: "و|ثم|من فضلك|لو سمحت|رجاء" },
  bn: { but: "কিন্তু|তবে|তাই|but", and: "এবং|প্লিজ|দয়া করে|অনুগ্রহ করে" },
  de: { but: "(?:aber|jedoch|trotzdem|deshalb|deswegen|darum|daher)(?! (?:nicht|nie|kein))", and: "und|bitte" },
  en: {
    but: "but|so(?! (?:late|early|often|much|many|soon|long|loud|hard|fast))|however|nevertheless|therefore|lekin|magar",
    and: "and|please|aur"
  },
  es: { but: "pero|sin embargo|así que|asi que|por eso", and: "y|e|por favor" },
  fr: { but: "mais|par contre|cependant|donc", and: "et|puis|s['’ ]?il vous pla[iî]t|svp" },
  gu: { but: "(?<!ને )પણ|પરંતુ|એટલે|તેથી|but", and: "અને|પ્લીઝ|મહેરબાની કરીને" },
  hi: {
    but: "लेकिन|मगर|परंतु|परन्तु|किंतु|बट|इसलिए|lekin|magar|but|isliye",
    and: "और|प्लीज़?|कृपया|aur|please"
  },
  id: { but: "tapi|tetapi|namun|jadi|makanya", and: "dan|terus|tolong|mohon" },
  it: { but: "ma|però|pero|tuttavia|quindi|perciò", and: "e|ed|per favore|per piacere" },
  ja: { but: "けど|けれども?|でも|しかし|ですが|ますが|だから|なので|ので", and: "そして|それと" },
  kn: { but: "ಆದರೆ|ಆದ್ರೆ|ಆದರೂ|ಅದಕ್ಕೆ|ಹಾಗಾಗಿ|but", and: "ಮತ್ತು|ದಯವಿಟ್ಟು|ಪ್ಲೀಸ್" },
  ko: { but: "하지만|그렇지만|근데|그런데|지만|그러니까?|그래서", and: "그리고|제발" },
  ml: { but: "പക്ഷേ|പക്ഷെ|എന്നാൽ|അതുകൊണ്ട്|but", and: "പിന്നെ|ദയവായി|പ്ലീസ്" },
  mr: { but: "(?<!ला )पण|परंतु|मात्र|म्हणून|but", and: "आणि|कृपया|प्लीज" },
  nl: { but: "(?:maar|echter|daarom)(?! (?:niet|nooit|geen))", and: "en|alsjeblieft|alstublieft" },
  or: { but: "କିନ୍ତୁ|ତେଣୁ|but", and: "ଆଉ|ଏବଂ|ଦୟାକରି|ପ୍ଲିଜ୍" },
  pa: { but: "ਪਰ|ਲੇਕਿਨ|ਮਗਰ|ਇਸ ਲਈ|but", and: "ਅਤੇ|ਤੇ|ਕਿਰਪਾ ਕਰਕੇ|ਪਲੀਜ਼" },
  pl: { but: "ale|lecz|jednak|więc|wiec|dlatego|tylko że", and: "i|a|oraz|proszę|prosze" },
  pt: { but: "mas|porém|porem|só que|so que|por isso|portanto", and: "e|por favor" },
  ru: { but: "но|однако|зато|так что|поэтому", and: "и|а|пожалуйста" },
  ta: { but: "ஆனால்|ஆனா|அதனால|அதனால்|எனவே|but", and: "மற்றும்|ப்ளீஸ்|தயவு செய்து|தயவுசெய்து" },
  te: { but: "కానీ|కాని|అందుకే|కాబట్టి|but", and: "మరియు|దయచేసి|ప్లీజ్" },
  th: { but: "(?<!ตั้ง|แม้)แต่(?!ละ)|เพราะฉะนั้น|งั้น", and: "และ|กรุณา|ขอร้อง" },
  tr: { but: "ama|fakat|ancak|lakin|o yüzden|bu yüzden", and: "ve|lütfen|lutfen" },
  ur: { but: "لیکن|مگر|اس لیے|but", and: "اور|پلیز|براہ کرم" },
  vi: { but: "nhưng|vì vậy|cho nên", and: "và|làm ơn|xin" },
  zh: { but: "但是?|不过|可是|然而|所以|因此", and: "而且|并且|請|请" }
}
