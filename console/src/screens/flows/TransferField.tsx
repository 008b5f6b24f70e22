import { Link } from "@tanstack/react-router"
import { useApi } from "../../api/use-api.ts"
import { Checkbox, Field } from "../../ui/Field.tsx"
import { Select } from "../../ui/Select.tsx"
import type { FlowDraft } from "./flow-draft.ts"

type Transfer = NonNullable<FlowDraft["transfer"]>

interface TransferFieldProps {
  readonly value: FlowDraft["transfer"]
  readonly onChange: (value: FlowDraft["transfer"]) => void
  readonly problemOf: (path: string) => string | undefined
}

/** To whom, and how, the agent may transfer a call. */
export const TransferField = ({ value, onChange, problemOf }: TransferFieldProps) => (
  <div className="flex flex-col gap-3">
    <Checkbox
      label="The agent may transfer the call to a person"
      hint="Only to the targets that you choose."
      checked={value != null}
      onChange={(event) => onChange(event.target.checked ? { kind: "WARM", targets: [], maxMinutes: 60 } : null)}
    />
    {value != null && <Fields value={value} onChange={onChange} problemOf={problemOf} />}
  </div>
)

const kinds = [
  { value: "WARM", label: "Warm: the agent briefs the target first" },
  { value: "COLD", label: "Cold: both are connected at once" }
] as const

const Fields = ({ value, onChange, problemOf }: TransferFieldProps & { readonly value: Transfer }) => {
  const found = useApi("/admin/v1/organizations/:id/transfer-targets", {})
  const known = found.data?.data.map(({ name }) => name) ?? []
  const names = [...known, ...value.targets.filter((name) => !known.includes(name))]
  const problem = problemOf("transfer.targets")
  return (
    <>
      <Select label="How" value={value.kind} options={kinds} onChange={(kind) => onChange({ ...value, kind })} />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 font-medium text-sm">Targets</legend>
        {found.isSuccess && names.length === 0 && (
          <p className="text-muted text-sm">
            There are no targets yet: an admin adds them in the{" "}
            <Link to="/settings/transfer-targets" target="_blank" className="underline">
              settings
            </Link>
            .
          </p>
        )}
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={value.targets.includes(name)}
            onChange={(event) =>
              onChange({
                ...value,
                targets: event.target.checked ? [...value.targets, name] : value.targets.filter((one) => one !== name)
              })
            }
          />
        ))}
        {problem !== undefined && (
          <p role="alert" className="text-bad text-xs">
            The targets: {problem}
          </p>
        )}
      </fieldset>
      <Field
        label="When"
        placeholder="When the person asks for a human"
        value={value.when ?? ""}
        problem={problemOf("transfer.when")}
        onChange={(event) => onChange({ ...value, when: event.target.value || null })}
      />
      <Field
        label="Longest transfer, minutes"
        type="number"
        min={1}
        max={240}
        required
        value={String(value.maxMinutes ?? 60)}
        problem={problemOf("transfer.maxMinutes")}
        onChange={(event) => onChange({ ...value, maxMinutes: Number(event.target.value) })}
      />
    </>
  )
}
