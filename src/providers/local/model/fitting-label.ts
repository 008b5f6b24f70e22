import { wordsOf } from "../../../domain/text/words.ts"
import { evidenceIn, wantedOf } from "../embedder/lexical-keys.ts"
import { namedTime } from "./named-time.ts"
import * as phrases from "./phrases.ts"
import type { PromptLabel } from "./prompts.ts"
import type { Remark } from "./remarks.ts"

export interface FittingLabel {
  readonly label: PromptLabel
  /** The remark that shows the label. */
  readonly remark: Remark
}

type Meaning = keyof typeof phrases.labelNames
const meanings = Object.keys(phrases.labelNames) as ReadonlyArray<Meaning>

/**
 * The first label in the campaign's order that a remark shows, by what its name means or by the words of its name;
 * else the label whose effect suits what the person wants. Undefined when nothing clear was said.
 */
export const fittingLabel = (
  remarks: ReadonlyArray<Remark>,
  labels: ReadonlyArray<PromptLabel>
): FittingLabel | undefined => {
  const shown = remarksByMeaning(remarks)
  const meaningOf = new Map(labels.map((label) => [label, meaningOfName(label.name)] as const))
  const firstPositive = labels.find(({ isPositive }) => isPositive)

  const shows = (label: PromptLabel): Remark | undefined => {
    const meaning = meaningOf.get(label)
    if (meaning === undefined) return remarks.find(({ words }) => speaksOf(words, label.name))
    // A person who is interested in one thing is not interested in every other.
    return meaning === "interested" && label !== firstPositive ? undefined : shown.get(meaning)
  }
  const byName = labels.map((label) => ({ label, remark: shows(label) })).find(hasRemark)
  /**
   * A label that has no known name but stops further calls, or is positive, stands in for a meaning without a label.
   */
  const byEffect = (meaning: Meaning, label: PromptLabel | undefined): FittingLabel | undefined => {
    const remark = shown.get(meaning)
    const isNamed = meaning !== "interested" && meaningOf.values().some((one) => one === meaning)
    return label === undefined || remark === undefined || isNamed ? undefined : { label, remark }
  }
  const unnamed = (stops: PromptLabel["stops"]) =>
    labels.filter((label) => meaningOf.get(label) === undefined && !label.isPositive && label.stops === stops)

  return (
    byEffect("optOut", unnamed("everywhere")[0]) ??
    byName ??
    byEffect("wrongNumber", unnamed("campaign")[0]) ??
    byEffect("interested", firstPositive) ??
    byEffect("refused", unnamed("campaign").at(-1))
  )
}

const hasRemark = (fitting: { label: PromptLabel; remark: Remark | undefined }): fitting is FittingLabel =>
  fitting.remark !== undefined

const meaningOfName = (name: string): Meaning | undefined => {
  const words = wordsOf(name).join(" ")
  return meanings.find((meaning) => phrases.labelNames[meaning].test(words))
}

/** The last remark with each meaning. */
const remarksByMeaning = (remarks: ReadonlyArray<Remark>): ReadonlyMap<Meaning, Remark> => {
  const shown = new Map<Meaning, Remark>()
  for (const remark of remarks) {
    for (const meaning of meaningsIn(remark)) {
      shown.set(meaning, remark)
      // The later of a refusal and its opposite counts: people change their minds.
      if (meaning === "interested") shown.delete("refused")
      if (meaning === "refused") shown.delete("interested")
    }
  }
  return shown
}

const meaningsIn = ({ question, text, words }: Remark): ReadonlyArray<Meaning> => {
  const found = meanings.filter((meaning) => isMeant[meaning](words))
  if (found.length > 0 || question === "" || phrases.offersMore.test(question)) return found
  if (phrases.asksWhenToCall.test(question) && namedTime(text) !== undefined) return ["callback"]
  if (!phrases.invites.test(question)) return []
  return phrases.no.test(words) ? ["refused"] : phrases.yes.test(words) ? ["interested"] : []
}

const isMeant: Readonly<Record<Meaning, (words: string) => boolean>> = {
  optOut: phrases.wantsNoCalls,
  wrongNumber: (words) => phrases.wrongNumber.test(words),
  callback: phrases.wantsLaterCall,
  refused: (words) => phrases.notInterested.test(words),
  interested: (words) => {
    const found = phrases.interested.exec(words)
    return (
      found !== null &&
      !takenBack.test(words.slice(0, found.index)) &&
      !denied.test(words.slice(found.index + found[0].length))
    )
  }
}

// Denials and conditions within three words before the phrase, and denials right after it.
const takenBack =
  /(?:^|\s)(?:not|never|dont|didnt|doesnt|havent|hasnt|isnt|wasnt|wont|cant|cannot|without|if|when|might|maybe|may|could|nahi|nahin|agar|नहीं|अगर)(?:\s+\S+){0,3}\s*$|(?:^|\s)no\s+$/
const denied = /^\s+(?:nahi|nahin|नहीं|mat|मत)(?!\S)/

/** Whether a clause has all the words of a name, and denies them where the name does. */
const speaksOf = (words: string, name: string): boolean => {
  const wanted = wantedOf(name)
  const spoken = evidenceIn(words)
  return (
    wanted.size > 0 &&
    wanted.keys().every((key) => spoken.has(key)) &&
    phrases.denies.test(words) === phrases.denies.test(wordsOf(name).join(" "))
  )
}
