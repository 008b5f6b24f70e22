import { useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Select } from "../../../ui/Select.tsx"
import type { FlowDraft } from "../flow-draft.ts"
import { Voices } from "./Voices.tsx"

interface VoiceFieldsProps {
  readonly draft: FlowDraft
  readonly onChange: (change: Partial<FlowDraft>) => void
  readonly isReadOnly: boolean
}

/** The kind of voice, and the way to hear and choose a certain one. */
export const VoiceFields = ({ draft, onChange, isReadOnly }: VoiceFieldsProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Voice"
          value={draft.voiceGender}
          onChange={(voiceGender) => onChange({ voiceGender })}
          options={[
            { value: "FEMALE", label: "Female" },
            { value: "MALE", label: "Male" },
            { value: "NEUTRAL", label: "Neutral" }
          ]}
        />
        <Select
          label="Kind of voice"
          value={draft.ttsProvider}
          onChange={(ttsProvider) => onChange({ ttsProvider })}
          options={[
            { value: "CLOUD_TTS", label: "Standard" },
            { value: "GENERATIVE_TTS", label: "Generative" },
            { value: "PREMIUM_TTS", label: "Premium" }
          ]}
        />
      </div>
      {!isReadOnly && (
        <div>
          <Button small icon="live" onClick={() => setOpen(true)}>
            Hear and choose voices
          </Button>
        </div>
      )}
      <Dialog
        title="Voices"
        description="The voices that calls of this flow can speak with."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isWide
      >
        <Voices draft={draft} />
      </Dialog>
    </>
  )
}
