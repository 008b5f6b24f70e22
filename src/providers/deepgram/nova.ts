import { heardCode, novaMixedLanguages } from "../../domain/speech/vendor-languages.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard } from "../contract/SpeechToText.ts"
import type { EarAdapter } from "../socket/socket-ear.ts"
import { listenProtocol } from "./listen-protocol.ts"

/** Deepgram's Nova-3, for the languages that Flux does not know. It hears silence, but does not understand turns. */
export const nova: EarAdapter = (account, { ear, language, languages = [] }) => ({
  ...listenProtocol(account, "/v1/listen", ear?.model ?? "nova-3", [
    ["channels", "1"],
    ...languageOf([language, ...languages]),
    ["interim_results", "true"],
    ["smart_format", "true"],
    ["no_delay", "true"],
    ["vad_events", "true"],
    // The result of a breath is final after this silence, ms. Our own rules decide when a turn ends.
    ["endpointing", "100"]
  ]),
  read: (message) => read(account.provider, JSON.parse(message))
})

/** A single model hears several languages, but not each language that has a model of its own. */
const languageOf = (languages: ReadonlyArray<string>): ReadonlyArray<[string, string]> => {
  const [first = "en"] = languages
  const bases = [...new Set(languages.map(heardCode))]
  return bases.length > 1 && bases.every((base) => novaMixedLanguages.has(base))
    ? [["language", "multi"], ...bases.map((base): [string, string] => ["language_hint", base])]
    : [["language", regional.includes(first) ? first : heardCode(first)]]
}

// Codes with a region that are known besides those without.
const regional = [
  ...["en-AU", "en-GB", "en-IN", "en-NZ", "en-US", "es-419", "fr-CA", "de-CH", "nl-BE"],
  ...["pt-BR", "pt-PT", "zh-CN", "zh-HK", "zh-TW"]
]

interface NovaMessage {
  readonly type: string
  readonly start?: number
  readonly duration?: number
  readonly timestamp?: number
  readonly is_final?: boolean
  readonly channel?: { readonly alternatives?: ReadonlyArray<NovaAlternative> }
}

interface NovaAlternative {
  readonly transcript?: string | null
  readonly confidence?: number
  readonly languages?: ReadonlyArray<string>
}

const read = (provider: string, message: NovaMessage): ReadonlyArray<Heard> | ProviderFailure => {
  switch (message.type) {
    case "SpeechStarted":
      return [{ kind: "speechBegan", atMillis: millisOf(message.timestamp) }]
    case "Results":
      return results(message)
    case "Error":
      return new ProviderFailure({ provider, reason: "an error", retryable: true })
    default:
      return []
  }
}

const results = ({ channel, duration, is_final, start }: NovaMessage): ReadonlyArray<Heard> => {
  const { confidence = null, languages: [language] = [], transcript } = channel?.alternatives?.[0] ?? {}
  const atMillis = millisOf((start ?? 0) + (duration ?? 0))
  if (!transcript) return []
  return is_final
    ? [
        {
          kind: "final",
          text: transcript,
          untilMillis: atMillis,
          confidence,
          ...(language !== undefined && { language })
        }
      ]
    : [{ kind: "interim", text: transcript, stability: 0, atMillis }]
}

const millisOf = (seconds = 0) => Math.round(seconds * 1_000)
