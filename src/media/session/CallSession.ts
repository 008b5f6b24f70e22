import { Cause, Clock, Context, Deferred, Effect, Exit, Fiber, Layer, Queue, Stream } from "effect"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { LiveConversations } from "../../calls/conversations/LiveConversations.ts"
import { Transcripts } from "../../calls/conversations/Transcripts.ts"
import type { MediaCapabilities } from "../../carriers/MediaCodec.ts"
import { type Heard, SpeechToText } from "../../providers/contract/SpeechToText.ts"
import { type Brief, Briefs } from "../brief/Briefs.ts"
import type { Command, ConversationEvent } from "../conversation/conversation.ts"
import * as conversation from "../conversation/conversation.ts"
import { type ConversationRules, makeConversationLoop } from "../conversation/conversation-loop.ts"
import type { FixedLine } from "../conversation/fixed-lines.ts"
import { withLineClockPaused } from "../line/LineClock.ts"
import { FixedLineAudio } from "../reply/FixedLineAudio.ts"
import { Replies, type ReplyPiece } from "../reply/Replies.ts"
import { makeReplyPlayer, type ReplyHeard } from "../reply/reply-player.ts"
import { stripInvisible } from "../text/clean-text.ts"
import { makeLineListener } from "./listener.ts"
import { livePreview } from "./live-preview.ts"
import { failureOf, isAnswer, transcriptRecord } from "./transcript-record.ts"

/**
 * The line to a person who has answered. Audio is played in the order in which it is sent. No
 * method blocks.
 */
export interface CallLine {
  readonly attempt: StreamedAttempt
  readonly capabilities: MediaCapabilities
  /** Milliseconds since the stream began. */
  readonly now: () => number
  readonly send: (audio: Uint8Array) => void
  /** Sends a mark, which the carrier returns when all audio sent before was played. */
  readonly mark: (name: string) => void
  /** Drops audio that was sent but not played yet. */
  readonly clear: () => void
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
  readonly transcripts: Transcripts["Service"]
  readonly liveConversations: LiveConversations["Service"]
  /** For reads and writes of the database: the line's clock stops when the line is gone. */
  readonly wall: Clock.Clock
}

/** A command whose work runs in the session's fibers; the others are carried out at once. */
type AsyncCommand = Exclude<Command, { readonly do: "drop" | "pause" | "resume" }>

const begin = (line: CallLine, dependencies: Dependencies): SessionHandle => {
  const { attempt, now } = line
  const { briefs, fixedLines, liveConversations, replies, rules, speechToText, transcripts, wall } = dependencies
  const asyncCommands = Effect.runSync(Queue.dropping<AsyncCommand>(maxPendingCommands))
  const broken = Deferred.makeUnsafe<never>()
  let heard = false
  let optedOut = false
  let answered = false
  let crashed = false
  let lastReplies: ReadonlyArray<ReplyHeard> = []
  let filler = ""
  const generatedReplies = new Set<number>()
  let isOver = false

  const carryOut = (command: Command) => {
    switch (command.do) {
      case "drop":
        return player.drop(command.reply)
      case "pause":
        return player.pause(command.reply)
      case "resume":
        return player.resume(command.reply)
      case "think":
        generatedReplies.add(command.reply)
        player.begin(command.reply)
        break
      case "say":
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
  const player = makeReplyPlayer(line, (...events) => {
    noteAnswer(events)
    loop.dispatch(...events)
  })
  const listener = makeLineListener(now, loop.dispatch)

  const noteAnswer = (events: ReadonlyArray<ConversationEvent>) => {
    for (const event of events) {
      if (event.kind === "replyHeard" && generatedReplies.has(event.reply) && isAnswer(event.text, filler))
        answered = true
    }
  }

  const breakOff = (cause: Cause.Cause<never>) => {
    isOver = true
    Deferred.doneUnsafe(broken, Exit.failCause(cause))
  }

  /** Makes a function end the session when it throws, and do nothing once the session is over. */
  const guarded =
    <A>(act: (input: A) => void) =>
    (input: A): void => {
      if (isOver) return
      try {
        act(input)
      } catch (defect) {
        breakOff(Cause.die(defect))
      }
    }

  const onWallClock = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, Clock.Clock, wall)

  const fork = (effect: Effect.Effect<void>) =>
    Effect.forkScoped(
      Effect.catchCause(effect, (cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.sync(() => breakOff(cause))
      )
    )

  const listen = Effect.fnUntraced(
    function* ({ language }: Brief) {
      const listening = yield* speechToText.listen({ language })
      listener.open(listening.hear)
      yield* Stream.runForEach(listening.heard, (words) => Effect.sync(() => hearWords(words)))
    },
    Effect.scoped,
    Effect.catch(({ message }) => Effect.logWarning(`Speech recognition of attempt ${attempt.id} ended: ${message}`)),
    Effect.andThen(Effect.sync(() => loseRecognizer(undefined)))
  )

  const hearWords = guarded((words: Heard) => {
    const { kind } = words
    if (kind === "final") loop.dispatch({ kind, at: now(), text: stripInvisible(words.text) })
    else if (kind === "interim")
      loop.dispatch({ kind, at: now(), text: stripInvisible(words.text), stability: words.stability })
  })

  const loseRecognizer = guarded(() => {
    listener.close()
    loop.dispatch({ kind: "recognizerLost", at: now() })
  })

  const make = Effect.fnUntraced(function* (reply: number, pieces: Stream.Stream<ReplyPiece>) {
    const take = guarded((piece: ReplyPiece) => player.add(reply, piece))
    const making = Stream.runForEach(pieces, (piece) => Effect.sync(() => take(piece)))
    player.attach(reply, yield* fork(making))
  })

  const fill = Effect.fnUntraced(function* (reply: number, rendering: Rendering) {
    const take = guarded((rendered: Rendered) => {
      filler = rendered.text
      player.fill(reply, rendered)
    })
    // If the filler fails, the person waits for the reply in silence.
    const filling = Effect.ignore(Effect.map(rendering, take))
    player.attach(reply, yield* fork(filling))
  })

  const run = (command: AsyncCommand, brief: Brief, render: (fixed: FixedLine) => Rendering) => {
    switch (command.do) {
      case "say":
        return make(command.reply, replyPiecesOf(render(command.line)))
      case "think":
        return make(command.reply, replies.reply({ brief, messages: command.messages, hint: command.hint }))
      case "fill":
        return fill(command.reply, render(command.line))
      case "note heard":
        return fork(onWallClock(transcripts.noteHeard(attempt)))
      case "note opt-out":
        return fork(onWallClock(transcripts.noteOptOut(attempt)))
      case "end":
        return Effect.void
    }
  }

  const converse = Effect.gen(function* () {
    const brief = yield* withLineClockPaused(onWallClock(briefs.of(attempt)))
    if (brief === undefined) return
    yield* fork(listen(brief))
    // Render the opening now, so that it is ready when the conversation needs it.
    const opening = yield* Effect.forkScoped(fixedLines.render(brief, "opening"))
    const render = (fixed: FixedLine) => (fixed === "opening" ? Fiber.join(opening) : fixedLines.render(brief, fixed))
    yield* liveConversations.show(attempt, () => livePreview(loop.conversation(), player.heardSoFar()))
    guarded(loop.begin)({ allowInterrupts: brief.allowInterrupts, limitMillis: brief.limitMillis })
    yield* Effect.repeat(
      Effect.tap(Queue.take(asyncCommands), (command) => run(command, brief, render)),
      { while: (command) => command.do !== "end" }
    )
  })

  // Runs at once, before the line's time moves on from the end of the call.
  const endConversation = Effect.sync(() => loop.end(now())).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError(`Could not end the conversation of attempt ${attempt.id}; its last words are lost`, defect)
    ),
    Effect.andThen(
      Effect.sync(() => {
        isOver = true
        lastReplies = player.close()
        noteAnswer(lastReplies)
      })
    )
  )

  const saveTranscript = (beganAt: number) =>
    Effect.suspend(() => {
      const facts = { conversation: loop.conversation(), lastReplies, heard, optedOut, answered, crashed, beganAt }
      const failure = failureOf(facts)
      return Effect.andThen(
        failure === undefined
          ? Effect.void
          : Effect.logWarning(`The conversation of attempt ${attempt.id} failed: ${failure}`),
        onWallClock(transcripts.end(attempt, transcriptRecord(facts)))
      )
    })

  return {
    hear: guarded((audio) => {
      listener.hear(audio)
      loop.tick(now())
    }),
    press: guarded((digit) => loop.dispatch({ kind: "pressed", at: now(), digit })),
    reachMark: guarded(player.reachMark),
    tick: guarded((time) => {
      player.tick(time)
      loop.tick(now())
    }),
    run: Effect.flatMap(Clock.currentTimeMillis, (time) =>
      Effect.raceFirst(converse, Deferred.await(broken)).pipe(
        Effect.tapDefect(() =>
          Effect.sync(() => {
            crashed = true
          })
        ),
        Effect.ensuring(endConversation),
        Effect.scoped,
        Effect.ensuring(saveTranscript(time - now()))
      )
    )
  }
}

type Rendering = ReturnType<FixedLineAudio["Service"]["render"]>
type Rendered = Effect.Success<Rendering>

/** Returns the pieces of a reply that is a fixed line. */
const replyPiecesOf = (rendering: Rendering): Stream.Stream<ReplyPiece> =>
  Stream.fromIterableEffect(
    Effect.match(rendering, {
      onFailure: ({ message }): ReadonlyArray<ReplyPiece> => [{ kind: "failed", reason: message }],
      onSuccess: ({ audio, text }): ReadonlyArray<ReplyPiece> => [
        { kind: "sentence", text },
        { kind: "audio", audio },
        { kind: "complete", endsCall: false, text }
      ]
    })
  )

// Maximum number of pending commands; only a defect in the conversation can exceed it.
const maxPendingCommands = 64
