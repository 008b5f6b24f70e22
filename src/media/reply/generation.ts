import { Effect, Result, Stream } from "effect"
import { hasWords } from "../../domain/text/words.ts"
import type {
  EndReason,
  LanguageModel,
  LlmProvider,
  ReplyPart,
  ReplyRequest
} from "../../providers/contract/LanguageModel.ts"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import { endCallTool } from "../brief/prompt.ts"
import { providerFailure, type Timeouts, withTimeouts } from "../line/provider-stream.ts"
import { makeSentenceSplitter } from "../text/sentences.ts"

/** Who listens to a model that thinks. */
export interface GenerationListener {
  /** The first word, or the wish to end the call. */
  readonly onFirstToken: Effect.Effect<unknown>
  /** Takes a sentence that is whole, when there is room for it. */
  readonly onSentence: (sentence: string) => Effect.Effect<unknown>
}

/**
 * Has a model answer, or another when it is late, breaks off or says nothing. Once a sentence was handed on nobody starts
 * again: the answer ends with what is whole. Fails with why there is no answer.
 */
export const generate = Effect.fnUntraced(function* (
  model: LanguageModel["Service"],
  request: ReplyRequest,
  listener: GenerationListener
) {
  const failures: Array<string> = []
  const thought = once(listener.onFirstToken)
  for (const { patience, provider } of modelsFor(request.provider)) {
    const parts = model.reply({ ...request, provider }).pipe(progressOf, withTimeouts(provider, patience))
    const { failure, hasAnswered, endsCall } = yield* answer(provider, parts, { ...listener, onFirstToken: thought })
    if (failure !== undefined) yield* Effect.logWarning(`A language model failed in a call: ${failure.message}`)
    if (hasAnswered) return { endsCall }
    failures.push(failure?.message ?? `${provider}: an answer without words`)
  }
  return yield* Effect.fail(failures.join("; "))
})

/** The flow's own first; the other has not been used for a while. */
const modelsFor = (
  own: LlmProvider
): ReadonlyArray<{ readonly provider: LlmProvider; readonly patience: Timeouts }> => [
  { provider: own, patience: { first: 1_500, next: 1_500 } },
  { provider: own === "HOSTED_API" ? "PLATFORM_INFERENCE" : "HOSTED_API", patience: { first: 2_500, next: 2_500 } }
]

/** Without what brings the answer on by nothing: blanks come with the word behind them. */
const progressOf = Stream.mapAccum<string, ReplyPart, ReplyPart>(
  () => "",
  (blanks, part) => {
    if (part.kind === "usage") return [blanks, []]
    if (part.kind !== "token") return ["", [part]]
    const text = blanks + part.text
    return text.trim() === "" ? [text, []] : ["", [{ kind: "token", text }]]
  }
)

const answer = Effect.fnUntraced(function* (
  provider: LlmProvider,
  parts: Stream.Stream<ReplyPart, ProviderFailure>,
  { onSentence, onFirstToken }: GenerationListener
) {
  const sentences = makeSentenceSplitter()
  const room = makeRoom()
  let endsCall = false
  let characters = 0
  let end: EndReason | "too long" | undefined

  const hand = (whole: ReadonlyArray<string>) =>
    Effect.forEach(
      whole.filter(hasWords).flatMap((sentence) => room.fit(sentence) ?? []),
      onSentence,
      { discard: true }
    )

  const take = Effect.fnUntraced(function* (part: ReplyPart) {
    switch (part.kind) {
      case "token":
        yield* onFirstToken
        yield* hand(sentences.add(part.text))
        characters += part.text.length
        if (characters > maxCharacters) end = "too long"
        break
      case "toolCall":
        if (part.name !== endCallTool.name) break
        yield* onFirstToken
        endsCall = true
        break
      case "ended":
        end = part.reason
    }
    return end === undefined
  })

  const listened = yield* Effect.result(Stream.runForEachWhile(parts, take))
  if (end === "stop" || end === "toolCalls") yield* hand(sentences.end())
  // Of what was cut off nothing is said but whole sentences, if there are any.
  if ((end === "length" || end === "too long") && room.isEmpty()) yield* hand(sentences.end())
  const brokeOff = end === undefined ? providerFailure(provider, "the answer broke off") : undefined
  return {
    failure: Result.isFailure(listened) ? listened.failure : brokeOff,
    hasAnswered: endsCall || !room.isEmpty(),
    endsCall
  }
})

/** Room for as much as anyone says at a time. What does not fit is left out, and all behind it. */
const makeRoom = () => {
  let left = maxCharacters
  return {
    isEmpty: () => left === maxCharacters,
    fit: (sentence: string): string | undefined => {
      const room = left
      left -= sentence.length
      if (left >= 0) return sentence
      return room === maxCharacters ? sentence.slice(0, room).replace(/\s+\S*$/, "") : undefined
    }
  }
}

const maxCharacters = 1_200

/** Done when it is first asked for. */
const once = (effect: Effect.Effect<unknown>): Effect.Effect<unknown> => {
  let isDone = false
  return Effect.suspend(() => {
    if (isDone) return Effect.void
    isDone = true
    return effect
  })
}
