import { Cause, Clock, Context, Deferred, Effect, Exit, Fiber, Layer, Option, Queue, Stream } from "effect"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { LiveConversations } from "../../calls/conversations/LiveConversations.ts"
import { Transcripts } from "../../calls/conversations/Transcripts.ts"
import { makeUsageTally } from "../../domain/costs/usage-tally.ts"
import { CurrentVendorSpeeds, type VendorSpeeds } from "../../providers/circuit/vendor-speeds.ts"
import { CurrentUsageMeter } from "../../providers/contract/CurrentUsageMeter.ts"
import { type Heard, type ListenOptions, SpeechToText } from "../../providers/contract/SpeechToText.ts"
import { earsForReplay } from "../../providers/usual-speech.ts"
import { type Brief, Briefs } from "../brief/Briefs.ts"
import type { Command, Conversation, ConversationSettings } from "../conversation/conversation.ts"
import * as conversation from "../conversation/conversation.ts"
import { type ConversationRules, makeConversationLoop } from "../conversation/conversation-loop.ts"
import { awaitsBeep } from "../conversation/conversation-machines.ts"
import type { FixedLine } from "../fixed-lines/fixed-lines.ts"
import { makeLineListener, type Unheard } from "../hearing/line-listener.ts"
import { listenOptions } from "../hearing/listen-options.ts"
import { withLineClockPaused } from "../line/LineClock.ts"
import { providerFailure } from "../line/provider-stream.ts"
import type { RecordingDecision } from "../line/recorder.ts"
import { pauseBeforeRetry } from "../line/retry-pause.ts"
import { FixedLineAudio } from "../reply/FixedLineAudio.ts"
import { fixedLinePieces } from "../reply/fixed-line-pieces.ts"
import { Replies, type ReplyPiece } from "../reply/Replies.ts"
import { makeReplyPlayer, type ReplyHeard } from "../reply/reply-player.ts"
import { stripInvisible } from "../text/clean-text.ts"
import { CallTools, type ToolsOfCall } from "../tools/CallTools.ts"
import { Handovers } from "../transfer/Handovers.ts"
import { catchUp } from "./catch-up.ts"
import { afterEarlierPart, type ConversationSoFar } from "./earlier-part.ts"
import { handOver, transferFailedLine } from "./handing-over.ts"
import { livePreview } from "./live-preview.ts"
import { begunMessageOf, machineRulesOf } from "./machine-record.ts"
import { makePreparations } from "./preparations.ts"
import { recordsOf, type Trial } from "./session-records.ts"
import { makeSilentEars } from "./silent-ears.ts"
import { makeSpokenLanguage } from "./spoken-language.ts"
import { failureOf, transcriptRecord, turnsOf } from "./transcript-record.ts"

/**
 * The line to a person who has answered. Audio is played in the order in which it is sent. No
 * method blocks.
 */
export interface CallLine {
  readonly attempt: StreamedAttempt
  /** Milliseconds since the stream began. */
  readonly now: () => number
  readonly send: (audio: Uint8Array) => void
  /** Sends a mark, which the carrier returns when all audio sent before was played. */
  readonly mark: (name: string) => void
  /** Drops audio that was sent but not played yet. */
  readonly clear: () => void
  /** Notes a sentence of the agent as its audio is about to be sent. */
  readonly sentence?: (text: string) => void
  /** Decides about the recording of the call, which keeps what came before the first decision. */
  readonly record?: (decision: RecordingDecision) => void
  /** The audio of the line is its clock, as on the simulated one. */
  readonly isTimedByAudio?: boolean
  /** Set when there is no call: a person tries a flow. */
  readonly trial?: Trial
}

/** The running session of a line. All functions but `run` are synchronous, so they must be quick. */
export interface SessionHandle {
  /** Receives the person's audio, in order and without gaps. */
  readonly hear: (audio: Uint8Array) => void
  readonly press: (digit: string) => void
  readonly reachMark: (name: string) => void
  /** Receives the line's time, ms; called about every 20 ms. */
  readonly tick: (now: number) => void
  /**
   * Runs the conversation on the line's clock. Ends with the call; the caller interrupts it when
   * the line is gone.
   */
  readonly run: Effect.Effect<void>
  /**
   * Recognizes the words that no recognizer has heard yet, for ten seconds at most, and saves the conversation, if the
   * database was away until now, and an opt-out by a key pressed since. To be run once the call was hung up.
   */
  readonly finish: Effect.Effect<void>
}

/** Holds the conversation of one call with a person. */
export class CallSession extends Context.Service<CallSession, { readonly begin: (line: CallLine) => SessionHandle }>()(
  "carillon/media/CallSession"
) {
  static readonly layerWith = (rules: ConversationRules) =>
    Layer.effect(
      CallSession,
      Effect.gen(function* () {
        const dependencies: Dependencies = {
          rules,
          briefs: yield* Briefs,
          fixedLines: yield* FixedLineAudio,
          replies: yield* Replies,
          speechToText: yield* SpeechToText,
          speeds: yield* CurrentVendorSpeeds,
          callTools: yield* CallTools,
          handovers: yield* Handovers,
          transcripts: yield* Transcripts,
          liveConversations: yield* LiveConversations,
          wall: yield* Clock.Clock
        }
        return CallSession.of({ begin: (line) => begin(line, dependencies) })
      })
    )

  static readonly layer = CallSession.layerWith(conversation)
}

interface Dependencies {
  readonly rules: ConversationRules
  readonly briefs: Briefs["Service"]
  readonly fixedLines: FixedLineAudio["Service"]
  readonly replies: Replies["Service"]
  readonly speechToText: SpeechToText["Service"]
  readonly speeds: VendorSpeeds
  readonly callTools: CallTools["Service"]
  readonly handovers: Handovers["Service"]
  readonly transcripts: Transcripts["Service"]
  readonly liveConversations: LiveConversations["Service"]
  /** For reads and writes of the database: the line's clock stops when the line is gone. */
  readonly wall: Clock.Clock
}

/** A command whose work runs in the session's fibers; the others are carried out at once. */
type AsyncCommand = Exclude<Command, { readonly do: "drop" | "finish filler" | "note consent" | "pause" | "resume" }>

const begin = (line: CallLine, dependencies: Dependencies): SessionHandle => {
  const { attempt, now } = line
  const { fixedLines, replies, rules, wall } = dependencies
  const records = recordsOf(line.attempt, line.trial, dependencies)
  const speechToText = line.trial?.hearing(dependencies.speechToText) ?? dependencies.speechToText
  const asyncCommands = Effect.runSync(Queue.dropping<AsyncCommand>(maxPendingCommands))
  /** Why the recognizer is connected anew, or another one in its place: the language, or a voice without any word. */
  const earChanges = Effect.runSync(Queue.sliding<"language" | "no words">(1))
  const broken = Deferred.makeUnsafe<never>()
  let heard = false
  let optedOut = false
  let savedOptOut = false
  let crashed = false
  let lastReplies: ReadonlyArray<ReplyHeard> = []
  let isOver = false
  /** Whether the recognizer is away. */
  let isDeaf = false
  /** The recognizer was away, or the line was gone before it could finish. */
  let mayHaveMissedWords = false
  /** The recognizers for the call: the current one, and then those that take its place. */
  let ears: Brief["ears"] = []
  /** The current recognizer has reported something. */
  let hasHeard = false
  let connectedAt = 0
  /** When the first voice began since the recognizer last reported something. */
  let unansweredSince: number | undefined
  const silentEars = makeSilentEars(dependencies.speeds)
  const usage = makeUsageTally()
  const preparations = makePreparations(usage)
  let brief: Brief | undefined
  let tools: ToolsOfCall | undefined
  let spokenLanguage: ReturnType<typeof makeSpokenLanguage> | undefined
  let unheard: Unheard | undefined
  let beganAt = 0
  let before: ConversationSoFar | undefined

  const carryOut = (command: Command) => {
    switch (command.do) {
      case "drop":
        return player.drop(command.reply)
      case "finish filler":
        return player.finishFiller(command.reply)
      case "pause":
        return player.pause(command.reply)
      case "resume":
        return player.resume(command.reply)
      case "note consent":
        return line.record?.(command.consent)
      case "think":
      case "say":
        if (command.do === "say" && command.line === "ask to repeat" && unansweredSince !== undefined && !isDeaf)
          Queue.offerUnsafe(earChanges, "no words")
        player.begin(command.reply)
        break
      case "note heard":
        heard = true
        break
      case "note opt-out":
        optedOut = true
    }
    if (!Queue.offerUnsafe(asyncCommands, command)) breakOff(Cause.die(new Error("Too many commands are pending")))
  }

  const loop = makeConversationLoop(rules, carryOut)
  const player = makeReplyPlayer(line, loop.dispatch)
  const listener = makeLineListener(now, (event) => {
    if (event.kind === "voice" && event.change === "began") unansweredSince ??= event.at
    loop.dispatch(event)
  })

  const breakOff = (cause: Cause.Cause<never>) => {
    isOver = true
    Deferred.doneUnsafe(broken, Exit.failCause(cause))
  }

  /** Makes a function end the session when it throws, and do nothing once the session is over. */
  const guarded =
    <A>(act: (input: A) => void, isHeeded = () => !isOver) =>
    (input: A): void => {
      if (!isHeeded()) return
      try {
        act(input)
      } catch (defect) {
        breakOff(Cause.die(defect))
      }
    }

  const metered = Effect.provideService(CurrentUsageMeter, usage.meter("conversation"))

  const onWallClock = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, Clock.Clock, wall)

  const fork = (effect: Effect.Effect<void>) =>
    Effect.forkScoped(
      Effect.catchCause(effect, (cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.sync(() => breakOff(cause))
      )
    )

  // Replaces a recognizer that fails by the next one, again and again until the call is over, unless no retry can help.
  const listen = Effect.fnUntraced(function* (brief: Brief) {
    ears = brief.ears
    /** Number of recognizers at the end of the list that have failed since one was heard. */
    let tried = 0
    // A profile that permits only the vendors that it lists may have none for the language.
    if (ears.length === 0) return loseRecognizer("recognizerLost")
    while (true) {
      const [ear] = ears
      hasHeard = false
      const failure = yield* Effect.raceFirst(
        Effect.flip(listenOnce(listenOptions(spokenLanguage?.current() ?? brief, ear))),
        Queue.take(earChanges)
      )
      if (typeof failure === "string") {
        // The next one hears what this one has not finished.
        listener.close()
        const { ears: ofLanguage } = spokenLanguage?.current() ?? brief
        if (failure === "no words") {
          silentEars.suspect(ear)
          ears = currentLast(ears)
          yield* Effect.logWarning(
            `Speech recognition of attempt ${attempt.id} reports nothing about a voice; another recognizer hears it`
          )
        } else if (ofLanguage.length > 0) ears = ofLanguage
        continue
      }
      if (isSilent()) silentEars.suspect(ear)
      // Reorders the recognizers only after one that has begun to hear. While several are away none has, and each of the
      // others has its turn.
      const isSpeechMissed = hasHeard && listener.unheard().pieces.length > 0
      const others = isSpeechMissed ? earsForReplay(ears.slice(1)) : ears.slice(1)
      ears = failure.retryable && ear !== undefined ? [...others, ear] : others
      tried = (hasHeard ? 0 : tried) + (failure.retryable ? 1 : 0)
      const isLost = ears.length === 0
      const next = isLost ? "no recognizer hears the rest of the call" : "reconnecting"
      if (!isDeaf)
        yield* Effect.logWarning(`Speech recognition of attempt ${attempt.id} ended; ${next}: ${failure.message}`)
      loseRecognizer(isLost ? "recognizerLost" : "recognizerAway")
      if (isLost) return
      // Each of the others is tried at once, and only then the first one again.
      if (tried >= ears.length) yield* Effect.flatMap(pauseBeforeRetry(failure), Effect.sleep)
    }
  })

  const listenOnce = Effect.fnUntraced(function* (what: ListenOptions) {
    const listening = yield* speechToText.listen(what)
    listener.open(listening.hear)
    connectedAt = now()
    // A person who is silent gets no result, so a recognizer that stays counts as back.
    yield* Effect.forkScoped(
      Effect.andThen(
        Effect.sleep(stayingMillis),
        Effect.sync(() => regainRecognizer(undefined))
      )
    )
    yield* Stream.runForEach(listening.heard, (words) => Effect.sync(() => hearWords(words)))
    return yield* Effect.fail(providerFailure("speech recognition", "the stream ended"))
  }, Effect.scoped)

  /** Whether the recognizer has had the time to report something about a voice. */
  const isSilent = () =>
    unansweredSince !== undefined && now() - Math.max(unansweredSince, connectedAt) >= silentEarMillis

  /** Switches the language for the model. */
  const switchLanguage = (language: string) => {
    const before = spokenLanguage?.current()
    const chosen = spokenLanguage?.choose(language)
    if (chosen !== undefined && chosen !== before) Queue.offerUnsafe(earChanges, "language")
    return chosen
  }

  const hearWords = guarded((words: Heard) => {
    hasHeard = true
    unansweredSince = undefined
    if (words.kind === "turnEnded" || words.kind === "turnMayEnd" || words.kind === "turnResumed") {
      if (!listener.isReplayed(words.atMillis)) loop.dispatch({ kind: words.kind, at: now() })
      return
    }
    if (words.kind !== "final" && words.kind !== "interim") return
    regainRecognizer(undefined)
    const isFinal = words.kind === "final"
    const replayed = listener.isReplayed(isFinal ? words.untilMillis : words.atMillis) && { isReplayed: true as const }
    const text = stripInvisible(words.text)
    if (!isFinal) return loop.dispatch({ kind: "interim", at: now(), text, stability: words.stability, ...replayed })
    listener.noteFinal(words.untilMillis)
    silentEars.noteWords(ears[0], replayed !== false)
    if (spokenLanguage?.hear(text, words.language)) Queue.offerUnsafe(earChanges, "language")
    loop.dispatch({ kind: "final", at: now(), text, ...replayed })
  })

  const loseRecognizer = guarded((kind: "recognizerAway" | "recognizerLost") => {
    listener.close()
    if (isDeaf && kind === "recognizerAway") return
    isDeaf = true
    mayHaveMissedWords = true
    loop.dispatch({ kind, at: now() })
  })

  const regainRecognizer = guarded(() => {
    if (!isDeaf) return
    isDeaf = false
    loop.dispatch({ kind: "recognizerBack", at: now() })
  })

  const make = Effect.fnUntraced(function* (reply: number, pieces: Stream.Stream<ReplyPiece>) {
    const take = guarded((piece: ReplyPiece) => player.add(reply, piece))
    const making = Stream.runForEach(pieces, (piece) => Effect.sync(() => take(piece)))
    player.attach(reply, yield* fork(making))
  })

  // The whole call has the same tools, whatever language its replies have.
  const toolsIn = (brief: Brief) => (tools ??= dependencies.callTools.begin(attempt, brief, line.trial !== undefined))

  const prepare = ({ messages, preparation }: Extract<Command, { readonly do: "prepare" }>, brief: Brief) =>
    preparations.begin(preparation, brief, (isKept) =>
      replies.reply({ brief, messages, hint: null, tools: toolsIn(brief), switchLanguage, isKept })
    )

  const think = Effect.fnUntraced(function* (
    { hint, messages, preparation, reply }: Extract<Command, { readonly do: "think" }>,
    brief: Brief
  ) {
    yield* toolsIn(brief).withdrawTransfer
    const pieces = yield* preparations.take(preparation, brief)
    yield* make(reply, pieces ?? replies.reply({ brief, messages, hint, tools: toolsIn(brief), switchLanguage }))
  })

  const fill = Effect.fnUntraced(function* (reply: number, rendering: Rendering) {
    const take = guarded((rendered: Rendered) => player.fill(reply, rendered))
    // If the filler fails, the person waits for the reply in silence.
    const filling = Effect.ignore(Effect.map(rendering, take))
    player.attach(reply, yield* fork(filling))
  })

  // Stored before the first sound of the message.
  const noteMessage = Effect.suspend(() =>
    withLineClockPaused(onWallClock(records.noteMessage(begunMessageOf(loop.conversation(), brief?.machines ?? null))))
  )

  const isGoingOn = () => {
    const { ending, phase } = loop.conversation() ?? {}
    return ending === undefined && phase !== "ended"
  }

  const run = (command: AsyncCommand, brief: Brief, render: (fixed: FixedLine) => Rendering) => {
    switch (command.do) {
      case "say": {
        const pieces = fixedLinePieces(render(command.line), fixedLines.render(brief, command.line))
        return make(command.reply, command.line === "message" ? Stream.unwrap(Effect.as(noteMessage, pieces)) : pieces)
      }
      case "think":
        return think(command, brief)
      case "prepare":
        return prepare(command, brief)
      case "discard":
        return preparations.discard(command.preparation)
      case "fill":
        return fill(command.reply, render(command.line))
      case "hand over":
        return fork(
          handOver(
            dependencies.handovers,
            { attempt, brief, tools: toolsIn(brief) },
            (event) => loop.dispatch(event),
            now,
            isGoingOn
          )
        )
      case "note heard":
        return fork(onWallClock(records.noteHeard))
      case "note opt-out":
        return fork(onWallClock(records.noteOptOut))
      case "end":
        return Effect.void
    }
  }

  const readBrief = Effect.gen(function* () {
    const found = yield* withLineClockPaused(onWallClock(records.brief))
    line.record?.(found === undefined ? "never" : recordingAtFirst[found.recording])
    if (found !== undefined) before = yield* withLineClockPaused(onWallClock(records.before))
    brief = found
    return found
  })

  const converse = Effect.gen(function* () {
    const reading = yield* Effect.forkDetach(readBrief)
    // Awaited when the line is gone, too: a key that was pressed until then, or a word, may be an opt-out.
    const awaited = Effect.andThen(Effect.timeoutOption(Fiber.await(reading), longestReading), Fiber.interrupt(reading))
    const found = yield* Effect.onInterrupt(Fiber.join(reading), () => onWallClock(awaited))
    if (found !== undefined) yield* converseBy(found)
  })

  const settingsOf = (brief: Brief) => {
    const { allowInterrupts, languages, limitMillis, optOutKey } = brief
    const isTyped = line.trial?.isTyped() === true
    const resumes = before && {
      transcript: before.transcript,
      line: transferFailedLine(brief),
      isRecorded: before.isRecorded
    }
    const asksConsent = brief.recording === "AFTER_CONSENT" && resumes === undefined
    const settings = { allowInterrupts, languages, limitMillis, optOutKey }
    const machines = machineRulesOf(brief.machines, brief.keys)
    return {
      ...settings,
      ...(asksConsent && { asksConsent }),
      ...(brief.identity !== null && { asksIdentity: true }),
      ...(isTyped && { isTyped }),
      ...(resumes && { resumes }),
      ...(machines !== undefined && { machines })
    } satisfies ConversationSettings
  }

  const expectMachines = Effect.suspend(() => {
    listener.listenForBeeps(() => {
      const conversation = loop.conversation()
      return conversation !== undefined && awaitsBeep(conversation)
    })
    const noteMachine = guarded(() => loop.dispatch({ kind: "machine", at: now() }))
    return fork(Effect.map(onWallClock(records.awaitMachine), () => noteMachine(undefined)))
  })

  const converseBy = Effect.fnUntraced(function* (brief: Brief) {
    const language = makeSpokenLanguage(brief)
    spokenLanguage = language
    const spokenBefore = before?.turns.findLast(({ language }) => language !== null)?.language
    if (spokenBefore) language.choose(spokenBefore)
    yield* fork(listen(language.current()))
    // Render the opening now, so that it is ready when the conversation needs it.
    const opening = yield* Effect.forkScoped(fixedLines.render(brief, "opening"))
    const render = (fixed: FixedLine) =>
      fixed === "opening" ? Fiber.join(opening) : fixedLines.render(language.current(), fixed)
    yield* records.show({
      phase: () => loop.conversation()?.phase ?? "greeting",
      lines: () => livePreview(loop.conversation(), player.heardSoFar()),
      turns: () => turnsOf(loop.conversation(), beganAt)
    })
    const settings = settingsOf(brief)
    // Rendered ahead, like the opening that it follows.
    if (settings.asksConsent) yield* Effect.forkScoped(Effect.ignore(fixedLines.render(brief, "may record")))
    if (settings.machines !== undefined) yield* expectMachines
    guarded(loop.begin)(settings)
    yield* Effect.repeat(
      Effect.tap(Queue.take(asyncCommands), (command) => run(command, language.current(), render)),
      { while: (command) => command.do !== "end" }
    )
  })

  // A trial keeps no words. A transfer has waited for the last ones, and reads them if no target takes the call.
  const mayHangUpAmidWords = (conversation: Conversation | undefined) =>
    line.trial === undefined && conversation?.phase !== "ended" && conversation?.handingOverSince === undefined

  // Runs at once, before the line's time moves on from the end of the call.
  const endConversation = Effect.sync(() => {
    // The line was gone before the conversation could begin: only what the person did until then counts.
    if (brief !== undefined && loop.conversation() === undefined) loop.begin(settingsOf(brief))
    if (mayHangUpAmidWords(loop.conversation())) mayHaveMissedWords = true
    loop.end(now())
  }).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError(`Could not end the conversation of attempt ${attempt.id}; its last words are lost`, defect)
    ),
    Effect.andThen(
      Effect.sync(() => {
        isOver = true
        lastReplies = player.close()
        if (mayHaveMissedWords) unheard = listener.unheard()
        if (isSilent()) silentEars.suspect(ears[0])
      })
    )
  )

  const record = () => {
    const machines = brief?.machines ?? null
    const facts = { conversation: loop.conversation(), lastReplies, heard, optedOut, crashed, beganAt, machines }
    return afterEarlierPart(transcriptRecord(facts), before)
  }

  const saveTranscript = Effect.suspend(() => {
    savedOptOut = optedOut
    const failure = failureOf({ conversation: loop.conversation(), crashed })
    return Effect.andThen(
      failure === undefined
        ? Effect.void
        : Effect.logWarning(`The conversation of attempt ${attempt.id} failed: ${failure}`),
      onWallClock(records.end(record(), usage.usage()))
    )
  })

  // The node may die before the last words are recognized.
  const saveBeforeCatchUp = Effect.suspend(() => onWallClock(records.noteCatchUp(record(), usage.usage())))

  let saveTheRest: Effect.Effect<void> = Effect.void

  // The call is not kept up for as long as the database is away.
  const saveInTime = Effect.gen(function* () {
    const saving = Fiber.join(yield* Effect.forkDetach(saveTranscript))
    if (Option.isSome(yield* Effect.timeoutOption(saving, longestSaving))) return
    yield* Effect.logWarning(
      `Could not store the conversation of attempt ${attempt.id} yet; trying again after the call`
    )
    saveTheRest = Effect.catchCause(saving, (cause) =>
      Effect.logError(`Could not store the conversation of attempt ${attempt.id}; it is lost`, cause)
    )
  }).pipe(onWallClock)

  const saveLateOptOut = Effect.suspend(() =>
    optedOut && !savedOptOut ? onWallClock(records.noteOptOut) : Effect.void
  )

  const hasMissedWords = () => brief !== undefined && unheard !== undefined && unheard.pieces.length > 0

  const earsOfTheRest = (brief: Brief) => {
    if (ears.length === 0) return earsForReplay(brief.ears)
    return silentEars.last(hasHeard ? earsForReplay(ears) : currentLast(ears))
  }

  // Not on the line's clock, which has stopped with the line.
  const hearTheRest = Effect.suspend(() =>
    brief === undefined || unheard === undefined
      ? Effect.void
      : catchUp(speechToText, { ...brief, ears: earsOfTheRest(brief) }, unheard, ({ text, untilMillis }, ear) => {
          const spokenUntil = listener.timeOfUnheard(untilMillis)
          silentEars.noteWords(ear, now() - spokenUntil >= silentEarMillis)
          loop.dispatch({ kind: "final", at: now(), text: stripInvisible(text), spokenUntil })
        })
  ).pipe(
    onWallClock,
    Effect.catchCause((cause) =>
      Effect.logError(`Could not recognize the last words of attempt ${attempt.id}; they are lost`, cause)
    )
  )

  return {
    hear: guarded((audio) => {
      listener.hear(audio)
      loop.tick(now())
    }),
    press: guarded(
      (digit) => loop.dispatch({ kind: "pressed", at: now(), digit }),
      () => !isOver || loop.conversation()?.phase === "ended"
    ),
    reachMark: guarded(player.reachMark),
    tick: guarded((time) => {
      player.tick(time)
      loop.tick(now())
    }),
    run: Effect.flatMap(Clock.currentTimeMillis, (time) => {
      beganAt = time - now()
      return Effect.raceFirst(converse, Deferred.await(broken)).pipe(
        metered,
        Effect.tapDefect(() =>
          Effect.sync(() => {
            crashed = true
          })
        ),
        Effect.ensuring(endConversation),
        Effect.scoped,
        Effect.ensuring(Effect.suspend(() => (hasMissedWords() ? saveBeforeCatchUp : saveInTime)))
      )
    }),
    finish: Effect.suspend(() =>
      hasMissedWords() ? Effect.ensuring(Effect.interruptible(metered(hearTheRest)), saveTranscript) : saveTheRest
    ).pipe(Effect.andThen(saveLateOptOut))
  }
}

/** The order of recognizers when the current one has reported nothing about a voice: it may be one that never does. */
const currentLast = (ears: Brief["ears"]): Brief["ears"] => [...earsForReplay(ears.slice(1)), ...ears.slice(0, 1)]

const recordingAtFirst = { ON: "begin", AFTER_CONSENT: "wait", OFF: "never" } as const

type Rendering = ReturnType<FixedLineAudio["Service"]["render"]>
type Rendered = Effect.Success<Rendering>

/** Maximum time in which the brief is still read when the line is gone: more than its data takes from an organization. */
const longestReading = "4 seconds"

/** Maximum time for which a call waits until its conversation is stored. */
const longestSaving = "10 seconds"

// Time in which a recognizer that works reports something about a voice, ms.
const silentEarMillis = 5_000

// Time after which a recognizer without a result counts as connected, ms.
const stayingMillis = 1_500

// Maximum number of pending commands; only a defect in the conversation can exceed it.
const maxPendingCommands = 64
