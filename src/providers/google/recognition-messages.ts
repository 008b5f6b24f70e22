import type { protos } from "@google-cloud/speech"
import type { ListenOptions } from "../contract/SpeechToText.ts"
import type { RecognizerEvent } from "./recognition-state.ts"

type V1 = protos.google.cloud.speech.v1.IStreamingRecognizeRequest
type V2 = protos.google.cloud.speech.v2.IStreamingRecognizeRequest

/** The messages of a stream, in the form of either version of the service. */
export interface RecognitionMessages {
  /** The model that recognizes; empty where the service chooses one. */
  readonly model: string
  readonly configuration: V1 | V2
  readonly audio: (bytes: Uint8Array) => V1 | V2
}

/** The messages of version 2 of the service, the only one with recognizers. */
export const messagesV2 = (
  recognizer: string,
  region: string,
  { ear, language }: ListenOptions
): RecognitionMessages => {
  const model = ear?.model ?? modelOf(language, region)
  return {
    model,
    configuration: {
      recognizer,
      streamingConfig: {
        config: {
          explicitDecodingConfig: { encoding: "MULAW", sampleRateHertz: 8_000, audioChannelCount: 1 },
          model,
          languageCodes: [language],
          features: { enableAutomaticPunctuation: true }
        },
        streamingFeatures: { interimResults: true, enableVoiceActivityEvents: true, voiceActivityTimeout }
      }
    } satisfies V2,
    audio: (audio) => ({ audio })
  }
}

export const messagesV1 = ({ ear, language }: ListenOptions): RecognitionMessages => {
  const model = ear?.model ?? (telephonyLanguages.has(language) ? "telephony" : "")
  return {
    model,
    configuration: {
      streamingConfig: {
        config: {
          encoding: "MULAW",
          sampleRateHertz: 8_000,
          languageCode: language,
          enableAutomaticPunctuation: true,
          ...(model !== "" && { model })
        },
        interimResults: true,
        enableVoiceActivityEvents: true,
        voiceActivityTimeout
      }
    } satisfies V1,
    audio: (audioContent) => ({ audioContent })
  }
}

// After half a second of silence the service sends the final result and ends the stream; the next is opened at once.
const voiceActivityTimeout = { speechEndTimeout: { seconds: 0, nanos: 500_000_000 } }

// The telephony model is trained on calls but has only these languages. Chirp has many more, in these regions.
const telephonyLanguages = new Set(["en-US", "en-GB", "en-IN", "en-AU", "hi-IN"])
const chirpRegions = new Set(["us", "eu", "asia-southeast1", "asia-northeast1"])

const modelOf = (language: string, region: string) =>
  telephonyLanguages.has(language) ? "telephony" : chirpRegions.has(region) ? "chirp_3" : "long"

/** The answer of either version, with the field names of both where they differ. */
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

/** Returns the events of a message in the order of the audio. */
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
        // The service writes 0 for an unknown confidence.
        confidence: result.alternatives?.[0]?.confidence || null,
        at: endOf(result)
      })
    ),
    ...(interims.length === 0 ? [] : [interimOf(interims)])
  ]
}

// The interim results of a message follow each other: joined, they are the text since the last final result.
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

/** Version 1 then reads no more, and expects the client to half-close the stream. */
export const hasTimedOut = ({ speechEventType }: Recognized): boolean => speechEventType === "SPEECH_ACTIVITY_TIMEOUT"

const textOf = ({ alternatives }: RecognizedResult) => alternatives?.[0]?.transcript ?? ""

const endOf = ({ resultEndOffset, resultEndTime }: RecognizedResult) => timeOf(resultEndOffset ?? resultEndTime)

// No result ends at the beginning of the audio: 0 means that the message has no time.
const timeOf = (offset: Offset | null | undefined) => (offset && millisOf(offset)) || null

const millisOf = ({ nanos, seconds }: Offset) => Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000
