import { wordsOf } from "../../../domain/text/words.ts"
import type { ReplyRequest, Tool } from "../../contract/LanguageModel.ts"
import { wantedOf } from "../embedder/lexical-keys.ts"
import { fittingLabel } from "./fitting-label.ts"
import { namedTime } from "./named-time.ts"
import { asksWhenToCall, no, wantsLaterCall, yes } from "./phrases.ts"
import { type AnalysisPrompt, readAnalysisPrompt } from "./prompts.ts"
import { remarksIn } from "./remarks.ts"

/** Analyses a transcript by rules and returns the arguments of the tool; undetermined where nothing is clear. */
export const outcomeOf = (request: ReplyRequest, tool: Tool): Readonly<Record<string, unknown>> => {
  const { labels, transcript } = readAnalysisPrompt(request)
  const fitting = fittingLabel(remarksIn(transcript), labels)
  const { callback, variables } = propertiesOf(tool.parameters)
  const answers = answersIn(transcript)
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

interface Answer {
  /** The agent's last question before the answer, "" when there is none. */
  readonly question: string
  readonly answer: string
}

const answersIn = (transcript: AnalysisPrompt["transcript"]): ReadonlyArray<Answer> => {
  const answers: Array<Answer> = []
  let question = ""
  for (const { role, text } of transcript) {
    if (role === "agent") question = text.match(/[^.!?।॥]+\?/g)?.at(-1) ?? ""
    else answers.push({ question, answer: text })
  }
  return answers
}

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
    .map(({ answer }) => read?.(answer) ?? null)
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
    .filter(({ answer, question }) => wantsLaterCall(wordsIn(answer)) || asksWhenToCall.test(wordsIn(question)))
    .flatMap(({ answer }) => namedTime(answer.slice(0, 400))?.slot ?? [])
  return slots.at(-1) ?? null
}

const wordsIn = (text: string) => wordsOf(text).join(" ")
