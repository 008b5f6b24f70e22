import { Redacted } from "effect"
import { samples } from "../../audio/mulaw.ts"
import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { errorCodeOf } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard } from "../contract/SpeechToText.ts"
import type { EarAdapter } from "../socket/socket-ear.ts"

/** Sarvam, which knows the languages of India. It hears silence, but does not understand turns. */
export const sarvamEar: EarAdapter = ({ apiKey, baseUrl, provider }, { ear, language }) => {
  const model = ear?.model ?? "saaras:v3-realtime"
  const url = new URL("/speech-to-text-realtime/ws", baseUrl)
  url.search = new URLSearchParams({
    model,
    language_code: `${usualCodeOf(language)}-IN`,
    stream_type: "fast",
    mode: "transcribe",
    encoding: "linear16",
    sample_rate: "8000",
    endpointing: "vad",
    // Silence after which the result of a breath is final, ms. Our own rules decide when a turn ends.
    silence_duration_ms: "300"
  }).toString()
  return {
    provider,
    model,
    url: url.href,
    headers: { "api-subscription-key": Redacted.value(apiKey) },
    audio: (audio) => JSON.stringify({ event: "audio_input", audio: linear(audio).toString("base64") }),
    farewell: JSON.stringify({ event: "end" }),
    saysBegin: true,
    // Results have no times, so audio must be sent when it is spoken.
    isPaced: true,
    // 1003 is a wrong key or an account without credit, 4000 a wrong request.
    refusals: [1003, 4000],
    isAccountRefusal: (code) => code === 1003,
    read: reader(provider)
  }
}

/** Decodes μ-law to 16-bit samples, the lower byte first. */
const linear = (audio: Uint8Array): Buffer => {
  const pcm = Buffer.alloc(audio.length * 2)
  audio.forEach((byte, index) => {
    pcm.writeInt16LE(samples[byte] ?? 0, index * 2)
  })
  return pcm
}

interface SarvamMessage {
  readonly event: string
  readonly utterance_idx?: number
  readonly text?: string | null
  readonly language?: string | null
  readonly code?: string
  readonly is_fatal?: boolean
}

const reader = (provider: string) => {
  /** When the last speech ended, until its result comes. */
  let endedAt: number | undefined
  /** The last utterance whose result is final. */
  let known = -1
  return (text: string, sentMillis: number): ReadonlyArray<Heard> | ProviderFailure => {
    const message: SarvamMessage = JSON.parse(text)
    const { utterance_idx: utterance = known + 1 } = message
    const words = message.text ?? ""
    switch (message.event) {
      case "vad.speech_start":
        return [{ kind: "speechBegan", atMillis: sentMillis }]
      case "vad.speech_end":
        if (utterance > known) endedAt = sentMillis
        return []
      case "transcript.partial":
        if (words === "" || utterance <= known) return []
        return [{ kind: "interim", text: words, stability: 0, atMillis: sentMillis }]
      case "transcript.final": {
        if (utterance <= known) return []
        const { language } = message
        const untilMillis = endedAt ?? sentMillis
        known = utterance
        endedAt = undefined
        if (words === "") return []
        return [{ kind: "final", text: words, untilMillis, confidence: null, ...(language && { language }) }]
      }
      case "error":
        return message.is_fatal === false ? [] : failureOf(provider, message.code)
      default:
        return []
    }
  }
}

const failureOf = (provider: string, code = "") =>
  new ProviderFailure({
    provider,
    reason: errorCodeOf(code) === undefined ? "an error" : `error ${code}`,
    retryable: !/invalid|quota|unprocessable|not_found/.test(code),
    ...(/invalid_api_key|quota/.test(code) && { refusesAccount: true })
  })
