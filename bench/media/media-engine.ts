import { Effect, Layer, ManagedRuntime, Queue, References, Stream } from "effect"
import type { WebSocket } from "ws"
import { tone } from "../../src/audio/tone.ts"
import { LiveConversations } from "../../src/calls/conversations/LiveConversations.ts"
import { Transcripts } from "../../src/calls/conversations/Transcripts.ts"
import type { Carrier } from "../../src/carriers/Carrier.ts"
import { twilioMedia } from "../../src/carriers/twilio/twilio-media.ts"
import { type Brief, Briefs } from "../../src/media/brief/Briefs.ts"
import { bridgeStream } from "../../src/media/gateway/stream-bridge.ts"
import { makeFrameWheel } from "../../src/media/line/FrameWheel.ts"
import { makeTwoTracks } from "../../src/media/line/two-tracks.ts"
import { FixedLineAudio } from "../../src/media/reply/FixedLineAudio.ts"
import { Replies } from "../../src/media/reply/Replies.ts"
import { CallSession } from "../../src/media/session/CallSession.ts"
import { CallTools } from "../../src/media/tools/CallTools.ts"
import { Handovers } from "../../src/media/transfer/Handovers.ts"
import { LanguageModel, type ReplyPart } from "../../src/providers/contract/LanguageModel.ts"
import { type Heard, SpeechToText } from "../../src/providers/contract/SpeechToText.ts"
import { TextToSpeech } from "../../src/providers/contract/TextToSpeech.ts"
import { SynthesisCache } from "../../src/providers/SynthesisCache.ts"
import { googleVoices } from "../../src/providers/usual-speech.ts"
import { Retriever } from "../../src/rag/Retriever.ts"
import { replyMillis } from "./media-figures.ts"
import { serveCalls } from "./media-server.ts"

// The product's media path from the websocket on, with providers that answer at once.

// The callers' audio is loud in every byte, or in none.
const isLoud = ([byte = 0xff]: Uint8Array) => (byte & 0x7f) < 0x70

/** A recognizer that returns a turn with its last audio. */
const speechToText = SpeechToText.of({
  listen: () =>
    Effect.gen(function* () {
      const heard = yield* Queue.unbounded<Heard>()
      let wasLoud = false
      let untilMillis = 0
      const hear = (audio: Uint8Array) => {
        untilMillis += audio.length / 8
        const loud = isLoud(audio)
        if (wasLoud && !loud) {
          Queue.offerUnsafe(heard, { kind: "final", text: "Tell me what you have for me.", untilMillis, confidence: 1 })
        }
        wasLoud = loud
      }
      return { hear, heard: Stream.fromQueue(heard) }
    })
})

const withoutTools = CallTools.of({
  begin: () => ({
    offered: [],
    offeredToStrangers: [],
    offeredToMachines: [],
    isIdentified: () => true,
    identifiedIn: () => undefined,
    identify: () => Effect.void,
    withdrawIdentity: Effect.void,
    forgetIdentity: Effect.void,
    recall: (messages) => messages,
    takeKeys: () => "",
    rounds: () => 0,
    run: () => Effect.void,
    isTransferAsked: () => false,
    beginTransfer: () => undefined,
    transferFailed: Effect.void,
    withdrawTransfer: Effect.void,
    waitingText: () => null
  })
})

const sentences = ["Well, here is the first half of what I have to say.", "And here is the other half."]
const tokens = sentences.join(" ").split(/(?<= )/)

const languageModel = LanguageModel.of({
  reply: () =>
    Stream.fromIterable<ReplyPart>([
      ...tokens.map((text) => ({ kind: "token", text }) as const),
      { kind: "usage", inputTokens: 300, cachedTokens: 0, outputTokens: tokens.length },
      { kind: "ended", reason: "stop" }
    ])
})

const pieces = Array.from({ length: 4 }, () => tone(440, replyMillis / sentences.length / 4))

/** A voice that speaks sentences of equal length, in pieces. */
const textToSpeech = TextToSpeech.of({
  speak: (what) => {
    let sentence = -1
    return Stream.flatMap(what.sentences, () => {
      sentence++
      return Stream.fromIterable(pieces.map((audio) => ({ audio, sentence })))
    })
  },
  offers: () => Effect.succeed(true)
})

const brief: Brief = {
  organizationId: 1,
  campaignId: "1",
  transfer: null,
  language: "en-IN",
  languages: ["en-IN"],
  spoken: [],
  ears: [{ vendor: "google" }],
  voices: googleVoices({ provider: "CLOUD_TTS", language: "en-IN", gender: "FEMALE" }),
  llmProvider: "HOSTED_API",
  model: null,
  reasoningEffort: null,
  temperature: null,
  modelFallback: "NONE",
  allowInterrupts: true,
  optOutKey: "9",
  flowType: "HYBRID",
  knowledgeBaseId: "1",
  machines: null,
  keys: [],
  openKeys: [],
  message: "",
  introduction: "",
  disclosure: null,
  tools: [],
  recording: "OFF",
  contact: {
    id: "019a0000-0000-7000-8000-000000000002",
    name: "Asha Rao",
    phoneNumber: "+919876543210",
    language: null,
    ageBand: null,
    gender: null,
    cityTier: null,
    occupation: null,
    incomeBand: null,
    productType: null,
    metadata: {},
    organizationId: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0)
  },
  callbackZone: null,
  opening: "Good day, this is the bench. I am calling you about what we have for you.",
  isOpeningShared: true,
  identity: null,
  isIdentified: false,
  system: "You are on the phone. ".repeat(100),
  limitMillis: 600_000
}

const chunks = [1, 2].map((number) => ({
  chunkId: String(number),
  documentId: "d",
  filename: "what-we-have.pdf",
  text: "What we have for you is described here, at some length. ".repeat(10),
  score: 1 / number
}))

const nothing = () => Effect.void
const unused = Effect.die("The bench does not use this")

const layer = CallSession.layer.pipe(
  Layer.provide([
    Replies.layer,
    FixedLineAudio.layer.pipe(Layer.provide(SynthesisCache.layer)),
    Layer.succeed(CallTools, withoutTools),
    Layer.mock(Handovers, {}),
    Layer.succeed(Briefs, Briefs.of({ of: () => Effect.succeed(brief) })),
    Layer.succeed(LiveConversations, LiveConversations.of({ show: nothing, watch: nothing, open: () => unused })),
    Layer.succeed(
      Transcripts,
      Transcripts.of({
        noteHeard: nothing,
        noteMessage: nothing,
        noteOptOut: nothing,
        noteCatchUp: nothing,
        awaitMachine: () => unused,
        end: nothing,
        soFar: () => unused,
        of: () => unused,
        ofAttempt: () => unused,
        ofFinishedAttempt: () => unused,
        firstLines: () => unused,
        forgetWords: Effect.void
      })
    )
  ]),
  Layer.provide([
    Layer.succeed(SpeechToText, speechToText),
    Layer.succeed(LanguageModel, languageModel),
    Layer.succeed(TextToSpeech, textToSpeech),
    Layer.succeed(Retriever, Retriever.of({ retrieve: () => Effect.succeed(chunks) }))
  ]),
  // Creates no spans, like the product without a collector.
  Layer.provideMerge(
    Layer.mergeAll(Layer.succeed(References.MinimumLogLevel, "Warn"), Layer.succeed(References.TracerEnabled, false))
  )
)

const carrier: Carrier["Service"] = {
  name: "twilio",
  isReal: false,
  account: "AC1",
  callsPerSecond: null,
  conversationClock: "wall",
  media: twilioMedia,
  accountOf: () => "",
  callerId: () => "+12025550100",
  callerIds: [],
  live: null,
  checks: null,
  examine: unused,
  originate: () => unused,
  lookUp: () => unused,
  hangUp: nothing,
  readCallback: () => unused,
  checkStream: () => unused
}

const runtime = ManagedRuntime.make(layer)
const { begin } = await runtime.runPromise(CallSession)
const wheel = makeFrameWheel()
// No operator listens, as in nearly all calls.
const tracks = makeTwoTracks({ isListened: () => false, publish: () => undefined, end: () => undefined })

await serveCalls((ws: WebSocket, { url = "" }) => {
  // A caller names its attempt in the path too.
  const id = url.slice(1)
  const attempt = { id, organizationId: 1, campaignId: "1", callId: id, account: "twilio/AC1", callSid: `CA${id}` }
  const { run } = bridgeStream({ ws, attempt, carrier, begin, wheel, tracks, onCallKnown: nothing })
  runtime.runFork(
    Effect.flatMap(run, ({ ending: { cause, closeCode, reason } }) =>
      cause === undefined && closeCode === 1000 ? Effect.void : Effect.logError(`A call has ended: ${reason}`, cause)
    )
  )
})
