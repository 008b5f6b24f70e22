import { Effect, Stream } from "effect"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { Voice } from "../contract/TextToSpeech.ts"
import type { VoiceProtocol, VoiceSockets } from "./voice-sockets.ts"

/** A voice that every account of a vendor has. */
export const usualVoice = { provider: "PREMIUM_TTS", language: "en-US", gender: "FEMALE" } as const satisfies Voice

/** Lets a vendor speak a short word. Fails when it refuses the connection or the text, or makes no sound of it. */
export const examineVoice = Effect.fnUntraced(function* ({ speak }: VoiceSockets, protocol: VoiceProtocol) {
  const pieces = yield* speak(protocol, "Hello.").pipe(
    Stream.filter(({ audio }) => audio.length > 0),
    Stream.take(1),
    Stream.runCollect
  )
  if (pieces.length > 0) return
  yield* new ProviderFailure({ provider: protocol.provider, reason: "no sound came", retryable: false })
})
