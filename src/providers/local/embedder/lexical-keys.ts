import { wordsOf } from "../../../domain/text/words.ts"
import { saysNothing, stemOf, topicOf, topicsByForm, topicsByHint, withoutSigns, wordsOfTopics } from "./topics.ts"

/** The keys that a question asks for, each with its weight. */
export const wantedOf = (question: string): ReadonlyMap<string, number> => {
  const wanted = new Map<string, number>()
  for (const topic of topicsByForm(question)) wanted.set(topic, 1)
  const isHindi = romanHindi.test(question)
  for (const word of wordsOf(withoutSigns(question))) {
    if (saysNothing(word)) continue
    for (const [key, weight] of keysOf(word, isHindi)) wanted.set(key, Math.max(wanted.get(key) ?? 0, weight))
  }
  return wanted
}

/** The keys that a text has, each with its count. */
export const evidenceIn = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const add = (key: string) => found.set(key, (found.get(key) ?? 0) + 1)
  for (const word of wordsOf(text)) for (const key of keysInText(word)) add(key)
  for (const topic of topicsByHint(text)) if (!found.has(topic)) add(topic)
  return found
}

/** Cached, since documents repeat their words. */
const keysInText = (word: string): ReadonlyArray<string> => {
  const known = knownWords.get(word)
  if (known !== undefined) return known
  const keys = saysNothing(word) ? [] : keysOf(word, false).map(([key]) => key)
  if (knownWords.size >= mostKnownWords) knownWords.clear()
  knownWords.set(word, keys)
  return keys
}

const knownWords = new Map<string, ReadonlyArray<string>>()
/** Maximum number of cached words. */
const mostKnownWords = 20_000

type Key = readonly [key: string, weight: number]

/** Returns the keys of a word: its sound and its consonants, which survive another script or spelling. */
const keysOf = (word: string, isHindi: boolean): ReadonlyArray<Key> => {
  const topic = topicOf(word)
  if (topic !== undefined) return [[topic, 1]]
  const { bones, isForeign, sound } = spokenOf(word)
  const similarTopic = bones.length < leastBonesOfTopic ? undefined : topicByBones.get(bones)
  if (similarTopic !== undefined) return [[similarTopic, 1]]
  const weight = light.has(stemOf(word)) ? lightWeight : 1
  if (bones.length < leastBones) return [[`=${sound}`, weight]]
  const share = isForeign || isHindi ? foreignSoundShare : soundShare
  return [
    [`=${sound}`, weight * share],
    [`~${bones}`, weight * (1 - share)]
  ]
}

/** Weight of a word that says little. */
const lightWeight = 0.3
/** Minimum number of consonants of a word that is matched by them. */
const leastBones = 3
/** Minimum number of consonants of a word that is matched to a topic by them. */
const leastBonesOfTopic = 5
/** Share of a word's weight that its sound has; its consonants have the rest. */
const soundShare = 0.65
/** The same where English words may be written in Devanagari, because these are spelled by ear. */
const foreignSoundShare = 0.4

const spokenOf = (word: string) => {
  const stem = stemOf(word.replace(/ce(?=s?$)/, "se"))
  const latin = romanOf(stem)
  const sound = soundOf(latin)
  return { sound, bones: bonesOf(sound), isForeign: latin !== stem }
}

const soundOf = (latin: string): string => soundRules.reduce((sound, [from, to]) => sound.replace(from, to), latin)

const soundRules: ReadonlyArray<readonly [RegExp, string]> = [
  [/sch/g, "sk"],
  [/ch/g, "C"],
  [/ph/g, "f"],
  [/ck|q/g, "k"],
  [/c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/z/g, "j"],
  [/([kgbdtjsC])h/g, "$1"],
  [/ee|ea/g, "i"],
  [/oo|ou/g, "u"],
  [/oa/g, "o"],
  [/(.)\1+/gu, "$1"],
  [/y$/, "i"],
  [/(?<=..)[ae]$/, ""]
]

/** Returns the consonants of a sound, after an A for vowels at its beginning. */
const bonesOf = (sound: string): string => sound.replace(/^[aeiou]+/, "A").replaceAll(/[aeiouyh]/g, "")

/** Transliterates into Latin letters: the Unicode blocks of the Indian scripts have the same order. */
const romanOf = (word: string): string => {
  let roman = ""
  const letters = Array.from(word)
  for (const [index, letter] of letters.entries()) {
    const code = letter.codePointAt(0) ?? 0
    if (code < firstIndic || code > lastIndic) {
      roman += letter.normalize("NFD").replaceAll(/\p{M}/gu, "")
      continue
    }
    roman += soundsOfIndic[code & 0x7f] ?? ""
    const next = (letters[index + 1]?.codePointAt(0) ?? 0) & 0x7f
    if (isConsonant(code & 0x7f) && index + 1 < letters.length && (isConsonant(next) || next === 0x02)) roman += "a"
  }
  return roman
}

const firstIndic = 0x0900
const lastIndic = 0x0d7f
const isConsonant = (place: number) => place >= 0x15 && place <= 0x39

const soundsOfIndic: Readonly<Record<number, string>> = Object.fromEntries(
  [
    [0x01, "n n h"],
    [0x05, "a a i i u u ri l e e e e o o o o"],
    [0x15, "k k g g n C C j j n t t d d n t t d d n n p f b b m y r r l l l v s s s h"],
    [0x3e, "a i i u u ri ri e e e e o o o o"]
  ].flatMap(([first, sounds]) =>
    String(sounds)
      .split(" ")
      .map((sound, index) => [Number(first) + index, sound] as const)
  )
)

const topicByBones: ReadonlyMap<string, string> = new Map(
  wordsOfTopics.map(([word, topic]) => [spokenOf(word).bones, topic] as const)
)

/** Marks a question as Hindi in Latin letters: documents may spell its English words in Devanagari. */
const romanHindi =
  /\b(kya|hai|hain|ka|ki|ke|ko|mein|kab|kahan|kaise|kitn[aei]|kaun\w*|aap|hota|hoti|hoga|hogi|chahiye|mil\w+|nahi|karn[aei])\b/i

/** Words that say little about what a question asks for. */
const light = new Set(
  (
    "need want take make use using available offer today now work people new first last way long good best different thing " +
    "kind type time going come go find provide allow possible help question information details detail regarding someone " +
    "anyone something anything every each other another still already currently actually really exactly bring keep show happen " +
    "company business office shop store clinic hospital bank hotel gym school centre center institute place policy home house number require accept include mean talk speak ask leave minimum maximum"
  )
    .split(" ")
    .map(stemOf)
)
