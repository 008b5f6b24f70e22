import { type EarScript, senderOf } from "./ear-script.ts"
import { makeLettersHeard } from "./letters-heard.ts"
import type { VendorConnection } from "./vendor-server.ts"

/** Returns why a request to Nova-3 is wrong. */
export const novaProblemOf = ({ searchParams }: URL): string | undefined => {
  const model = searchParams.get("model") ?? ""
  if (!model.startsWith("nova-")) return `no such model: ${model}`
  if (searchParams.get("encoding") !== "mulaw" || searchParams.get("sample_rate") !== "8000")
    return "not μ-law at 8 kHz"
  const language = searchParams.get("language") ?? ""
  if (!languages.includes(language)) return `no such language: ${language}`
  if (language !== "multi" && searchParams.has("language_hint")) return "a hint for a model of one language"
  return undefined
}

const languages = ["multi", "en", "en-IN", "en-US", "hi", "bn", "mr", "ta", "te", "ur", "pl"]

/**
 * A connection to Nova-3, by its reference: an interim result for each 400 ms of a breath, and a final one after a
 * short silence. Silence alone ends a breath; its end is marked, but says nothing about the turn.
 */
export const novaSession = (connection: VendorConnection, script: EarScript, index: number) => {
  const send = senderOf(connection, script, index)
  const endpointing = Number(connection.url.searchParams.get("endpointing") ?? 10)
  const hints = connection.url.searchParams.getAll("language_hint")
  let from = 0
  let reportedAt = 0
  let isSpeaking = false

  const letters = makeLettersHeard(({ millis, quietMillis, text, untilMillis }) => {
    const words = text.trim()
    const results = (isFinal: boolean) => {
      reportedAt = millis
      send({
        type: "Results",
        channel_index: [0, 1],
        start: from / 1_000,
        duration: (millis - from) / 1_000,
        is_final: isFinal,
        speech_final: isFinal,
        from_finalize: false,
        channel: {
          alternatives: [
            {
              transcript: words,
              confidence: 0.98,
              words: [],
              ...(hints.length > 0 && { languages: hints.slice(0, 1) })
            }
          ]
        },
        metadata: { request_id: `request-${index}` }
      })
    }
    if (words === "") {
      // Silence has results too, of no words.
      if (millis - reportedAt >= 5_000) {
        results(true)
        from = millis
      }
      return
    }
    if (!isSpeaking) send({ type: "SpeechStarted", channel: [0, 1], timestamp: untilMillis / 1_000 })
    isSpeaking = true
    if (quietMillis >= Math.max(endpointing, 60)) {
      results(true)
      isSpeaking = false
      from = millis
      return letters.reset()
    }
    if (millis - reportedAt >= 400) results(false)
  })

  let millis = 0
  return {
    onBinary: (audio: Uint8Array) => {
      millis += audio.length / 8
      letters.hear(audio)
      script.heard?.(connection, index, millis)
    },
    onText: ({ type }: { readonly type: string }) => {
      if (type === "KeepAlive") return
      if (type !== "CloseStream") return connection.close(1008, "DATA-0000")
      connection.noteFarewell()
      send({ type: "Metadata", request_id: `request-${index}`, duration: millis / 1_000 })
      connection.close(1000)
    }
  }
}
