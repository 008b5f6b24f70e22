import { Redacted } from "effect"
import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { concernsAccount } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { byGender } from "../contract/TextToSpeech.ts"
import type { VoiceAdapter, VoiceMessage } from "../socket/voice-sockets.ts"

/** Sarvam's Bulbul, which speaks one text at a time, in the language of its socket. */
export const bulbul: VoiceAdapter = ({ apiKey, baseUrl, provider }, voice) => {
  const { choice, language } = voice
  const model = choice?.model ?? "bulbul:v3"
  const url = new URL("/text-to-speech/ws", baseUrl)
  url.search = new URLSearchParams({ model, send_completion_event: "true" }).toString()
  const config = {
    model,
    target_language_code: languages[usualCodeOf(language)] ?? language,
    speaker: choice?.voiceId ?? byGender(voice, { female: "ritu", male: "shubh" }),
    speech_sample_rate: "8000",
    output_audio_codec: "mulaw"
  }
  return {
    provider,
    model,
    url: url.href,
    headers: { "api-subscription-key": Redacted.value(apiKey) },
    begin: [JSON.stringify({ type: "config", data: config })],
    maxContexts: 1,
    speak: (_, text) => [JSON.stringify({ type: "text", data: { text } }), JSON.stringify({ type: "flush" })],
    cancel: () => undefined,
    read: (message) => (typeof message === "string" ? read(provider, JSON.parse(message)) : [])
  }
}

// The vendor has a code of its own for Odia.
const languages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["bn", "en", "gu", "hi", "kn", "ml", "mr", "pa", "ta", "te"].map((one) => [one, `${one}-IN`])),
  or: "od-IN",
  od: "od-IN"
}

const read = (provider: string, { data, type }: BulbulMessage): ReadonlyArray<VoiceMessage> => {
  switch (type) {
    case "audio":
      return [{ audio: Buffer.from(data?.audio ?? "", "base64") }]
    case "event":
      return data?.event_type === "final" ? [{ isDone: true }] : []
    case "error":
      return [{ failure: failureOf(provider, Number(data?.code ?? 500)) }]
    default:
      return []
  }
}

interface BulbulMessage {
  readonly type?: string
  readonly data?: {
    readonly audio?: string
    readonly event_type?: string
    readonly code?: number | string
  }
}

const failureOf = (provider: string, code: number) =>
  new ProviderFailure({
    provider,
    reason: `error ${Number.isFinite(code) ? code : "without a code"}`,
    retryable: !(code >= 400 && code < 500) || code === 408 || code === 429,
    ...(concernsAccount(code) && { refusesAccount: true })
  })
