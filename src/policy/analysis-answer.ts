import { type JsonSchema, Option, Schema } from "effect"
import { CallbackSlot } from "../domain/calendar/callback-slot.ts"
import { type Finding, undeterminedBecause } from "../domain/calls/Finding.ts"
import type { IntentLabel } from "../domain/campaigns/IntentLabel.ts"
import { escaped, onOneLine } from "../domain/text/prompt-data.ts"
import type { Talked } from "./conversation-facts.ts"
import { wasSaid } from "./quoted-evidence.ts"
import { asRealDate } from "./real-date.ts"

/** What a model may choose from: that nobody was reached is never what a talk came to. */
export const labelsToChoose = (labels: ReadonlyArray<IntentLabel>): ReadonlyArray<IntentLabel> =>
  labels.filter(({ isSystem }) => !isSystem).toSorted((one, other) => one.sortOrder - other.sortOrder)

/** The arguments of the tool that a model answers with. */
export const answerSchema = ({ flow, labels }: Pick<Talked, "flow" | "labels">): JsonSchema.JsonSchema => {
  const { callback, others } = variablesOf(flow)
  const answer = Schema.Struct({
    evidence: described(Schema.NullOr(Schema.String), "The person's own words that show it, quoted exactly"),
    label: described(
      Schema.Literals([...labelsToChoose(labels).map(({ id }) => id), noLabel]),
      "The id of the label that fits, or undetermined"
    ),
    confidence: described(
      Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
      "How sure you are of the label"
    ),
    ...(others.length > 0 && {
      variables: Schema.Struct(
        Object.fromEntries(
          others.map(({ description, name, type }) => [
            name,
            described(Schema.NullOr(written[type]), onOneLine(`${description.slice(0, 500)} ${hints[type]}`))
          ])
        )
      )
    }),
    ...(callback !== undefined && {
      callback: described(
        Schema.NullOr(CallbackSlot),
        onOneLine(
          `${callback.description.slice(0, 500)} When the person wants to be called; null when they did not say.`
        )
      )
    })
  })
  const { definitions, schema } = Schema.toJsonSchemaDocument(answer, { onExcessProperty: "error" })
  return { ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) }
}

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

const noLabel = "undetermined"

type Variable = Talked["flow"]["variables"][number]

const variablesOf = ({ variables }: Talked["flow"]) => ({
  callback: variables.find(({ isCallbackRequest }) => isCallbackRequest),
  others: variables.filter(({ isCallbackRequest }) => !isCallbackRequest)
})

const written = {
  STRING: Schema.String,
  NUMBER: Schema.Finite,
  BOOLEAN: Schema.Boolean,
  DATE_TIME: Schema.String
} as const satisfies Record<Variable["type"], Schema.Top>

const hints: Readonly<Record<Variable["type"], string>> = {
  STRING: "null when it was not said.",
  NUMBER: "null when it was not said.",
  BOOLEAN: "null when it was not said.",
  DATE_TIME: "As 2026-01-31 or 2026-01-31T16:00; null when it was not said."
}

/** Why an answer cannot be used, as people read it, and as the model is told: with its own words. */
export interface AnswerProblem {
  readonly reason: string
  readonly told: string
}

/** What a model's answer comes to; null stands for one that is no call of the tool. */
export const readAnswer = (
  talked: Talked,
  answer: Readonly<Record<string, unknown>> | null
): { readonly finding: Finding } | { readonly problem: AnswerProblem } => {
  if (answer === null) return problem("it did not call the tool")
  const { flow, labels, transcript } = talked
  const details = { variables: readVariables(flow, answer.variables), callback: readCallback(talked, answer.callback) }
  if (answer.label === noLabel)
    return { finding: { ...undeterminedBecause("No label fits what was said"), ...details } }
  const label = labelsToChoose(labels).find(({ id }) => id === answer.label)
  if (label === undefined) return problem("it chose none of the labels", shown(answer.label))
  const evidence = readText(answer.evidence)
  if (evidence === null) return problem(`it quoted nothing, or more than ${longestText} characters`)
  if (!wasSaid(evidence, transcript, "person")) {
    return wasSaid(evidence, transcript, "agent")
      ? problem("it quoted the agent, not the person", shown(evidence))
      : problem("it quoted what the person did not say", shown(evidence))
  }
  const confidence = Schema.is(Confidence)(answer.confidence) ? answer.confidence : null
  return { finding: { labelId: label.id, undetermined: null, evidence, confidence, ...details } }
}

const problem = (reason: string, words?: string) => ({
  problem: { reason, told: words === undefined ? reason : `${reason}: ${words}` }
})

const Confidence = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** One by one: what is not of its type is as good as not said. */
const readVariables = (flow: Talked["flow"], given: unknown): Finding["variables"] =>
  Object.fromEntries(
    variablesOf(flow).others.flatMap(({ name, type }) => {
      const value = isRecord(given) ? readers[type](given[name]) : null
      return value === null ? [] : [[name, value]]
    })
  )

// A database keeps neither NUL nor half a letter.
const readText = (given: unknown): string | null => {
  if (typeof given !== "string") return null
  const text = onOneLine(given).toWellFormed()
  return text === "" || text.length > longestText ? null : text
}

const longestText = 500
const largestNumber = 1e15

const readers: Readonly<Record<Variable["type"], (given: unknown) => Schema.Json>> = {
  STRING: readText,
  NUMBER: (given) =>
    typeof given === "number" && Number.isFinite(given) && Math.abs(given) <= largestNumber ? given : null,
  BOOLEAN: (given) => (typeof given === "boolean" ? given : null),
  DATE_TIME: (given) => (typeof given === "string" ? asRealDate(given.trim()) : null)
}

/** What a model leaves out was not said. Of a time that cannot be read the person's own words are left: nobody is sure of it. */
const readCallback = ({ flow, transcript }: Talked, given: unknown): CallbackSlot | null => {
  if (variablesOf(flow).callback === undefined || !isRecord(given)) return null
  const parts = Object.keys(CallbackSlot.fields).map((part) => {
    const value = given[part]
    return [part, typeof value === "string" ? readText(value) : (value ?? null)]
  })
  const slot = Object.fromEntries(parts)
  const read = Schema.decodeUnknownOption(CallbackSlot)(slot)
  // Words that nobody said ask for no call, however clear they are: somebody looks at it.
  if (Option.isSome(read)) {
    const isSaid = wasSaid(read.value.said, transcript, "person")
    return isSaid ? read.value : { ...read.value, certain: false }
  }
  if (typeof slot.said !== "string" || !wasSaid(slot.said, transcript, "person")) return null
  return { said: slot.said, afterMinutes: null, day: null, time: null, partOfDay: null, zone: null, certain: false }
}

const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null && !Array.isArray(given)

/** A piece of an answer, for a sentence about it. */
const shown = (given: unknown) => {
  const text = typeof given === "string" ? given : typeof given
  return `"${escaped(onOneLine(text.slice(0, 80))).toWellFormed()}"`
}
