import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { listIn } from "../../ui/browser/address.ts"
import { Confirm, Dialog } from "../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { Pager } from "../../ui/data/Pager.tsx"
import { Field } from "../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../ui/form/Refusal.tsx"
import { plural } from "../../ui/format.ts"
import { Card } from "../../ui/Page.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { Time } from "../../ui/Time.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import { PeoplePage } from "./PeoplePage.tsx"

type Entry = Answer<"GET", "/v1/dnc">["data"][number]

const refreshes = ["/v1/dnc", "/v1/contacts"]

/** The numbers that no campaign calls. */
export const DoNotContactScreen = () => {
  const { page = 1 } = useSearch({ from: "/people/do-not-contact" })
  const navigate = useNavigate({ from: "/people/do-not-contact" })
  const mayAdd = useMay("MEMBER")
  const mayRemove = useMay("ADMIN")
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Entry>()
  const entries = useApi("/v1/dnc", { query: { page, limit: 50 } }, { keepsPrevious: true })
  const columns: ReadonlyArray<Column<Entry>> = [
    { id: "phone", header: "Phone number", cell: ({ phoneNumber }) => <b className="font-medium">{phoneNumber}</b> },
    {
      id: "reason",
      header: "Added by",
      cell: ({ intentLabel, sourceCampaignName }) =>
        sourceCampaignName === "" ? (
          <span className="text-muted">A person or a program</span>
        ) : (
          <>
            {sourceCampaignName}
            {intentLabel !== "" && <span className="text-muted"> · {intentLabel}</span>}
          </>
        )
    },
    { id: "since", header: "Since", cell: ({ createdAt }) => <Time value={createdAt} />, className: "max-sm:hidden" },
    {
      id: "remove",
      header: <span className="sr-only">Remove</span>,
      isNumeric: true,
      cell: (entry) =>
        mayRemove && (
          <Button
            small
            kind="quiet"
            icon="close"
            aria-label={`Remove ${entry.phoneNumber} from Do Not Contact`}
            onClick={() => setRemoved(entry)}
          />
        )
    }
  ]
  const add = mayAdd ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Add a number
    </Button>
  ) : undefined
  return (
    <PeoplePage actions={add}>
      <Card flush>
        <Read of={entries}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              <Empty icon="people" title="No number is on Do Not Contact" action={add}>
                Numbers come here when a person asks not to be called again, by a journey rule, or by hand.
              </Empty>
            ) : (
              <>
                <DataTable label="Do Not Contact" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={pagination.totalPages}
                  count={plural(pagination.total, "number")}
                  onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
      <Dialog
        title="Add a number to Do Not Contact"
        description="Waiting calls to it are suppressed at once, in all campaigns."
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      >
        <AddNumber onDone={() => setAdding(false)} />
      </Dialog>
      <RemoveNumber entry={removed} onDone={() => setRemoved(undefined)} />
    </PeoplePage>
  )
}

const AddNumber = ({ onDone }: { readonly onDone: () => void }) => {
  const toast = useToast()
  const add = useChange("POST", "/admin/v1/organizations/:id/dnc", { refreshes })
  const [phoneNumber, setPhoneNumber] = useState("")
  const [reason, setReason] = useState("")
  const problemOf = problemsOf(add.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { body: { phoneNumber: phoneNumber.replace(/[\s()./-]/g, ""), ...(reason === "" ? {} : { reason }) } },
      {
        onSuccess: () => {
          toast.done("Added to Do Not Contact")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Phone number"
        type="tel"
        required
        autoFocus
        placeholder="+919876543210"
        value={phoneNumber}
        problem={problemOf("phoneNumber")}
        onChange={(event) => setPhoneNumber(event.target.value)}
      />
      <Field
        label="Reason"
        hint="Shown on the page of the contact; may be empty"
        value={reason}
        problem={problemOf("reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refusal failure={add.error} fields={["phoneNumber", "reason"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={add.isPending}>
          Never call it again
        </Button>
      </div>
    </form>
  )
}

const RemoveNumber = ({ entry, onDone }: { readonly entry: Entry | undefined; readonly onDone: () => void }) => {
  const toast = useToast()
  const remove = useChange("DELETE", "/v1/dnc/:id", { refreshes })
  return (
    <Confirm
      title={`Remove ${entry?.phoneNumber ?? "the number"} from Do Not Contact?`}
      confirm="Remove"
      isDangerous
      isOpen={entry !== undefined}
      onClose={onDone}
      busy={remove.isPending}
      failure={remove.error}
      onConfirm={() =>
        entry !== undefined &&
        remove.mutate(
          { params: { id: entry.id } },
          {
            onSuccess: () => {
              toast.done("Removed from Do Not Contact")
              onDone()
            }
          }
        )
      }
    >
      The person may be called again. Calls that were suppressed stay so until each is restored. The security log keeps
      who removed it.
    </Confirm>
  )
}
