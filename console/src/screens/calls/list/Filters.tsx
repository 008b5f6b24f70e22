import { useEffect, useEffectEvent, useId, useState } from "react"
import { useApi } from "../../../api/use-api.ts"
import { CampaignChoice } from "../../../app/choices.tsx"
import { Button } from "../../../ui/Button.tsx"
import { classes } from "../../../ui/class-names.ts"
import { Field } from "../../../ui/Field.tsx"
import { Select } from "../../../ui/Select.tsx"
import { callStatus, machineDetail, outcome } from "../../../ui/words/value-words.ts"
import { type CallFilters, callFilters, countFilters } from "./call-filters.ts"

interface FiltersProps {
  readonly filters: CallFilters
  readonly onChange: (filters: CallFilters) => void
}

const anything = { value: "", label: "Any" }

/** The filters of the list, behind a button on a narrow screen. */
export const Filters = ({ filters, onChange }: FiltersProps) => {
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(filters)
  const set = <K extends keyof CallFilters>(name: K, value: string) => {
    const { [name]: _, ...others } = filters
    onChange(callFilters(value === "" ? others : { ...others, [name]: value }))
  }
  const field = (name: keyof CallFilters) => ({
    value: filters[name] ?? "",
    onCommit: (value: string) => set(name, value)
  })
  return (
    <section aria-label="Filters" className="rounded-xl border border-line bg-surface">
      <div className="flex items-center justify-between gap-2 p-2 md:hidden">
        <Button kind="quiet" icon={isOpen ? "up" : "down"} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? "Filters" : `Filters (${count})`}
        </Button>
        {count > 0 && <Clear onClick={() => onChange({})} />}
      </div>
      <div
        className={classes(
          "grid-cols-2 gap-3 p-4 pt-2 md:grid md:grid-cols-4 md:pt-4 xl:grid-cols-[repeat(10,minmax(0,1fr))]",
          isOpen ? "grid" : "hidden"
        )}
      >
        <div className="col-span-2">
          <CampaignChoice
            value={filters.campaignId ?? ""}
            onChange={(value) => set("campaignId", value)}
            others={[anything]}
          />
        </div>
        <div className="col-span-2">
          <LabelField {...field("label")} campaignId={filters.campaignId} />
        </div>
        <div className="col-span-2">
          <Typed label="Phone number" type="tel" placeholder="+49 30 1234567" {...field("phoneNumber")} />
        </div>
        <div className="xl:col-span-2">
          <Select
            label="Last attempt"
            value={filters.outcome ?? ""}
            onChange={(value) => set("outcome", value)}
            options={[anything, ...outcome.options]}
          />
        </div>
        <div className="xl:col-span-2">
          <Select
            label="Machine"
            value={filters.machine ?? ""}
            onChange={(value) => set("machine", value)}
            options={[anything, ...machineDetail.options]}
          />
        </div>
        <div className="xl:col-span-2">
          <Select
            label="Status"
            value={filters.status ?? ""}
            onChange={(value) => set("status", value)}
            options={[anything, ...callStatus.options]}
          />
        </div>
        <div className="xl:col-span-2">
          <Typed label="From" type="date" max={filters.to} {...field("from")} />
        </div>
        <div className="xl:col-span-2">
          <Typed label="To" type="date" min={filters.from} {...field("to")} />
        </div>
        <div className="xl:col-span-2">
          <Select
            label="Marked"
            value={filters.marked ?? ""}
            onChange={(value) => set("marked", value)}
            options={[
              anything,
              { value: "flagged", label: "Flagged for review" },
              { value: "undetermined", label: "Undetermined" }
            ]}
          />
        </div>
        <div className="xl:col-span-2">
          <Typed
            label="Seconds, at least"
            type="number"
            inputMode="numeric"
            min="0"
            max="999999"
            step="1"
            placeholder="0"
            {...field("durationAtLeast")}
          />
        </div>
        <div className="xl:col-span-2">
          <VariableField {...field("variable")} />
        </div>
        <div className="xl:col-span-2">
          <Typed
            label="Value"
            type="text"
            placeholder="Any"
            disabled={filters.variable === undefined}
            {...field("value")}
          />
        </div>
        <div className="flex items-end gap-2 xl:col-span-2">
          <div className="min-w-0 flex-1">
            <Typed
              label="Cost, at least"
              type="number"
              inputMode="decimal"
              min="0"
              step="any"
              placeholder="0.00"
              {...field("costAtLeast")}
            />
          </div>
          {count > 0 && (
            <span className="max-md:hidden">
              <Clear onClick={() => onChange({})} />
            </span>
          )}
        </div>
      </div>
    </section>
  )
}

const Clear = ({ onClick }: { readonly onClick: () => void }) => (
  <Button kind="quiet" icon="close" onClick={onClick}>
    Clear
  </Button>
)

interface TypedProps {
  readonly label: string
  readonly value: string
  readonly onCommit: (value: string) => void
  readonly type: string
  readonly list?: string
  readonly placeholder?: string
  readonly inputMode?: "numeric" | "decimal"
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly step?: string
  readonly disabled?: boolean
  readonly onFocus?: () => void
}

/** Time without a key press after which a text is a filter, ms. */
const settled = 400

/** A field whose value becomes a filter when the person has stopped typing, and at once by Enter or when they leave it. */
const Typed = ({ label, value, onCommit, ...input }: TypedProps) => {
  const [text, setText] = useState(value)
  const commit = useEffectEvent((next: string) => {
    if (next.trim() !== value) onCommit(next.trim())
  })
  // Another view was opened.
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => commit(text), settled)
    return () => clearTimeout(timer)
  }, [text, value])
  const commitNow = () => {
    if (text.trim() !== value) onCommit(text.trim())
  }
  return (
    <Field
      {...input}
      label={label}
      value={text}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onBlur={commitNow}
      onKeyDown={(event) => event.key === "Enter" && commitNow()}
    />
  )
}

interface LabelFieldProps {
  readonly value: string
  readonly onCommit: (value: string) => void
  readonly campaignId: string | undefined
}

/** Suggests the labels of the campaign, or of all campaigns. */
const LabelField = ({ campaignId, ...field }: LabelFieldProps) => {
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const ofCampaign = useApi(
    "/v1/campaigns/:id/intent-labels",
    { params: { id: campaignId ?? "" } },
    { enabled: isUsed && campaignId !== undefined }
  )
  const ofAll = useApi("/v1/campaigns/dashboard", { query: {} }, { enabled: isUsed && campaignId === undefined })
  const found =
    campaignId === undefined ? ofAll.data?.campaigns.flatMap(({ intentSplit }) => intentSplit) : ofCampaign.data
  const names = [...new Set((found ?? []).map(({ name }) => name))]
  return (
    <>
      <Typed label="Label" type="text" list={id} placeholder="Any" onFocus={() => setUsed(true)} {...field} />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Suggests the variables of the flows. */
const VariableField = (field: Pick<TypedProps, "value" | "onCommit">) => {
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const flows = useApi("/admin/v1/organizations/:id/flows", { query: { limit: 100 } }, { enabled: isUsed })
  const names = new Set((flows.data?.data ?? []).flatMap(({ variables }) => variables.map(({ name }) => name)))
  return (
    <>
      <Typed label="Result" type="text" list={id} placeholder="Any" onFocus={() => setUsed(true)} {...field} />
      <datalist id={id}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
