import { type FormEvent, useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi, useChange, useReplace } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { changesColumn } from "../../ui/data/changes-column.tsx"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { EditDialog } from "../../ui/edits/EditDialog.tsx"
import { mergedItem } from "../../ui/edits/merged-edits.ts"
import { SaveFooter } from "../../ui/edits/SaveFooter.tsx"
import { Checkbox, Field } from "../../ui/Field.tsx"
import { ConfirmChange } from "../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../ui/form/Refusal.tsx"
import { Card } from "../../ui/Page.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import { SettingsPage } from "./SettingsPage.tsx"

const path = "/admin/v1/organizations/:id/transfer-targets"
type Target = Answer<"GET", typeof path>["data"][number]
type Day = NonNullable<Target["hours"]>["days"][number]

/** The people and desks to whom calls may be transferred. */
export const TransferTargetsScreen = () => {
  const may = useMay("ADMIN")
  const targets = useApi(path, {})
  const [edited, setEdited] = useState<Target | "new">()
  const [removed, setRemoved] = useState<Target>()
  const columns: ReadonlyArray<Column<Target>> = [
    { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    { id: "address", header: "Number", cell: ({ address }) => <span className="break-all">{address}</span> },
    { id: "hours", header: "Takes calls", cell: ({ hours }) => hoursInWords(hours), className: "max-md:hidden" },
    { id: "language", header: "Language", cell: ({ language }) => language ?? "Any", className: "max-md:hidden" },
    {
      id: "priority",
      header: "Priority",
      isNumeric: true,
      cell: ({ priority }) => priority,
      className: "max-md:hidden"
    },
    changesColumn<Target>({
      nameOf: ({ name }) => name,
      mayChange: () => may,
      onChange: setEdited,
      onRemove: setRemoved
    })
  ]
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setEdited("new")}>
      Add a target
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={add}>
      <Card flush>
        <Read of={targets}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="settings" title="No transfer targets yet" action={add}>
                A flow may transfer a call to the people and desks listed here, and to nobody else.
              </Empty>
            ) : (
              <DataTable label="Transfer targets" columns={columns} rows={data} keyOf={keyOf} isWhole />
            )
          }
        </Read>
      </Card>
      <EditDialog thing="a target" edited={edited} onDone={() => setEdited(undefined)}>
        {(before) => <EditedTarget before={before} onDone={() => setEdited(undefined)} />}
      </EditDialog>
      <RemoveTarget removed={removed} onDone={() => setRemoved(undefined)} />
    </SettingsPage>
  )
}

const fieldsOf = ({ address, hours, language, name, priority }: Target) => ({
  name,
  address,
  language,
  priority,
  hours
})
const keyOf = ({ name }: Target) => name

const EditedTarget = ({ before, onDone }: { readonly before: Target | undefined; readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useReplace(path, ({ data }, edited: ReturnType<typeof fieldsOf>) =>
    mergedItem(data, before, edited, { fieldsOf, keyOf })
  )
  const [name, setName] = useState(before?.name ?? "")
  const [address, setAddress] = useState(before?.address ?? "")
  const [language, setLanguage] = useState(before?.language ?? "")
  const [priority, setPriority] = useState(String(before?.priority ?? 1))
  const [hours, setHours] = useState(before?.hours ?? null)
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(
      { name, address, language: language || null, priority: Number(priority), hours },
      {
        onSuccess: () => {
          toast.done("Target saved")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Name"
        required
        disabled={before !== undefined}
        placeholder="Service desk"
        hint="The agent chooses by it."
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Number or SIP address"
        required
        placeholder="+442079460000"
        value={address}
        problem={problemOf("address")}
        onChange={(event) => setAddress(event.target.value.trim())}
      />
      <div className="grid grid-cols-2 gap-2">
        <Field
          label="Language"
          placeholder="Any"
          value={language}
          problem={problemOf("language")}
          onChange={(event) => setLanguage(event.target.value.trim())}
        />
        <Field
          label="Priority"
          required
          type="number"
          min={1}
          max={100}
          hint="1 is called first."
          value={priority}
          problem={problemOf("priority")}
          onChange={(event) => setPriority(event.target.value)}
        />
      </div>
      <Hours hours={hours} onChange={setHours} problem={problemOf("hours") ?? problemOf("hours.end")} />
      <Refusal failure={put.error} fields={["name", "address", "language", "priority", "hours"]} />
      <SaveFooter busy={put.isPending} />
    </form>
  )
}

interface HoursProps {
  readonly hours: Target["hours"]
  readonly onChange: (hours: Target["hours"]) => void
  readonly problem: string | undefined
}

const Hours = ({ hours, onChange, problem }: HoursProps) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="sr-only">Hours</legend>
    <Checkbox
      label="Takes calls at certain hours only"
      checked={hours !== null}
      onChange={(event) =>
        onChange(event.target.checked ? { days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" } : null)
      }
    />
    {hours !== null && (
      <>
        <div className="flex flex-wrap gap-3">
          {days.map(({ day, name }) => (
            <Checkbox
              key={day}
              label={name}
              checked={hours.days.includes(day)}
              onChange={(event) =>
                onChange({
                  ...hours,
                  days: event.target.checked
                    ? [...hours.days, day].toSorted((one, other) => one - other)
                    : hours.days.filter((one) => one !== day)
                })
              }
            />
          ))}
        </div>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1fr_2fr] max-sm:*:last:col-span-2">
          <Field
            label="From"
            required
            value={hours.start}
            onChange={(event) => onChange({ ...hours, start: event.target.value })}
          />
          <Field
            label="Until"
            required
            value={hours.end}
            onChange={(event) => onChange({ ...hours, end: event.target.value })}
          />
          <Field
            label="Time zone"
            placeholder="As the organization"
            value={hours.timezone ?? ""}
            onChange={(event) => {
              const { timezone: _, ...others } = hours
              const timezone = event.target.value.trim()
              onChange(timezone === "" ? others : { ...others, timezone })
            }}
          />
        </div>
        {problem !== undefined && (
          <p role="alert" className="text-bad text-xs">
            The hours: {problem}
          </p>
        )}
      </>
    )}
  </fieldset>
)

const days: ReadonlyArray<{ readonly day: Day; readonly name: string }> = [
  { day: 1, name: "Mon" },
  { day: 2, name: "Tue" },
  { day: 3, name: "Wed" },
  { day: 4, name: "Thu" },
  { day: 5, name: "Fri" },
  { day: 6, name: "Sat" },
  { day: 7, name: "Sun" }
]

const hoursInWords = (hours: Target["hours"]): string => {
  if (hours === null) return "At any time"
  const names = days.filter(({ day }) => hours.days.includes(day)).map(({ name }) => name)
  return `${names.join(", ")} ${hours.start}–${hours.end}${hours.timezone === undefined ? "" : ` ${hours.timezone}`}`
}

const RemoveTarget = ({ removed, onDone }: { readonly removed: Target | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", `${path}/:name`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Remove ${removed?.name}?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={removed && { params: { name: removed.name } }}
      done="Target removed"
      onDone={onDone}
    >
      No call is transferred to it any more. Campaigns whose flow names it cannot start until the flow names another.
    </ConfirmChange>
  )
}
