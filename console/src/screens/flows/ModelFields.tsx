import { useApi } from "../../api/use-api.ts"
import { Field } from "../../ui/Field.tsx"
import { Select } from "../../ui/Select.tsx"
import { ContactFieldsField } from "./ContactFieldsField.tsx"
import type { FlowDraft } from "./flow-draft.ts"

interface ModelFieldsProps {
  readonly draft: FlowDraft
  readonly onChange: (change: Partial<FlowDraft>) => void
  readonly problemOf: (path: string) => string | undefined
}

/** The language model that answers. */
export const ModelFields = ({ draft, onChange, problemOf }: ModelFieldsProps) => {
  const models = useApi("/admin/v1/organizations/:id/models", {})
  const names = (models.data?.data ?? []).map(({ model, name }) => ({ value: name, label: `${name} (${model})` }))
  const isGone = draft.model !== null && models.data !== undefined && !names.some(({ value }) => value === draft.model)
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Model"
        value={draft.model ?? `:${draft.llmProvider}`}
        problem={problemOf("model") ?? (isGone ? "is configured nowhere any more: choose another one" : undefined)}
        onChange={(value) =>
          onChange(
            value.startsWith(":")
              ? { model: null, llmProvider: value.slice(1) as FlowDraft["llmProvider"] }
              : { model: value }
          )
        }
        options={[
          { value: ":HOSTED_API", label: "Hosted model of the service" },
          { value: ":PLATFORM_INFERENCE", label: "Private model of the service" },
          ...names,
          ...(isGone ? [{ value: draft.model ?? "", label: draft.model ?? "" }] : [])
        ]}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Temperature"
          type="number"
          min={0}
          max={2}
          step={0.1}
          placeholder="The model’s own"
          value={draft.temperature ?? ""}
          problem={problemOf("temperature")}
          onChange={(event) => onChange({ temperature: event.target.value === "" ? null : Number(event.target.value) })}
        />
        <Field
          label="Reasoning"
          list="flow-efforts"
          pattern="[a-z]{1,20}"
          placeholder="The model’s own"
          value={draft.reasoningEffort ?? ""}
          problem={problemOf("reasoningEffort")}
          onChange={(event) => onChange({ reasoningEffort: event.target.value || null })}
        />
        <datalist id="flow-efforts">
          {["none", "minimal", "low", "medium", "high"].map((effort) => (
            <option key={effort} value={effort} />
          ))}
        </datalist>
      </div>
      <ContactFieldsField
        fields={draft.contactFields}
        problem={problemOf("contactFields")}
        onChange={(contactFields) => onChange({ contactFields })}
      />
    </div>
  )
}
