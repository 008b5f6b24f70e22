/**
 * How a language says the parts of a wish for no more calls, in the notation of `Phrases`, with `|`
 * between alternatives. An empty part has no words of its own in the language.
 */
export interface Words {
  /** "call", "contact", "bother", as orders, wishes and nouns. */
  readonly call: string
  /** "again", "any more", "ever". */
  readonly again: string
  /** "my number", "me", "my data": what is to be removed. */
  readonly record: string
  /** "remove", "delete", "take off". */
  readonly remove: string
  /** "stop", "no more", "enough", as orders. */
  readonly stop: string
  /** An order not to call, with other words between its own. */
  readonly dontCall: string
  /** "do not try", "do not waste your time". */
  readonly dontTry: string
  /** "consent", "permission". */
  readonly consent: string
  readonly withdraw: string
  /** "not allowed", "no right", "never agreed", "I forbid", "I object". */
  readonly forbidden: string
  /** "this is harassment". */
  readonly harassment: string
  /** "police", "lawyer", "I will report you". */
  readonly threat: string
  /** "if you go on", "if it does not stop". */
  readonly goOn: string
  /** "how do I", "what must I do". */
  readonly how: string
  /** "stop", "get off", "not receive", as a person asks how to do it. */
  readonly escape: string
  /** "this is the last call". */
  readonly last: string
  /** "I am blocking". */
  readonly block: string
  /** Wishes that need no second part: "unsubscribe me", "do-not-call list". */
  readonly optOut: string

  /** "who said". */
  readonly whoSaid: string
  /** People whose calls are not meant: "the bank", "my brother". */
  readonly others: string
  /** "told", "asked". */
  readonly told: string
  /** "if one day". */
  readonly someday: string
  /** "I will tell you". */
  readonly willTell: string
  /** "the old one", when the new number follows. */
  readonly oldOne: string
  readonly newOne: string
  /** "I do not want you to stop". */
  readonly goOnPlease: string
}

type Part = keyof Words

// Parts that make a wish together, in any order: a person may begin or end with each of them.
const always: ReadonlyArray<ReadonlyArray<Part>> = [
  ["consent", "withdraw"],
  ["forbidden", "call"],
  ["harassment"],
  ["threat", "call", "again"],
  ["threat", "goOn"],
  ["how", "escape", "call"],
  ["last"],
  ["block"],
  ["optOut"]
]
const unlessLimited: ReadonlyArray<ReadonlyArray<Part>> = [
  ["stop", "call"],
  ["remove", "record"],
  ["dontCall", "again"],
  ["dontTry", "call"],
  ["dontTry", "again"]
]
const noWish: ReadonlyArray<ReadonlyArray<Part>> = [
  ["whoSaid"],
  ["others", "told"],
  ["someday", "willTell"],
  ["oldOne", "newOne"],
  ["goOnPlease"]
]

interface Made {
  readonly ever: ReadonlyArray<string>
  readonly plain: ReadonlyArray<string>
  readonly denials: ReadonlyArray<string>
}

/** Returns the phrases that the words of a language make. */
export const phrasesOf = (words: Words): Made => {
  const combine = (rules: ReadonlyArray<ReadonlyArray<Part>>) =>
    rules
      .map((parts) => parts.map((part) => words[part]))
      .filter((parts) => !parts.includes(""))
      .map((parts) => parts.map((part) => `(${part})`).join(" & "))
  return { ever: combine(always), plain: combine(unlessLimited), denials: combine(noWish) }
}
