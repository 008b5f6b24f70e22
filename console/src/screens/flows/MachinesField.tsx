import { useState } from "react"
import { isSameValue } from "../../ui/edits/same-value.ts"
import { Checkbox, Field } from "../../ui/Field.tsx"
import type { problemsOf } from "../../ui/form/Refusal.tsx"
import { Select } from "../../ui/Select.tsx"
import type { FlowDraft } from "./flow-draft.ts"
import { PromptField } from "./prompt/PromptField.tsx"
import type { Placeholder } from "./prompt/placeholders.ts"

type Machines = NonNullable<FlowDraft["machines"]>

const exampleMessage =
  "Hello {{name}}, this is {{caller}}. Please call us back at {{callbackNumber}}. Thank you, goodbye."

const added = (voicemail: Machines["voicemail"]): Machines => ({
  voicemail,
  message: voicemail === "LEAVE_MESSAGE" ? exampleMessage : null,
  retryAfterMessage: false,
  callbackNumber: null,
  introduction: null
})

interface MachinesFieldProps {
  readonly draft: Pick<FlowDraft, "machines" | "keys">
  readonly onChange: (change: Partial<FlowDraft>) => void
  readonly problemOf: ReturnType<typeof problemsOf>
  readonly placeholders: ReadonlyArray<Placeholder>
}

/** The part of a flow about machines that answer, and the keys that the agent may send. */
export const MachinesField = ({ draft, onChange, problemOf, placeholders }: MachinesFieldProps) => {
  const { keys, machines } = draft
  // A comma at the end stays while the next keys are typed.
  const [written, setWritten] = useState(keys.join(", "))
  const set = (change: Partial<Machines>) => machines !== null && onChange({ machines: { ...machines, ...change } })
  const choose = (voicemail: Machines["voicemail"] | "") => {
    if (voicemail === "") return onChange({ machines: null })
    const message = machines?.message ?? added(voicemail).message ?? null
    onChange({ machines: { ...(machines ?? added(voicemail)), voicemail, message } })
  }
  const ofMachines = [
    ...placeholders,
    { key: "caller", source: "field" as const },
    { key: "callbackNumber", source: "field" as const }
  ]
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="When a voicemail answers"
        value={machines?.voicemail ?? ""}
        problem={problemOf("machines")}
        onChange={choose}
        options={[
          { value: "", label: "Hang up if the carrier detects it, and retry" },
          { value: "RETRY", label: "Hang up, and call again by the campaign’s retries" },
          { value: "HANG_UP", label: "Hang up, and do not call again" },
          { value: "LEAVE_MESSAGE", label: "Leave a message" }
        ]}
      />
      {machines?.voicemail === "LEAVE_MESSAGE" && (
        <>
          <PromptField
            label="Message"
            hint="Said once and whole after the beep. {{caller}} is your organization, {{callbackNumber}} the number to call back."
            example={exampleMessage}
            rows={3}
            value={machines.message ?? ""}
            problem={problemOf("machines.message")}
            placeholders={ofMachines}
            onChange={(message) => set({ message })}
          />
          <Field
            label="Number to call back"
            hint="Empty: the number from which the person is called"
            placeholder="+12025550123"
            value={machines.callbackNumber ?? ""}
            problem={problemOf("machines.callbackNumber")}
            onChange={(event) => set({ callbackNumber: event.target.value.trim() || null })}
          />
          <Checkbox
            label="Call again after a message"
            checked={machines.retryAfterMessage}
            onChange={(event) => set({ retryAfterMessage: event.target.checked })}
          />
        </>
      )}
      {machines !== null && (
        <Field
          label="Introduction to an assistant"
          hint="One sentence with name and reason, when a phone assistant asks who is calling. Empty: the opening"
          value={machines.introduction ?? ""}
          problem={problemOf("machines.introduction")}
          onChange={(event) => set({ introduction: event.target.value || null })}
        />
      )}
      <Field
        label="Keys in voice menus"
        hint="What the agent may key, such as 1, 0, {{extension}}#. Nothing else is ever sent. Empty: it leaves menus"
        value={isSameValue(keysIn(written), keys) ? written : keys.join(", ")}
        problem={problemOf("keys")}
        onChange={(event) => {
          setWritten(event.target.value)
          onChange({ keys: keysIn(event.target.value) })
        }}
      />
    </div>
  )
}

const keysIn = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((keys) => keys.trim())
    .filter((keys) => keys !== "")
