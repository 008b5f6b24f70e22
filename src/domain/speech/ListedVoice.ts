import { Schema } from "effect"
import { withDefault } from "../schema/with-default.ts"
import { LanguageCode, writtenTextProblem } from "../text/text.ts"
import { PreferredVoice } from "./SpeechProfile.ts"
import { voiceVendors } from "./vendors.ts"

const Gender = Schema.Literals(["FEMALE", "MALE", "NEUTRAL"])

/** A voice that an organization's calls could speak with. */
export const ListedVoice = Schema.Struct({
  vendor: Schema.Literals(voiceVendors),
  voiceId: Schema.String.annotate({ description: "The vendor's name of the voice, for a speech profile" }),
  name: Schema.String,
  languages: Schema.Array(Schema.String).annotate({
    description: "Languages for which the vendor offers the voice, such as en or hi-IN"
  }),
  gender: Schema.NullOr(Gender).annotate({ description: "null where the vendor does not say" })
}).annotate({ identifier: "ListedVoice" })
export type ListedVoice = typeof ListedVoice.Type

export const VoiceList = Schema.Struct({
  data: Schema.Array(ListedVoice),
  problems: Schema.Array(Schema.Struct({ vendor: Schema.Literals(voiceVendors), message: Schema.String })).annotate({
    description: "The vendors whose voices could not be listed, and why"
  })
}).annotate({ identifier: "VoiceList" })
export type VoiceList = typeof VoiceList.Type

/** Longest text of a sample, characters. */
const maxText = 500

/** A text to speak as a sample, and the voice for it. */
export const VoiceSample = Schema.Struct({
  text: Schema.String.annotate({ description: `1 to ${maxText} characters` }).check(
    Schema.makeFilter((text) => writtenTextProblem(text, maxText, text.length))
  ),
  language: LanguageCode,
  ttsProvider: withDefault(Schema.Literals(["CLOUD_TTS", "GENERATIVE_TTS", "PREMIUM_TTS"]), "CLOUD_TTS"),
  voiceGender: withDefault(Gender, "FEMALE"),
  vendor: Schema.optionalKey(
    PreferredVoice.fields.vendor.annotate({ description: "Left out: the voice that calls would use" })
  ),
  voiceId: PreferredVoice.fields.voiceId,
  model: PreferredVoice.fields.model
}).annotate({ identifier: "VoiceSample" })
export type VoiceSample = typeof VoiceSample.Type
