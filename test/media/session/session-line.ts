import { Cause, Effect, Exit, Fiber, Layer, Queue, Stream } from "effect"
import { silent } from "../../../src/audio/frames.ts"
import { LiveConversations } from "../../../src/calls/conversations/LiveConversations.ts"
import { type TranscriptRecord, Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import type { LiveLine } from "../../../src/domain/views/LiveCampaign.ts"
import { type Brief, Briefs } from "../../../src/media/brief/Briefs.ts"
import * as conversation from "../../../src/media/conversation/conversation.ts"
import type { ConversationRules } from "../../../src/media/conversation/conversation-loop.ts"
import type { FixedLine } from "../../../src/media/fixed-lines/fixed-lines.ts"
import { FixedLineAudio } from "../../../src/media/reply/FixedLineAudio.ts"
import { Replies, type ReplyPiece } from "../../../src/media/reply/Replies.ts"
import { CallSession } from "../../../src/media/session/CallSession.ts"
import {
  CurrentVendorSpeeds,
  makeVendorSpeeds,
  type VendorSpeeds
} from "../../../src/providers/circuit/vendor-speeds.ts"
import type { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import { type Heard, SpeechToText } from "../../../src/providers/contract/SpeechToText.ts"
import { googleVoices } from "../../../src/providers/usual-speech.ts"
import { withoutTools } from "../../support/fakes/no-tools.ts"
import { attempt } from "../gateway/gateway-server.ts"
import { brief as ownOpening } from "./scripted-providers.ts"

/** The brief of the other tests, with an opening that all calls of the campaign share. */
export const brief: Brief = {
  ...ownOpening,
  campaignId: "c",
  language: "en-US",
  voices: googleVoices({ provider: "CLOUD_TTS", language: "en-US", gender: "FEMALE" }),
  modelFallback: "NONE",
  opening: "opening",
  isOpeningShared: true,
  system: ""
}

/** Audio of this duration, ms; each byte identifies its source. */
export const sound = (millis: number, of: number) => new Uint8Array(millis * 8).fill(of)

type Rendering = ReturnType<FixedLineAudio["Service"]["render"]>

export interface Options {
  readonly rules?: ConversationRules
  readonly brief?: Effect.Effect<Brief | undefined>
  readonly render?: (line: FixedLine) => Rendering
  readonly reply?: Replies["Service"]["reply"]
  readonly listen?: SpeechToText["Service"]["listen"]
  readonly speeds?: VendorSpeeds
  readonly transcripts?: Partial<Transcripts["Service"]>
  /** The conversation goes on after a transfer that failed. */
  readonly isReturn?: true
}

/** A message that the session sent, in order. */
export type Wire =
  | { readonly at: number; readonly kind: "audio"; readonly audio: Uint8Array }
  | { readonly at: number; readonly kind: "mark"; readonly name: string }
  | { readonly at: number; readonly kind: "clear" }

export interface RequestedReply {
  readonly messages: ReadonlyArray<{ readonly text: string }>
  readonly hint: string | null
  readonly give: (...pieces: ReadonlyArray<ReplyPiece>) => void
  isStopped: boolean
}

/** A session on a simulated line. The test plays the recognizer, the replies and the storage. */
export const sessionOnLine = Effect.fnUntraced(function* (options: Options = {}) {
  let now = 0
  const wire: Array<Wire> = []
  const saved: Array<string | TranscriptRecord> = []
  /** The records that were stored before the last words were recognized. */
  const soFar: Array<TranscriptRecord> = []
  const replies: Array<RequestedReply> = []
  const rendered: Array<FixedLine> = []
  const shown: Array<() => ReadonlyArray<LiveLine>> = []
  const recognizer = yield* Queue.make<Heard, ProviderFailure>()
  let recognizerBytes = 0
  const save = (what: string | TranscriptRecord) => Effect.sync(() => void saved.push(what))

  const services = Layer.mergeAll(
    Layer.succeed(Briefs, { of: () => options.brief ?? Effect.succeed(brief) }),
    withoutTools,
    Layer.succeed(FixedLineAudio, {
      render: (_, line) =>
        Effect.suspend(() => {
          rendered.push(line)
          return options.render?.(line) ?? Effect.succeed({ text: line, audio: sound(400, 7) })
        })
    }),
    Layer.succeed(Replies, {
      reply:
        options.reply ??
        (({ hint, messages }) =>
          Stream.unwrap(
            Effect.gen(function* () {
              const pieces = yield* Queue.unbounded<ReplyPiece>()
              const asked: RequestedReply = {
                messages,
                hint,
                give: (...given) => Queue.offerAllUnsafe(pieces, given),
                isStopped: false
              }
              replies.push(asked)
              return Stream.onExit(Stream.fromQueue(pieces), () =>
                Effect.sync(() => {
                  asked.isStopped = true
                })
              )
            })
          ))
    }),
    Layer.succeed(SpeechToText, {
      listen:
        options.listen ??
        (() =>
          Effect.gen(function* () {
            yield* Effect.addFinalizer(() => save("recognizer closed"))
            return {
              hear: (audio) => {
                recognizerBytes += audio.length
              },
              heard: Stream.fromQueue(recognizer)
            }
          }))
    }),
    Layer.succeed(CurrentVendorSpeeds, options.speeds ?? makeVendorSpeeds()),
    Layer.mock(LiveConversations, {
      show: (_, lines) => Effect.sync(() => void shown.push(lines))
    }),
    Layer.mock(Transcripts, {
      noteHeard: () => save("heard"),
      noteOptOut: () => save("opt-out"),
      noteCatchUp: (_, record) =>
        Effect.andThen(
          save("catching up"),
          Effect.sync(() => void soFar.push(record))
        ),
      end: (_, record) => save(record),
      ...options.transcripts
    })
  )

  const { begin } = yield* Effect.provide(
    CallSession,
    CallSession.layerWith(options.rules ?? conversation).pipe(Layer.provide(services))
  )
  const session = begin({
    attempt: { ...attempt, ...(options.isReturn && { isReturn: true }) },
    now: () => now,
    send: (audio) => wire.push({ at: now, kind: "audio", audio }),
    mark: (name) => wire.push({ at: now, kind: "mark", name }),
    clear: () => wire.push({ at: now, kind: "clear" })
  })
  /** Lets all fibers run that can. */
  const settled = Effect.gen(function* () {
    for (let turn = 0; turn < 30; turn++) yield* Effect.yieldNow
  })
  let running: Fiber.Fiber<void> | undefined
  let finishing: Fiber.Fiber<void> | undefined
  const run = Effect.gen(function* () {
    running = yield* Effect.forkChild(session.run)
    finishing = yield* Effect.forkChild(Effect.andThen(Fiber.await(running), session.finish))
    yield* settled
  })

  /** The person says this audio; time advances frame by frame. */
  const hear = Effect.fnUntraced(function* (audio: Uint8Array) {
    for (let from = 0; from < audio.length; from += 160) {
      now += 20
      session.hear(audio.subarray(from, from + 160))
      session.tick(now)
      yield* settled
    }
  })

  return {
    session,
    wire,
    saved,
    soFar,
    save,
    replies,
    rendered,
    /** Sends pieces to a reply. */
    give: (index: number, ...pieces: ReadonlyArray<ReplyPiece>) =>
      Effect.suspend(() => {
        replies[index]?.give(...pieces)
        return settled
      }),
    run,
    hear,
    settled,
    now: () => now,
    pass: (millis: number) => hear(silent(millis)),
    /** Advances the line's time without audio. */
    skip: (millis: number) => {
      now += millis
    },
    recognizerBytes: () => recognizerBytes,
    recognize: (heard: Heard) => Effect.andThen(Queue.offer(recognizer, heard), settled),
    failRecognizer: (failure: ProviderFailure) => Effect.andThen(Queue.fail(recognizer, failure), settled),
    /** The line is gone; waits until the session has finished. */
    interrupt: Effect.suspend(() =>
      running === undefined || finishing === undefined
        ? Effect.void
        : Effect.andThen(Fiber.interrupt(running), Fiber.await(finishing))
    ),
    /** Returns what a watcher of the live call sees. */
    preview: () => shown.at(-1)?.() ?? [],
    isOver: () => running?.pollUnsafe() !== undefined,
    fault: () => {
      const exit = running?.pollUnsafe()
      return exit !== undefined && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : undefined
    },
    record: () => saved.find((one): one is TranscriptRecord => typeof one !== "string"),
    /** Returns the sent audio as runs of equal bytes, each with its duration in ms. */
    sounds: () => {
      const runs: Array<[number, number]> = []
      for (const sent of wire) {
        if (sent.kind !== "audio") continue
        for (const byte of sent.audio) {
          const last = runs.at(-1)
          if (last?.[0] === byte) last[1]++
          else runs.push([byte, 1])
        }
      }
      return runs.map(([of, bytes]) => [of, bytes / 8])
    },
    clears: () => wire.filter(({ kind }) => kind === "clear").map(({ at }) => at)
  }
})
