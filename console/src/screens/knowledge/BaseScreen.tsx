import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { ConfirmChange } from "../../ui/form/ConfirmChange.tsx"
import { Card, Page } from "../../ui/Page.tsx"
import { Read } from "../../ui/States.tsx"
import { plural } from "../../ui/words/format.ts"
import { BaseForm } from "./BaseForm.tsx"
import { Documents } from "./Documents.tsx"
import { SearchTester } from "./SearchTester.tsx"
import { UploadDocuments } from "./UploadDocuments.tsx"

type Base = Answer<"GET", "/v1/knowledge-bases/:id">

const isUnderWay = ({ documents }: Base) =>
  documents.some(({ status }) => status === "PENDING" || status === "INDEXING")

/** A knowledge base: its documents, and which of their parts a question finds. */
export const BaseScreen = () => {
  const { baseId: id } = useParams({ from: "/knowledge/$baseId" })
  const may = useMay("MEMBER")
  const [isUploading, setUploading] = useState(false)
  // While documents are read, their progress is asked for often.
  const [every, setEvery] = useState(5000)
  const base = useApi("/v1/knowledge-bases/:id", { params: { id } }, { every })
  const wanted = base.data !== undefined && isUnderWay(base.data) ? 1500 : 15_000
  if (wanted !== every) setEvery(wanted)
  return (
    <Page
      title={base.data?.name ?? "Knowledge base"}
      above={
        <Link to="/knowledge" className="hover:underline">
          Knowledge
        </Link>
      }
      beside={base.data && <Badge>{plural(base.data.documents.length, "document")}</Badge>}
      actions={base.data && may && <Actions base={base.data} />}
    >
      <Read of={base}>
        {({ description, documents }) => (
          <>
            {description !== null && <p className="max-w-3xl text-muted">{description}</p>}
            <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
              <Card
                title="Documents"
                flush
                actions={
                  may && (
                    <Button small icon="upload" onClick={() => setUploading(!isUploading)} aria-expanded={isUploading}>
                      Upload
                    </Button>
                  )
                }
              >
                {may && (isUploading || documents.length === 0) && <UploadDocuments baseId={id} />}
                <Documents baseId={id} documents={documents} mayChange={may} />
              </Card>
              <Card title="Try a question">
                <SearchTester baseId={id} />
              </Card>
            </div>
          </>
        )}
      </Read>
    </Page>
  )
}

const Actions = ({ base }: { readonly base: Base }) => {
  const navigate = useNavigate()
  const [open, setOpen] = useState<"edit" | "remove">()
  const remove = useChange("DELETE", "/v1/knowledge-bases/:id", { refreshes: [] })
  const close = () => setOpen(undefined)
  return (
    <>
      <Button icon="edit" onClick={() => setOpen("edit")}>
        Edit
      </Button>
      <Button kind="danger" icon="trash" onClick={() => setOpen("remove")}>
        Delete
      </Button>
      <Dialog title="Edit knowledge base" isOpen={open === "edit"} onClose={close}>
        <BaseForm base={base} onCancel={close} onDone={close} />
      </Dialog>
      <ConfirmChange
        title={`Delete ${base.name}?`}
        confirm="Delete"
        isDangerous
        change={remove}
        input={open === "remove" ? { params: { id: base.id } } : undefined}
        done="Knowledge base deleted"
        onMade={() => void navigate({ to: "/knowledge" })}
        onDone={close}
      >
        Its documents are deleted. Flows that use it go on without it, live calls included.
      </ConfirmChange>
    </>
  )
}
