import { wordsOf } from "../../domain/text/words.ts"
import { saidSlot } from "./parse-slot.ts"
import type { Remark } from "./remarks.ts"
import { asksWhenToCall, no, says, wantsLaterCall, wantsNoCalls, yes } from "./sayings.ts"
import { type Sense, type SenseName, senses } from "./senses.ts"
import { topicsOf } from "./topics.ts"
import type { ToldLabel } from "./transcript-in-prompt.ts"

export interface Fitting {
  readonly label: ToldLabel
  /** What shows it. */
  readonly remark: Remark
}

/**
 * The first of the labels that something was said for; undefined when nothing clear was said. Who is interested or not and says
 * no more than that is told by what labels mean.
 */
export const fittingLabel = (remarks: ReadonlyArray<Remark>, labels: ReadonlyArray<ToldLabel>): Fitting | undefined => {
  const told = tellingOf(remarks)
  const claims = new Map(labels.map((label) => [label, senseOf(label)] as const))
  const firstPositive = labels.find(({ isPositive }) => isPositive)
  const unclaimed = (stops: ToldLabel["stops"]) =>
    labels.filter((label) => claims.get(label) === undefined && !label.isPositive && label.stops === stops)
  const claimed = (sense: SenseName) => labels.some((label) => claims.get(label) === sense)

  const shows = (label: ToldLabel): Remark | undefined => {
    const sense = claims.get(label)
    if (sense === undefined) return remarks.find(({ words }) => speaksOf(words, label.name))
    // Who is interested in one thing is not in every other.
    return sense === "interested" && label !== firstPositive ? undefined : told.get(sense)
  }
  const standsFor = (label: ToldLabel | undefined, sense: SenseName): Fitting | undefined => {
    const remark = told.get(sense)
    return label === undefined || remark === undefined ? undefined : { label, remark }
  }
  const byName = () => {
    for (const label of labels) {
      const remark = shows(label)
      if (remark !== undefined) return { label, remark }
    }
    return undefined
  }

  return (
    (claimed("leaveAlone") ? undefined : standsFor(unclaimed("for good")[0], "leaveAlone")) ??
    byName() ??
    (claimed("wrongNumber") ? undefined : standsFor(unclaimed("here")[0], "wrongNumber")) ??
    standsFor(firstPositive, "interested") ??
    (claimed("refused") ? undefined : standsFor(unclaimed("here").at(-1), "refused"))
  )
}

const senseNames = Object.keys(senses) as ReadonlyArray<SenseName>

/** What a label is called says what it is for; undefined for a name of one's own. */
const senseOf = ({ name }: ToldLabel): SenseName | undefined => {
  const words = wordsOf(name).join(" ")
  return senseNames.find((sense) => senses[sense].named.test(words))
}

/** What was said for each, the last time it was. */
const tellingOf = (remarks: ReadonlyArray<Remark>): ReadonlyMap<SenseName, Remark> => {
  const told = new Map<SenseName, Remark>()
  for (const remark of remarks) {
    for (const sense of sensesOf(remark)) {
      told.set(sense, remark)
      // Who changes their mind means what they said last.
      if (sense === "interested") told.delete("refused")
      if (sense === "refused") told.delete("interested")
    }
  }
  return told
}

const sensesOf = (remark: Remark): ReadonlyArray<SenseName> => {
  const { words } = remark
  const said = senseNames.filter((name) =>
    name === "leaveAlone"
      ? wantsNoCalls(words)
      : isMeant(words, senses[name]) || (name === "callback" && wantsLaterCall(words))
  )
  return said.length > 0 ? said : answerIn(remark)
}

/** What a mere yes or no means, or a time. */
const answerIn = ({ asked, text, words }: Remark): ReadonlyArray<SenseName> => {
  if (asked === "" || anythingElse.test(asked)) return []
  if (asksWhenToCall.test(asked) && saidSlot(text) !== undefined) return ["callback"]
  if (no.test(words))
    return invites.test(asked) || senseNames.some((name) => senses[name].asked?.test(asked)) ? ["refused"] : []
  if (!yes.test(words)) return []
  const meant = senseNames.filter((name) => senses[name].asked?.test(asked))
  return meant.length > 0 ? meant : invites.test(asked) ? ["interested"] : []
}

const anythingElse = says("anything else", "कुछ और")
const invites = says(
  "(?:would|do|are|will) you (?:\\S+ )*(?:like|want|interested|care)",
  "interested",
  "(?:may|shall|can|should) (?:i|we)",
  "(?:चाहेंगे|चाहेंगी|चाहते|चाहती|रुचि|chahenge|chahengi|chahte|ruchi)"
)

const isMeant = (words: string, { isDenial, said }: Sense): boolean =>
  Array.from(words.matchAll(new RegExp(said, "g"))).some(
    ({ 0: found, index }) =>
      isDenial === true || (!takenBack.test(words.slice(0, index)) && !denied.test(words.slice(index + found.length)))
  )

// Within three words before, or right behind.
const takenBack =
  /(?:^|\s)(?:not|never|dont|didnt|doesnt|havent|hasnt|isnt|wasnt|wont|cant|cannot|cant|without|if|when|might|maybe|may|could|nahi|nahin|agar|नहीं|अगर)(?:\s+\S+){0,3}\s*$|(?:^|\s)no\s+$/
const denied = /^\s+(?:nahi|nahin|नहीं|mat|मत)(?!\S)/

/** Whether a clause has all that a name is about, and denies it where the name does. */
const speaksOf = (words: string, name: string): boolean => {
  const topics = topicsOf(name)
  const spoken = topicsOf(words)
  return (
    topics.size > 0 &&
    [...topics].every((topic) => spoken.has(topic)) &&
    denies.test(words) === denies.test(wordsOf(name).join(" "))
  )
}

const denies = says("not|no|never|dont|cant|cannot|wont|didnt|isnt|without|nahi|nahin|नहीं|मत|mat")
