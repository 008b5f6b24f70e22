import { Redacted } from "effect"
import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { concernsAccount } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { byGender, type Voice } from "../contract/TextToSpeech.ts"
import type { VoiceAdapter, VoiceMessage } from "../socket/voice-sockets.ts"
import type { SpokenWord } from "../socket/word-times.ts"

/** Cartesia's Sonic with many contexts on one socket; each reports when its words sound. */
export const sonic: VoiceAdapter = ({ apiKey, baseUrl, provider }, voice) => {
  const { choice, language } = voice
  const url = new URL("/tts/websocket", baseUrl)
  url.search = new URLSearchParams({ cartesia_version: "2026-03-01" }).toString()
  const request = {
    model_id: choice?.model ?? "sonic-3",
    voice: { mode: "id", id: choice?.voiceId ?? usualVoiceOf(voice) },
    language: codeOf(language),
    output_format: { container: "raw", encoding: "pcm_mulaw", sample_rate: 8_000 },
    add_timestamps: true,
    use_normalized_timestamps: false,
    // Sentences come whole, so there is nothing to wait for.
    max_buffer_delay_ms: 0,
    continue: false
  }

  return {
    provider,
    model: request.model_id,
    url: url.href,
    headers: { "x-api-key": Redacted.value(apiKey) },
    maxContexts: 10,
    speak: (context, text) => [JSON.stringify({ ...request, context_id: context, transcript: text })],
    cancel: (context) => [JSON.stringify({ context_id: context, cancel: true })],
    read: (message) => (typeof message === "string" ? read(provider, JSON.parse(message)) : [])
  }
}

const codeOf = (language: string) => {
  const code = usualCodeOf(language)
  // The vendor's code for Filipino is that of Tagalog.
  return code === "fil" ? "tl" : code
}

// Each speaks all languages of the model; the first pair has an American accent, the second an Indian one.
const usualVoices = {
  western: { female: "9626c31c-bec5-4cca-baa8-f8ba9e84c8bc", male: "a167e0f3-df7e-4d52-a9c3-f949145efdab" },
  indian: { female: "95d51f79-c397-46f9-b49a-23763d3eaa2d", male: "098fb15d-2597-4186-8b74-25340050b6e7" }
}

const indianLanguages: ReadonlySet<string> = new Set(["hi", "ta", "bn", "te", "gu", "kn", "ml", "mr", "pa"])

const usualVoiceOf = (voice: Voice) => {
  const isIndian = voice.language.endsWith("-IN") || indianLanguages.has(usualCodeOf(voice.language))
  return byGender(voice, usualVoices[isIndian ? "indian" : "western"])
}

const read = (provider: string, message: SonicMessage): ReadonlyArray<VoiceMessage> => {
  const context = message.context_id ?? undefined
  if (message.type === "error") return [{ context, failure: failureOf(provider, message) }]
  if (context === undefined) return []
  switch (message.type) {
    case "chunk":
      return [{ context, audio: Buffer.from(message.data ?? "", "base64") }]
    case "timestamps":
      return [{ context, words: wordsOf(message) }]
    case "done":
      return [{ context, isDone: true }]
    default:
      return []
  }
}

const wordsOf = ({ word_timestamps }: SonicMessage): ReadonlyArray<SpokenWord> => {
  const { end = [], words = [] } = word_timestamps ?? {}
  return words.flatMap((text, index) => {
    const seconds = end[index]
    return seconds === undefined ? [] : [{ text, untilMillis: Math.round(seconds * 1_000) }]
  })
}

interface SonicMessage {
  readonly type?: string
  readonly context_id?: string | null
  readonly data?: string
  readonly word_timestamps?: {
    readonly words?: ReadonlyArray<string>
    /** Seconds from the beginning of the context. */
    readonly end?: ReadonlyArray<number>
  }
  readonly status_code?: number
  readonly error_code?: string
}

const failureOf = (provider: string, { error_code = "", status_code = 500 }: SonicMessage) =>
  new ProviderFailure({
    provider,
    reason: `error ${status_code}${/^\w{1,64}$/.test(error_code) ? ` ${error_code}` : ""}`,
    retryable: status_code >= 500 || status_code === 429 || status_code === 408,
    ...(concernsAccount(status_code) && { refusesAccount: true })
  })
