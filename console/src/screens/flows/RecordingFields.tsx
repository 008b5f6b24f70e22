import { Select } from "../../ui/Select.tsx"
import type { FlowDraft } from "./flow-draft.ts"

interface RecordingFieldsProps {
  readonly draft: FlowDraft
  readonly onChange: (change: Pick<FlowDraft, "recording">) => void
}

const hints: Readonly<Record<FlowDraft["recording"], string>> = {
  OFF: "No sound is kept, only the words",
  ON: "From the first word on. Say so in the opening where the law asks for it",
  AFTER_CONSENT:
    "After its opening the agent asks whether the call may be recorded. Only a clear yes begins the recording, and whoever takes it back has it deleted"
}

/** Whether the calls of a flow are recorded. */
export const RecordingFields = ({ draft, onChange }: RecordingFieldsProps) => (
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
)
