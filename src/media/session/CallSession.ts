import { Cause, Clock, Context, Deferred, Effect, Exit, Fiber, Layer, Queue, Stream } from "effect"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { LiveConversations } from "../../calls/conversations/LiveConversations.ts"
import { Transcripts } from "../../calls/conversations/Transcripts.ts"
import type { MediaCapabilities } from "../../carriers/MediaCodec.ts"
import { type Heard, SpeechToText } from "../../providers/contract/SpeechToText.ts"
import { Briefs } from "../brief/Briefs.ts"
import type { Brief } from "../brief/call-brief.ts"
import type { Command, ConversationEvent, ConversationSettings } from "../conversation/conversation.ts"
import * as conversation from "../conversation/conversation.ts"
import { type ConversationRules, makeConversationLoop } from "../conversation/conversation-loop.ts"
import type { FixedLine } from "../conversation/fixed-lines.ts"
import { whileLineIsHeld } from "../line/LineClock.ts"
import { FixedLines } from "../reply/FixedLines.ts"
import { Replies, type ReplyPiece } from "../reply/Replies.ts"
import { makeReplyPlayer, type ReplyHeard } from "../reply/reply-player.ts"
import { speakable } from "../text/clean-text.ts"
import { makeEars } from "./listener.ts"
import { sayingOf } from "./live-preview.ts"
import { failureOf, isAnswer, talkRecord } from "./transcript-record.ts"

/** The line to a person who has picked up. What is sent is played in order; none of it waits. */
export interface CallLine {
  readonly attempt: StreamedAttempt
  readonly capabilities: MediaCapabilities
  /** Milliseconds since the stream began. */
  readonly now: () => number
  readonly send: (audio: Uint8Array) => void
  /** The carrier says this name when all that was sent before has been played. */
  readonly mark: (name: string) => void
  /** Drops what was sent and not played yet. */
  readonly clear: () => void
}

/** What is done with a line. All but `run` is asked at once, so it must be quick. */
export interface Talk {
  /** All that the person says, in order and without a gap. */
  readonly hear: (audio: Uint8Array) => void
  readonly press: (digit: string) => void
  readonly reachMark: (name: string) => void
  /** So much of the line's time has passed: about every 20 ms. */
  readonly tick: (now: number) => void
  /** The call is over when it ends; it is interrupted when the line is gone. Its clock is the line's. */
  readonly run: Effect.Effect<void>
}

/** Talks with a person. */
export class CallSession extends Context.Service<CallSession, { readonly begin: (line: CallLine) => Talk }>()(
  "carillon/media/CallSession"
) {
  static readonly layerWith = (manner: Manner, rules: ConversationRules = conversation) =>
    Layer.effect(
      CallSession,
      Effect.gen(function* () {
        const given: Given = {
          manner,
          rules,
          briefs: yield* Briefs,
          fixedLines: yield* FixedLines,
          replies: yield* Replies,
          speechToText: yield* SpeechToText,
          talks: yield* Transcripts,
          liveTalks: yield* LiveConversations,
          wall: yield* Clock.Clock
        }
        return CallSession.of({ begin: (line) => begin(line, given) })
      })
    )

  static readonly layer = CallSession.layerWith({})
}

/** The same for all talks. */
type Manner = Pick<ConversationSettings, "minimumSilenceMillis">

interface Given {
  readonly manner: Manner
  readonly rules: ConversationRules
  readonly briefs: Briefs["Service"]
  readonly fixedLines: FixedLines["Service"]
  readonly replies: Replies["Service"]
  readonly speechToText: SpeechToText["Service"]
  readonly talks: Transcripts["Service"]
  readonly liveTalks: LiveConversations["Service"]
  /** For what is read and kept: the line's time stands still when the line is gone. */
  readonly wall: Clock.Clock
}

/** What takes time. */
type Errand = Exclude<Command, { readonly do: "drop" | "pause" | "resume" }>

const begin = (line: CallLine, given: Given): Talk => {
  const { attempt, now } = line
  const { briefs, fixedLines, liveTalks, manner, replies, rules, speechToText, talks, wall } = given
  const errands = Effect.runSync(Queue.dropping<Errand>(mostErrands))
  const broken = Deferred.makeUnsafe<never>()
  let heard = false
  let optedOut = false
  let answered = false
  let broke = false
  let lastSaid: ReadonlyArray<ReplyHeard> = []
  let filler = ""
  const thoughts = new Set<number>()
  let isOver = false

  const carryOut = (command: Command) => {
    switch (command.do) {
      case "drop":
        return mouth.drop(command.reply)
      case "pause":
        return mouth.pause(command.reply)
      case "resume":
        return mouth.resume(command.reply)
      case "think":
        thoughts.add(command.reply)
        mouth.begin(command.reply)
        break
      case "say":
        mouth.begin(command.reply)
        break
      case "note heard":
        heard = true
        break
      case "note opt-out":
        optedOut = true
    }
    if (!Queue.offerUnsafe(errands, command)) breakOff(Cause.die(new Error("More is asked for than can be done")))
  }

  const loop = makeConversationLoop(rules, carryOut)
  const mouth = makeReplyPlayer(line, (...events) => {
    noteAnswer(events)
    loop.tell(...events)
  })
  const ears = makeEars(now, loop.tell)

  const noteAnswer = (events: ReadonlyArray<ConversationEvent>) => {
    for (const event of events) {
      if (event.kind === "said" && thoughts.has(event.reply) && isAnswer(event.text, filler)) answered = true
    }
  }

  const breakOff = (cause: Cause.Cause<never>) => {
    isOver = true
    Deferred.doneUnsafe(broken, Exit.failCause(cause))
  }

  /** Whatever has a fault is not touched again. */
  const guarded =
    <A>(act: (about: A) => void) =>
    (about: A): void => {
      if (isOver) return
      try {
        act(about)
      } catch (defect) {
        breakOff(Cause.die(defect))
      }
    }

  const onWall = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, Clock.Clock, wall)

  const fork = (effect: Effect.Effect<void>) =>
    Effect.forkScoped(
      Effect.catchCause(effect, (cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.sync(() => breakOff(cause))
      )
    )

  const listen = Effect.fnUntraced(
    function* ({ language }: Brief) {
      const listening = yield* speechToText.listen({ language })
      ears.open(listening.hear)
      yield* Stream.runForEach(listening.heard, (words) => Effect.sync(() => understand(words)))
    },
    Effect.scoped,
    Effect.catch(({ message }) => Effect.logWarning(`Attempt ${attempt.id} is not heard any more: ${message}`)),
    Effect.andThen(Effect.sync(() => loseEars(undefined)))
  )

  const understand = guarded((words: Heard) => {
    const { kind } = words
    if (kind === "final") loop.tell({ kind, at: now(), text: speakable(words.text) })
    else if (kind === "interim") loop.tell({ kind, at: now(), text: speakable(words.text), stability: words.stability })
  })

  const loseEars = guarded(() => {
    ears.close()
    loop.tell({ kind: "earsLost", at: now() })
  })

  const make = Effect.fnUntraced(function* (reply: number, pieces: Stream.Stream<ReplyPiece>) {
    const take = guarded((piece: ReplyPiece) => mouth.take(reply, piece))
    const making = Stream.runForEach(pieces, (piece) => Effect.sync(() => take(piece)))
    mouth.madeBy(reply, yield* fork(making))
  })

  const fill = Effect.fnUntraced(function* (reply: number, rendering: Rendering) {
    const take = guarded((rendered: Rendered) => {
      filler = rendered.text
      mouth.fill(reply, rendered)
    })
    // Without it, the reply is only waited for.
    const filling = Effect.ignore(Effect.map(rendering, take))
    mouth.madeBy(reply, yield* fork(filling))
  })

  const run = (errand: Errand, brief: Brief, render: (fixed: FixedLine) => Rendering) => {
    switch (errand.do) {
      case "say":
        return make(errand.reply, piecesOf(render(errand.line)))
      case "think":
        return make(errand.reply, replies.reply({ brief, messages: errand.messages, hint: errand.hint }))
      case "fill":
        return fill(errand.reply, render(errand.line))
      case "note heard":
        return fork(onWall(talks.noteHeard(attempt)))
      case "note opt-out":
        return fork(onWall(talks.noteOptOut(attempt)))
      case "end":
        return Effect.void
    }
  }

  const converse = Effect.gen(function* () {
    const brief = yield* whileLineIsHeld(onWall(briefs.of(attempt)))
    if (brief === undefined) return
    yield* fork(listen(brief))
    // It is said in a moment, and should be there by then.
    const opening = yield* Effect.forkScoped(fixedLines.render(brief, "opening"))
    const render = (fixed: FixedLine) => (fixed === "opening" ? Fiber.join(opening) : fixedLines.render(brief, fixed))
    yield* liveTalks.show(attempt, () => sayingOf(loop.conversation(), mouth.saying()))
    guarded(loop.begin)({ ...manner, allowInterrupts: brief.allowInterrupts, limitMillis: brief.limitMillis })
    yield* Effect.repeat(
      Effect.tap(Queue.take(errands), (errand) => run(errand, brief, render)),
      { while: (errand) => errand.do !== "end" }
    )
  })

  // At once, while the line's time is that of its end.
  const settle = Effect.sync(() => loop.end(now())).pipe(
    Effect.catchDefect((defect) => Effect.logError(`The last words of attempt ${attempt.id} are lost`, defect)),
    Effect.andThen(
      Effect.sync(() => {
        isOver = true
        lastSaid = mouth.close()
        noteAnswer(lastSaid)
      })
    )
  )

  const keep = (beganAt: number) =>
    Effect.suspend(() => {
      const talked = { conversation: loop.conversation(), lastSaid, heard, optedOut, answered, broke, beganAt }
      const failure = failureOf(talked)
      return Effect.andThen(
        failure === undefined
          ? Effect.void
          : Effect.logWarning(`The talk of attempt ${attempt.id} has failed: ${failure}`),
        onWall(talks.end(attempt, talkRecord(talked)))
      )
    })

  return {
    hear: guarded((audio) => {
      ears.hear(audio)
      loop.tellTime(now())
    }),
    press: guarded((digit) => loop.tell({ kind: "pressed", at: now(), digit })),
    reachMark: guarded(mouth.reach),
    tick: guarded((time) => {
      mouth.tick(time)
      loop.tellTime(now())
    }),
    run: Effect.flatMap(Clock.currentTimeMillis, (time) =>
      Effect.raceFirst(converse, Deferred.await(broken)).pipe(
        Effect.tapDefect(() =>
          Effect.sync(() => {
            broke = true
          })
        ),
        Effect.ensuring(settle),
        Effect.scoped,
        Effect.ensuring(keep(time - now()))
      )
    )
  }
}

type Rendering = ReturnType<FixedLines["Service"]["render"]>
type Rendered = Effect.Success<Rendering>

/** A line that is said as it is, as a reply. */
const piecesOf = (rendering: Rendering): Stream.Stream<ReplyPiece> =>
  Stream.fromIterableEffect(
    Effect.match(rendering, {
      onFailure: ({ message }): ReadonlyArray<ReplyPiece> => [{ kind: "failed", reason: message }],
      onSuccess: ({ audio, text }): ReadonlyArray<ReplyPiece> => [
        { kind: "sentence", text },
        { kind: "audio", audio },
        { kind: "whole", endsCall: false, text }
      ]
    })
  )

// More at once is asked for only by a conversation gone wild.
const mostErrands = 64
