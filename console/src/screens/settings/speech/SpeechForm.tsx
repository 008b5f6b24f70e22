import { type FormEvent, useState } from "react"
import { useChange, useReplace } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Contested } from "../../../ui/edits/Contested.tsx"
import { mergedEdits } from "../../../ui/edits/merged-edits.ts"
import { isSameValue } from "../../../ui/edits/same-value.ts"
import { useEdited } from "../../../ui/edits/use-edited.ts"
import { Checkbox } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { Ears } from "./Ears.tsx"
import { type Draft, type PreferencesProps, type Profile, path } from "./speech-profile.ts"
import { Voices } from "./Voices.tsx"

interface SpeechFormProps {
  readonly profile: Profile
  readonly isReadOnly: boolean
}

/** The recognizers and voices that calls prefer, by language. */
export const SpeechForm = ({ profile, isReadOnly }: SpeechFormProps) => {
  const toast = useToast()
  const { accept, before, contested, edited: draft, set } = useEdited(draftOf(profile))
  const put = useReplace(path, (latest, edited: Draft) => mergedEdits(before, draftOf(latest), edited).merged)
  const isChanged = !isSameValue(draft, before)
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(draft, {
      onSuccess: (saved) => {
        accept(draftOf(saved))
        toast.done("Saved: calls that begin now use it")
      }
    })
  }
  const parts: PreferencesProps = { draft, onChange: set, isReadOnly, problemOf }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-4">
      <Card title="Hearing">
        <Ears {...parts} />
      </Card>
      <Card title="Speaking">
        <Voices {...parts} />
      </Card>
      <Card>
        <div className="flex flex-col gap-3">
          <Checkbox
            label="Use the listed vendors only"
            hint="The sound and the words of calls reach no other vendor, even when all of these fail."
            disabled={isReadOnly}
            checked={draft.onlyListed}
            onChange={(event) => set({ onlyListed: event.target.checked })}
          />
          {problemOf("onlyListed") !== undefined && (
            <p role="alert" className="text-bad text-xs">
              {problemOf("onlyListed")}
            </p>
          )}
          <Contested fields={contested} />
          <Refusal failure={put.error} fields={["ears", "voices", "onlyListed"]} />
          {!isReadOnly && (
            <div className="flex flex-wrap justify-end gap-2">
              <ClearProfile profile={profile} />
              <Button kind="primary" type="submit" disabled={!isChanged} busy={put.isPending}>
                Save
              </Button>
            </div>
          )}
        </div>
      </Card>
    </form>
  )
}

const draftOf = ({ ears, onlyListed, voices }: Draft): Draft => ({ ears, voices, onlyListed })

const ClearProfile = ({ profile: { ears, keys, voices } }: { readonly profile: Profile }) => {
  const [isAsking, setAsking] = useState(false)
  const clear = useChange("DELETE", path, { refreshes: [path] })
  const isEmpty = Object.keys(ears).length + Object.keys(voices).length === 0
  if (isEmpty && !keys.some(({ source }) => source === "ORGANIZATION")) return null
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Clear the profile
      </Button>
      <ConfirmChange
        title="Clear the speech profile?"
        confirm="Clear it"
        isDangerous
        change={clear}
        input={isAsking ? {} : undefined}
        done="Speech profile cleared"
        onDone={() => setAsking(false)}
      >
        Calls use the recognizers and voices of the service again. The organization’s own keys are deleted, too.
      </ConfirmChange>
    </>
  )
}
