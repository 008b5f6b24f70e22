import { wordsOf } from "../../../domain/text/words.ts"
import type { ReplyRequest, Tool } from "../../contract/LanguageModel.ts"
import { wantedOf } from "../embedder/lexical-keys.ts"
import { fittingLabel } from "./fitting-label.ts"
import { namedTime } from "./named-time.ts"
import { asksWhenToCall, no, wantsLaterCall, yes } from "./phrases.ts"
import { readAnalysisPrompt } from "./prompts.ts"
import { type Answer, answersIn, remarksIn } from "./remarks.ts"

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
    ...(variables !== undefined && {
      variables: Object.fromEntries(
        Object.entries(propertiesOf(variables)).map(([name, property]) => [name, answerFor(name, property, answers)])
      )
    }),
    ...(callback !== undefined && { callback: slotIn(answers) })
  }
}

interface Property {
  readonly description?: string
  readonly anyOf?: ReadonlyArray<{ readonly type?: string }>
}

const propertiesOf = (schema: object): Readonly<Record<string, Property>> =>
  (schema as { properties?: Readonly<Record<string, Property>> }).properties ?? {}

/** The last answer to a question that shares a word with the variable's name or description. */
const answerFor = (name: string, { anyOf, description = "" }: Property, answers: ReadonlyArray<Answer>): unknown => {
  const type = anyOf?.find(({ type }) => type !== "null")?.type
  const read = dateFormat.test(description) ? dateIn : readers[type ?? ""]
  const subject = wantedOf(
    `${name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")} ${description.replace(/ (As|null) [^.]*\.$/, "")}`
  )
  const values = answers
    .filter(({ question }) =>
      wantedOf(question)
        .keys()
        .some((key) => subject.has(key))
    )
    .map(({ text }) => read?.(text) ?? null)
  return values.findLast((value) => value !== null) ?? null
}

// The description of a date ends with the format that the model is to write.
const dateFormat = / As \d{4}-\d\d-\d\d /

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
const slotIn = (answers: ReadonlyArray<Answer>): unknown => {
  const slots = answers
    .filter(({ question, text }) => wantsLaterCall(wordsIn(text)) || asksWhenToCall.test(wordsIn(question)))
    .flatMap(({ text }) => namedTime(text.slice(0, 400))?.slot ?? [])
  return slots.at(-1) ?? null
}

const wordsIn = (text: string) => wordsOf(text).join(" ")
