import { Redacted } from "effect"
import { primaryLanguage } from "../../domain/speech/primary-language.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard } from "../contract/SpeechToText.ts"
import type { EarAdapter } from "../socket/socket-ear.ts"

/** AssemblyAI's Universal-Streaming, which decides by the meaning of the words when a turn ends. */
export const assemblyAi: EarAdapter = ({ apiKey, baseUrl, provider }, { ear, language, languages = [] }) => {
  const isEnglish = [language, ...languages].every((one) => primaryLanguage(one) === "en")
  const model = ear?.model ?? (isEnglish ? "universal-streaming-english" : "universal-streaming-multilingual")
  const url = new URL("/v3/ws", baseUrl)
  url.search = new URLSearchParams({
    speech_model: model,
    encoding: "pcm_mulaw",
    sample_rate: "8000",
    // Formatting delays the end of a turn.
    format_turns: "false",
    // Silence after which a turn that sounds complete ends, ms.
    min_turn_silence: "160",
    ...(!model.endsWith("english") && { language_detection: "true" })
  }).toString()
  return {
    provider,
    model,
    url: url.href,
    headers: { Authorization: Redacted.value(apiKey) },
    audio: (audio) => audio,
    // Open sessions are billed, even silent ones.
    farewell: JSON.stringify({ type: "Terminate" }),
    // A shorter message, or sound that comes faster than it was spoken, ends the session.
    shortestPortionMillis: 50,
    saysBegin: true,
    isPaced: true,
    refusals: [wrongMessage],
    isAccountRefusal: (code, reason) => code === refusedAccount && !ofLimit.test(reason),
    read: reader(provider)
  }
}

interface AssemblyMessage {
  readonly type?: string
  readonly turn_order?: number
  readonly transcript?: string | null
  readonly end_of_turn?: boolean
  readonly end_of_turn_confidence?: number
  readonly language_code?: string | null
  readonly words?: ReadonlyArray<{ readonly text: string; readonly end: number; readonly confidence?: number }>
  readonly error_code?: number
  readonly error?: string
}

const reader = (provider: string) => {
  /** The last turn that ended: a formatted version of its text may follow. */
  let ended = -1
  return (text: string): ReadonlyArray<Heard> | ProviderFailure => {
    const message: AssemblyMessage = JSON.parse(text)
    if (message.type === "Error") return failureOf(provider, message)
    const { end_of_turn, end_of_turn_confidence, language_code, transcript, turn_order = 0, words = [] } = message
    if (message.type !== "Turn" || turn_order <= ended) return []
    const atMillis = words.at(-1)?.end ?? 0
    if (!end_of_turn) {
      const heard = words.map((word) => word.text).join(" ")
      return heard === "" ? [] : [{ kind: "interim", text: heard, stability: 0, atMillis }]
    }
    ended = turn_order
    if (!transcript) return []
    const confidences = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
    return [
      {
        kind: "final",
        text: transcript,
        untilMillis: atMillis,
        confidence: confidences.length === 0 ? null : Math.min(...confidences),
        ...(language_code && { language: language_code })
      },
      { kind: "turnEnded", atMillis, confidence: end_of_turn_confidence ?? null }
    ]
  }
}

/** Code of a wrong key or account. An account with too many sessions at a time gets it, too, and may be used soon. */
const refusedAccount = 1008

const ofLimit = /too many/i

const wrongMessage = 3006

const failureOf = (provider: string, { error = "", error_code: code }: AssemblyMessage) => {
  const isLimit = ofLimit.test(error)
  const refusesAccount = code === refusedAccount && !isLimit
  const words = refusesAccount ? "it refuses the key" : isLimit ? "too many sessions at a time" : undefined
  const named = code === undefined ? "an error" : `error ${code}`
  return new ProviderFailure({
    provider,
    reason: words === undefined ? named : `${words} (${named})`,
    retryable: !refusesAccount && code !== wrongMessage,
    ...(refusesAccount && { refusesAccount })
  })
}
