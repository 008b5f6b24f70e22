import { Clock, Context, Deferred, Effect, Layer, Option, Stream } from "effect"
import { bytesPerMilli } from "../../audio/frames.ts"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { type StoredTry, TransferTries } from "../../calls/conversations/TransferTries.ts"
import { CallCosts } from "../../calls/costs/CallCosts.ts"
import { makeUsageTally } from "../../domain/costs/usage-tally.ts"
import { CurrentUsageMeter } from "../../providers/contract/CurrentUsageMeter.ts"
import { SpeechToText } from "../../providers/contract/SpeechToText.ts"
import { type Brief, Briefs } from "../brief/Briefs.ts"
import { fixedLineText } from "../fixed-lines/fixed-lines.ts"
import { listenOptions } from "../hearing/listen-options.ts"
import { makeVoiceActivity } from "../hearing/voice-activity.ts"
import { withLineClockPaused } from "../line/LineClock.ts"
import { machineOf } from "../machines/machine-words.ts"
import { FixedLineAudio } from "../reply/FixedLineAudio.ts"
import type { CallLine, SessionHandle } from "../session/CallSession.ts"
import { acceptance } from "./acceptance.ts"

/** A try whose target has answered. */
export type BriefedTry = StoredTry & { readonly briefing: string }

/** Briefs a transfer target about the call, and asks whether it takes the call. */
export class TargetSession extends Context.Service<
  TargetSession,
  { readonly begin: (line: CallLine, briefed: BriefedTry) => SessionHandle }
>()("carillon/media/TargetSession") {
  static readonly layer = Layer.effect(
    TargetSession,
    Effect.gen(function* () {
      const dependencies: Dependencies = {
        briefs: yield* Briefs,
        fixedLines: yield* FixedLineAudio,
        speechToText: yield* SpeechToText,
        tries: yield* TransferTries,
        costs: yield* CallCosts,
        wall: yield* Clock.Clock
      }
      return TargetSession.of({ begin: (line, briefed) => begin(line, briefed, dependencies) })
    })
  )
}

interface Dependencies {
  readonly briefs: Briefs["Service"]
  readonly fixedLines: FixedLineAudio["Service"]
  readonly speechToText: SpeechToText["Service"]
  readonly tries: TransferTries["Service"]
  readonly costs: CallCosts["Service"]
  readonly wall: Clock.Clock
}

type Answer = "yes" | "no" | "person left" | "voicemail"

const begin = (line: CallLine, briefed: BriefedTry, dependencies: Dependencies): SessionHandle => {
  const { briefs, costs, fixedLines, speechToText, tries, wall } = dependencies
  const onWallClock = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Clock.Clock, wall)
  const answered = Deferred.makeUnsafe<Answer>()
  const tally = makeUsageTally()
  const sound = makeSound(line)
  let hear: ((audio: Uint8Array) => void) | undefined
  /** Whether the question was asked. Words before it do not count, because many people answer a phone with a yes. */
  let mayAnswer = false
  const voices = makeVoiceActivity()
  let isSounding = false
  let quietFrom = Number.NEGATIVE_INFINITY

  const answer = (what: Answer) => {
    Deferred.doneUnsafe(answered, Effect.succeed(what))
  }

  const say = Effect.fnUntraced(function* (brief: Brief, text: string) {
    const spoken = yield* Effect.option(
      fixedLines.render({ ...brief, opening: text, isOpeningShared: false }, "opening")
    )
    if (Option.isSome(spoken)) yield* sound.play(spoken.value.audio)
  })

  // Without a recognizer the target can still press the key.
  const listen = (brief: Brief) =>
    Effect.gen(function* () {
      const listening = yield* speechToText.listen(listenOptions(brief, brief.ears[0]))
      hear = listening.hear
      yield* Stream.runForEach(listening.heard, (heard) =>
        Effect.sync(() => {
          if (heard.kind !== "final" && heard.kind !== "interim") return
          if (!mayAnswer && machineOf(heard.text, heard.kind === "final") === "VOICEMAIL") return answer("voicemail")
          if (!mayAnswer || heard.kind !== "final") return
          const meant = acceptance(heard.text, [brief.language])
          if (meant !== undefined) answer(meant)
        })
      )
    }).pipe(
      Effect.scoped,
      Effect.catch(() =>
        Effect.logWarning(`A transfer target of attempt ${briefed.attemptId} is not heard, only its keys`)
      )
    )

  /** Notices that the person has hung up while the target listens. */
  const watch = Effect.gen(function* () {
    while (true) {
      yield* Effect.sleep(watchEvery)
      const now = yield* onWallClock(tries.get(briefed.id))
      if (now === undefined || now.isOver || now.status === "PERSON_LEFT") return answer("person left")
    }
  })

  const noteVoice = (audio: Uint8Array) => {
    for (const { kind } of voices.hear(audio)) {
      if (kind === "began") isSounding = true
      if (kind !== "ended") continue
      isSounding = false
      quietFrom = line.now()
    }
  }

  /** Waits for the end of the target's greeting, or until a long greeting has shown whether it is that of a mailbox. */
  const untilQuiet = Effect.gen(function* () {
    for (let waited = 0; waited < longestGreetingMillis; waited += greetingPollMillis) {
      if (!isSounding && line.now() - quietFrom >= quietMillis) return
      yield* Effect.sleep(greetingPollMillis)
    }
  })

  const ask = Effect.fnUntraced(function* (brief: Brief) {
    const text = (one: Parameters<typeof fixedLineText>[1]) => fixedLineText(brief.language, one)
    yield* Effect.sleep(beforeGreeting)
    yield* untilQuiet
    yield* say(brief, [text("caller waiting"), briefed.briefing].filter((one) => one !== "").join(" "))
    for (let asked = 0; asked < timesToAsk; asked++) {
      mayAnswer = true
      yield* say(brief, text("take the call"))
      yield* Effect.sleep(timeToAnswer)
    }
    answer("no")
  })

  const briefOf = Effect.gen(function* () {
    const { account, attemptId, callId, campaignId, callSid, organizationId } = briefed
    const attempt: StreamedAttempt = { id: attemptId, organizationId, campaignId, callId, account, callSid }
    const brief = yield* withLineClockPaused(onWallClock(briefs.of(attempt)))
    const spoken = brief?.spoken.find(({ language }) => language === briefed.language)
    return brief && { ...brief, ...(spoken ?? {}) }
  })

  const converse = Effect.gen(function* () {
    const brief = yield* briefOf
    if (brief === undefined) return
    yield* Effect.forkScoped(listen(brief))
    yield* Effect.forkScoped(watch)
    yield* Effect.forkScoped(ask(brief))
    const given = yield* Deferred.await(answered)
    sound.stop()
    if (given === "person left") return yield* say(brief, fixedLineText(brief.language, "caller gone"))
    const isTaken = given === "yes" && (yield* onWallClock(tries.move(briefed.id, "ACCEPTED")))
    if (!isTaken) {
      yield* onWallClock(tries.end(briefed.id, given === "voicemail" ? "NO_ANSWER" : "REFUSED"))
      return
    }
    yield* say(brief, fixedLineText(brief.language, "target connected"))
    // The carrier closes this stream when it connects the two.
    yield* Effect.sleep(connectedWithin)
  }).pipe(
    Effect.scoped,
    Effect.provideService(CurrentUsageMeter, tally.meter("transfer")),
    Effect.ensuring(
      Effect.suspend(() =>
        onWallClock(costs.addUsage({ organizationId: briefed.organizationId, id: briefed.attemptId }, tally.usage()))
      )
    )
  )

  return {
    hear: (audio) => {
      noteVoice(audio)
      hear?.(audio)
    },
    press: (digit) => answer(digit === keyToAccept ? "yes" : "no"),
    reachMark: sound.reachMark,
    tick: sound.tick,
    run: converse,
    finish: Effect.void
  }
}

/** Sends audio to a line, not far ahead of its playback. */
const makeSound = ({ clear, mark, now, send }: CallLine) => {
  let waiting: Uint8Array = new Uint8Array()
  let sentUntil = 0
  let played: { readonly name: string; readonly done: Deferred.Deferred<void> } | undefined
  let count = 0

  const tick = () => {
    sentUntil = Math.max(sentUntil, now())
    while (waiting.length > 0 && sentUntil < now() + sendAheadMillis) {
      const piece = waiting.subarray(0, pieceMillis * bytesPerMilli)
      waiting = waiting.subarray(piece.length)
      send(piece)
      sentUntil += piece.length / bytesPerMilli
      if (waiting.length === 0 && played !== undefined) mark(played.name)
    }
  }

  return {
    tick,
    /** Completes when the audio was played, or stopped. */
    play: (audio: Uint8Array) =>
      Effect.suspend(() => {
        const done = Deferred.makeUnsafe<void>()
        played = { name: `target-${++count}`, done }
        waiting = audio
        tick()
        return Deferred.await(done)
      }),
    reachMark: (name: string) => {
      if (name === played?.name) Deferred.doneUnsafe(played.done, Effect.void)
    },
    stop: () => {
      waiting = new Uint8Array()
      clear()
      sentUntil = 0
      if (played !== undefined) Deferred.doneUnsafe(played.done, Effect.void)
    }
  }
}

const keyToAccept = "1"
/** Time for the target's own hello. */
const beforeGreeting = "1500 millis"
/** Quiet after which a greeting is over, ms. */
const quietMillis = 1_000
/** Maximum wait for the end of a greeting, ms. */
const longestGreetingMillis = 12_000
const greetingPollMillis = 100
const timesToAsk = 2
/** Time after the question in which the target may answer. */
const timeToAnswer = "7 seconds"
/** Time between two looks whether the person has hung up. */
const watchEvery = "1 second"
/** Maximum time in which the carrier connects the target with the person. */
const connectedWithin = "15 seconds"
/** Maximum audio that is sent ahead of its playback, ms. */
const sendAheadMillis = 1_000
/** Audio that is sent in one message, ms. */
const pieceMillis = 200
