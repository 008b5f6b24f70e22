import { Schema } from "effect"
import { countProblem } from "../schema/count-problem.ts"
import { earVendors, type KeyVendor, keyVendors, voiceVendors } from "./vendors.ts"

/** A vendor's name of a model or a voice. It may become a part of a URL. */
const VendorName = Schema.String.annotate({ description: "1 to 100 visible ASCII characters" }).check(
  Schema.makeFilter((name) =>
    /^[\x21-\x7e]{1,100}$/.test(name) ? undefined : "must be 1 to 100 visible ASCII characters"
  )
)

const model = Schema.optionalKey(
  VendorName.annotate({ description: "The vendor's name of a model; left out, the service chooses one" })
)

export const PreferredEar = Schema.Struct({ vendor: Schema.Literals(earVendors), model }).annotate({
  identifier: "PreferredEar"
})
export type PreferredEar = typeof PreferredEar.Type

export const PreferredVoice = Schema.Struct({
  vendor: Schema.Literals(voiceVendors),
  voiceId: Schema.optionalKey(
    VendorName.annotate({ description: "The vendor's name of a voice; left out, one that fits voiceGender" })
  ),
  model,
  gender: Schema.optionalKey(
    Schema.Literals(["FEMALE", "MALE", "NEUTRAL"]).annotate({ description: "Only for flows with this voiceGender" })
  )
}).annotate({ identifier: "PreferredVoice" })
export type PreferredVoice = typeof PreferredVoice.Type

const listOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Array(item).check(
    Schema.makeFilter((all) => (all.length >= 1 && all.length <= 10 ? undefined : "must have 1 to 10 entries"))
  )

const byLanguage = <S extends Schema.Constraint>(value: S) =>
  Schema.Record(Schema.String, value).check(
    Schema.makeFilter((all) => countProblem(Object.keys(all).length, 200, "languages"))
  )

const voices = Schema.optionalKey(listOf(PreferredVoice))

/** The voices for each `ttsProvider` of flows; `*` is for those without a list of their own. */
const VoicesByProvider = Schema.Struct({
  CLOUD_TTS: voices,
  GENERATIVE_TTS: voices,
  PREMIUM_TTS: voices,
  "*": voices
}).annotate({ identifier: "VoicesByProvider" })

const fields = {
  ears: byLanguage(listOf(PreferredEar)).annotate({
    description: "Recognizers by language, such as hi, hi-IN or *, in order of preference"
  }),
  voices: byLanguage(VoicesByProvider).annotate({
    description: "Voices by language, such as hi, hi-IN or *, and by ttsProvider or *, in order of preference"
  })
}

const onlyListed = Schema.Boolean.annotate({
  description:
    "Whether calls use the listed vendors only: their sound and their words reach no other, even when these fail"
})

/** Which recognizers and voices calls prefer, by language. */
export const SpeechPreferences = Schema.Struct({
  ears: Schema.optionalKey(fields.ears),
  voices: Schema.optionalKey(fields.voices),
  onlyListed: Schema.optionalKey(onlyListed)
}).annotate({ identifier: "SpeechPreferences" })
export type SpeechPreferences = typeof SpeechPreferences.Type

const apiKey = Schema.optionalKey(Schema.NullOr(Schema.String))

export const SpeechProfileChanges = Schema.Struct({
  ...SpeechPreferences.fields,
  apiKeys: Schema.optionalKey(
    Schema.Struct(
      Object.fromEntries(keyVendors.map((vendor) => [vendor, apiKey])) as Record<KeyVendor, typeof apiKey>
    ).annotate({
      description:
        "The organization's own keys by vendor; stored encrypted and never returned. A key that is left out stays; " +
        "null removes it, and calls use the key of the settings again"
    })
  )
}).annotate({ identifier: "SpeechProfileChanges" })
export type SpeechProfileChanges = typeof SpeechProfileChanges.Type

const SpeechKey = Schema.Struct({
  vendor: Schema.Literals(keyVendors),
  source: Schema.Literals(["ORGANIZATION", "SETTINGS"]).annotate({
    description: "ORGANIZATION: a key of its own. SETTINGS: the key in the environment of the service"
  }),
  lastFour: Schema.NullOr(Schema.String).annotate({
    description:
      "The last 4 characters of the organization's own key; null for a short one, and for one of the settings"
  })
}).annotate({ identifier: "SpeechKey" })
export type SpeechKey = typeof SpeechKey.Type

/** The speech profile of an organization, without its keys. */
export const SpeechProfile = Schema.Struct({
  ...fields,
  onlyListed,
  keys: Schema.Array(SpeechKey).annotate({ description: "The vendors that calls have a key for" })
}).annotate({ identifier: "SpeechProfile" })
export type SpeechProfile = typeof SpeechProfile.Type
