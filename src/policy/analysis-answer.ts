import { type JsonSchema, Option, Predicate, Schema } from "effect"
import { CallbackSlot } from "../domain/calendar/callback-slot.ts"
import { commitmentOf } from "../domain/calls/Commitment.ts"
import { type Finding, undeterminedBecause } from "../domain/calls/Finding.ts"
import { fitsConversations, type IntentLabel } from "../domain/campaigns/IntentLabel.ts"
import { resultVariables } from "../domain/flows/FlowVariable.ts"
import { described } from "../domain/schema/described.ts"
import { escaped, onOneLine } from "../domain/text/prompt-data.ts"
import type { ConversationFacts } from "./conversation-facts.ts"
import { wasSaid } from "./quoted-evidence.ts"
import { factsOf, hintOf, longestText, own, readText, readValue, resultsOf, writtenAs } from "./variable-values.ts"

/** The labels that a model may choose, the first in order first. */
export const labelsToChoose = (labels: ReadonlyArray<IntentLabel>): ReadonlyArray<IntentLabel> =>
  labels.filter(fitsConversations).toSorted((one, other) => one.sortOrder - other.sortOrder)

/** JSON Schema of the arguments of the tool that a model answers with. */
export const answerSchema = ({ flow, labels }: Pick<ConversationFacts, "flow" | "labels">): JsonSchema.JsonSchema => {
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
      quotes: described(
        Schema.Struct(Object.fromEntries(others.map(({ name }) => [name, Schema.NullOr(Schema.String)]))),
        "For each of variables the words that show its value, quoted exactly from one turn of the person, or of the agent where the person agreed; null when it was not said"
      ),
      variables: Schema.Struct(
        Object.fromEntries(
          others.map((variable) => [variable.name, described(Schema.NullOr(writtenAs(variable)), hintOf(variable))])
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

const noLabel = "undetermined"

const variablesOf = ({ variables }: ConversationFacts["flow"]) => ({
  callback: variables.find(({ isCallbackRequest }) => isCallbackRequest),
  others: resultVariables(variables)
})

/** The reason why an answer is unusable. */
export interface AnswerProblem {
  /** For operators: without any words of the person or the model. */
  readonly reason: string
  /** For the next prompt: with the words of the answer. */
  readonly forModel: string
  /** Whether the model chose a label and only its evidence is wrong. Otherwise it did not answer at all. */
  readonly hasLabel: boolean
}

/** Reads a model's answer; null is an answer without a call of the tool. */
export const readAnswer = (
  conversation: ConversationFacts,
  answer: Readonly<Record<string, unknown>> | null
): { readonly finding: Finding } | { readonly problem: AnswerProblem } => {
  if (answer === null) return problem("it did not call the tool")
  const { flow, labels, transcript } = conversation
  const values = Predicate.isObject(answer.variables) ? answer.variables : {}
  const results = resultsOf(conversation, values, Predicate.isObject(answer.quotes) ? answer.quotes : {})
  const details = {
    variables: readVariables(flow, values),
    results,
    facts: factsOf(flow.variables, results),
    commitment: commitmentOf(flow.variables, results),
    callback: readCallback(conversation, answer.callback)
  }
  if (answer.label === noLabel)
    return { finding: { ...undeterminedBecause("No label fits what was said"), ...details } }
  const label = labelsToChoose(labels).find(({ id }) => id === answer.label)
  if (label === undefined) return problem("it chose none of the labels", shown(answer.label))
  const evidence = readText(answer.evidence)
  if (evidence === null) return badEvidence(`it quoted nothing, or more than ${longestText} characters`)
  if (!wasSaid(evidence, transcript, "person")) {
    return wasSaid(evidence, transcript, "agent")
      ? badEvidence("it quoted the agent, not the person", shown(evidence))
      : badEvidence("it quoted what the person did not say", shown(evidence))
  }
  const confidence = Schema.is(Confidence)(answer.confidence) ? answer.confidence : null
  return { finding: { labelId: label.id, undetermined: null, evidence, confidence, ...details } }
}

const problem = (reason: string, words?: string, hasLabel = false) => ({
  problem: { reason, forModel: words === undefined ? reason : `${reason}: ${words}`, hasLabel }
})
const badEvidence = (reason: string, words?: string) => problem(reason, words, true)

const Confidence = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** Reads each variable by itself; a value of the wrong type counts as not given. */
const readVariables = (
  flow: ConversationFacts["flow"],
  values: Readonly<Record<string, unknown>>
): Finding["variables"] =>
  Object.fromEntries(
    variablesOf(flow).others.flatMap((variable) => {
      const read = readValue(variable, own(values, variable.name))
      return "value" in read ? [[variable.name, read.value]] : []
    })
  )

/** Reads a callback. A missing part counts as not said. A slot that cannot be read is uncertain, and keeps the person's words. */
const readCallback = ({ flow, transcript }: ConversationFacts, given: unknown): CallbackSlot | null => {
  if (variablesOf(flow).callback === undefined || !Predicate.isObject(given)) return null
  const parts = Object.keys(CallbackSlot.fields).map((part) => {
    const value = given[part]
    return [part, typeof value === "string" ? readText(value) : (value ?? null)]
  })
  const slot = Object.fromEntries(parts)
  const read = Schema.decodeUnknownOption(CallbackSlot)(slot)
  // A quote that is not in the transcript makes the slot uncertain, so that a person reviews it.
  if (Option.isSome(read)) {
    const isSaid = wasSaid(read.value.said, transcript, "person")
    return isSaid ? read.value : { ...read.value, certain: false }
  }
  if (typeof slot.said !== "string" || !wasSaid(slot.said, transcript, "person")) return null
  return { said: slot.said, afterMinutes: null, day: null, time: null, partOfDay: null, zone: null, certain: false }
}

/** Quotes a part of an answer for an error message. */
const shown = (given: unknown) => {
  const text = typeof given === "string" ? given : typeof given
  return `"${escaped(onOneLine(text.slice(0, 80))).toWellFormed()}"`
}
