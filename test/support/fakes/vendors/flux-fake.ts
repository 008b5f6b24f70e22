import { type EarScript, endMillisOf, senderOf } from "./ear-script.ts"
import { makeLettersHeard } from "./letters-heard.ts"
import type { VendorConnection } from "./vendor-server.ts"

const models = ["flux-general-en", "flux-general-multi"]

/** Returns why a request to Flux is wrong. */
export const fluxProblemOf = ({ searchParams }: URL): string | undefined => {
  const within = (name: string, lowest: number, highest: number) => {
    const value = searchParams.get(name)
    return value === null || (Number(value) >= lowest && Number(value) <= highest)
  }
  const model = searchParams.get("model") ?? ""
  if (!models.includes(model)) return `no such model: ${model}`
  if (searchParams.get("encoding") !== "mulaw" || searchParams.get("sample_rate") !== "8000")
    return "not μ-law at 8 kHz"
  if (model.endsWith("-en") && searchParams.has("language_hint")) return "a hint for the English model"
  if (!within("eot_threshold", 0.5, 1)) return "eot_threshold is out of range"
  if (!within("eager_eot_threshold", 0.3, 0.9)) return "eager_eot_threshold is out of range"
  if (!within("eot_timeout_ms", 500, 60_000)) return "eot_timeout_ms is out of range"
  return undefined
}

/**
 * A connection to Flux, by its published state machine: an update for each 250 ms of audio, a turn that begins with
 * speech, ends tentatively in a short silence, and for good when its words sound complete or the silence is long.
 */
export const fluxSession = (connection: VendorConnection, script: EarScript, index: number) => {
  const timeoutMillis = Number(connection.url.searchParams.get("eot_timeout_ms") ?? 5_000)
  const hints = connection.url.searchParams.getAll("language_hint")
  const sendAll = senderOf(connection, script, index)
  let sequence = 0
  let turn = 0
  let turnFrom = 0
  let updatedAt = 0
  let state: "initial" | "ongoing" | "awaiting end" = "initial"
  const send = (message: object) => {
    sendAll({ request_id: `request-${index}`, sequence_id: sequence++, ...message })
  }
  send({ type: "Connected" })

  const letters = makeLettersHeard(({ millis, quietMillis, text }, heard) => {
    const words = text.trim()
    const turnInfo = (event: string, confidence: number) => {
      updatedAt = millis
      send({
        type: "TurnInfo",
        event,
        turn_index: turn,
        audio_window_start: turnFrom / 1_000,
        audio_window_end: millis / 1_000,
        transcript: words,
        words: words.split(" ").map((word) => ({ word, confidence: 0.99 })),
        end_of_turn_confidence: confidence,
        ...(hints.length > 0 && { languages: hints.slice(0, 1), languages_hinted: hints })
      })
    }
    if (state === "initial" && words !== "") {
      state = "ongoing"
      return turnInfo("StartOfTurn", 0)
    }
    if (state === "awaiting end" && heard.trim() !== "") {
      state = "ongoing"
      return turnInfo("TurnResumed", 0.1)
    }
    if (state === "ongoing" && quietMillis >= eagerMillis) {
      state = "awaiting end"
      return turnInfo("EagerEndOfTurn", 0.5)
    }
    const endMillis = Math.min(timeoutMillis, endMillisOf(words))
    if (state === "awaiting end" && quietMillis >= endMillis) {
      turnInfo("EndOfTurn", 0.8)
      state = "initial"
      turn++
      turnFrom = millis
      return letters.reset()
    }
    if (millis - updatedAt >= 250) turnInfo("Update", 0.1)
  })

  let millis = 0
  return {
    onBinary: (audio: Uint8Array) => {
      millis += audio.length / 8
      letters.hear(audio)
      script.heard?.(connection, index, millis)
    },
    onText: ({ type }: { readonly type: string }) => {
      if (type === "CloseStream") {
        connection.noteFarewell()
        return connection.close(1000)
      }
      send({ type: "Error", code: "UNPARSABLE_CLIENT_MESSAGE", description: `no such message: ${type}` })
      connection.close(1011)
    }
  }
}

/** Silence after which a turn may have ended, ms. */
const eagerMillis = 140
