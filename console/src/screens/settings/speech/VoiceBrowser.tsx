import { useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Sample } from "../../../app/Sample.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Read } from "../../../ui/States.tsx"
import { languageName } from "../../../ui/words/language-name.ts"
import { offeredLanguages } from "../../../ui/words/offered-languages.ts"
import { sampleTextOf } from "./sample-texts.ts"
import { vendorName } from "./speech-profile.ts"

const languages = [...offeredLanguages]
  .map((value) => ({ value, label: languageName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** The voices that calls could speak with in a language, each with a sample. */
export const VoiceBrowser = () => {
  const may = useMay("MEMBER")
  const [language, setLanguage] = useState("en-US")
  const voices = useApi("/admin/v1/organizations/:id/voices", { query: { language } })
  return (
    <div className="flex flex-col gap-3">
      <Select label="Language" value={language} onChange={setLanguage} options={languages} />
      <Read of={voices}>
        {({ data, problems }) => (
          <>
            {problems.map(({ message, vendor }) => (
              <p key={vendor} role="status" className="text-warn">
                {vendorName(vendor)}: {message}
              </p>
            ))}
            {data.length === 0 && (
              <p className="text-muted">
                No voice is listed: calls speak with what is built in. With the key of a vendor, its voices appear here.
              </p>
            )}
            <ul className="max-h-96 divide-y divide-line overflow-y-auto" aria-label="Voices">
              {data.map(({ gender, name, vendor, voiceId }) => (
                <li key={`${vendor}/${voiceId}`} className="flex items-center gap-2 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="wrap-anywhere font-medium">{name}</p>
                    <p className="wrap-anywhere text-muted text-xs">
                      {[vendorName(vendor), gender?.toLowerCase(), voiceId].filter(Boolean).join(", ")}
                    </p>
                  </div>
                  {may && (
                    <Sample
                      label={`Hear ${name}`}
                      of={{ text: sampleTextOf(language), language, vendor, voiceId, voiceGender: gender ?? "FEMALE" }}
                    />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Read>
    </div>
  )
}
