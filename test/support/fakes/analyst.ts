import { Effect } from "effect"
import { type Answer, type FakeCompletion, finish, openAiFake, text } from "./openai-fake.ts"

/** How the model answers an analysis. `hang` sends nothing. */
export type Fault = "well" | "500" | "429" | "hang" | "broken" | "prose" | "wrong label"

/** The words by which the analyst knows a label, and the label. */
const knownWords = [
  [/never call me again/i, "Do Not Call"],
  [/not interested/i, "Negative"],
  [/interested/i, "Positive"]
] as const

/** A fake of OpenAI that converses well, and analyzes well or as `answerWith` says. */
export const analyst = Effect.gen(function* () {
  let fault: Fault = "well"
  const fake = yield* openAiFake((_, request) => {
    if (request.body.tool_choice === undefined) return [text("I see. Goodbye."), finish("stop"), "done"]
    return fault === "well" ? analysisOf(request) : faults[fault]
  })
  return {
    ...fake,
    answerWith: (next: Fault) => {
      fault = next
    }
  }
})

const call = (given: object): Answer => [
  {
    delta: {
      tool_calls: [{ index: 0, id: "c", function: { name: "record_outcome", arguments: JSON.stringify(given) } }]
    }
  },
  finish("stop"),
  "done"
]

const faults: Readonly<Record<Exclude<Fault, "well">, Answer>> = {
  "500": { status: 500 },
  "429": { status: 429, headers: { "retry-after": "1" } },
  hang: "hang",
  broken: [{ line: "data: {broken" }, "break"],
  prose: [text("I would say that the person is interested."), finish("stop"), "done"],
  "wrong label": call({ label: "Interested, I think", evidence: "Yes", confidence: 1 })
}

/** Chooses the label by the words of the person. The prompt lists each label with its id. */
const analysisOf = ({ body }: FakeCompletion): Answer => {
  const [system, said] = body.messages.map(({ content }: { content: string }) => content) as [string, string]
  const found = knownWords.flatMap(([words, label]) => {
    const [evidence] = words.exec(said) ?? []
    return evidence === undefined ? [] : [{ label: idOf(system, label), evidence, confidence: 0.9 }]
  })
  return call(found[0] ?? { label: "undetermined", evidence: null, confidence: 0 })
}

const idOf = (system: string, label: string) => new RegExp(`id="([^"]+)" name="${label}"`).exec(system)?.[1]
