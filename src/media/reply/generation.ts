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

/** Callbacks for a model's output. */
export interface GenerationListener {
  /** The first token, or the request to end the call. Runs once. */
  readonly onFirstToken: Effect.Effect<unknown>
  /** A complete sentence; the effect may wait for room in a queue. */
  readonly onSentence: (sentence: string) => Effect.Effect<unknown>
}

/**
 * Generates an answer. The other model takes over when the first is late, breaks off or says
 * nothing; but once a sentence was passed on, the answer ends with its complete sentences instead.
 * Fails with the reasons why there is no answer.
 */
export const generate = Effect.fnUntraced(function* (
  model: LanguageModel["Service"],
  request: ReplyRequest,
  listener: GenerationListener
) {
  const failures: Array<string> = []
  const onFirstToken = once(listener.onFirstToken)
  for (const { patience, provider } of modelsFor(request.provider)) {
    const parts = model.reply({ ...request, provider }).pipe(progressOf, withTimeouts(provider, patience))
    const { failure, hasAnswered, endsCall } = yield* answer(provider, parts, { ...listener, onFirstToken })
    if (failure !== undefined) yield* Effect.logWarning(`A language model failed in a call: ${failure.message}`)
    if (hasAnswered) return { endsCall }
    failures.push(failure?.message ?? `${provider}: an answer without words`)
  }
  return yield* Effect.fail(failures.join("; "))
})

/** The flow's own model first. The other gets more time, because its connection may be cold. */
const modelsFor = (
  own: LlmProvider
): ReadonlyArray<{ readonly provider: LlmProvider; readonly patience: Timeouts }> => [
  { provider: own, patience: { first: 1_500, next: 1_500 } },
  { provider: own === "HOSTED_API" ? "PLATFORM_INFERENCE" : "HOSTED_API", patience: { first: 2_500, next: 2_500 } }
]

/** Drops parts that are no progress: usage, and whitespace, which is joined to the next word. */
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

  const passOn = (complete: ReadonlyArray<string>) =>
    Effect.forEach(
      complete.filter(hasWords).flatMap((sentence) => room.fit(sentence) ?? []),
      onSentence,
      { discard: true }
    )

  const take = Effect.fnUntraced(function* (part: ReplyPart) {
    switch (part.kind) {
      case "token":
        yield* onFirstToken
        yield* passOn(sentences.add(part.text))
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
  if (end === "stop" || end === "toolCalls") yield* passOn(sentences.end())
  // An answer that was cut off is said up to its last complete sentence; the rest is said only if
  // there is none.
  if ((end === "length" || end === "too long") && room.isEmpty()) yield* passOn(sentences.end())
  const brokeOff = end === undefined ? providerFailure(provider, "the answer broke off") : undefined
  return {
    failure: Result.isFailure(listened) ? listened.failure : brokeOff,
    hasAnswered: endsCall || !room.isEmpty(),
    endsCall
  }
})

/** Limits the length of an answer: the sentence that exceeds it is dropped, and all after it. */
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

// Maximum length of an answer, characters.
const maxCharacters = 1_200

/** Returns an effect that does nothing from the second run on. */
const once = (effect: Effect.Effect<unknown>): Effect.Effect<unknown> => {
  let isDone = false
  return Effect.suspend(() => {
    if (isDone) return Effect.void
    isDone = true
    return effect
  })
}
