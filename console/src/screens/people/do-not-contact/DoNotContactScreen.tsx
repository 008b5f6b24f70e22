import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { download } from "../../../api/download.ts"
import { urlOf } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { SearchField } from "../../../ui/form/SearchField.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"
import { PeoplePage } from "../PeoplePage.tsx"
import { UploadsUnderWay } from "../UploadsUnderWay.tsx"
import { AddNumber } from "./AddNumber.tsx"
import { refreshes } from "./refreshes.ts"
import { UploadNumbers } from "./UploadNumbers.tsx"

type Entry = Answer<"GET", "/admin/v1/organizations/:id/dnc">["data"][number]

/** The numbers that no campaign calls. */
export const DoNotContactScreen = () => {
  const { page = 1, search } = useSearch({ from: "/people/do-not-contact" })
  const navigate = useNavigate({ from: "/people/do-not-contact" })
  const toast = useToast()
  const mayAdd = useMay("MEMBER")
  const mayRemove = useMay("ADMIN")
  const [dialog, setDialog] = useState<"add" | "upload">()
  const [removed, setRemoved] = useState<Entry>()
  const entries = useApi(
    "/admin/v1/organizations/:id/dnc",
    { query: { page, limit: 50, search } },
    { keepsPrevious: true }
  )
  const columns: ReadonlyArray<Column<Entry>> = [
    {
      id: "phone",
      header: "Phone number",
      cell: ({ expiresAt, phoneNumber }) => (
        <>
          <b className="font-medium whitespace-nowrap">{phoneNumber}</b>
          {expiresAt !== null && <Expiry at={expiresAt} />}
        </>
      )
    },
    { id: "reason", header: "Reason", cell: ({ reason }) => <bdi>{reason}</bdi>, className: "max-sm:hidden" },
    {
      id: "by",
      header: "Added by",
      cell: (entry) => (
        <>
          <bdi>{whoOf(entry)}</bdi>
          <span className="block text-muted text-xs sm:hidden">
            {/* A narrow screen has no column for the reason, which is the label where a label added the number. */}
            {entry.reason !== entry.intentLabel && <bdi className="block">{entry.reason}</bdi>}
            <Time value={entry.createdAt} />
          </span>
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
    <Button kind="primary" icon="plus" onClick={() => setDialog("add")}>
      Add a number
    </Button>
  ) : undefined
  const save = () =>
    download(urlOf("/admin/v1/organizations/:id/dnc/entries.csv"), "do-not-contact.csv").catch(toast.failed)
  const actions = (
    <>
      <Button icon="download" onClick={() => void save()}>
        Download
      </Button>
      {mayAdd && (
        <Button icon="upload" onClick={() => setDialog("upload")}>
          Add a file
        </Button>
      )}
      {add}
    </>
  )
  return (
    <PeoplePage actions={actions}>
      {dialog !== "upload" && <UploadsUnderWay kind="DO_NOT_CONTACT" refreshes={refreshes} />}
      <SearchField
        label="Search by number"
        value={search ?? ""}
        onSearch={(text) => void navigate({ search: listIn({ search: text }), replace: true })}
      />
      <Card flush>
        <Read of={entries}>
          {({ data, total, totalPages }) =>
            total === 0 && search !== undefined ? (
              <Empty icon="search" title="This number is not on Do Not Contact">
                No entry contains “{search}”.
              </Empty>
            ) : total === 0 ? (
              <Empty icon="people" title="No number is on Do Not Contact" action={add}>
                Numbers come here when a person asks not to be called again, by a journey rule, or by hand.
              </Empty>
            ) : (
              <>
                <DataTable label="Do Not Contact" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "number")}
                  onPage={(next) => void navigate({ search: listIn({ search, page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
      <Dialog
        title="Add a number to Do Not Contact"
        description="Waiting calls to it are suppressed at once, in all campaigns."
        isOpen={dialog === "add"}
        onClose={() => setDialog(undefined)}
      >
        <AddNumber onDone={() => setDialog(undefined)} />
      </Dialog>
      <Dialog
        title="Add the numbers of a file to Do Not Contact"
        description="Waiting calls to them are suppressed at once, in all campaigns."
        isOpen={dialog === "upload"}
        onClose={() => setDialog(undefined)}
      >
        <UploadNumbers onDone={() => setDialog(undefined)} />
      </Dialog>
      <RemoveNumber entry={removed} onDone={() => setRemoved(undefined)} />
    </PeoplePage>
  )
}

/** When an entry stops blocking its number, or that it blocks it no longer. */
const Expiry = ({ at }: { readonly at: string }) => (
  <span className="block text-muted text-xs">
    {new Date(at) <= new Date() ? (
      <Badge>Expired</Badge>
    ) : (
      <>
        until <Time value={at} />
      </>
    )}
  </span>
)

/** The campaign, the person, or the program that added a number. */
const whoOf = ({ addedBy, intentLabel, sourceCampaignName }: Entry): string => {
  if (sourceCampaignName !== "")
    return intentLabel === "" ? sourceCampaignName : `${sourceCampaignName} · ${intentLabel}`
  if (addedBy === null) return "–"
  if (addedBy.name !== null) return addedBy.name
  if (addedBy.actor.startsWith("key:")) return "An API key"
  if (addedBy.actor.startsWith("admin")) return "An admin token"
  return addedBy.actor.startsWith("person:") ? "A person" : addedBy.actor
}

const RemoveNumber = ({ entry, onDone }: { readonly entry: Entry | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", "/v1/dnc/:id", { refreshes })
  return (
    <ConfirmChange
      title={`Remove ${entry?.phoneNumber ?? "the number"} from Do Not Contact?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={entry && { params: { id: entry.id } }}
      done="Removed from Do Not Contact"
      onDone={onDone}
    >
      The person may be called again. Calls that were suppressed stay so until each is restored. The security log keeps
      who removed it.
    </ConfirmChange>
  )
}
