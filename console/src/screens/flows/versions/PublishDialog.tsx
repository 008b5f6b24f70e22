import { Link } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import type { Flow, FlowDraft, StoredDraft } from "../flow-draft.ts"
import { Differences } from "./Differences.tsx"
import { publisherOf } from "./publisher.tsx"

interface PublishDialogProps {
  readonly flow: Flow
  readonly draft: FlowDraft
  readonly base: StoredDraft
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly busy: boolean
  readonly failure: { readonly message: string } | null
  readonly onPublish: (note: string) => void
}

/** Shows what publishing changes, for whom, and asks for a note. */
export const PublishDialog = ({ isOpen, onClose, flow, ...others }: PublishDialogProps) => (
  <Dialog title={`Publish version ${flow.version + 1}`} isOpen={isOpen} onClose={onClose} isWide>
    <Form flow={flow} {...others} />
  </Dialog>
)

const Form = ({ flow, draft, base, busy, failure, onPublish }: Omit<PublishDialogProps, "isOpen" | "onClose">) => {
  const [note, setNote] = useState("")
  const running = useApi("/v1/campaigns", { query: { status: "IN_PROGRESS", limit: 100 } })
  const using = (running.data?.data ?? []).filter(({ flowId }) => flowId === flow.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPublish(note)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {base.basedOn < flow.version && (
        <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {publisherOf(flow)} published version {flow.version} after this draft was begun from version {base.basedOn}.
          Publishing replaces it: look at what is different.
        </p>
      )}
      <Differences before={flow} after={draft} />
      <Field
        label="Note"
        hint="Why it changes, for the list of versions"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="text-muted">
        <p>Campaigns that start from now on use it. Campaigns under way keep the version they started with.</p>
        {using.length > 0 && (
          <p>
            Under way:{" "}
            {using.map(({ flowVersion, id, name }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <Link to="/campaigns/$campaignId" params={{ campaignId: id }} className="underline">
                  {name}
                </Link>{" "}
                (version {flowVersion ?? flow.version})
              </span>
            ))}
            . To move one, open it.
          </p>
        )}
      </div>
      <Refusal failure={failure} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy}>
          Publish
        </Button>
      </div>
    </form>
  )
}
