import { Redacted } from "effect"
import { bytesPerMilli } from "../../audio/frames.ts"
import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { errorCodeOf } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { byGender, type SpokenTime } from "../contract/TextToSpeech.ts"
import type { VoiceAdapter, VoiceMessage } from "../socket/voice-sockets.ts"

/** ElevenLabs' synthesis with several contexts on one socket; each reports when each character sounds. */
export const multiContext: VoiceAdapter = ({ apiKey, baseUrl, provider }, voice) => {
  const { choice, language } = voice
  const model = choice?.model ?? "eleven_flash_v2_5"
  const voiceId = choice?.voiceId ?? byGender(voice, usualVoices)
  const url = new URL(`/v1/text-to-speech/${encodeURIComponent(voiceId)}/multi-stream-input`, baseUrl)
  url.search = new URLSearchParams({
    model_id: model,
    output_format: "ulaw_8000",
    inactivity_timeout: "180",
    sync_alignment: "true",
    // Sentences come whole, so there is nothing to wait for.
    auto_mode: "true",
    // Only the newer models take a language.
    ...(/_v2_5$|_v3/.test(model) && { language_code: usualCodeOf(language) })
  }).toString()
  // Where the known audio of each context ends, and how many of its characters have times.
  const progress = new Map<string, { millis: number; characters: number }>()

  // The times of a message begin with its own audio.
  const timesOf = (context: string, { alignment }: MultiContextMessage, bytes: number) => {
    const before = progress.get(context) ?? { millis: 0, characters: 0 }
    const { chars = [], charDurationsMs = [], charStartTimesMs = [] } = alignment ?? {}
    // The vendor aligns the blank before the text, too.
    const skipped = before.characters === 0 ? chars.findIndex((char) => char.trim() !== "") : 0
    const first = skipped < 0 ? chars.length : skipped
    const times = chars.slice(first).map(
      (_, index): SpokenTime => ({
        characters: before.characters + index + 1,
        untilMillis: Math.round(
          before.millis + (charStartTimesMs[first + index] ?? 0) + (charDurationsMs[first + index] ?? 0)
        )
      })
    )
    progress.set(context, {
      millis: before.millis + bytes / bytesPerMilli,
      characters: before.characters + times.length
    })
    return times
  }

  const read = (text: string): ReadonlyArray<VoiceMessage> => {
    const message: MultiContextMessage = JSON.parse(text)
    const context = message.contextId ?? message.context_id
    if (message.error !== undefined) {
      return [{ context, failure: failureOf(provider, message) }]
    }
    if (context === undefined) return []
    const audio = Buffer.from(message.audio ?? "", "base64")
    const times = timesOf(context, message, audio.length)
    const isDone = message.isFinal === true
    if (isDone) progress.delete(context)
    return [{ context, audio, ...(times.length > 0 && { times }), isDone }]
  }

  return {
    provider,
    model,
    url: url.href,
    headers: { "xi-api-key": Redacted.value(apiKey) },
    // The vendor closes with 1008 for most errors, also for those of a single text.
    isAccountRefusal: (code, reason) => code === 1008 && ofAccount.test(reason),
    maxContexts: 5,
    speak: (context, text) => [
      JSON.stringify({ text: " ", context_id: context }),
      JSON.stringify({ text: `${text} `, context_id: context, flush: true })
    ],
    // The vendor reports the end of a text only when its context is closed, and drops the text if that comes too soon.
    finish: (context) => [JSON.stringify({ context_id: context, close_context: true })],
    cancel: (context) => {
      progress.delete(context)
      return [JSON.stringify({ context_id: context, close_context: true })]
    },
    farewell: JSON.stringify({ close_socket: true }),
    read: (message) => (typeof message === "string" ? read(message) : [])
  }
}

interface MultiContextMessage {
  readonly contextId?: string
  readonly context_id?: string
  readonly audio?: string | null
  readonly isFinal?: boolean | null
  readonly alignment?: {
    readonly chars?: ReadonlyArray<string>
    readonly charStartTimesMs?: ReadonlyArray<number>
    readonly charDurationsMs?: ReadonlyArray<number>
  } | null
  readonly error?: string
  readonly code?: number
}

/** Voices that every account has, and that speak all languages of the model: Sarah and Eric. */
const usualVoices = { female: "EXAVITQu4vr4xnSDxMaL", male: "cjVigY5qzO86Huf0OWal" }

/** Errors of the account, as the vendor names them in messages and, with blanks, when it closes the socket. */
const ofAccount = /quota|unauthorized|invalid[_ ]api[_ ]key|payment/i

const failureOf = (provider: string, { code, error }: MultiContextMessage) =>
  new ProviderFailure({
    provider,
    reason: `error ${errorCodeOf(error) ?? code ?? "without a name"}`,
    retryable: !/quota|unauthorized|invalid|voice_not_found|payment/i.test(error ?? ""),
    ...(ofAccount.test(error ?? "") && { refusesAccount: true })
  })
