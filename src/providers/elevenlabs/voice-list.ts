import { Effect, Redacted } from "effect"
import type { ListedVoice } from "../../domain/speech/ListedVoice.ts"
import { spokenLanguagesOf } from "../../domain/speech/vendor-languages.ts"
import type { VendorAccount } from "../socket/ProviderSocket.ts"
import { getJson } from "../socket/vendor-http.ts"

/** Lists the voices of an account: the vendor's own, and those that were added. */
export const elevenLabsVoices = (account: VendorAccount) =>
  Effect.map(getJson(account, "/v1/voices", { "xi-api-key": Redacted.value(account.apiKey) }), (answer) =>
    ((answer as Answer).voices ?? []).flatMap(
      ({ labels, name, verified_languages, voice_id }): ReadonlyArray<ListedVoice> => {
        if (typeof voice_id !== "string") return []
        const verified = (verified_languages ?? []).flatMap(({ language }) => language ?? [])
        // Each voice speaks all languages of the usual model; some are verified for a few of them.
        const languages = verified.length > 0 ? [...new Set(verified)] : spokenLanguagesOf("elevenlabs")
        return [
          {
            vendor: "elevenlabs",
            voiceId: voice_id,
            name: name ?? voice_id,
            languages,
            gender: genderOf(labels?.gender)
          }
        ]
      }
    )
  )

interface Answer {
  readonly voices?: ReadonlyArray<{
    readonly voice_id?: unknown
    readonly name?: string
    readonly labels?: { readonly gender?: string } | null
    readonly verified_languages?: ReadonlyArray<{ readonly language?: string }> | null
  }>
}

const genderOf = (gender: string | undefined): ListedVoice["gender"] =>
  gender === "female" ? "FEMALE" : gender === "male" ? "MALE" : gender === undefined ? null : "NEUTRAL"
