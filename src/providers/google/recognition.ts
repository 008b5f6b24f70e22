import type { protos } from "@google-cloud/speech"
import type { ToListenFor } from "../contract/SpeechToText.ts"
import type { RecognizerEvent } from "./hearing.ts"

type V1 = protos.google.cloud.speech.v1.IStreamingRecognizeRequest
type V2 = protos.google.cloud.speech.v2.IStreamingRecognizeRequest

/** How the one or the other version of the service is asked. */
export interface Asking {
  readonly configuration: V1 | V2
  readonly audio: (bytes: Uint8Array) => V1 | V2
}

/** `recognizer` is that of version 2. */
export const askV2 = (recognizer: string, region: string, { expectedPhrases = [], language }: ToListenFor): Asking => {
  const model = modelOf(language, region)
  return {
    configuration: {
      recognizer,
      streamingConfig: {
        config: {
          explicitDecodingConfig: { encoding: "MULAW", sampleRateHertz: 8_000, audioChannelCount: 1 },
          model,
          languageCodes: [language],
          features: { enableAutomaticPunctuation: true },
          ...(expectedPhrases.length > 0 && {
            adaptation: { phraseSets: [{ inlinePhraseSet: { phrases: expectedPhrases.map((value) => ({ value })) } }] }
          })
        },
        streamingFeatures: { interimResults: true, enableVoiceActivityEvents: true, voiceActivityTimeout }
      }
    } satisfies V2,
    audio: (audio) => ({ audio })
  }
}

export const askV1 = ({ expectedPhrases = [], language }: ToListenFor): Asking => ({
  configuration: {
    streamingConfig: {
      config: {
        encoding: "MULAW",
        sampleRateHertz: 8_000,
        languageCode: language,
        enableAutomaticPunctuation: true,
        ...(telephonyLanguages.has(language) && { model: "telephony" }),
        ...(expectedPhrases.length > 0 && { speechContexts: [{ phrases: [...expectedPhrases] }] })
      },
      interimResults: true,
      enableVoiceActivityEvents: true,
      voiceActivityTimeout
    }
  } satisfies V1,
  audio: (audioContent) => ({ audioContent })
})

// Half a second of silence after speech brings the final soon, and ends the stream: the next one is opened at once.
const voiceActivityTimeout = { speechEndTimeout: { seconds: 0, nanos: 500_000_000 } }

// Trained on calls, for these languages; Chirp knows many more, and lives in these regions.
const telephonyLanguages = new Set(["en-US", "en-GB", "en-IN", "en-AU", "hi-IN"])
const chirpRegions = new Set(["us", "eu", "asia-southeast1", "asia-northeast1"])

const modelOf = (language: string, region: string) =>
  telephonyLanguages.has(language) ? "telephony" : chirpRegions.has(region) ? "chirp_3" : "long"

/** As either version answers: what differs is called by the names of both. */
export interface Recognized {
  readonly error?: { readonly code?: number | null } | null
  readonly results?: ReadonlyArray<RecognizedResult> | null
  readonly speechEventType?: unknown
  readonly speechEventTime?: Offset | null
  readonly speechEventOffset?: Offset | null
}

interface RecognizedResult {
  readonly alternatives?: ReadonlyArray<{
    readonly transcript?: string | null
    readonly confidence?: number | null
  }> | null
  readonly isFinal?: boolean | null
  readonly stability?: number | null
  readonly resultEndTime?: Offset | null
  readonly resultEndOffset?: Offset | null
}

interface Offset {
  readonly seconds?: unknown
  readonly nanos?: number | null
}

/** What a message of the service says, in the order of the audio. */
export const readRecognized = (message: Recognized): ReadonlyArray<RecognizerEvent> => {
  const results = message.results ?? []
  const finals = results.filter(({ isFinal }) => isFinal)
  const interims = results.filter(({ isFinal }) => !isFinal)
  return [
    ...eventOf(message),
    ...finals.map(
      (result): RecognizerEvent => ({
        kind: "final",
        text: textOf(result),
        // 0 is its word for unknown.
        confidence: result.alternatives?.[0]?.confidence || null,
        at: endOf(result)
      })
    ),
    ...(interims.length === 0 ? [] : [interimOf(interims)])
  ]
}

// Interims of one message follow each other: together they are what is heard since the last final.
const interimOf = (results: ReadonlyArray<RecognizedResult>): RecognizerEvent => ({
  kind: "interim",
  text: results.map(textOf).join("").trim(),
  stability: Math.min(...results.map(({ stability }) => stability ?? 0)),
  at: results.map(endOf).findLast((at) => at !== null) ?? null
})

const eventOf = ({
  speechEventOffset,
  speechEventTime,
  speechEventType
}: Recognized): ReadonlyArray<RecognizerEvent> => {
  const at = timeOf(speechEventOffset ?? speechEventTime)
  if (speechEventType === "SPEECH_ACTIVITY_BEGIN") return [{ kind: "speechBegan", at }]
  if (speechEventType === "SPEECH_ACTIVITY_END") return [{ kind: "speechEnded", at }]
  return []
}

/** Version 1 says so and reads no more: the stream is to be half-closed. */
export const hasTimedOut = ({ speechEventType }: Recognized): boolean => speechEventType === "SPEECH_ACTIVITY_TIMEOUT"

const textOf = ({ alternatives }: RecognizedResult) => alternatives?.[0]?.transcript ?? ""

const endOf = ({ resultEndOffset, resultEndTime }: RecognizedResult) => timeOf(resultEndOffset ?? resultEndTime)

// Nothing ends where the audio begins: 0 is what a message has that does not tell.
const timeOf = (offset: Offset | null | undefined) => (offset && millisOf(offset)) || null

const millisOf = ({ nanos, seconds }: Offset) => Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000
