import { useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { useChange } from "../../api/use-api.ts"
import { Badge, type Tone } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { ConfirmChange } from "../../ui/form/ConfirmChange.tsx"
import { Time } from "../../ui/Time.tsx"
import { number } from "../../ui/words/format.ts"

type Document = Answer<"GET", "/v1/knowledge-bases/:id">["documents"][number]

const states: Readonly<Record<Document["status"], { readonly label: string; readonly tone: Tone }>> = {
  PENDING: { label: "Waiting", tone: "info" },
  INDEXING: { label: "Being read", tone: "accent" },
  READY: { label: "Ready", tone: "good" },
  FAILED: { label: "Failed", tone: "bad" }
}

const size = (bytes: number) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)} KiB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MiB`

interface DocumentsProps {
  readonly baseId: string
  readonly documents: ReadonlyArray<Document>
  readonly mayChange: boolean
}

/** The documents with their progress: a document can be searched once it is ready. */
export const Documents = ({ baseId, documents, mayChange }: DocumentsProps) => {
  const [removed, setRemoved] = useState<Document>()
  const remove = useChange("DELETE", "/v1/knowledge-bases/:id/documents/:docId", { refreshes: ["/v1/knowledge-bases"] })
  const columns: ReadonlyArray<Column<Document>> = [
    {
      id: "name",
      header: "File",
      cell: ({ failureReason, fileSize, fileType, filename }) => (
        <>
          <p className="font-medium">{filename}</p>
          <p className="text-muted text-xs">
            {fileType.toUpperCase()}, {size(fileSize)}
          </p>
          {failureReason !== null && <p className="text-bad text-xs">{failureReason}</p>}
        </>
      )
    },
    {
      id: "state",
      header: "State",
      cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge>
    },
    {
      id: "chunks",
      header: "Chunks",
      isNumeric: true,
      cell: ({ chunkCount }) => number(chunkCount),
      className: "max-sm:hidden"
    },
    { id: "added", header: "Added", cell: ({ createdAt }) => <Time value={createdAt} />, className: "max-md:hidden" },
    {
      id: "remove",
      header: <span className="sr-only">Delete</span>,
      isNumeric: true,
      cell: (document) =>
        mayChange && (
          <Button
            small
            kind="quiet"
            icon="trash"
            aria-label={`Delete ${document.filename}`}
            onClick={() => setRemoved(document)}
          />
        )
    }
  ]
  return (
    <>
      {documents.length > 0 && (
        <DataTable label="Documents" columns={columns} rows={documents} keyOf={({ id }) => id} isWhole />
      )}
      {documents.length === 0 && !mayChange && <p className="p-4 text-muted">No documents yet.</p>}
      <ConfirmChange
        title={`Delete ${removed?.filename ?? "the document"}?`}
        confirm="Delete"
        isDangerous
        change={remove}
        input={removed && { params: { id: baseId, docId: removed.id } }}
        done="Document deleted"
        onDone={() => setRemoved(undefined)}
      >
        Calls no longer find it, from the next question on.
      </ConfirmChange>
    </>
  )
}
