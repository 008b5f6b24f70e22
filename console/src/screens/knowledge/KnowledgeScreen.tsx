import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { Card, Page } from "../../ui/Page.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { Time } from "../../ui/Time.tsx"
import { number } from "../../ui/words/format.ts"
import { BaseForm } from "./BaseForm.tsx"

type Base = Answer<"GET", "/v1/knowledge-bases">[number]

const columns: ReadonlyArray<Column<Base>> = [
  {
    id: "name",
    header: "Name",
    cell: ({ description, id, name }) => (
      <>
        <Link to="/knowledge/$baseId" params={{ baseId: id }} className="font-medium hover:underline">
          {name}
        </Link>
        {description !== null && <p className="line-clamp-1 text-muted text-xs">{description}</p>}
      </>
    )
  },
  { id: "documents", header: "Documents", isNumeric: true, cell: ({ _count }) => number(_count.documents) },
  { id: "changed", header: "Changed", cell: ({ updatedAt }) => <Time value={updatedAt} />, className: "max-sm:hidden" }
]

/** The knowledge bases, from whose documents calls are answered. */
export const KnowledgeScreen = () => {
  const bases = useApi("/v1/knowledge-bases", {})
  const navigate = useNavigate()
  const may = useMay("MEMBER")
  const [isAdding, setAdding] = useState(false)
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Add knowledge base
    </Button>
  ) : undefined
  return (
    <Page title="Knowledge" actions={add}>
      <Card flush>
        <Read of={bases}>
          {(found) =>
            found.length === 0 ? (
              <Empty icon="knowledge" title="No knowledge bases yet" action={add}>
                A knowledge base has documents. A flow that uses it answers questions from them.
              </Empty>
            ) : (
              <DataTable label="Knowledge bases" columns={columns} rows={found} keyOf={({ id }) => id} isWhole />
            )
          }
        </Read>
      </Card>
      <Dialog title="Add knowledge base" isOpen={isAdding} onClose={() => setAdding(false)}>
        <BaseForm
          onCancel={() => setAdding(false)}
          onDone={({ id }) => void navigate({ to: "/knowledge/$baseId", params: { baseId: id } })}
        />
      </Dialog>
    </Page>
  )
}
