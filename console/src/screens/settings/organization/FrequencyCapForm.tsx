import type { FormEvent } from "react"
import type { Answer } from "../../../api/contract.ts"
import { organizationId } from "../../../api/organization.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Contested } from "../../../ui/edits/Contested.tsx"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { useEdited } from "../../../ui/edits/use-edited.ts"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

const path = "/v1/organizations/:id/frequency-cap"
const params = { id: organizationId ?? "" }

type Cap = Answer<"GET", typeof path>

/** How often one number may be called, by all campaigns together. */
export const FrequencyCapForm = ({ isReadOnly }: { readonly isReadOnly: boolean }) => {
  const cap = useApi(path, { params })
  return (
    <Read of={cap} lines={3}>
      {(found) => <CapForm cap={found} isReadOnly={isReadOnly} />}
    </Read>
  )
}

const CapForm = ({ cap, isReadOnly }: { readonly cap: Cap; readonly isReadOnly: boolean }) => {
  const toast = useToast()
  const update = useChange("PATCH", path, { refreshes: [path] })
  const { accept, before, contested, edited, set } = useEdited(textsOf(cap))
  const problemOf = problemsOf(update.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      {
        params,
        body: changedFields<Partial<Cap>>(numbersOf(before), numbersOf(edited))
      },
      {
        onSuccess: (saved) => {
          accept(textsOf(saved))
          toast.done("Frequency cap saved")
        }
      }
    )
  }
  const input = { type: "number", min: 0, max: 100, required: true } as const
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isReadOnly} className="flex flex-col gap-3">
        <p className="text-muted text-sm">Calls of all campaigns to one number. 0 for no cap.</p>
        <div className="grid grid-cols-2 gap-3">
          <Field
            {...input}
            label="A day"
            value={edited.maxCallsPerDay}
            problem={problemOf("maxCallsPerDay")}
            onChange={(event) => set({ maxCallsPerDay: event.target.value })}
          />
          <Field
            {...input}
            label="A week"
            value={edited.maxCallsPerWeek}
            problem={problemOf("maxCallsPerWeek")}
            onChange={(event) => set({ maxCallsPerWeek: event.target.value })}
          />
        </div>
        <Contested fields={contested.map((name) => (name === "maxCallsPerDay" ? "A day" : "A week"))} />
        <Refusal failure={update.error} fields={["maxCallsPerDay", "maxCallsPerWeek"]} />
        {!isReadOnly && <SaveFooter busy={update.isPending} />}
      </fieldset>
    </form>
  )
}

const textsOf = ({ maxCallsPerDay, maxCallsPerWeek }: Pick<Cap, "maxCallsPerDay" | "maxCallsPerWeek">) => ({
  maxCallsPerDay: String(maxCallsPerDay),
  maxCallsPerWeek: String(maxCallsPerWeek)
})

const numbersOf = (fields: ReturnType<typeof textsOf>) => ({
  maxCallsPerDay: Number(fields.maxCallsPerDay),
  maxCallsPerWeek: Number(fields.maxCallsPerWeek)
})
