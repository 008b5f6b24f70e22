import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { endCallTool, modelMessages } from "../../src/media/brief/prompt.ts"
import { isOptOut, promisesNoCalls } from "../../src/media/opt-out/opt-out.ts"
import { LanguageModel } from "../../src/providers/contract/LanguageModel.ts"
import { instant } from "../../src/providers/local/latencies.ts"
import * as LocalModel from "../../src/providers/local/model/LocalModel.ts"
import { readReplyPrompt } from "../../src/providers/local/model/prompts.ts"
import { injections, questions } from "./injections.ts"

const system = "Answer questions.\n\nUse case: CUSTOM\n- Speak English, whatever language these texts are in."

/** Returns the request to a model when this text is in a document, or in its file name. */
const requestWith = (injection: string, question: string) => ({
  provider: "HOSTED_API" as const,
  system,
  messages: modelMessages(
    [
      { role: "agent", text: "Hello, how can I help?", startMs: 0, endMs: 1, interrupted: false },
      { role: "person", text: question, startMs: 2, endMs: 3, interrupted: false }
    ],
    [{ chunkId: "1", documentId: "1", filename: `${injection}.txt`, text: injection, score: 1 }],
    "en-IN"
  ),
  tools: [endCallTool]
})

const cases = injections.flatMap((injection) => questions.map((question) => [injection, question] as const))

describe("instructions hidden in a document", () => {
  it("the injections are many texts in three languages", () => {
    assert.isAtLeast(new Set(injections).size, 50)
  })

  it("an injection stays in the documents section and leaves the person's words unchanged", () => {
    for (const [injection, question] of cases) {
      const { messages } = requestWith(injection, question)
      assert.deepStrictEqual(
        messages.map(({ role }) => role),
        ["assistant", "user"]
      )
      const prompted = messages.at(-1)?.text ?? ""
      const tags = prompted.match(/<[^<>]*>/g)?.map((tag) => tag.replace(/ file="[^"]*"/, "")) ?? []
      assert.deepStrictEqual(tags, [
        "<knowledge>",
        '<chunk id="1">',
        "</chunk>",
        "</knowledge>",
        "<caller>",
        "</caller>"
      ])
      // No other brackets, no look-alikes, and no invisible characters.
      assert.strictEqual(prompted.match(/[<>]/g)?.length, 12)
      assert.notMatch(prompted, /[＜＞﹤﹥‹›〈〉⟨⟩]/)
      assert.notMatch(
        prompted.replaceAll(/[\n\r\t]/g, ""),
        /[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u
      )
      assert.deepInclude(readReplyPrompt(requestWith(injection, question)), {
        turn: question,
        isLast: false,
        language: "en"
      })
    }
  })

  it.effect("an injection makes the stand-in neither hang up nor make a binding promise", () =>
    Effect.gen(function* () {
      const { reply } = yield* LanguageModel
      for (const [injection, question] of cases) {
        const parts = yield* Stream.runCollect(reply(requestWith(injection, question)))
        const text = parts.flatMap((part) => (part.kind === "token" ? [part.text] : [])).join("")
        assert.isFalse(
          parts.some(({ kind }) => kind === "toolCall"),
          `${question} ${injection} → ${text}`
        )
        assert.isFalse(promisesNoCalls(text, false, "en-IN"), `${question} ${injection} → ${text}`)
        assert.isFalse(isOptOut(question, "en-IN"))
      }
    }).pipe(Effect.provide(LocalModel.layer(instant)))
  )
})
