import { useState } from "react"
import { voiceVendors } from "../../../../../src/domain/speech/vendors.ts"
import { useApi } from "../../../api/use-api.ts"
import { Sample } from "../../../app/Sample.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Select } from "../../../ui/Select.tsx"
import { AddLanguage } from "./AddLanguage.tsx"
import { PreferenceList } from "./PreferenceList.tsx"
import { profileLanguageName } from "./profile-languages.ts"
import { sampleTextOf } from "./sample-texts.ts"
import {
  kinds,
  type PreferencesProps,
  type Voice,
  type VoiceKind,
  vendorName,
  withoutEmpty,
  withVoices
} from "./speech-profile.ts"

const fresh: Voice = { vendor: "elevenlabs" }

/** The voices of each language and kind, in order of preference. */
export const Voices = ({ draft, onChange, isReadOnly, problemOf }: PreferencesProps) => {
  const [kind, setKind] = useState<VoiceKind>("*")
  const lists = Object.entries(draft.voices).flatMap(([language, byKind]) =>
    kinds.flatMap(({ value, label }) => {
      const list = byKind[value]
      return list === undefined ? [] : [{ language, kind: value, label, list }]
    })
  )
  return (
    <div className="flex flex-col gap-4">
      {lists.length === 0 && (
        <p className="text-muted">Nothing is chosen: the best voice with a key for the language speaks.</p>
      )}
      {lists.map(({ label, language, kind: of, list }) => {
        const name = `${profileLanguageName(language)}, ${label.toLowerCase()}`
        const at = `voices.${language}`
        return (
          <fieldset key={`${language}/${of}`} disabled={isReadOnly} className="flex flex-col gap-2">
            <legend className="mb-1 font-medium">{name}</legend>
            <PreferenceList
              label={`Who speaks ${name}`}
              list={list}
              onChange={(changed) => onChange(withVoices(draft, language, of, changed))}
              nameOf={({ vendor, voiceId }) => [vendorName(vendor), voiceId].filter(Boolean).join(" ")}
              fresh={fresh}
              isReadOnly={isReadOnly}
              problemOf={(index) => problemOf(`${at}.${of}.${index}`)}
            >
              {(voice, _, replace) => (
                <VoiceFields voice={voice} language={language} kind={of} isReadOnly={isReadOnly} onChange={replace} />
              )}
            </PreferenceList>
            {problemOf(at) !== undefined && list.every((_, index) => !problemOf(`${at}.${of}.${index}`)) && (
              <p role="alert" className="text-bad text-xs">
                {problemOf(at)}
              </p>
            )}
          </fieldset>
        )
      })}
      {!isReadOnly && (
        <div className="flex flex-wrap items-end gap-2">
          <Select label="For" hidesLabel value={kind} onChange={setKind} options={kinds} />
          <AddLanguage
            label="Choose who speaks a language"
            taken={lists.filter((one) => one.kind === kind).map(({ language }) => language)}
            onAdd={(language) => onChange(withVoices(draft, language, kind, [fresh]))}
          />
        </div>
      )}
    </div>
  )
}

interface VoiceFieldsProps {
  readonly voice: Voice
  readonly language: string
  readonly kind: VoiceKind
  readonly isReadOnly: boolean
  readonly onChange: (voice: Voice) => void
}

const VoiceFields = ({ voice, language, kind, isReadOnly, onChange }: VoiceFieldsProps) => {
  const code = language === "*" ? undefined : language
  const listed = useApi("/admin/v1/organizations/:id/voices", { query: { language: code } })
  const ofVendor = (listed.data?.data ?? []).filter(({ vendor }) => vendor === voice.vendor)
  const change = (changes: Partial<Voice>) => onChange(withoutEmpty({ ...voice, ...changes }))
  const spoken = code ?? "en-US"
  return (
    <>
      <Select
        label="Vendor"
        value={voice.vendor}
        onChange={(vendor) => onChange({ vendor })}
        options={voiceVendors.map((vendor) => ({ value: vendor, label: vendorName(vendor) }))}
      />
      {ofVendor.length > 0 ? (
        <Select
          label="Voice"
          className="max-w-52"
          value={voice.voiceId ?? ""}
          onChange={(voiceId: string) => change({ voiceId })}
          options={[
            { value: "", label: "One that fits" },
            ...ofVendor.map(({ name, voiceId }) => ({ value: voiceId, label: name })),
            ...(voice.voiceId === undefined || ofVendor.some(({ voiceId }) => voiceId === voice.voiceId)
              ? []
              : [{ value: voice.voiceId, label: voice.voiceId }])
          ]}
        />
      ) : (
        <Field
          label="Voice"
          placeholder="One that fits"
          className="max-w-44"
          value={voice.voiceId ?? ""}
          onChange={(event) => change({ voiceId: event.target.value.trim() })}
        />
      )}
      <Field
        label="Model"
        placeholder="The best"
        className="max-w-36"
        value={voice.model ?? ""}
        onChange={(event) => change({ model: event.target.value.trim() })}
      />
      <Select
        label="For flows with"
        value={voice.gender ?? ""}
        onChange={(gender) => change({ gender: gender || undefined } as Partial<Voice>)}
        options={[
          { value: "" as NonNullable<Voice["gender"]>, label: "Any voice" },
          { value: "FEMALE", label: "A female voice" },
          { value: "MALE", label: "A male voice" },
          { value: "NEUTRAL", label: "A neutral voice" }
        ]}
      />
      {!isReadOnly && (
        <Sample
          label={`Hear ${vendorName(voice.vendor)} ${voice.voiceId ?? ""}`}
          of={{
            text: sampleTextOf(spoken),
            language: spoken,
            vendor: voice.vendor,
            voiceGender: voice.gender ?? "FEMALE",
            ...(kind === "*" ? {} : { ttsProvider: kind }),
            ...(voice.voiceId === undefined ? {} : { voiceId: voice.voiceId }),
            ...(voice.model === undefined ? {} : { model: voice.model })
          }}
        />
      )}
    </>
  )
}
