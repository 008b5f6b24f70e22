import { Redacted } from "effect"
import { heardCode } from "../../domain/speech/vendor-languages.ts"
import { concernsAccount } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard } from "../contract/SpeechToText.ts"
import type { EarAdapter } from "../socket/socket-ear.ts"

/** Soniox, which reports parts of words and decides by their meaning when an utterance ends. */
export const soniox: EarAdapter = ({ apiKey, baseUrl, provider }, { ear, language, languages = [] }) => {
  const hints = [...new Set([language, ...languages].map(heardCode))]
  const model = ear?.model ?? "stt-rt-v5"
  return {
    provider,
    model,
    url: new URL("/transcribe-websocket", baseUrl).href,
    headers: { Authorization: `Bearer ${Redacted.value(apiKey)}` },
    begin: [
      JSON.stringify({
        model,
        audio_format: "mulaw",
        sample_rate: 8_000,
        num_channels: 1,
        language_hints: hints,
        ...(hints.length > 1 && { enable_language_identification: true }),
        enable_endpoint_detection: true,
        max_endpoint_delay_ms: 1_500
      })
    ],
    audio: (audio) => audio,
    // An empty message ends the session.
    farewell: "",
    read: reader(provider)
  }
}

interface SonioxToken {
  readonly text: string
  readonly is_final: boolean
  readonly end_ms?: number
  readonly confidence?: number
  readonly language?: string | null
}

interface SonioxMessage {
  readonly tokens?: ReadonlyArray<SonioxToken>
  readonly total_audio_proc_ms?: number
  readonly error_code?: number
}

/** Collects the tokens of an utterance, which are parts of words, and reports the whole utterance at its end. */
const reader = (provider: string) => {
  let finals: Array<SonioxToken> = []
  /** End of the last utterance, ms. Tokens up to it were reported. */
  let reportedUntil = -1

  const endOfUtterance = (atMillis: number): ReadonlyArray<Heard> => {
    const [text, language] = [textOf(finals), languageOf(finals)]
    const untilMillis = finals.at(-1)?.end_ms ?? atMillis
    const confidences = finals.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
    finals = []
    reportedUntil = untilMillis
    if (text === "") return []
    return [
      {
        kind: "final",
        text,
        untilMillis,
        confidence: confidences.length === 0 ? null : Math.min(...confidences),
        ...(language !== undefined && { language })
      },
      { kind: "turnEnded", atMillis: untilMillis, confidence: null }
    ]
  }

  return (text: string): ReadonlyArray<Heard> | ProviderFailure => {
    const { error_code, tokens = [], total_audio_proc_ms: processed = 0 }: SonioxMessage = JSON.parse(text)
    if (error_code !== undefined) return failureOf(provider, error_code)
    const events: Array<Heard> = []
    const others: Array<SonioxToken> = []
    for (const token of tokens) {
      if (token.text === "<end>") events.push(...endOfUtterance(processed))
      else if (token.text === "<fin>" || (token.end_ms ?? processed) <= reportedUntil) continue
      else if (token.is_final) finals.push(token)
      else others.push(token)
    }
    const words = textOf([...finals, ...others])
    const atMillis = [...finals, ...others].at(-1)?.end_ms ?? processed
    const stability = others.length === 0 ? 1 : 0
    return words === "" ? events : [...events, { kind: "interim", text: words, stability, atMillis }]
  }
}

const textOf = (tokens: ReadonlyArray<SonioxToken>) =>
  tokens
    .map(({ text }) => text)
    .join("")
    .trim()

/** Returns the language of most of the text. */
const languageOf = (tokens: ReadonlyArray<SonioxToken>): string | undefined => {
  const letters = new Map<string, number>()
  for (const { language, text } of tokens)
    if (language) letters.set(language, (letters.get(language) ?? 0) + text.length)
  return [...letters].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** The codes are those of HTTP. */
const failureOf = (provider: string, code: number) =>
  new ProviderFailure({
    provider,
    reason: `error ${code}`,
    retryable: code === 408 || code === 429 || code >= 500,
    ...(concernsAccount(code) && { refusesAccount: true })
  })
