import { attachedLanguages, primaryCode } from "../../domain/campaigns/spoken-languages.ts"
import { wordsOf } from "../../domain/text/words.ts"
import { nameParticles, titles } from "./identity-questions.ts"

/** Replaces the name of the person in a text, if their given name is in it. A letter, so that a word may contain it. */
export const givenSlot = "ǂ"
/** Replaces a part of the name that others in the family have, too. */
export const familySlot = "ǁ"

/** The person who was called, and the languages of the call. */
export interface Called {
  readonly name: string
  readonly languages: ReadonlyArray<string>
}

/**
 * Returns the words of a text without titles, with slots for the name of the person. A question may inflect the name, and
 * have its parts in any order; an answer is strict: a relative says the family name first, too.
 */
export const withSlots = (text: string, called: Called, kind: "question" | "answer"): ReadonlyArray<string> => {
  const name = nameOf(called)
  const codes = called.languages.map(primaryCode)
  const slots = wordsOf(text)
    .filter((word) => !titles.has(word))
    .map((word) => {
      // There a word has more than the name and its ending.
      if (codes.some((code) => attachedLanguages.has(code))) return withinWord(word, name)
      return slotOf(word, name, kind === "question" ? codes : undefined) ?? word
    })
  return joined(slots, name, kind === "question" || name.isFamilyFirst)
}

interface Name {
  readonly given: string | undefined
  readonly family: ReadonlyArray<string>
  readonly particles: ReadonlySet<string>
  readonly isFamilyFirst: boolean
}

const nameOf = ({ languages, name }: Called): Name => {
  const [before = "", after = ""] = name.split(/[,،，、]/u)
  const ordered = wordsOf(wordsOf(after).length > 0 ? `${after} ${before}` : name).filter((word) => !titles.has(word))
  const parts = ordered.filter((word) => !nameParticles.has(word) && !initial.test(word))
  const isFamilyFirst =
    parts.length > 1 && (eastAsian.test(name) || languages.some((code) => primaryCode(code) === "vi"))
  // "De Vries" and "Van Dijk" have no given name.
  const given = nameParticles.has(ordered[0] ?? "") ? undefined : isFamilyFirst ? parts.at(-1) : parts[0]
  return {
    given,
    family: parts.filter((part) => part !== given),
    particles: new Set(ordered.filter((word) => !parts.includes(word))),
    isFamilyFirst
  }
}

const initial = /^[\p{Script=Latin}\p{Script=Cyrillic}]$/u
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]+$/u

/** Returns the slot for a word that is a part of the name, in a question also one with an ending. */
const slotOf = (word: string, { family, given }: Name, inflectedIn: ReadonlyArray<string> | undefined) => {
  const isPart = (part: string) => word === part || (inflectedIn !== undefined && isInflected(word, part, inflectedIn))
  if (given !== undefined && isPart(given)) return givenSlot
  return family.some(isPart) ? familySlot : undefined
}

const isInflected = (word: string, part: string, codes: ReadonlyArray<string>) => {
  const { ending, length } = letters.test(part) ? inLetters : inSyllables
  if (word.length > part.length + ending || part.length < length) return false
  if (word.startsWith(part)) return true
  const stem = part.replace(/[аеёиоуыэюяйaeioóuy]$/u, "")
  return codes.some((code) => code === "pl" || code === "ru") && stem.length >= 3 && word.startsWith(stem)
}

/** Minimum length of a name that may have an ending, and maximum length of the ending, by the kind of script. */
const inLetters = { length: 4, ending: 5 }
const inSyllables = { length: 2, ending: 8 }
const letters = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}]/u

const withinWord = (word: string, { family, given }: Name) => {
  const replaced = [
    ...family.map((part) => [part, familySlot] as const),
    ...(given ? [[given, givenSlot] as const] : [])
  ]
    .toSorted(([one], [other]) => other.length - one.length)
    .reduce((text, [part, slot]) => {
      if (letters.test(part)) return text.replace(new RegExp(`(?<!${latin})${part}(?!${latin})`, "gu"), slot)
      return text.replaceAll(part, slot)
    }, word)
  return replaced.replace(slotRun, (run) => (run.includes(givenSlot) ? givenSlot : familySlot))
}

const latin = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}]`
const slotRun = new RegExp(`[${givenSlot}${familySlot}]+`, "gu")

/** Joins the parts of a name to one slot, with the particles before them and the initials. */
const joined = (words: ReadonlyArray<string>, { particles }: Name, isAnyOrder: boolean): ReadonlyArray<string> => {
  const isSlot = (word: string | undefined) => word === givenSlot || word === familySlot
  const found: Array<string> = []
  for (const [index, word] of words.entries()) {
    const last = found.at(-1)
    if (particles.has(word) && isSlot(words.slice(index).find((next) => !particles.has(next)))) continue
    if (particles.has(word) && initial.test(word) && isSlot(last)) continue
    if (!isSlot(word) || !isSlot(last)) found.push(word)
    else if (isAnyOrder && word === givenSlot) found[found.length - 1] = givenSlot
  }
  return found
}
