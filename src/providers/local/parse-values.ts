import { wordsOf } from "../../domain/text/words.ts"
import type { Tool } from "../contract/LanguageModel.ts"
import { saidSlot } from "./parse-slot.ts"
import { asksWhenToCall, no, wantsLaterCall, yes } from "./sayings.ts"
import { topicsOf } from "./topics.ts"
import type { PromptTranscript } from "./transcript-in-prompt.ts"

/** What the tool asks for besides the label, as far as the person plainly said it; else null. */
export const saidValues = (lines: PromptTranscript["lines"], tool: Tool): Readonly<Record<string, unknown>> => {
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
  readonly anyOf?: ReadonlyArray<{ readonly type?: string }>
}

const propertiesOf = (schema: object): Readonly<Record<string, Wanted>> =>
  (schema as { properties?: Readonly<Record<string, Wanted>> }).properties ?? {}

interface Answered {
  /** What the agent asked last, "" where they asked nothing. */
  readonly question: string
  readonly answer: string
}

const answersIn = (lines: PromptTranscript["lines"]): ReadonlyArray<Answered> => {
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
  const read = asDate.test(description) ? dateIn : readers[wanted?.type ?? ""]
  const topics = topicsOf(
    `${name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")} ${description.replace(/ (As|null) [^.]*\.$/, "")}`
  )
  const values = answers
    .filter(({ question }) => [...topicsOf(question)].some((topic) => topics.has(topic)))
    .map(({ answer }) => read?.(answer) ?? null)
  return values.findLast((value) => value !== null) ?? null
}

// How it is to be written.
const asDate = / As \d{4}-\d\d-\d\d /

const yesOrNo = (answer: string): boolean | null => {
  const words = wordsIn(answer)
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

/** The last time that was named by someone who wants to be called, or was asked when. */
const slotIn = (answers: ReadonlyArray<Answered>): unknown => {
  const slots = answers
    .filter(({ answer, question }) => wantsLaterCall(wordsIn(answer)) || asksWhenToCall.test(wordsIn(question)))
    .flatMap(({ answer }) => saidSlot(answer.slice(0, 400)) ?? [])
  return slots.at(-1) ?? null
}

const wordsIn = (text: string) => wordsOf(text).join(" ")
