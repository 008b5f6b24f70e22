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
  /** "if one day". */
  readonly someday: Alternatives
  /** "I will tell you". */
  readonly willTell: Alternatives
  /** "the old one", when the new number follows. */
  readonly oldOne: Alternatives
  readonly newOne: Alternatives
  /** "I do not want you to stop". */
  readonly goOnPlease: Alternatives
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
      .map((parts) => parts.map((part) => [words[part]].flat().join("|")))
      .filter((parts) => !parts.includes(""))
      .map((parts) => parts.map((part) => `(${part})`).join(" & "))
  return { ever: combine(always), plain: combine(unlessLimited), denials: combine(noWish) }
}
