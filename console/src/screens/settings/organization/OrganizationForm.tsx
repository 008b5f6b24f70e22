import type { FormEvent } from "react"
import type { Answer, Body } from "../../../api/contract.ts"
import { meQuery, queries, useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { Contested } from "../../../ui/edits/Contested.tsx"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { useEdited } from "../../../ui/edits/use-edited.ts"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

type Organization = Answer<"GET", "/admin/v1/organizations/:id">
type Changes = Body<"PATCH", "/admin/v1/organizations/:id">
type Day = NonNullable<Organization["callingWindow"]>["days"][number]

const days: ReadonlyArray<readonly [day: Day, name: string]> = [
  [1, "Mon"],
  [2, "Tue"],
  [3, "Wed"],
  [4, "Thu"],
  [5, "Fri"],
  [6, "Sat"],
  [7, "Sun"]
]

// Browsers list some zones under their former names, and the stored one may be another name of a listed zone.
const zonesWith = (stored: string) =>
  [...new Set(["UTC", "Asia/Kolkata", stored, ...Intl.supportedValuesOf("timeZone")])]
    .filter((zone) => zone === stored || zone !== "Asia/Calcutta")
    .map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))
    .sort((one, other) => one.label.localeCompare(other.label))

const fields = [
  "name",
  "timezone",
  "callingWindow",
  "complianceProfile",
  "identifierKey",
  "retentionDays",
  "recordDays",
  "modelFallback",
  "minutesQuota",
  "callWeight"
]

interface OrganizationFormProps {
  readonly organization: Organization
  readonly isReadOnly: boolean
}

export const OrganizationForm = ({ organization, isReadOnly }: OrganizationFormProps) => {
  const toast = useToast()
  const isSuperAdmin = useMay("SUPER_ADMIN")
  const update = useChange("PATCH", "/admin/v1/organizations/:id")
  const { accept, before, contested, edited, set } = useEdited(fieldsOf(organization))
  const problemOf = problemsOf(update.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      // An unchanged profile may follow the carrier, and goes on to do so.
      { body: changedFields<Changes>(changesOf(before), changesOf(edited)) },
      {
        onSuccess: (saved) => {
          accept(fieldsOf(saved))
          toast.done("Settings saved")
          void queries.invalidateQueries(meQuery)
        }
      }
    )
  }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isReadOnly} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Name"
            required
            value={edited.name}
            problem={problemOf("name")}
            onChange={(event) => set({ name: event.target.value })}
          />
          <Select
            label="Time zone"
            hint="For people whose own time zone is not known"
            value={edited.timezone}
            problem={problemOf("timezone")}
            onChange={(timezone) => set({ timezone })}
            options={zonesWith(organization.timezone)}
          />
        </div>
        <CallingHours
          window={edited.callingWindow}
          onChange={(callingWindow) => set({ callingWindow })}
          problem={problemOf("callingWindow")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Rules for calls"
            hint="The settings under Law show the rules of countries"
            value={edited.complianceProfile}
            problem={problemOf("complianceProfile")}
            onChange={(complianceProfile) => set({ complianceProfile })}
            options={[
              { value: "STATUTORY", label: "Statutory" },
              { value: "LAW", label: "Statutory, also with the simulated carrier" },
              { value: "NONE", label: "None, for tests" }
            ]}
          />
          <Select
            label="If a language model does not answer"
            value={edited.modelFallback}
            problem={problemOf("modelFallback")}
            onChange={(modelFallback) => set({ modelFallback })}
            options={[
              { value: "NONE", label: "No other model may answer" },
              { value: "TO_PRIVATE", label: "A private model may answer" },
              { value: "ANY", label: "Any other model may answer" }
            ]}
          />
          <Field
            label="Identifier of a contact"
            placeholder="loan_id"
            hint="The metadata key that names a person in your own system"
            value={edited.identifierKey}
            problem={problemOf("identifierKey")}
            onChange={(event) => set({ identifierKey: event.target.value })}
          />
          <Field
            label="Keep transcripts for"
            type="number"
            min={1}
            max={36500}
            hint="Days; empty for ever"
            value={edited.retentionDays}
            problem={problemOf("retentionDays")}
            onChange={(event) => set({ retentionDays: event.target.value })}
          />
          <Field
            label="Keep names and numbers of calls for"
            type="number"
            min={1}
            max={36500}
            hint="Days; empty for ever. The calls stay, masked, for figures"
            value={edited.recordDays}
            problem={problemOf("recordDays")}
            onChange={(event) => set({ recordDays: event.target.value })}
          />
          {isSuperAdmin && (
            <Field
              label="Minutes of calls"
              type="number"
              min={0}
              required
              hint="The quota of the organization"
              value={edited.minutesQuota}
              problem={problemOf("minutesQuota")}
              onChange={(event) => set({ minutesQuota: event.target.value })}
            />
          )}
          {isSuperAdmin && (
            <Field
              label="Share of calls"
              type="number"
              min={1}
              max={1000}
              required
              hint="Beside others that want to call: 2 starts twice as many as 1"
              value={edited.callWeight}
              problem={problemOf("callWeight")}
              onChange={(event) => set({ callWeight: event.target.value })}
            />
          )}
        </div>
        <Contested fields={contested} />
        <Refusal failure={update.error} fields={fields} />
        {!isReadOnly && <SaveFooter busy={update.isPending} />}
      </fieldset>
    </form>
  )
}

const fieldsOf = (organization: Organization) => ({
  name: organization.name,
  timezone: organization.timezone,
  callingWindow: organization.callingWindow,
  complianceProfile: (organization.complianceProfile ?? "NONE") as NonNullable<Changes["complianceProfile"]>,
  identifierKey: organization.identifierKey ?? "",
  retentionDays: String(organization.retentionDays ?? ""),
  recordDays: String(organization.recordDays ?? ""),
  modelFallback: organization.modelFallback,
  minutesQuota: String(organization.minutesQuota),
  callWeight: String(organization.callWeight)
})

const changesOf = (edited: ReturnType<typeof fieldsOf>): Changes => ({
  ...edited,
  identifierKey: edited.identifierKey || null,
  retentionDays: edited.retentionDays === "" ? null : Number(edited.retentionDays),
  recordDays: edited.recordDays === "" ? null : Number(edited.recordDays),
  minutesQuota: Number(edited.minutesQuota),
  callWeight: Number(edited.callWeight)
})

interface CallingHoursProps {
  readonly window: Organization["callingWindow"]
  readonly onChange: (window: Organization["callingWindow"]) => void
  readonly problem: string | undefined
}

const CallingHours = ({ window, onChange, problem }: CallingHoursProps) => (
  <fieldset className="flex flex-col gap-2 rounded-lg border border-line p-3">
    <legend className="px-1 font-medium text-sm">Calling hours</legend>
    <Checkbox
      label="Call only at these hours of the person’s day"
      hint="Campaigns and the law can narrow them further."
      checked={window !== null}
      onChange={(event) =>
        onChange(event.target.checked ? { days: [1, 2, 3, 4, 5], start: "09:00", end: "19:00" } : null)
      }
    />
    {window !== null && (
      <>
        <div className="flex flex-wrap gap-x-4 gap-y-2 pt-1">
          {days.map(([day, dayName]) => (
            <Checkbox
              key={day}
              label={dayName}
              checked={window.days.includes(day)}
              onChange={(event) =>
                onChange({
                  ...window,
                  days: days
                    .map(([one]) => one)
                    .filter((one) => (one === day ? event.target.checked : window.days.includes(one)))
                })
              }
            />
          ))}
        </div>
        <div className="grid max-w-sm grid-cols-2 gap-3">
          <Field
            label="From"
            type="time"
            required
            value={window.start}
            onChange={(event) => onChange({ ...window, start: event.target.value })}
          />
          <Field
            label="To"
            type="time"
            required
            value={window.end === "24:00" ? "23:59" : window.end}
            onChange={(event) => onChange({ ...window, end: event.target.value })}
          />
        </div>
        {problem !== undefined && (
          <p role="alert" className="text-bad text-xs">
            {problem}
          </p>
        )}
      </>
    )}
  </fieldset>
)
