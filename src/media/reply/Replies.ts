import { Cause, Clock, Context, Effect, Exit, Fiber, Layer, Option, Queue, Stream } from "effect"
import { modelsAllowed } from "../../domain/flows/model-fallback.ts"
import type { FoundChunk } from "../../domain/knowledge/KnowledgeBase.ts"
import { LanguageModel, type ModelChoice, type ModelMessage } from "../../providers/contract/LanguageModel.ts"
import { TextToSpeech } from "../../providers/contract/TextToSpeech.ts"
import { Retriever } from "../../rag/Retriever.ts"
import type { Brief } from "../brief/Briefs.ts"
import { handedOverIn, identityShownBy, isMachineAfterAll } from "../brief/identity.ts"
import {
  doNotCallTool,
  endCallTool,
  lastQuestion,
  modelMessages,
  switchLanguageTool,
  turnNumber,
  withHint
} from "../brief/prompt.ts"
import type { ReplyHint, SpokenMessage } from "../conversation/conversation.ts"
import { fixedLineText } from "../fixed-lines/fixed-lines.ts"
import { isLineClock, withLineClockPaused } from "../line/LineClock.ts"
import type { ToolsOfCall } from "../tools/CallTools.ts"
import { generate } from "./generation.ts"
import { type Said, synthesizeSentences } from "./synthesis-pipeline.ts"
import { makeTruth } from "./truth.ts"
import type { SpokenAudio } from "./voices.ts"

/** A piece of a reply, in order of arrival. */
export type ReplyPiece =
  | {
      readonly kind: "retrieved"
      readonly chunkIds: ReadonlyArray<string>
      /** Why retrieval failed; undefined if it did not. */
      readonly problem: string | undefined
    }
  /** The model's first token, of the reply or of its part after tools. */
  | { readonly kind: "firstToken" }
  /** The answer, or its part after tools, comes from this model. */
  | { readonly kind: "answering"; readonly provider: ModelChoice; readonly language: string }
  /** The model has called tools, and waits for their results. */
  | { readonly kind: "calling" }
  /** No provider answers; they are asked again. */
  | { readonly kind: "waiting"; readonly reason: string }
  /** A voice speaks again. */
  | { readonly kind: "recovered" }
  /** The model understood that the person wants no more calls. Once. */
  | { readonly kind: "optOut" }
  /** The audio from here on says this sentence. */
  | { readonly kind: "sentence"; readonly text: string }
  | ({ readonly kind: "audio" } & SpokenAudio)
  /** The audio before contains only the beginning of its sentence. */
  | { readonly kind: "cut" }
  /** The last piece, unless the reply fails. */
  | {
      readonly kind: "complete"
      readonly endsCall: boolean
      readonly text: string
      /** The model has asked for a transfer, which begins once the reply was heard. */
      readonly handsOver?: boolean
    }
  | { readonly kind: "failed"; readonly reason: string }

/** Generates replies and speaks them. */
export class Replies extends Context.Service<
  Replies,
  {
    /**
     * Retrieves, asks the model, and synthesizes its answer sentence by sentence. A provider that
     * is too slow or fails is replaced within the reply where that is allowed, and else asked again
     * until the caller interrupts. Interruption aborts everything at once. Never fails or dies:
     * `failed` is a piece.
     */
    readonly reply: (asked: {
      readonly brief: Brief
      readonly messages: ReadonlyArray<SpokenMessage>
      readonly hint: ReplyHint | null
      readonly tools: ToolsOfCall
      /** Switches the call to another language for the model, and returns the brief of that language. */
      readonly switchLanguage?: (language: string) => Brief | undefined
      /** Completes once the reply is certain to be said: no tool runs before. */
      readonly isKept?: Effect.Effect<void>
    }) => Stream.Stream<ReplyPiece>
  }
>()("carillon/media/Replies") {
  static readonly layer = Layer.effect(
    Replies,
    Effect.gen(function* () {
      const model = yield* LanguageModel
      const retriever = yield* Retriever
      const tts = yield* TextToSpeech
      const wall = yield* Clock.Clock
      const ask = Effect.fnUntraced(function* (asked: Question) {
        const millis = isLineClock(yield* Clock.Clock) ? pausedRetrievalMillis : retrievalMillis
        return yield* withLineClockPaused(Effect.provideService(answersTo(retriever, asked, millis), Clock.Clock, wall))
      })
      // The cache lives as long as the brief, which belongs to one call.
      const calls = new WeakMap<Brief, EarlierAnswers>()
      const knownIn = (brief: Brief) => {
        const known = calls.get(brief) ?? new Map()
        calls.set(brief, known)
        return known
      }

      /** Makes the reply in the language of the brief, or its first part if the model switches to another one. */
      const makePart = Effect.fnUntraced(function* (
        { brief, hint, isKept, messages, switchLanguage, tools }: Asked,
        emit: Emit
      ) {
        const found = yield* retrieve(ask, brief, knownIn(brief), messages, emit)
        const spoken = modelMessages(messages, found, brief.languages)
        const turn = turnNumber(messages)
        const heard = messages.flatMap(({ role, text }) => (role === "person" ? [text] : []))
        const handedOver = brief.identity === null ? 0 : handedOverIn(messages)
        const identity = yield* identityIn({ brief, handedOver, hint, isKept: isKept ?? Effect.void, messages, tools })
        const isWithdrawn = identity === "machine" || identity === "withdrawn"
        const shown = isWithdrawn ? "no" : identity
        const roundsBefore = tools.rounds()
        const said = new Set<string>()
        // The model may be ahead of the voice by two sentences.
        const sentences = yield* Queue.bounded<Said, string | Cause.Done>(2)
        let handsOver = false
        const onOptOut = Effect.cached(emit({ kind: "optOut" }))
        const others =
          switchLanguage === undefined ? [] : brief.spoken.filter(({ language }) => language !== brief.language)
        let next: Brief | undefined

        const truth = makeTruth(brief, messages, hint)

        /** Asks the model; while it calls tools, runs them and asks it again. */
        const think = Effect.fnUntraced(function* () {
          for (const sentence of truth.first) yield* Queue.offer(sentences, sentence)
          const emitOptOut = yield* onOptOut
          let owesGoodbye = false
          for (let round = 0; ; round++) {
            const isIdentified = shown === "yes" || (!isWithdrawn && tools.isIdentified())
            const offered = identity === "machine" ? tools.offeredToMachines : tools.offeredToStrangers
            const recalled = tools.recall(spoken, roundsBefore)
            const request = {
              system: withHint(isIdentified ? brief.system : (brief.identity ?? brief.system), hint),
              messages: isIdentified ? recalled : fromTurn(recalled, handedOver),
              tools: [
                endCallTool,
                doNotCallTool,
                ...(others.length === 0 ? [] : [switchLanguageTool(others.map(({ language }) => language))]),
                ...(round < maxToolRounds ? (isIdentified ? tools.offered : offered) : [])
              ],
              reasoningEffort: brief.reasoningEffort,
              temperature: brief.temperature
            }
            const thought = yield* generate(model, modelsAllowed(brief, brief.modelFallback), request, {
              onFirstToken: emit({ kind: "firstToken" }),
              onAnswer: (provider) => emit({ kind: "answering", provider, language: brief.language }),
              onWait: (reason) => emit({ kind: "waiting", reason }),
              onOptOut: emitOptOut,
              onSentence: (sentence) => {
                const spoken = truth.correct(sentence)
                return spoken === undefined ? Effect.void : Queue.offer(sentences, spoken)
              }
            })
            const { endsCall } = thought
            const wish = thought.toolCalls.find(({ name }) => name === "switch_language")
            if (wish !== undefined) {
              // A reply that is discarded switches nothing.
              yield* isKept ?? Effect.void
              next = switchLanguage?.(String(wish.arguments.language))
              if (next !== undefined) return false
            }
            const toolCalls = thought.toolCalls.filter((call) => call !== wish)
            if (wish !== undefined && toolCalls.length === 0 && thought.said === "" && round < maxToolRounds) continue
            if (toolCalls.length === 0) {
              if (endsCall && thought.said === "" && owesGoodbye)
                yield* Queue.offer(sentences, fixedLineText(brief.language, "goodbye"))
              return endsCall
            }
            const waiting = tools.waitingText(toolCalls, shown) ?? fixedLineText(brief.language, "filler")
            const isNew = waiting !== "" && thought.said === "" && !said.has(waiting)
            if (isNew) yield* Queue.offer(sentences, waiting)
            said.add(waiting)
            // Words before a tool are no goodbye, unless the model wanted to end the call with them.
            if (isNew || thought.said !== "") owesGoodbye = thought.said === "" || !endsCall
            yield* isKept ?? Effect.void
            yield* emit({ kind: "calling" })
            yield* tools.run(toolCalls, {
              turn,
              said: isNew ? waiting : thought.said,
              heard,
              identity: shown
            })
            if (tools.isTransferAsked()) {
              handsOver = true
              return false
            }
            const keys = tools.takeKeys()
            if (keys === "") continue
            // The menu's next words are another turn.
            yield* Queue.offer(sentences, { keys })
            return false
          }
        })
        let endsCall = false
        yield* think().pipe(
          Effect.tap((ends) =>
            Effect.sync(() => {
              endsCall = ends
            })
          ),
          Effect.onExit((exit) =>
            Exit.isSuccess(exit) ? Queue.end(sentences) : Queue.failCause(sentences, exit.cause)
          ),
          Effect.forkScoped
        )
        const text = yield* synthesizeSentences(tts, brief.voices, Stream.fromQueue(sentences), emit)
        const complete = { kind: "complete", endsCall, text, ...(handsOver ? { handsOver: true } : {}) } as const
        return { next, complete }
      })

      const make = Effect.fnUntraced(function* (asked: Asked, emit: Emit) {
        const { complete, next } = yield* Effect.scoped(makePart(asked, emit))
        if (next === undefined) return complete
        const { switchLanguage: _, ...once } = asked
        const { complete: rest } = yield* Effect.scoped(makePart({ ...once, brief: next }, emit))
        return { ...rest, text: [complete.text, rest.text].filter((text) => text !== "").join(" ") }
      })

      const reply = (asked: Asked) =>
        Stream.callback<ReplyPiece>(
          Effect.fnUntraced(function* (pieces) {
            const last = yield* make(asked, (piece) => Queue.offer(pieces, piece)).pipe(
              Effect.scoped,
              Effect.timeoutOrElse({
                duration: maxReplyMillis,
                orElse: () => Effect.andThen(Queue.offer(pieces, { kind: "cut" }), Effect.fail("it took too long"))
              }),
              Effect.catchCause((cause) =>
                Effect.as(logDefect(cause), { kind: "failed", reason: reasonOf(cause) } as const)
              )
            )
            yield* Queue.offer(pieces, last)
            yield* Queue.end(pieces)
          }),
          { bufferSize: 16, strategy: "suspend" }
        )

      return Replies.of({ reply })
    })
  )
}

type Asked = Parameters<Replies["Service"]["reply"]>[0]
type Emit = (piece: ReplyPiece) => Effect.Effect<unknown>

/** Timeout of a reply, ms. */
const maxReplyMillis = 120_000

const reasonOf = (cause: Cause.Cause<string>) => Option.getOrElse(Cause.findErrorOption(cause), () => "a defect")

const logDefect = (cause: Cause.Cause<string>) =>
  Cause.hasDies(cause) ? Effect.logError("A reply has a defect", cause) : Effect.void

/** Asks the knowledge base about the person's last words; the same words are asked once per call. */
const retrieve = Effect.fnUntraced(function* (
  ask: (asked: Question) => Effect.Effect<Answer>,
  { knowledgeBaseId, organizationId }: Brief,
  earlier: EarlierAnswers,
  messages: ReadonlyArray<SpokenMessage>,
  emit: Emit
) {
  const question = lastQuestion(messages)
  if (knowledgeBaseId === null || question === undefined) return []
  const before = earlier.get(question)
  const { found, problem } = before ?? (yield* ask({ organizationId, knowledgeBaseId, question }))
  if (problem === undefined) earlier.set(question, { found, problem })
  yield* emit({ kind: "retrieved", chunkIds: found.map(({ chunkId }) => chunkId), problem })
  return found
})

/**
 * Returns what the conversation shows about who the person is. `machine` and `withdrawn`: no person has confirmed it,
 * whatever seemed so before, or the one who has gave the phone to another. A clear answer is noted once the reply is certain.
 */
const identityIn = Effect.fnUntraced(function* ({
  brief,
  handedOver,
  hint,
  isKept,
  messages,
  tools
}: Pick<Asked, "brief" | "hint" | "messages" | "tools"> & {
  /** The turn in which another person may have come to the phone; 0 if there is none. */
  readonly handedOver: number
  readonly isKept: Effect.Effect<void>
}) {
  if (brief.identity === null) return "yes"
  const called = { name: brief.contact.name, languages: brief.languages }
  const isByMachine = hint === "menu" || isMachineAfterAll(messages)
  if (isByMachine || isTakenBack(messages, tools.identifiedIn(), called)) {
    yield* Effect.forkScoped(Effect.andThen(isKept, tools.withdrawIdentity))
    return isByMachine ? "machine" : "withdrawn"
  }
  if (handedOver > (tools.identifiedIn() ?? Number.POSITIVE_INFINITY)) {
    yield* Effect.forkScoped(Effect.andThen(isKept, tools.forgetIdentity))
    return "withdrawn"
  }
  if (tools.isIdentified()) return "yes"
  const shown = identityShownBy(messages, called)
  if (shown === "yes") yield* Effect.forkScoped(Effect.andThen(isKept, tools.identify(turnNumber(messages))))
  return shown
})

/** Whether the words that confirmed who the person is, in the last turn or the one before, have become others since. */
const isTakenBack = (
  messages: ReadonlyArray<SpokenMessage>,
  identifiedIn: number | undefined,
  called: Parameters<typeof identityShownBy>[1]
) => {
  if (identifiedIn === undefined || identifiedIn === 0 || turnNumber(messages) > identifiedIn + 1) return false
  const until = messages.filter((_, index) => turnNumber(messages.slice(0, index + 1)) <= identifiedIn)
  return identityShownBy(until, called) === "no"
}

/** Returns the messages from a turn of the person on: another person learns nothing of earlier ones. 0: all messages. */
const fromTurn = (messages: ReadonlyArray<ModelMessage>, turn: number): ReadonlyArray<ModelMessage> => {
  const first = messages.flatMap(({ role }, index) => (role === "user" ? [index] : []))[turn - 1]
  return first === undefined ? messages : messages.slice(first)
}

type Question = Parameters<Retriever["Service"]["retrieve"]>[0]

interface Answer {
  readonly found: ReadonlyArray<FoundChunk>
  readonly problem: string | undefined
}

/** Answers by question, cached for the call. */
type EarlierAnswers = Map<string, Answer>

/** Returns no chunks when retrieval fails or is late. */
const answersTo = Effect.fnUntraced(function* ({ retrieve }: Retriever["Service"], asked: Question, millis: number) {
  // An interrupted query may take seconds to end; the reply does not wait for it.
  const asking = yield* Effect.forkDetach(retrieve(asked))
  return yield* Fiber.join(asking).pipe(
    Effect.map((found): Answer => ({ found: found.slice(0, maxChunks), problem: undefined })),
    Effect.timeoutOrElse({ duration: millis, orElse: () => Effect.succeed(without("retrieval was late")) }),
    Effect.onExit(() => Effect.sync(() => asking.interruptUnsafe())),
    Effect.catchCause((cause) =>
      Effect.as(
        Effect.logError("Could not search a knowledge base; the reply does without", cause),
        without("retrieval failed")
      )
    )
  )
})

const without = (problem: string): Answer => ({ found: [], problem })

/** Maximum number of times that a reply calls tools. */
const maxToolRounds = 3
/** Timeout of retrieval, ms. */
const retrievalMillis = 300
/**
 * Timeout of retrieval while the line's clock is paused, ms. The person does not wait then, and
 * many calls at once, faster than people speak, may keep the database busy.
 */
const pausedRetrievalMillis = 5_000
/** Maximum number of chunks in the prompt of a reply. */
const maxChunks = 4
