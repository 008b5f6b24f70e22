import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Field } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { SettingsPage } from "../SettingsPage.tsx"

const path = "/admin/v1/organizations/:id/law"
const exceptions = "/admin/v1/organizations/:id/law-exceptions"
type Rule = Answer<"GET", typeof path>["data"][number]

/** The rules of countries on calls, with their sources, and the exceptions of the organization. */
export const LawScreen = () => {
  const may = useMay("ADMIN")
  const law = useApi(path, {})
  const { place = "" } = useSearch({ from: "/settings/law" })
  const navigate = useNavigate()
  const [excepted, setExcepted] = useState<Rule>()
  const [restored, setRestored] = useState<Rule>()
  const columns: ReadonlyArray<Column<Rule>> = [
    {
      id: "rule",
      header: "Rule",
      cell: ({ exception, name, says }) => (
        <span className="flex flex-col gap-1">
          <span className="break-all font-medium">{name}</span>
          <span>{says}</span>
          {exception !== null && <Badge tone="warn">Excepted: {exception.reason}</Badge>}
        </span>
      )
    },
    {
      id: "purpose",
      header: "Calls for",
      cell: ({ purposes }) => purposes.join(", ").toLowerCase(),
      className: "max-md:hidden"
    },
    {
      id: "source",
      header: "Source",
      cell: ({ checked, confidence, note, source }) => (
        <span className="flex flex-col gap-1">
          <span>{source}</span>
          <span className="text-muted text-xs">
            Checked {checked}, confidence {confidence}
            {note === null ? "" : `. ${note}`}
          </span>
        </span>
      ),
      className: "max-md:hidden"
    },
    {
      id: "actions",
      header: <span className="sr-only">Actions</span>,
      isNumeric: true,
      cell: (rule) => may && rule.kind !== "DUTY" && <Actions rule={rule} on={{ setExcepted, setRestored }} />
    }
  ]
  return (
    <SettingsPage>
      <Read of={law}>
        {({ applies, data }) => (
          <>
            <p className="text-muted">
              By these rules the dialer decides when and how often a number may be called. They are no legal advice:
              have counsel check the lines that matter to you.
              {applies ? "" : " They do not apply now, because of the organization’s rules for calls."}
            </p>
            <Select
              label="Country"
              value={place}
              onChange={(chosen) =>
                void navigate({ to: "/settings/law", search: chosen === "" ? {} : { place: chosen } })
              }
              options={[{ value: "", label: "All countries" }, ...placesOf(data)]}
            />
            <Card flush>
              <Rules rules={data.filter(({ name }) => place === "" || countryOf(name) === place)} columns={columns} />
            </Card>
          </>
        )}
      </Read>
      <Dialog title={`Except ${excepted?.name}`} isOpen={excepted !== undefined} onClose={() => setExcepted(undefined)}>
        {excepted !== undefined && <Exception rule={excepted} onDone={() => setExcepted(undefined)} />}
      </Dialog>
      <Restoration rule={restored} onDone={() => setRestored(undefined)} />
    </SettingsPage>
  )
}

const countryOf = (name: string) => name.split(/[-.]/)[0] ?? ""

/** The countries by name; a part of a country has the rules of its country. */
const placesOf = (rules: ReadonlyArray<Rule>) => {
  const names = new Map<string, string>()
  for (const { name, place } of rules) if (!names.has(countryOf(name))) names.set(countryOf(name), place)
  return [...names].map(([value, label]) => ({ value, label }))
}

interface RulesProps {
  readonly rules: ReadonlyArray<Rule>
  readonly columns: ReadonlyArray<Column<Rule>>
}

const Rules = ({ columns, rules }: RulesProps) =>
  rules.length === 0 ? (
    <Empty icon="settings" title="No rules">
      Numbers of a country without an entry have the strictest common rules: choose “Countries without an entry”.
    </Empty>
  ) : (
    <DataTable label="Rules" columns={columns} rows={rules} keyOf={({ name }) => name} isWhole />
  )

interface ActionsProps {
  readonly rule: Rule
  readonly on: { readonly setExcepted: (rule: Rule) => void; readonly setRestored: (rule: Rule) => void }
}

const Actions = ({ on, rule }: ActionsProps) =>
  rule.exception === null ? (
    <Button small kind="danger" aria-label={`Except ${rule.name}`} onClick={() => on.setExcepted(rule)}>
      Except
    </Button>
  ) : (
    <Button small aria-label={`Apply ${rule.name}`} onClick={() => on.setRestored(rule)}>
      Apply again
    </Button>
  )

const Exception = ({ onDone, rule }: { readonly rule: Rule; readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useChange("PUT", exceptions, { refreshes: [path] })
  const [reason, setReason] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      toast.done("The rule is excepted")
      onDone()
    }
    put.mutate({ body: { rule: rule.name, reason } }, { onSuccess })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p>
        {rule.says}. From then on the dialer does not follow this rule for your organization. The security log keeps
        your name and the reason.
      </p>
      <Field
        label="Reason"
        required
        maxLength={1000}
        value={reason}
        problem={problemsOf(put.error)("reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refusal failure={put.error} fields={["reason"]} />
      <div className="flex justify-end">
        <Button kind="danger" type="submit" busy={put.isPending}>
          Except the rule
        </Button>
      </div>
    </form>
  )
}

const Restoration = ({ onDone, rule }: { readonly rule: Rule | undefined; readonly onDone: () => void }) => {
  const restore = useChange("DELETE", `${exceptions}/:rule`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Apply ${rule?.name} again?`}
      confirm="Apply again"
      change={restore}
      input={rule && { params: { rule: rule.name } }}
      done="The rule applies again"
      onDone={onDone}
    >
      Calls that the rule forbids now wait until it allows them.
    </ConfirmChange>
  )
}
