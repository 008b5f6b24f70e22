import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { errorCodeOf } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Heard } from "../contract/SpeechToText.ts"
import type { EarAdapter } from "../socket/socket-ear.ts"
import { listenProtocol } from "./listen-protocol.ts"

/** Deepgram's Flux, which decides by itself when a turn ends. */
export const flux: EarAdapter = (account, { ear, language, languages = [] }) => {
  const model = ear?.model ?? modelOf([language, ...languages])
  return {
    ...listenProtocol(account, "/v2/listen", model, [
      ["eot_threshold", "0.7"],
      ["eager_eot_threshold", "0.5"],
      ["eot_timeout_ms", "5000"],
      // The English model knows one language and refuses hints.
      ...(model === english ? [] : hintsFor([language, ...languages]))
    ]),
    saysBegin: true,
    read: (message) => read(account.provider, JSON.parse(message))
  }
}

const english = "flux-general-en"

const modelOf = (languages: ReadonlyArray<string>) =>
  languages.every((language) => usualCodeOf(language) === "en") ? english : "flux-general-multi"

const hintsFor = (languages: ReadonlyArray<string>) =>
  [...new Set(languages.map(usualCodeOf))].map((language): [string, string] => ["language_hint", language])

interface FluxMessage {
  readonly type: string
  readonly event?: string
  readonly transcript?: string
  readonly audio_window_end?: number
  readonly end_of_turn_confidence?: number
  readonly languages?: ReadonlyArray<string>
  readonly code?: string
}

const read = (provider: string, message: FluxMessage): ReadonlyArray<Heard> | ProviderFailure => {
  if (message.type === "Error") return failureOf(provider, message)
  if (message.type !== "TurnInfo") return []
  const atMillis = Math.round((message.audio_window_end ?? 0) * 1_000)
  const text = message.transcript ?? ""
  const interim = (stability: number): ReadonlyArray<Heard> =>
    text === "" ? [] : [{ kind: "interim", text, stability, atMillis }]
  switch (message.event) {
    case "StartOfTurn":
      return [{ kind: "speechBegan", atMillis }, ...interim(0)]
    case "Update":
      return interim(0)
    case "EagerEndOfTurn":
      return [...interim(likely), { kind: "turnMayEnd", atMillis }]
    case "TurnResumed":
      return [{ kind: "turnResumed", atMillis }, ...interim(0)]
    case "EndOfTurn": {
      const confidence = message.end_of_turn_confidence ?? null
      const [language] = message.languages ?? []
      const final: Heard = {
        kind: "final",
        text,
        untilMillis: atMillis,
        confidence: null,
        ...(language && { language })
      }
      return [...(text === "" ? [] : [final]), { kind: "turnEnded", atMillis, confidence }]
    }
    default:
      return []
  }
}

/** The words before a probable end of turn do not change unless the person goes on. */
const likely = 0.9

const failureOf = (provider: string, { code }: FluxMessage) =>
  new ProviderFailure({
    provider,
    reason: errorCodeOf(code) === undefined ? "an error" : `error ${code}`,
    // All other errors concern the server or the network.
    retryable: code !== "UNPARSABLE_CLIENT_MESSAGE" && code !== "INVALID_REQUEST"
  })
