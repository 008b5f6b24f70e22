import { fluxLanguages, usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import type { EarAdapter } from "../socket/socket-ear.ts"
import { flux } from "./flux.ts"
import { nova } from "./nova.ts"

/** Deepgram's ear: Flux, which understands turns, where it knows the languages and no other model is asked for. */
export const deepgramEar: EarAdapter = (account, what) => {
  const { ear, language, languages = [] } = what
  const isFlux =
    ear?.model === undefined
      ? [language, ...languages].every((one) => fluxLanguages.has(usualCodeOf(one)))
      : ear.model.startsWith("flux")
  return (isFlux ? flux : nova)(account, what)
}
