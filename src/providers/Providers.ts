import { Context, Effect, Layer } from "effect"
import { AppConfig, type Settings } from "../platform/config.ts"
import { type ChosenProviders, chosenProviders } from "./chosen-providers.ts"
import { CurrentLiveCircuits, makeLiveCircuits } from "./circuit/live-circuits.ts"
import { CurrentVendorSpeeds, makeVendorSpeeds } from "./circuit/vendor-speeds.ts"
import { LanguageModel } from "./contract/LanguageModel.ts"
import * as Ears from "./Ears.ts"
import * as GoogleSpeech from "./google/GoogleSpeech.ts"
import * as GoogleVoices from "./google/GoogleVoices.ts"
import { type Latencies, usual } from "./local/latencies.ts"
import * as LocalModel from "./local/model/LocalModel.ts"
import * as LocalSpeech from "./local/speech/LocalSpeech.ts"
import * as LocalVoices from "./local/speech/LocalVoices.ts"
import * as OpenAiModel from "./openai/OpenAiModel.ts"
import { SynthesisCache } from "./SynthesisCache.ts"
import * as Voices from "./Voices.ts"

/** The speech, voice and model providers of the settings; the stand-ins have the given latencies. */
export const layerWith = (latencies: Latencies) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const chosen = chosenProviders(settings)
      yield* warn(settings, chosen)
      const speech: typeof GoogleSpeech.layer | ReturnType<typeof LocalSpeech.layer> =
        chosen.speech === "google" ? GoogleSpeech.layer : LocalSpeech.layer(latencies)
      const voices: typeof GoogleVoices.layer | ReturnType<typeof LocalVoices.layer> =
        chosen.voice === "google" ? GoogleVoices.layer : LocalVoices.layer(latencies)
      return Layer.mergeAll(
        Ears.layerOver(speech),
        models(settings, chosen.models, latencies),
        SynthesisCache.layer.pipe(Layer.provideMerge(Voices.layerOver(voices)))
      )
    })
  ).pipe(
    Layer.provideMerge(Layer.sync(CurrentLiveCircuits, makeLiveCircuits)),
    Layer.provideMerge(Layer.sync(CurrentVendorSpeeds, () => makeVendorSpeeds()))
  )

export const layer = layerWith(usual)

const models = ({ providers }: Settings, chosen: ChosenProviders["models"], latencies: Latencies) => {
  const local = LocalModel.layer(latencies)
  if (providers === "local") return local
  return Layer.effect(
    LanguageModel,
    Effect.gen(function* () {
      const own = yield* modelOf(local)
      const real = yield* modelOf(OpenAiModel.layer)
      return LanguageModel.of({
        reply: (request) => {
          const isLocal = typeof request.provider === "string" && chosen[request.provider] === "local"
          return (isLocal ? own : real).reply(request)
        }
      })
    })
  )
}

const modelOf = <R>(layer: Layer.Layer<LanguageModel, never, R>) =>
  Effect.map(Layer.build(layer), Context.get(LanguageModel))

const warn = Effect.fnUntraced(function* (settings: Settings, { models, speech, voice }: ChosenProviders) {
  const { carrier, providers, simulatorSpeed } = settings
  if (carrier !== "simulated" && providers === "local") {
    yield* Effect.logWarning(
      "PROVIDERS=local with a real carrier: people hear the tones of the stand-ins and cannot understand them"
    )
  }
  const real = new Set([speech, voice, ...Object.values(models)].filter((one) => one !== "local"))
  if (carrier === "simulated" && simulatorSpeed > 1 && real.size > 0) {
    yield* Effect.logWarning(
      `SIMULATOR_SPEED is above 1, but calls use ${[...real].join(", ")}: real services are too slow for that`
    )
  }
})
