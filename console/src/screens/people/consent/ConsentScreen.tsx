import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { download } from "../../../api/download.ts"
import { urlOf } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { SearchField } from "../../../ui/form/SearchField.tsx"
import { typedNumber } from "../../../ui/form/typed-number.ts"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"
import { callPurpose, consentBasis } from "../../../ui/words/value-words.ts"
import { PeoplePage } from "../PeoplePage.tsx"
import { Policies } from "./Policies.tsx"
import { RecordConsent } from "./RecordConsent.tsx"
import { Withdraw } from "./Withdraw.tsx"

const path = "/admin/v1/organizations/:id/consents"
type Entry = Answer<"GET", typeof path>["data"][number]

/** On what basis people may be called, who has withdrawn that, and which countries need it. */
export const ConsentScreen = () => {
  const { page = 1, search } = useSearch({ from: "/people/consent" })
  const navigate = useNavigate({ from: "/people/consent" })
  const toast = useToast()
  const mayChange = useMay("MEMBER")
  const [isRecording, setRecording] = useState(false)
  const [withdrawn, setWithdrawn] = useState<string>()
  const phoneNumber = search === undefined ? undefined : typedNumber(search)
  const entries = useApi(path, { query: { page, limit: 50, phoneNumber } }, { keepsPrevious: true })
  const columns: ReadonlyArray<Column<Entry>> = [
    {
      id: "phone",
      header: "Phone number",
      cell: (entry) => <b className="font-medium whitespace-nowrap">{entry.phoneNumber}</b>
    },
    { id: "purpose", header: "For", cell: ({ purpose }) => callPurpose.of(purpose).label, className: "max-sm:hidden" },
    {
      id: "basis",
      header: "Basis",
      cell: ({ basis, withdrawnAt }) => <Basis basis={basis} isOver={withdrawnAt !== null} />
    },
    { id: "at", header: "Since", cell: ({ at }) => <Time value={at} />, className: "max-md:hidden" },
    { id: "source", header: "Source", cell: ({ source }) => <bdi>{source}</bdi>, className: "max-md:hidden" },
    {
      id: "withdraw",
      header: <span className="sr-only">Withdraw</span>,
      isNumeric: true,
      cell: (entry) =>
        mayChange &&
        entry.withdrawnAt === null && (
          <Button
            small
            kind="quiet"
            aria-label={`Withdraw the consent of ${entry.phoneNumber}`}
            onClick={() => setWithdrawn(entry.phoneNumber)}
          >
            Withdraw
          </Button>
        )
    }
  ]
  const save = () => download(urlOf(`${path}/entries.csv`), "consents.csv").catch(toast.failed)
  const record = mayChange ? (
    <Button kind="primary" icon="plus" onClick={() => setRecording(true)}>
      Record a consent
    </Button>
  ) : undefined
  const actions = (
    <>
      <Button icon="download" onClick={() => void save()}>
        Download
      </Button>
      {record}
    </>
  )
  return (
    <PeoplePage actions={actions}>
      <Policies />
      <SearchField
        label="Search by number"
        value={search ?? ""}
        onSearch={(text) => void navigate({ search: listIn({ search: text }), replace: true })}
      />
      <Card flush>
        <Read of={entries}>
          {({ data, total, totalPages }) =>
            total === 0 && phoneNumber !== undefined ? (
              <Empty icon="search" title={`Nothing is recorded for ${phoneNumber}`}>
                Search for the whole number with + and its country code.
              </Empty>
            ) : total === 0 ? (
              <Empty icon="people" title="No consent is recorded" action={record}>
                Consents come with contacts, as columns of a file, or by hand. A withdrawal is kept, however it came.
              </Empty>
            ) : (
              <>
                <DataTable
                  label="Consents"
                  columns={columns}
                  rows={data}
                  keyOf={({ at, phoneNumber, purpose }) => `${phoneNumber} ${purpose} ${String(at)}`}
                  isWhole
                />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "entry", "entries")}
                  onPage={(next) => void navigate({ search: listIn({ search, page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
      <Dialog title="Record a consent" isOpen={isRecording} onClose={() => setRecording(false)}>
        <RecordConsent onDone={() => setRecording(false)} />
      </Dialog>
      <Withdraw phoneNumber={withdrawn} onDone={() => setWithdrawn(undefined)} />
    </PeoplePage>
  )
}

const Basis = ({ basis, isOver }: { readonly basis: string; readonly isOver: boolean }) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    {basis !== "NONE" && consentBasis.of(basis).label}
    {isOver && <Badge tone="bad">Withdrawn</Badge>}
  </span>
)
