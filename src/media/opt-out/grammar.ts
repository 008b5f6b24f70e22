/** Alternatives with `|` between them, in several lines where they are many. */
type Alternatives = string | ReadonlyArray<string>

/**
 * How a language says the parts of a wish for no more calls, in the notation of `Phrases`. An
 * empty part has no words of its own in the language.
 */
export interface Words {
  /** "call", "contact", "bother", as orders, wishes and nouns. */
  readonly call: Alternatives
  /** "again", "any more", "ever". */
  readonly again: Alternatives
  /** "my number", "me", "my data": what is to be removed. */
  readonly record: Alternatives
  /** "remove", "delete", "take off". */
  readonly remove: Alternatives
  /** "stop", "no more", "enough", as orders. */
  readonly stop: Alternatives
  /** An order not to call, with other words between its own. */
  readonly dontCall: Alternatives
  /** "do not try", "do not waste your time". */
  readonly dontTry: Alternatives
  /** "consent", "permission". */
  readonly consent: Alternatives
  readonly withdraw: Alternatives
  /** "not allowed", "no right", "never agreed", "I forbid", "I object". */
  readonly forbidden: Alternatives
  /** "this is harassment". */
  readonly harassment: Alternatives
  /** "police", "lawyer", "I will report you". */
  readonly threat: Alternatives
  /** "if you go on", "if it does not stop". */
  readonly goOn: Alternatives
  /** "how do I", "what must I do". */
  readonly how: Alternatives
  /** "stop", "get off", "not receive", as a person asks how to do it. */
  readonly escape: Alternatives
  /** "this is the last call". */
  readonly last: Alternatives
  /** "yesterday", "last week": "that was the last call yesterday". */
  readonly past?: Alternatives
  /** "neither today nor ever". */
  readonly neitherNor?: Alternatives
  /** "four times this week", "every day", with "stop". */
  readonly often?: Alternatives
  /** "and you are still calling", with "remove". */
  readonly stillCall?: Alternatives
  /** "refrain from", "there is no need to", "avoid". */
  readonly refrain?: Alternatives
  /** "I am blocking". */
  readonly block: Alternatives
  /** Wishes that need no second part: "unsubscribe me", "do-not-call list". */
  readonly optOut: Alternatives

  /** "who said". */
  readonly whoSaid: Alternatives
  /** People whose calls are not meant: "the bank", "my brother". */
  readonly others: Alternatives
  /** "told", "asked". */
  readonly told: Alternatives
  /** "the bank calls me", "they call me". */
  readonly othersCall?: Alternatives
  /** "if one day". */
  readonly someday: Alternatives
  /** "I will tell you". */
  readonly willTell: Alternatives
  /** "the old one", when the new number follows. */
  readonly oldOne: Alternatives
  readonly newOne: Alternatives
  /** "I do not want you to stop". */
  readonly goOnPlease: Alternatives
  /** "do not take me off the list". */
  readonly keep?: Alternatives
  /** "he said", "I never said", before words that are not the person's own wish. */
  readonly quote?: Alternatives
}

type Part = keyof Words

// Parts that make a wish together, in any order: a person may begin or end with each of them. A part
// with "!" must not be in the sentence: people complain of other callers, too.
const always: ReadonlyArray<ReadonlyArray<Part | `!${Part}`>> = [
  ["consent", "withdraw"],
  ["forbidden", "call", "!othersCall"],
  ["harassment", "!othersCall"],
  ["threat", "call", "again", "!othersCall"],
  ["threat", "goOn", "!othersCall"],
  ["how", "escape", "call", "!othersCall"],
  ["last"],
  ["often", "stop", "!othersCall"],
  ["remove", "stillCall", "!othersCall"],
  ["neitherNor", "call", "!othersCall"],
  ["block"],
  ["optOut"]
]
const unlessLimited: typeof always = [
  ["stop", "call", "!othersCall"],
  ["refrain", "call", "!othersCall"],
  ["remove", "record"],
  ["dontCall", "again"],
  ["dontTry", "call"],
  ["dontTry", "again"]
]
const noWish: typeof always = [
  ["whoSaid"],
  ["others", "told"],
  ["someday", "willTell"],
  ["oldOne", "newOne"],
  ["last", "past"],
  ["goOnPlease"],
  ["keep"],
  ["quote"]
]

interface Made {
  readonly ever: ReadonlyArray<string>
  readonly plain: ReadonlyArray<string>
  readonly denials: ReadonlyArray<string>
}

const isPart = (part: Part | `!${Part}`): part is Part => !part.startsWith("!")

/** Returns the phrases that the words of a language make. */
export const phrasesOf = (words: Words): Made => {
  const wordsOf = (part: Part) => [words[part] ?? ""].flat().join("|")
  const combine = (rules: typeof always) =>
    rules.flatMap((rule) => {
      const parts = rule.filter(isPart).map(wordsOf)
      const absent = rule.filter((part) => !isPart(part)).map((part) => wordsOf(part.slice(1) as Part))
      if (parts.includes("")) return []
      const guards = absent.filter((part) => part !== "").map((part) => `!(${part})`)
      return [[...parts.map((part) => `(${part})`), ...guards].join(" & ")]
    })
  return { ever: combine(always), plain: combine(unlessLimited), denials: combine(noWish) }
}
