import { wordsOf } from "../../domain/words.ts"
import type { Tool } from "../LanguageModel.ts"
import { topicsOf } from "./fitting-sentence.ts"
import { no, wantsLaterCall, yes } from "./sayings.ts"
import type { ToldTalk } from "./told-talk.ts"

/** What the tool asks for besides the label, as far as the person plainly said it; else null. */
export const saidValues = (lines: ToldTalk["lines"], tool: Tool): Readonly<Record<string, unknown>> => {
  const { callback, variables } = propertiesOf(tool.parameters)
  const answers = answersIn(lines)
  return {
    ...(variables !== undefined && {
      variables: Object.fromEntries(
        Object.entries(propertiesOf(variables)).map(([name, wanted]) => [name, answerFor(name, wanted, answers)])
      )
    }),
    ...(callback !== undefined && { callback: slotIn(answers) })
  }
}

interface Wanted {
  readonly description?: string
  readonly anyOf?: ReadonlyArray<{ readonly type?: string; readonly pattern?: string }>
}

const propertiesOf = (schema: object): Readonly<Record<string, Wanted>> =>
  (schema as { properties?: Readonly<Record<string, Wanted>> }).properties ?? {}

interface Answered {
  /** What the agent asked last, "" where they asked nothing. */
  readonly question: string
  readonly answer: string
}

const answersIn = (lines: ToldTalk["lines"]): ReadonlyArray<Answered> => {
  const answers: Array<Answered> = []
  let question = ""
  for (const { role, text } of lines) {
    if (role === "agent") question = text.match(/[^.!?।॥]+\?/g)?.at(-1) ?? ""
    else answers.push({ question, answer: text })
  }
  return answers
}

const answerFor = (name: string, { anyOf, description = "" }: Wanted, answers: ReadonlyArray<Answered>): unknown => {
  const wanted = anyOf?.find(({ type }) => type !== "null")
  const read = wanted?.pattern !== undefined ? dateIn : readers[wanted?.type ?? ""]
  const topics = topicsOf(
    `${name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")} ${description.replace(/ (As|null) [^.]*\.$/, "")}`
  )
  const values = answers
    .filter(({ question }) => [...topicsOf(question)].some((topic) => topics.has(topic)))
    .map(({ answer }) => read?.(answer) ?? null)
  return values.findLast((value) => value !== null) ?? null
}

const yesOrNo = (answer: string): boolean | null => {
  const words = wordsOf(answer).join(" ")
  return yes.test(words) ? true : no.test(words) ? false : null
}

const numberIn = (answer: string): number | null => {
  const [, digits, scale = ""] =
    /(?<![\d.])(\d[\d,]*(?:\.\d+)?)(?:\s*(thousand|lakh|crore|हजार|लाख|करोड़))?/i.exec(answer) ?? []
  return digits === undefined ? null : Number(digits.replaceAll(",", "")) * (scales[scale.toLowerCase()] ?? 1)
}

const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  हजार: 1e3,
  lakh: 1e5,
  लाख: 1e5,
  crore: 1e7,
  करोड़: 1e7
}

const dateIn = (answer: string): string | null => /\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?/.exec(answer)?.[0] ?? null

const readers: Readonly<Record<string, (answer: string) => unknown>> = {
  boolean: yesOrNo,
  number: numberIn,
  string: (answer) => (answer.includes("?") ? null : answer.slice(0, 200).trim())
}

const slotIn = (answers: ReadonlyArray<Answered>): unknown => {
  const asking = answers.filter(
    ({ answer, question }) => wantsLaterCall(wordsOf(answer).join(" ")) || /\bcall you back\b|वापस फ़?ोन/u.test(question)
  )
  return asking.map(({ answer }) => tomorrowAt(answer)).findLast((slot) => slot !== null) ?? null
}

const tomorrowAt = (answer: string): unknown => {
  const [said, hour, meridiem] = /\btomorrow at (\d{1,2}) ?(am|pm)\b/i.exec(answer) ?? []
  if (said === undefined) return null
  return {
    said,
    afterMinutes: null,
    day: { kind: "offset", days: 1 },
    time: { hour: Number(hour), minute: 0, meridiem: meridiem?.toUpperCase() },
    partOfDay: null,
    zone: null,
    certain: true
  }
}
