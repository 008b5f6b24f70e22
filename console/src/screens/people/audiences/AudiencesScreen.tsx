import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { PeoplePage } from "../PeoplePage.tsx"
import { AudienceForm } from "./AudienceForm.tsx"

type Audience = Answer<"GET", "/v1/audiences/:id">

const columns: ReadonlyArray<Column<Audience>> = [
  {
    id: "name",
    header: "Name",
    cell: ({ description, id, name }) => (
      <div className="min-w-0">
        <Link to="/people/audiences/$audienceId" params={{ audienceId: id }} className="font-medium hover:underline">
          {name}
        </Link>
        {description !== null && <p className="line-clamp-1 text-muted text-xs">{description}</p>}
      </div>
    )
  },
  { id: "contacts", header: "Contacts", isNumeric: true, cell: ({ contactCount }) => number(contactCount) },
  { id: "changed", header: "Changed", cell: ({ updatedAt }) => <Time value={updatedAt} />, className: "max-sm:hidden" }
]

/** Named groups of contacts; a campaign calls one of them. */
export const AudiencesScreen = () => {
  const { page = 1 } = useSearch({ from: "/people/audiences" })
  const navigate = useNavigate({ from: "/people/audiences" })
  const may = useMay("MEMBER")
  const [isAdding, setAdding] = useState(false)
  const audiences = useApi("/v1/audiences", { query: { page, limit: 50 } }, { keepsPrevious: true })
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Add audience
    </Button>
  ) : undefined
  return (
    <PeoplePage actions={add}>
      <Card flush>
        <Read of={audiences}>
          {({ data, total, totalPages }) =>
            total === 0 ? (
              <Empty icon="people" title="No audiences yet" action={add}>
                An audience is a named group of contacts. A campaign calls one audience.
              </Empty>
            ) : (
              <>
                <DataTable label="Audiences" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "audience")}
                  onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
      <Dialog title="Add audience" isOpen={isAdding} onClose={() => setAdding(false)}>
        <AudienceForm
          onCancel={() => setAdding(false)}
          onDone={({ id }) => void navigate({ to: "/people/audiences/$audienceId", params: { audienceId: id } })}
        />
      </Dialog>
    </PeoplePage>
  )
}
