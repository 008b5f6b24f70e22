import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { expect, test } from "vitest"
import { CallResults } from "../../src/domain/calls/CallResult.ts"
import { commitmentOf } from "../../src/domain/calls/Commitment.ts"
import { FlowVariables } from "../../src/domain/flows/FlowVariable.ts"
import { readAnswer } from "../../src/policy/analysis-answer.ts"
import { conversationOf } from "../support/data/analysis.ts"

const text = readFileSync("docs/results.md", "utf8")
const [flow, record] = Array.from(text.matchAll(/```json\n([^`]*)```/g), ([, json = ""]) => JSON.parse(json))

test("the example of results.md is what the analysis makes of such a conversation", () => {
  const variables = Schema.decodeUnknownSync(FlowVariables)(flow.variables)
  const results = Schema.decodeUnknownSync(CallResults)(record.results)
  const values = Object.fromEntries(Object.entries(results).map(([name, { value }]) => [name, value]))
  const quotes = Object.fromEntries(Object.entries(results).map(([name, { evidence }]) => [name, evidence]))
  const said = ["A: How much can you pay, and when?", "I can pay 500 rupees, on the first of February."]
  const reading = readAnswer(conversationOf(said, { variables }), { label: "undetermined", variables: values, quotes })
  expect(reading).toMatchObject({ finding: { results } })
  expect(text).toContain(`\`${JSON.stringify(commitmentOf(variables, results))}\``)
})
