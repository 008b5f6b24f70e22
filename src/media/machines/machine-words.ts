import { wordsOf } from "../../domain/text/words.ts"
import { english, machinePhrases } from "./machine-phrases.ts"

/** The machines that are recognized by their words: a voicemail, an assistant that asks who is calling, or a voice menu. */
export type MachineKind = "VOICEMAIL" | "SCREENING" | "MENU"

/**
 * Returns the machine that speaks these words; undefined: the words may be those of a person. The phrases of all
 * languages count, because a mailbox speaks the language of its owner. The last of words that may go on does not end a
 * phrase: "please leave a message" may go on with "with my wife". `isAnswer`: the words answer the opening, so that
 * phrases that people use as well do not count.
 */
export const machineOf = (text: string, isWhole = true, isAnswer = false): MachineKind | undefined => {
  const words = wordsOf(text.slice(-longest))
  const spaced = ` ${words.join(" ")}${isWhole ? " " : ""}`
  const settled = ` ${ofMachine(words)
    .slice(0, isWhole ? undefined : -openWords)
    .join(" ")} `
  const joined = words.join("")
  const isSaid = (phrase: RegExp) => phrase.test(spaced)
  const isCertain = (kind: "voicemail" | "screening") =>
    english[kind].some(isSaid) || has(always[kind], settled, joined)
  const isLikely = (kind: "voicemail" | "screening") =>
    !isAnswer && (english.early[kind].some(isSaid) || has(early[kind], settled, joined))
  // "The person you are calling is using a screening service."
  if (english.assistant.some(isSaid)) return "SCREENING"
  const isScreening = isCertain("screening")
  if (isCertain("voicemail") || (!isScreening && isLikely("voicemail"))) return "VOICEMAIL"
  if (optionsIn(spaced, joined) >= severalOptions) return "MENU"
  return isScreening || isLikely("screening") ? "SCREENING" : undefined
}

/** Whether the words name an option of a voice menu, such as "press 1". */
export const namesOption = (text: string): boolean => {
  const words = wordsOf(text.slice(-longest))
  return optionsIn(` ${words.join(" ")} `, words.join("")) > 0
}

/**
 * Returns the words without the sentences that offer a key: "if you do not want to be called again, press 9" is no wish.
 * Without a digit the phrase may be that of a person: "no me marque" is Spanish for "do not call me". So may "I press 9".
 */
export const withoutOffers = (text: string): string =>
  text
    .split(sentenceEnd)
    .filter((sentence) => !offersKey(sentence))
    .join("")

const sentenceEnd = /(?<=[.?!।॥;\n。！？؟۔])/u

const offersKey = (sentence: string): boolean => {
  const words = wordsOf(sentence)
  const spaced = ` ${words.join(" ")} `
  if (/ (?:i|we) (?:press|dial|push|hit|enter) /.test(spaced)) return false
  return spaced.match(english.press) !== null || (/\p{N}/u.test(sentence) && optionsIn(spaced, words.join("")) > 0)
}

/** Whether the words ask to wait, such as "please hold the line" or "I'll get my wife". */
export const asksToHold = (text: string): boolean => {
  const words = ` ${wordsOf(text.slice(-longest)).join(" ")} `.replace(ownTime, " ").trim()
  const spaced = ` ${words} `
  return english.hold.some((phrase) => phrase.test(spaced)) || has(hold, spaced, words.replaceAll(" ", ""))
}

// "Yes, I have a minute": this person can talk.
const ownTime =
  / (?:have|ve|got|only|spare|takes?|habe|hab|tengo|jai|ho|tenho|heb) (?:got |only |just |nur |nog |solo |que )?(?:one|a|einen|un|um|une|een) (?:moment|second|sec|minute|augenblick|momento|instant|minuto)(?= )/g

/** Returns the words without a message for a relative, which a person asks for. English has this in its phrases. */
const ofMachine = (words: ReadonlyArray<string>) =>
  ` ${words.join(" ")} `.replace(messageForRelative, " ").trim().split(" ")

// "Laissez un message à ma femme."
const messageForRelative =
  / (?:message|mensaje|mensagem|recado|messaggio|nachricht|bericht) (?:à|pour|avec|con|para|a|com|bei|für|bij|voor) (?:ma|mon|mi|minha|meu|mia|mio|meiner|meinem|meine|meinen|mijn)(?= )/

/** Maximum number of characters, from the end, that are looked at. */
const longest = 600
/** Number of words, from the end, that may still name a relative: "message à ma". */
const openWords = 3
const severalOptions = 2

interface Phrases {
  readonly spaced: ReadonlyArray<string>
  /** Phrases of scripts without spaces. */
  readonly joined: ReadonlyArray<string>
}

const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

type OtherPhrases = (typeof machinePhrases)["es"]

const phrasesOf = (phrasesIn: (language: OtherPhrases) => ReadonlyArray<string>): Phrases => {
  const all = Object.values(machinePhrases).flatMap(phrasesIn)
  return {
    spaced: all.filter((one) => !isUnspaced.test(one)).map((one) => ` ${wordsOf(one).join(" ")}`),
    joined: all.filter((one) => isUnspaced.test(one)).map((one) => wordsOf(one).join(""))
  }
}

const always = {
  voicemail: phrasesOf(({ voicemail }) => voicemail),
  screening: phrasesOf(({ screening }) => screening)
}
const early = {
  voicemail: phrasesOf((language) => language.early.voicemail),
  screening: phrasesOf((language) => language.early.screening)
}
const hold = phrasesOf((language) => language.hold)
const press = phrasesOf((language) => language.press)

const has = (phrases: Phrases, spaced: string, joined: string) =>
  phrases.spaced.some((phrase) => spaced.includes(phrase)) || phrases.joined.some((phrase) => joined.includes(phrase))

/** Returns the number of options of a menu that the words name, in English and in the other language that names most. */
const optionsIn = (spaced: string, joined: string) => {
  const inEnglish = spaced.match(english.press)?.length ?? 0
  if (!press.spaced.some((one) => spaced.includes(one)) && !press.joined.some((one) => joined.includes(one))) {
    return inEnglish
  }
  const count = (text: string, phrase: string) => text.split(phrase).length - 1
  return (
    inEnglish +
    Math.max(
      ...press.spaced.map((phrase) => count(spaced, phrase)),
      ...press.joined.map((phrase) => count(joined, phrase))
    )
  )
}
