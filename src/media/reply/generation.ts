import { Clock, Effect, Result, Stream } from "effect"
import { hasWords } from "../../domain/text/words.ts"
import {
  type EndReason,
  type LanguageModel,
  type ModelChoice,
  modelId,
  type ReplyPart,
  type ReplyRequest,
  type Tool
} from "../../providers/contract/LanguageModel.ts"
import { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import { afterSentences, doNotCallTool, endCallTool } from "../brief/prompt.ts"
import { providerFailure, type Timeouts, withTimeouts } from "../line/provider-stream.ts"
import { pauseBeforeRetry } from "../line/retry-pause.ts"
import { makeSentenceSplitter } from "../text/sentences.ts"
import type { ModelToolCall } from "../tools/CallTools.ts"

/** Callbacks for a model's output. */
export interface GenerationListener {
  /** The first token, or the request to end the call. Runs once. */
  readonly onFirstToken: Effect.Effect<unknown>
  /** The first sentence of the answer, or the request to end the call, came from this model. Runs once. */
  readonly onAnswer: (provider: ModelChoice) => Effect.Effect<unknown>
  /** No model answers; they are asked again soon. */
  readonly onWait: (reason: string) => Effect.Effect<unknown>
  /** The person wants no more calls. Runs once, as soon as the model says so. */
  readonly onOptOut: Effect.Effect<unknown>
  /** A complete sentence; the effect may wait for room in a queue. */
  readonly onSentence: (sentence: string) => Effect.Effect<unknown>
}

/**
 * Generates an answer. The next model takes over when one is late, breaks off or says nothing. It goes on after the
 * sentences that were passed on; if it only repeats them, the answer ends with them. When none answers they are asked
 * again, until the caller interrupts. Fails only if no retry can help, with the reasons. Returns the calls of tools that
 * the answer ends with; the caller runs them.
 */
export const generate = Effect.fnUntraced(function* (
  model: LanguageModel["Service"],
  models: ReadonlyArray<ModelChoice>,
  request: Omit<ReplyRequest, "provider">,
  listener: GenerationListener
) {
  const onFirstToken = once(listener.onFirstToken)
  const onOptOut = once(listener.onOptOut)
  const refusals = new Map<ModelChoice, Refusal>()
  const said: Array<string> = []
  let wordless = 0
  for (let round = 1; ; round++) {
    for (const [index, provider] of models.entries()) {
      if ((yield* Clock.currentTimeMillis) < (refusals.get(provider)?.notBefore ?? 0)) continue
      const before = [...said]
      const parts = model
        .reply({ ...request, system: afterSentences(request.system, before), provider })
        .pipe(progressOf, withTimeouts(modelId(provider), patienceFor(index, round)))
      const { endsCall, failure, hasAnswered, toolCalls } = yield* answer(provider, parts, request.tools, {
        ...listener,
        onFirstToken,
        onOptOut,
        onSentence: (sentence) => {
          if (before.includes(sentence)) return Effect.void
          said.push(sentence)
          return listener.onSentence(sentence)
        }
      })
      // A single warning per reply is enough: the retries fail for the same reason.
      if (failure !== undefined && round === 1)
        yield* Effect.logWarning(`A language model failed in a call: ${failure.message}`)
      const isNew = said.length > before.length
      // An answer that breaks off goes on while it adds sentences; one that only repeats them has nothing to add.
      const goesOn = failure === undefined ? !hasAnswered && before.length === 0 : isNew || !hasAnswered
      if (endsCall || !goesOn) return { endsCall, toolCalls, said: said.join(" ") }
      refusals.set(provider, yield* refusalOf(failure ?? withoutWords(provider, ++wordless)))
    }
    const all = [...refusals.values()]
    const reason = all.map(({ failure }) => failure.message).join("; ")
    if (!all.some(({ failure }) => failure.retryable)) {
      return said.length > 0 ? { endsCall: false, toolCalls: [], said: said.join(" ") } : yield* Effect.fail(reason)
    }
    yield* listener.onWait(reason)
    const retryAt = Math.min(...all.map(({ notBefore }) => notBefore))
    yield* Effect.sleep(retryAt - (yield* Clock.currentTimeMillis))
  }
})

// A model that is filtered, or has nothing to say, is not away: asking on would only cost money.
const withoutWords = (provider: ModelChoice, count: number) =>
  new ProviderFailure({
    provider: modelId(provider),
    reason: "an answer without words",
    retryable: count < maxWordless
  })

// Maximum number of answers without words to one turn.
const maxWordless = 4

/** A failure of a model, and the earliest time of the next request to it. */
interface Refusal {
  readonly failure: ProviderFailure
  readonly notBefore: number
}

const refusalOf = Effect.fnUntraced(function* (failure: ProviderFailure) {
  const now = yield* Clock.currentTimeMillis
  const pause = failure.retryable ? yield* pauseBeforeRetry(failure) : Number.POSITIVE_INFINITY
  return { failure, notBefore: now + pause } satisfies Refusal
})

// A replacement gets more time, because its connection may be cold. All models get more in later rounds, because they may
// be slow and not away: with less time none would ever answer.
const patienceFor = (index: number, round: number): Timeouts => {
  const millis = round > 1 ? 3_000 : index === 0 ? 1_500 : 2_500
  return { first: millis, next: millis }
}

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
  provider: ModelChoice,
  parts: Stream.Stream<ReplyPart, ProviderFailure>,
  tools: ReadonlyArray<Tool>,
  { onAnswer, onFirstToken, onOptOut, onSentence }: Omit<GenerationListener, "onWait">
) {
  const sentences = makeSentenceSplitter()
  const room = makeRoom()
  const onFirst = once(onAnswer(provider))
  const toolCalls: Array<ModelToolCall> = []
  let endsCall = false
  let optsOut = false
  let characters = 0
  let end: EndReason | "too long" | undefined

  const passOn = (complete: ReadonlyArray<string>) =>
    Effect.forEach(
      complete.filter(hasWords).flatMap((sentence) => room.fit(sentence) ?? []),
      (sentence) => Effect.andThen(onFirst, onSentence(sentence)),
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
        if (!tools.some(({ name }) => name === part.name)) break
        if (part.name !== endCallTool.name && part.name !== doNotCallTool.name) {
          toolCalls.push({ name: part.name, arguments: part.arguments })
          break
        }
        yield* onFirstToken
        yield* onFirst
        endsCall = true
        if (part.name === doNotCallTool.name) {
          optsOut = true
          yield* onOptOut
        }
        break
      case "ended":
        end = part.reason
    }
    return end === undefined
  })

  const listened = yield* Effect.result(Stream.runForEachWhile(parts, take))
  const isWhole = end === "stop" || end === "toolCalls"
  if (isWhole) yield* passOn(sentences.end())
  // An answer that broke off may be asked for again, and a person who wants no more calls wants nothing else: none of
  // its tools is called.
  const called = isWhole && !optsOut ? toolCalls : []
  if (called.length > 0) {
    yield* onFirstToken
    yield* onFirst
  }
  // An answer that was cut off is said up to its last complete sentence; the rest is said only if
  // there is none.
  if ((end === "length" || end === "too long") && room.isEmpty()) yield* passOn(sentences.end())
  const brokeOff = end === undefined ? providerFailure(modelId(provider), "the answer broke off") : undefined
  return {
    failure: Result.isFailure(listened) ? listened.failure : brokeOff,
    hasAnswered: endsCall || called.length > 0 || !room.isEmpty(),
    endsCall,
    toolCalls: called
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
