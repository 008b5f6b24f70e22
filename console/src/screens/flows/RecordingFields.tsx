import { Checkbox } from "../../ui/Field.tsx"
import { Select } from "../../ui/Select.tsx"
import type { FlowDraft } from "./flow-draft.ts"

interface RecordingFieldsProps {
  readonly draft: FlowDraft
  readonly onChange: (change: Partial<Pick<FlowDraft, "recording" | "keepTranscript">>) => void
}

const hints: Readonly<Record<FlowDraft["recording"], string>> = {
  OFF: "No sound is kept",
  ON: "From the first word on. Say so in the opening where the law asks for it",
  AFTER_CONSENT:
    "After its opening the agent asks whether the call may be recorded. Only a clear yes begins the recording, and it is deleted when the person takes the yes back"
}

/** Whether the sound and the words of calls are kept. */
export const RecordingFields = ({ draft, onChange }: RecordingFieldsProps) => (
  <div className="flex flex-col gap-4">
    <Select
      label="Record calls"
      hint={hints[draft.recording]}
      value={draft.recording}
      onChange={(recording) => onChange({ recording })}
      options={[
        { value: "OFF", label: "Off" },
        { value: "ON", label: "On" },
        { value: "AFTER_CONSENT", label: "After consent" }
      ]}
    />
    <Checkbox
      label="Keep the words of calls"
      hint="Without: once a call is analyzed, its transcript and all quotes from it are deleted. Label and results stay"
      checked={draft.keepTranscript}
      onChange={(event) => onChange({ keepTranscript: event.target.checked })}
    />
  </div>
)
