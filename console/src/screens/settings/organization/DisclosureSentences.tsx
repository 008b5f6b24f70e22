import { disclosureOf, disclosurePlaceholders } from "../../../../../src/domain/accounts/disclosure-in.ts"
import { placeholdersOf } from "../../../../../src/domain/flows/placeholders.ts"
import type { Answer } from "../../../api/contract.ts"
import { Button } from "../../../ui/Button.tsx"
import { TextArea } from "../../../ui/Field.tsx"
import { Select } from "../../../ui/Select.tsx"
import { languageName } from "../../../ui/words/language-name.ts"
import { everyLanguage } from "../speech/profile-languages.ts"

type Disclosure = Answer<"GET", "/admin/v1/organizations/:id/disclosure">

interface DisclosureSentencesProps {
  readonly disclosure: Disclosure
  readonly onChange: (sentences: Disclosure["sentences"]) => void
  readonly problemOf: (path: string) => string | undefined
  readonly isReadOnly: boolean
}

/** A sentence for each language, with what people hear. */
export const DisclosureSentences = ({ disclosure, onChange, problemOf, isReadOnly }: DisclosureSentencesProps) => {
  const { sentences } = disclosure
  const codes = Object.keys(sentences)
  const remove = (removed: string) =>
    onChange(Object.fromEntries(Object.entries(sentences).filter(([code]) => code !== removed)))
  const others = everyLanguage.filter((code) => code !== "*" && !codes.includes(code))
  return (
    <div className="flex flex-col gap-3">
      {codes.length > 0 && (
        <ul aria-label="Sentences" className="flex flex-col gap-3">
          {codes.map((code) => (
            <li key={code} className="flex flex-col gap-1.5 border-line border-t pt-3">
              <TextArea
                label={`${languageName(code)}, ${code}`}
                rows={3}
                maxLength={500}
                value={sentences[code] ?? ""}
                disabled={isReadOnly}
                problem={problemOf(`sentences.${code}`) ?? unfilled(sentences[code] ?? "", disclosure)}
                onChange={(event) => onChange({ ...sentences, [code]: event.target.value })}
              />
              <p className="text-muted text-sm">
                People hear: <q lang={code}>{disclosureOf(sentences[code] ?? "", disclosure)}</q>
              </p>
              {!isReadOnly && (
                <div className="flex justify-end">
                  <Button
                    small
                    icon="close"
                    aria-label={`Remove the sentence in ${languageName(code)}`}
                    onClick={() => remove(code)}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <Select
          label="Add a sentence in"
          hint="English, en, serves all countries with English. {{legalName}} and {{callbackNumber}} are filled in."
          problem={codes.some((code) => problemOf(`sentences.${code}`)) ? undefined : problemOf("sentences")}
          value=""
          placeholder="Choose a language"
          onChange={(code) => onChange({ ...sentences, [code]: "" })}
          options={others.map((code) => ({ value: code, label: `${languageName(code)}, ${code}` }))}
        />
      )}
    </div>
  )
}

/** The first placeholder of a sentence that would be said as nothing. */
const unfilled = (sentence: string, disclosure: Disclosure): string | undefined => {
  for (const key of placeholdersOf(sentence)) {
    const known = disclosurePlaceholders.find((one) => one === key)
    if (known === undefined) return `There is no value “${key}”: write {{legalName}} or {{callbackNumber}}`
    if (disclosure[known] === null) return `{{${key}}} has no value above, so nothing is said in its place`
  }
  return undefined
}
