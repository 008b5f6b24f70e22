import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { defined, listIn } from "../../../ui/browser/address.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { PeoplePage } from "../PeoplePage.tsx"
import { ImportDialog } from "./ImportDialog.tsx"
import { importStatus } from "./import-status.ts"

type Import = Answer<"GET", "/v1/imports">["data"][number]

const columns: ReadonlyArray<Column<Import>> = [
  {
    id: "started",
    header: "Started",
    cell: ({ audienceId, createdAt, id }) => (
      <Link
        to="/people/imports/$importId"
        params={{ importId: id }}
        search={defined({ audience: audienceId ?? undefined })}
        className="font-medium hover:underline"
      >
        <Time value={createdAt} />
      </Link>
    )
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <Badge tone={importStatus[status].tone}>{importStatus[status].label}</Badge>
  },
  {
    id: "source",
    header: "From",
    cell: ({ source }) => (source === "UPLOAD" ? "A file" : "The API"),
    className: "max-md:hidden"
  },
  { id: "total", header: "Rows", isNumeric: true, cell: ({ total }) => number(total) },
  { id: "created", header: "New", isNumeric: true, cell: ({ created }) => number(created), className: "max-md:hidden" },
  {
    id: "updated",
    header: "Updated",
    isNumeric: true,
    cell: ({ updated }) => number(updated),
    className: "max-md:hidden"
  },
  { id: "failed", header: "Rejected", isNumeric: true, cell: ({ failed }) => number(failed) }
]

/** The imports of contacts, and the way to begin one. */
export const ImportsScreen = () => {
  const { page = 1 } = useSearch({ from: "/people/imports" })
  const navigate = useNavigate({ from: "/people/imports" })
  const may = useMay("MEMBER")
  const [isOpen, setOpen] = useState(false)
  const imports = useApi("/v1/imports", { query: { page, limit: 20 } }, { keepsPrevious: true, every: 5000 })
  const begin = may ? (
    <Button kind="primary" icon="upload" onClick={() => setOpen(true)}>
      Import a file
    </Button>
  ) : undefined
  return (
    <PeoplePage actions={begin}>
      <Card flush>
        <Read of={imports}>
          {({ data, total, totalPages }) =>
            total === 0 ? (
              <Empty icon="upload" title="Nothing was imported yet" action={begin}>
                A file with a line for each person: a name, a phone number, and whatever else you know.
              </Empty>
            ) : (
              <>
                <DataTable label="Imports" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "import")}
                  onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
      <ImportDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </PeoplePage>
  )
}
