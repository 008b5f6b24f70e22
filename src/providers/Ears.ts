import { Context, Effect, Layer } from "effect"
import type { EarVendor, KeyVendor } from "../domain/speech/vendors.ts"
import { AppConfig } from "../platform/config.ts"
import { CurrentStalls, runningClock } from "../platform/observability/stalls.ts"
import { makeAccountCircuits } from "./account-circuits.ts"
import { assemblyAi } from "./assemblyai/streaming.ts"
import { CurrentVendorSpeeds } from "./circuit/vendor-speeds.ts"
import { type ListenOptions, SpeechToText } from "./contract/SpeechToText.ts"
import { deepgramEar } from "./deepgram/deepgram-ear.ts"
import { measuredListening } from "./measured-speech.ts"
import { accountOfEar } from "./planned-speech.ts"
import { sarvamEar } from "./sarvam/realtime-ear.ts"
import { examineEar } from "./socket/examine-ear.ts"
import { type EarAdapter, makeSocketEar } from "./socket/socket-ear.ts"
import { soniox } from "./soniox/realtime.ts"
import { accountAt } from "./vendor-accounts.ts"

/** The recognizers of all vendors; a call that names none, or Google, is heard by `usual`. */
export const layerOver = <E, R>(usual: Layer.Layer<SpeechToText, E, R>) =>
  Layer.effect(
    SpeechToText,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const listenAsUsual = Context.get(yield* Layer.build(usual), SpeechToText).listen
      const speeds = yield* CurrentVendorSpeeds
      const now = runningClock(yield* CurrentStalls)
      const circuitOf = yield* makeAccountCircuits("SPEECH_TO_TEXT", Number.POSITIVE_INFINITY)

      const listenAt = Effect.fn("Ears.listen")(function* (
        vendor: KeyVendor,
        adapter: EarAdapter,
        what: ListenOptions
      ) {
        const account = yield* accountAt(settings, vendor, what.ear?.apiKey)
        const protocol = adapter(account, what)
        const useAccount = Effect.suspend(() => examineEar(adapter(account, { language: "en-US" })))
        const circuit = yield* circuitOf(account, protocol, what.ear?.apiKey === undefined, useAccount)
        yield* circuit.check
        const { hear, heard } = yield* makeSocketEar(protocol)
        return { hear, heard: circuit.protect(heard) }
      })

      const listen = (what: ListenOptions) => {
        const vendor = what.ear?.vendor ?? "google"
        const account = accountOfEar(what.ear ?? { vendor })
        const listening = vendor === "google" ? listenAsUsual(what) : listenAt(vendor, earAdapters[vendor], what)
        return Effect.map(listening, (one) => measuredListening(one, (millis) => speeds.note(account, millis), now))
      }
      return SpeechToText.of({ listen })
    })
  )

/** How each vendor recognizes calls over a websocket. */
export const earAdapters: Readonly<Record<Exclude<EarVendor, "google">, EarAdapter>> = {
  deepgram: deepgramEar,
  soniox,
  assemblyai: assemblyAi,
  sarvam: sarvamEar
}
