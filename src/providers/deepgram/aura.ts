import { Redacted } from "effect"
import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { errorCodeOf } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { byGender, type Voice } from "../contract/TextToSpeech.ts"
import type { VoiceAdapter, VoiceMessage } from "../socket/voice-sockets.ts"

/** Deepgram's Aura-2, which speaks one text at a time on a socket. Each voice is a model of its own. */
export const aura: VoiceAdapter = ({ apiKey, baseUrl, provider }, voice) => {
  const { choice } = voice
  const model = choice?.voiceId ?? choice?.model ?? usualModelOf(voice)
  const url = new URL("/v1/speak", baseUrl)
  url.search = new URLSearchParams({
    model,
    encoding: "mulaw",
    sample_rate: "8000"
  }).toString()
  return {
    provider,
    model,
    url: url.href,
    headers: { authorization: `Token ${Redacted.value(apiKey)}` },
    maxContexts: 1,
    maxTexts: maxFlushes,
    speak: (_, text) => [JSON.stringify({ type: "Speak", text }), JSON.stringify({ type: "Flush" })],
    cancel: () => [JSON.stringify({ type: "Clear" })],
    farewell: JSON.stringify({ type: "Close" }),
    read: (message) => (typeof message === "string" ? read(provider, JSON.parse(message)) : [{ audio: message }])
  }
}

// A socket takes 20 of these messages in a minute, and ignores further ones.
const maxFlushes = 20

const english = { female: "aura-2-thalia-en", male: "aura-2-apollo-en" }

const models: Readonly<Record<string, typeof english>> = {
  en: english,
  de: { female: "aura-2-viktoria-de", male: "aura-2-julius-de" },
  es: { female: "aura-2-celeste-es", male: "aura-2-nestor-es" },
  fr: { female: "aura-2-agathe-fr", male: "aura-2-hector-fr" },
  it: { female: "aura-2-livia-it", male: "aura-2-dionisio-it" },
  ja: { female: "aura-2-izanami-ja", male: "aura-2-fujin-ja" },
  nl: { female: "aura-2-rhea-nl", male: "aura-2-sander-nl" }
}

const usualModelOf = (voice: Voice) => byGender(voice, models[usualCodeOf(voice.language)] ?? english)

const read = (provider: string, { code = "", type }: AuraMessage): ReadonlyArray<VoiceMessage> => {
  switch (type) {
    case "Flushed":
      return [{ isDone: true }]
    case "Cleared":
      return [{ isStopped: true }]
    case "Warning":
    case "Error":
      // A warning says that a message was ignored, so its answer would never come.
      return [{ failure: failureOf(provider, type.toLowerCase(), code) }]
    default:
      return []
  }
}

interface AuraMessage {
  readonly type?: string
  readonly code?: string
}

const failureOf = (provider: string, kind: string, code: string) =>
  new ProviderFailure({
    provider,
    reason: `${kind} ${errorCodeOf(code) ?? "without a name"}`,
    retryable: true
  })
