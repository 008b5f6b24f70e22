import { wordsOf } from "../../../domain/text/words.ts"
import type { ReplyRequest, Tool } from "../../contract/LanguageModel.ts"
import { wantedOf } from "../embedder/lexical-keys.ts"
import { fittingLabel } from "./fitting-label.ts"
import { namedTime } from "./named-time.ts"
import { asksWhenToCall, no, wantsLaterCall, yes } from "./phrases.ts"
import { readAnalysisPrompt } from "./prompts.ts"
import { answersIn, type PersonAnswer, remarksIn } from "./remarks.ts"

/** Analyses a transcript by rules and returns the arguments of the tool; undetermined where nothing is clear. */
export const outcomeOf = (request: ReplyRequest, tool: Tool): Readonly<Record<string, unknown>> => {
  const { labels, transcript } = readAnalysisPrompt(request)
  const answers = answersIn(transcript)
  const fitting = fittingLabel(remarksIn(answers), labels)
  const { callback, variables } = propertiesOf(tool.parameters)
  return {
    evidence: fitting?.remark.text ?? null,
    label: fitting?.label.id ?? "undetermined",
    confidence: fitting === undefined ? 0 : 0.9,
    ...(variables !== undefined && filled(propertiesOf(variables), answers)),
    ...(callback !== undefined && { callback: slotIn(answers) })
  }
}

interface Property {
  readonly description?: string
  readonly anyOf?: ReadonlyArray<Kind>
}

interface Kind {
  readonly type?: string
  readonly enum?: ReadonlyArray<string>
  readonly items?: Kind
}

const filled = (variables: Readonly<Record<string, Property>>, answers: ReadonlyArray<PersonAnswer>) => {
  const found = Object.entries(variables).map(([name, property]) => [name, answerFor(name, property, answers)] as const)
  return {
    quotes: Object.fromEntries(found.map(([name, one]) => [name, one?.quote ?? null])),
    variables: Object.fromEntries(found.map(([name, one]) => [name, one?.value ?? null]))
  }
}

const propertiesOf = (schema: object): Readonly<Record<string, Property>> =>
  (schema as { properties?: Readonly<Record<string, Property>> }).properties ?? {}

/** The last answer to a question that shares a word with the variable's name or description. */
const answerFor = (name: string, { anyOf, description = "" }: Property, answers: ReadonlyArray<PersonAnswer>) => {
  const kind = anyOf?.find(({ type }) => type !== "null")
  const read = readerOf(kind, description)
  const subject = wantedOf(
    `${name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")} ${description.replace(/ (As|null) [^.]*\.$/, "")}`
  )
  return answers
    .filter(({ question }) =>
      wantedOf(question)
        .keys()
        .some((key) => subject.has(key))
    )
    .map(({ text }) => ({ value: read(text), quote: text.slice(0, longestQuote).trim() }))
    .findLast(({ value }) => value !== null)
}

const readerOf = (kind: Kind | undefined, description: string): ((answer: string) => unknown) => {
  if (dateFormat.test(description)) return dateIn
  if (kind?.enum !== undefined) return (answer) => optionsIn(kind.enum, answer).at(-1) ?? null
  if (kind?.type === "array") return (answer) => listIn(kind.items?.enum, answer)
  return readers[kind?.type ?? ""] ?? (() => null)
}

const optionsIn = (options: ReadonlyArray<string> = [], answer: string) =>
  options.filter((option) => ` ${wordsIn(answer)} `.includes(` ${wordsIn(option)} `))

const listIn = (options: ReadonlyArray<string> | undefined, answer: string) => {
  const entries =
    options === undefined
      ? answer
          .split(/[,;]|\band\b/)
          .map((entry) => entry.replace(/[.!]$/, "").trim())
          .filter((entry) => entry !== "")
      : optionsIn(options, answer)
  return answer.includes("?") || entries.length === 0 ? null : entries
}

/** Maximum length of a quote, characters: a word that is cut off was not said. */
const longestQuote = 500

// The description of a date ends with the format that the model is to write.
const dateFormat = /(^| )As \d{4}-\d\d-\d\d\b/

const yesOrNo = (answer: string): boolean | null => {
  const words = wordsIn(answer)
  return yes.test(words) ? true : no.test(words) ? false : null
}

const numberIn = (answer: string): number | null => {
  const [, digits, scale = ""] = /(?<![\d.])(\d[\d,]*(?:\.\d+)?)(?:\s*(thousand|lakh|crore))?/i.exec(answer) ?? []
  return digits === undefined ? null : Number(digits.replaceAll(",", "")) * (scales[scale.toLowerCase()] ?? 1)
}

const scales: Readonly<Record<string, number>> = { thousand: 1e3, lakh: 1e5, crore: 1e7 }

const dateIn = (answer: string): string | null => /\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?/.exec(answer)?.[0] ?? null

const readers: Readonly<Record<string, (answer: string) => unknown>> = {
  boolean: yesOrNo,
  number: numberIn,
  string: (answer) => (answer.includes("?") ? null : answer.slice(0, 200).trim())
}

/** The last time that the person named when they wanted a call or were asked for a time. */
const slotIn = (answers: ReadonlyArray<PersonAnswer>): unknown => {
  const slots = answers
    .filter(({ question, text }) => wantsLaterCall(wordsIn(text)) || asksWhenToCall.test(wordsIn(question)))
    .flatMap(({ text }) => namedTime(text.slice(0, 400))?.slot ?? [])
  return slots.at(-1) ?? null
}

const wordsIn = (text: string) => wordsOf(text).join(" ")
