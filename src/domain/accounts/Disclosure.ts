import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"
import { LanguageCode, shortText } from "../text/text.ts"
import { disclosureIn } from "./disclosure-in.ts"

const isLanguage = Schema.is(LanguageCode)

/** The caller, as people hear it at the beginning of each call. */
export const Disclosure = Schema.Struct({
  legalName: Schema.NullOr(shortText(255, "The name under which the organization is registered")),
  callbackNumber: Schema.NullOr(PhoneNumber),
  sentences: Schema.Record(Schema.String, shortText(500))
    .check(
      Schema.makeFilter((sentences) =>
        Object.keys(sentences).every((code) => isLanguage(code))
          ? undefined
          : "must have language codes such as hi or hi-IN"
      )
    )
    .annotate({
      description:
        "By language code: who calls, that it is an automated assistant, and that the call is recorded or transcribed where that is so. `{{legalName}}` and `{{callbackNumber}}` are filled in; there are no others",
      examples: [{ en: "This is an automated assistant of {{legalName}}. This call is transcribed." }]
    })
}).annotate({ identifier: "Disclosure" })
export type Disclosure = typeof Disclosure.Type

export const noDisclosure: Disclosure = { legalName: null, callbackNumber: null, sentences: {} }

/** The gaps of a flow with these languages: refused where the organization discloses in other languages, else warned of. */
export const missingDisclosures = (
  disclosure: Disclosure,
  languages: ReadonlyArray<string>
): { readonly refusals: ReadonlyArray<string>; readonly warnings: ReadonlyArray<string> } => {
  const silent = [...new Set(languages)].filter((language) => disclosureIn(disclosure, language) === null)
  const begun = Object.keys(disclosure.sentences).length > 0
  const set = "set it in the console under Settings, Organization, or with carillon disclosure set"
  const inLanguages = silent.map(
    (language) => `no disclosure says in ${language} who calls and that it is an automated assistant: ${set}`
  )
  const identity = [
    ...(disclosure.legalName === null ? [`the organization's legal name is not known: ${set}`] : []),
    ...(disclosure.callbackNumber === null
      ? [`the number at which people reach the organization is not known: ${set}`]
      : [])
  ]
  return begun
    ? { refusals: inLanguages, warnings: identity }
    : { refusals: [], warnings: [...inLanguages, ...identity] }
}
