import type { ListedVoice } from "../../domain/speech/ListedVoice.ts"

// By language, first the female voices, then the male ones. Known by 2026-11.
const names: Readonly<Record<string, readonly [female: string, male: string]>> = {
  en: [
    "amalthea andromeda asteria athena aurora callista cora cordelia delia electra harmonia helena hera iris janus juno " +
      "luna minerva ophelia pandora phoebe selene thalia theia vesta",
    "apollo arcas aries atlas draco hermes hyperion jupiter mars neptune odysseus orion orpheus pluto saturn zeus"
  ],
  de: ["aurelia elara kara lara viktoria", "fabian julius"],
  es: ["carina celeste diana estrella selena", "alvaro aquila javier nestor sirio"],
  fr: ["agathe", "hector"],
  it: ["cinzia demetra livia maia melia", "cesare dionisio elio flavio perseo"],
  ja: ["ama izanami uzume", "ebisu fujin"],
  nl: ["beatrix cornelia daphne hestia leda rhea", "lars roman sander"]
}

/** The voices of Aura-2: each is a model of its own, and the vendor has no list of them to ask for. */
export const auraVoices: ReadonlyArray<ListedVoice> = Object.entries(names).flatMap(([language, [female, male]]) =>
  [["FEMALE", female] as const, ["MALE", male] as const].flatMap(([gender, list]) =>
    list.split(" ").map(
      (name): ListedVoice => ({
        vendor: "deepgram",
        voiceId: `aura-2-${name}-${language}`,
        name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        languages: [language],
        gender
      })
    )
  )
)
