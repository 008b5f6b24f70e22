import type { FormEvent } from "react"
import { spokenLanguage } from "../../../../src/domain/campaigns/spoken-languages.ts"
import type { ApiFailure } from "../../api/request.ts"
import { useApi } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { Checkbox, Field } from "../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../ui/form/Refusal.tsx"
import { Card } from "../../ui/Page.tsx"
import { Select } from "../../ui/Select.tsx"
import { languageName } from "../../ui/words/language-name.ts"
import { offeredLanguages } from "../../ui/words/offered-languages.ts"
import type { FlowDraft } from "./flow-draft.ts"
import { MachinesField } from "./MachinesField.tsx"
import { ModelFields } from "./ModelFields.tsx"
import { PromptField } from "./prompt/PromptField.tsx"
import { usePlaceholders } from "./prompt/placeholders.ts"
import { RecordingFields } from "./RecordingFields.tsx"
import { TransferField } from "./TransferField.tsx"
import { CallDataField } from "./tools/CallDataField.tsx"
import { ToolsField } from "./tools/ToolsField.tsx"
import { VariablesField } from "./VariablesField.tsx"
import { OtherLanguages } from "./voice/OtherLanguages.tsx"
import { Spoken } from "./voice/Spoken.tsx"
import { VoiceFields } from "./voice/VoiceFields.tsx"

const fields = [
  "name",
  "initialPrompt",
  "systemInstruction",
  "language",
  "languages",
  "variables",
  "tools",
  "callData",
  "machines",
  "keys",
  "transfer",
  "optOutKey",
  "model"
]

const exampleOpening =
  "Hello {{name}}, this is Maya from Acme Energy. Do you have a minute for a question about your roof?"
const exampleInstruction = `You are Maya, who calls for Acme Energy. You offer a free visit of an engineer. Find out whether the person owns the house, and when a visit would suit.

Be brief and friendly, and never press anybody. Whoever does not want the visit is thanked, and the call ends.`

interface FlowEditorProps {
  readonly draft: FlowDraft
  readonly onChange: (draft: FlowDraft) => void
  readonly onSave: () => void
  readonly failure: Pick<ApiFailure, "message" | "details"> | null
  readonly isReadOnly: boolean
}

/** All fields of a flow: its words at the side of its settings. */
export const FlowEditor = ({ draft, onChange, onSave, failure, isReadOnly }: FlowEditorProps) => {
  const set = (change: Partial<FlowDraft>) => onChange({ ...draft, ...change })
  const problemOf = problemsOf(failure)
  const fetched = (draft.callData?.variables ?? []).map(({ name }) => ({ key: name, source: "metadata" as const }))
  const placeholders = [...usePlaceholders(), ...fetched]
  const bases = useApi("/v1/knowledge-bases", {})
  const isKnownLanguage = spokenLanguage(draft.language) !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isReadOnly} className="grid min-w-0 items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Refusal failure={failure} fields={fields} />
          <Card
            title="Words"
            actions={
              draft.initialPrompt === "" &&
              draft.systemInstruction === "" && (
                <Button
                  small
                  icon="edit"
                  onClick={() => set({ initialPrompt: exampleOpening, systemInstruction: exampleInstruction })}
                >
                  Begin with the example
                </Button>
              )
            }
          >
            <div className="flex flex-col gap-4">
              <Field
                label="Name"
                required
                maxLength={255}
                value={draft.name}
                problem={problemOf("name")}
                onChange={(event) => set({ name: event.target.value })}
              />
              <PromptField
                label="Opening"
                hint="What the agent says first, word for word. {{name}} and other placeholders are filled for each contact."
                example={exampleOpening}
                rows={3}
                value={draft.initialPrompt}
                problem={problemOf("initialPrompt")}
                placeholders={placeholders}
                onChange={(initialPrompt) => set({ initialPrompt })}
              />
              <Spoken text={draft.initialPrompt} draft={draft} isReadOnly={isReadOnly} />
              <PromptField
                label="Instruction"
                hint="Who the agent is, what it wants to find out, what it may say, and when the call is over."
                example={exampleInstruction}
                rows={14}
                value={draft.systemInstruction}
                problem={problemOf("systemInstruction")}
                placeholders={placeholders}
                onChange={(systemInstruction) => set({ systemInstruction })}
              />
            </div>
          </Card>
          <Card title="Tools">
            <ToolsField
              tools={draft.tools}
              onChange={(tools) => set({ tools })}
              failure={failure}
              isReadOnly={isReadOnly}
            />
          </Card>
          <Card title="Data before the call">
            <CallDataField
              value={draft.callData}
              onChange={(callData) => set({ callData })}
              problemOf={problemOf}
              isReadOnly={isReadOnly}
            />
          </Card>
          <Card title="Voicemail, assistants and menus">
            <MachinesField draft={draft} onChange={set} problemOf={problemOf} placeholders={placeholders} />
          </Card>
          <Card title="Transfer to a person">
            <TransferField value={draft.transfer} onChange={(transfer) => set({ transfer })} problemOf={problemOf} />
          </Card>
          <Card title="Variables">
            <VariablesField
              variables={draft.variables}
              onChange={(variables) => set({ variables })}
              problem={problemOf("variables")}
              isReadOnly={isReadOnly}
            />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Language and voice">
            <div className="flex flex-col gap-4">
              <Field
                label="Language"
                list="flow-languages"
                required
                hint={languageName(draft.language)}
                value={draft.language}
                problem={problemOf("language")}
                onChange={(event) => set({ language: event.target.value.trim() })}
              />
              <datalist id="flow-languages">
                {offeredLanguages.map((code) => (
                  <option key={code} value={code}>
                    {languageName(code)}
                  </option>
                ))}
              </datalist>
              {!(isReadOnly && draft.languages.length === 0) && (
                <OtherLanguages
                  language={draft.language}
                  languages={draft.languages}
                  onChange={(languages) => set({ languages })}
                  problem={problemOf("languages")}
                  isReadOnly={isReadOnly}
                />
              )}
              {!isKnownLanguage && (
                <Checkbox
                  label="Call in this language nevertheless"
                  hint="The service does not know how people refuse in this language: only the model and the key hear it."
                  checked={draft.optOutByModelOnly}
                  onChange={(event) => set({ optOutByModelOnly: event.target.checked })}
                />
              )}
              <VoiceFields draft={draft} onChange={set} isReadOnly={isReadOnly} />
            </div>
          </Card>
          <Card title="Language model">
            <ModelFields draft={draft} onChange={set} problemOf={problemOf} />
          </Card>
          <Card title="Recording">
            <RecordingFields draft={draft} onChange={set} />
          </Card>
          <Card title="Conversation">
            <div className="flex flex-col gap-4">
              <Select
                label="Purpose"
                value={draft.type}
                onChange={(type) => set({ type })}
                options={[
                  { value: "HYBRID", label: "Conversation" },
                  { value: "SURVEY", label: "Survey" },
                  { value: "NUDGE", label: "Reminder" },
                  { value: "MASS_COMMUNICATION", label: "Announcement" }
                ]}
              />
              <Select
                label="Knowledge base"
                hint="The agent searches its documents for what the person says"
                value={draft.knowledgeBaseId ?? ""}
                onChange={(id) => set({ knowledgeBaseId: id || null })}
                options={[
                  { value: "", label: "None" },
                  ...(bases.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
                ]}
              />
              <Checkbox
                label="The person may interrupt the agent"
                checked={draft.allowInterrupts}
                onChange={(event) => set({ allowInterrupts: event.target.checked })}
              />
              <Select
                label="Key that means: never call me again"
                value={draft.optOutKey ?? ""}
                problem={problemOf("optOutKey")}
                onChange={(key) => set({ optOutKey: key || null })}
                options={[
                  { value: "", label: "None" },
                  ...[..."0123456789*#"].map((key) => ({ value: key, label: key }))
                ]}
              />
            </div>
          </Card>
        </div>
      </fieldset>
    </form>
  )
}
