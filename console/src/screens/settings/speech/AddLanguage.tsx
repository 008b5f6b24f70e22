import { Select } from "../../../ui/Select.tsx"
import { everyLanguage, profileLanguageName } from "./profile-languages.ts"

interface AddLanguageProps {
  readonly label: string
  readonly taken: ReadonlyArray<string>
  readonly onAdd: (language: string) => void
}

/** Adds a list for another language. */
export const AddLanguage = ({ label, taken, onAdd }: AddLanguageProps) => (
  <div className="max-w-xs">
    <Select
      label={label}
      hidesLabel
      value=""
      placeholder={label}
      onChange={(language: string) => onAdd(language)}
      options={everyLanguage
        .filter((language) => !taken.includes(language))
        .map((language) => ({ value: language, label: profileLanguageName(language) }))}
    />
  </div>
)
