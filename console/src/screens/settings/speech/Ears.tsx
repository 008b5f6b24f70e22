import { earVendors } from "../../../../../src/domain/speech/vendors.ts"
import { Field } from "../../../ui/Field.tsx"
import { Select } from "../../../ui/Select.tsx"
import { AddLanguage } from "./AddLanguage.tsx"
import { PreferenceList } from "./PreferenceList.tsx"
import { profileLanguageName } from "./profile-languages.ts"
import { type Ear, type PreferencesProps, vendorName, withEars, withoutEmpty } from "./speech-profile.ts"

const fresh: Ear = { vendor: "deepgram" }

/** The recognizers of each language, in order of preference. */
export const Ears = ({ draft, onChange, isReadOnly, problemOf }: PreferencesProps) => {
  const languages = Object.entries(draft.ears)
  return (
    <div className="flex flex-col gap-4">
      {languages.length === 0 && (
        <p className="text-muted">Nothing is chosen: the best vendor with a key for the language hears.</p>
      )}
      {languages.map(([language, list]) => (
        <fieldset key={language} disabled={isReadOnly} className="flex flex-col gap-2">
          <legend className="mb-1 font-medium">{profileLanguageName(language)}</legend>
          <PreferenceList
            label={`Who hears ${profileLanguageName(language)}`}
            list={list}
            onChange={(changed) => onChange(withEars(draft, language, changed))}
            nameOf={({ vendor }) => vendorName(vendor)}
            fresh={fresh}
            isReadOnly={isReadOnly}
            problemOf={(index) => problemOf(`ears.${language}.${index}`)}
          >
            {(ear, _, replace) => (
              <>
                <Select
                  label="Vendor"
                  value={ear.vendor}
                  onChange={(vendor) => replace({ vendor })}
                  options={earVendors.map((vendor) => ({ value: vendor, label: vendorName(vendor) }))}
                />
                <Field
                  label="Model"
                  placeholder="The best"
                  className="max-w-44"
                  value={ear.model ?? ""}
                  onChange={(event) => replace(withoutEmpty({ ...ear, model: event.target.value.trim() }))}
                />
              </>
            )}
          </PreferenceList>
          {problemOf(`ears.${language}`) !== undefined &&
            list.every((_, at) => !problemOf(`ears.${language}.${at}`)) && (
              <p role="alert" className="text-bad text-xs">
                {problemOf(`ears.${language}`)}
              </p>
            )}
        </fieldset>
      ))}
      {!isReadOnly && (
        <AddLanguage
          label="Choose who hears a language"
          taken={Object.keys(draft.ears)}
          onAdd={(language) => onChange(withEars(draft, language, [fresh]))}
        />
      )}
    </div>
  )
}
