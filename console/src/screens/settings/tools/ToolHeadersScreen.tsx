import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Field } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { type HeaderRow, HeaderRows, headersOf } from "./HeaderRows.tsx"

const path = "/admin/v1/organizations/:id/tool-headers"
type HeaderSet = Answer<"GET", typeof path>["data"][number]

/** The headers, such as API keys, that requests of tools carry. */
export const ToolHeadersScreen = () => {
  const may = useMay("ADMIN")
  const sets = useApi(path, {})
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<HeaderSet>()
  const columns: ReadonlyArray<Column<HeaderSet>> = [
    { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    { id: "origin", header: "Sent to", cell: ({ origin }) => <span className="break-all">{origin}</span> },
    { id: "headers", header: "Headers", cell: ({ headers }) => headers.join(", "), className: "max-md:hidden" },
    {
      id: "since",
      header: "Set",
      cell: ({ createdAt }) => <Time value={createdAt} isRelative />,
      className: "max-md:hidden"
    },
    {
      id: "remove",
      header: <span className="sr-only">Remove</span>,
      isNumeric: true,
      cell: (set) =>
        may && (
          <Button small kind="danger" aria-label={`Remove ${set.name}`} onClick={() => setRemoved(set)}>
            Remove
          </Button>
        )
    }
  ]
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Set headers
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={add}>
      <Card flush>
        <Read of={sets}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="settings" title="No headers yet" action={add}>
                The tools of a flow send them with their requests, such as the API key of your booking system. They go
                to their own origin only, and nobody can read them here.
              </Empty>
            ) : (
              <DataTable label="Headers of tools" columns={columns} rows={data} keyOf={({ name }) => name} isWhole />
            )
          }
        </Read>
      </Card>
      <Dialog
        title="Set headers"
        description="A name that exists is replaced as a whole."
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      >
        <NewSet onDone={() => setAdding(false)} />
      </Dialog>
      <RemoveSet removed={removed} onDone={() => setRemoved(undefined)} />
    </SettingsPage>
  )
}

const NewSet = ({ onDone }: { readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useChange("PUT", path, { refreshes: [path] })
  const [name, setName] = useState("")
  const [origin, setOrigin] = useState("")
  const [headers, setHeaders] = useState<ReadonlyArray<HeaderRow>>([{ name: "", value: "" }])
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(
      { body: { name, origin, headers: headersOf(headers) } },
      {
        onSuccess: () => {
          toast.done("Headers set")
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
        placeholder="booking"
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Sent to"
        required
        placeholder="https://booking.example.com"
        hint="Scheme, host and port."
        value={origin}
        problem={problemOf("origin")}
        onChange={(event) => setOrigin(event.target.value.trim())}
      />
      <HeaderRows rows={headers} onChange={setHeaders} problem={problemOf("headers")} />
      <Refusal failure={put.error} fields={["name", "origin", "headers"]} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={put.isPending}>
          Set headers
        </Button>
      </div>
    </form>
  )
}

const RemoveSet = ({ removed, onDone }: { readonly removed: HeaderSet | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", `${path}/:name`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Remove the headers ${removed?.name}?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={removed && { params: { name: removed.name } }}
      done="Headers removed"
      onDone={onDone}
    >
      Headers that a flow names cannot be removed.
    </ConfirmChange>
  )
}
