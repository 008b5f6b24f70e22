import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Select } from "../../../ui/Select.tsx"
import { languageName } from "../../../ui/words/language-name.ts"
import { offeredLanguages } from "../../../ui/words/offered-languages.ts"

/** Most other languages of a flow. */
const most = 5

interface OtherLanguagesProps {
  readonly language: string
  readonly languages: ReadonlyArray<string>
  readonly onChange: (languages: ReadonlyArray<string>) => void
  readonly problem: string | undefined
  readonly isReadOnly: boolean
}

/** The languages that the person may speak besides the one of the flow. */
export const OtherLanguages = ({ language, languages, onChange, problem, isReadOnly }: OtherLanguagesProps) => {
  if (isReadOnly) {
    return <Field label="The person may also speak" readOnly value={languages.map(languageName).join(", ")} />
  }
  const others = offeredLanguages.filter((code) => code !== language && !languages.includes(code))
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="The person may also speak"
        hint="Replies follow the person where a voice speaks the language"
        problem={problem === undefined ? undefined : `The languages ${problem}`}
        value=""
        disabled={languages.length >= most}
        onChange={(code) => onChange([...languages, code])}
        placeholder={languages.length >= most ? "At most five" : "Add a language"}
        options={others.map((code) => ({ value: code, label: `${languageName(code)}, ${code}` }))}
      />
      {languages.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {languages.map((code) => (
            <li key={code}>
              <Button
                small
                icon="close"
                aria-label={`Remove ${languageName(code)}`}
                onClick={() => onChange(languages.filter((one) => one !== code))}
              >
                {languageName(code)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
