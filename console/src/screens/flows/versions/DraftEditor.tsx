import { useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import type { ApiFailure } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button, buttonClasses } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import { Page } from "../../../ui/Page.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { FlowEditor } from "../FlowEditor.tsx"
import { draftOf, type Flow, flowsPath, isSame, type StoredDraft } from "../flow-draft.ts"
import { LeaveGuard, useLeaveGuard } from "../LeaveGuard.tsx"
import { DraftState } from "./DraftState.tsx"
import { mergedDrafts } from "./flow-diff.ts"
import { PublishDialog } from "./PublishDialog.tsx"
import { Published } from "./publisher.tsx"

interface DraftEditorProps {
  readonly flow: Flow
  readonly stored: StoredDraft
  readonly above: ReactNode
}

const path = `${flowsPath}/:flowId` as const

/** Edits the draft of a flow. What calls say changes only when it is published. */
export const DraftEditor = ({ flow, stored, above }: DraftEditorProps) => {
  const toast = useToast()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const may = useMay("MEMBER")
  // The draft as this editor read it. A newer one is not overwritten without a question.
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(stored.flow)
  const [isPublishing, setPublishing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const create = useChange("POST", flowsPath, { refreshes: [flowsPath] })
  const save = useChange("PUT", `${path}/draft`, { refreshes: [flowsPath] })
  const discard = useChange("POST", `${path}/draft/discard`, { refreshes: [flowsPath] })
  const publish = useChange("POST", `${path}/publish`, { refreshes: [flowsPath] })
  const remove = useChange("DELETE", path, { refreshes: [] })
  const params = { flowId: flow.id }
  const isChanged = !isSame(draft, base.flow)
  const isDifferent = !isSame(draft, flow)
  const isOlder = base.revision !== stored.revision || base.basedOn !== stored.basedOn
  const { guard, leave } = useLeaveGuard(isChanged)

  const begin = (from: StoredDraft) => {
    setBase(from)
    setDraft(from.flow)
  }
  const { contested, merged } = mergedDrafts(base.flow, stored.flow, draft)
  // Without changes of its own, the editor shows what another person saves.
  if (isOlder && !isChanged) begin(stored)

  const know = (next: StoredDraft) => {
    queries.setQueryData([`${path}/draft`, { params }], next)
    begin(next)
  }
  const saveDraft = () =>
    save.mutate(
      { params, body: { flow: draft, basedOn: base.basedOn, revision: base.revision } },
      {
        onSuccess: (saved) => {
          know(saved)
          toast.done("Draft saved", "Calls say what is published until you publish it.")
        }
      }
    )
  const publishDraft = async (note: string) => {
    try {
      const isReady = !isChanged && base.revision !== null && base.basedOn === flow.version
      const saved = isReady
        ? base
        : await save.mutateAsync({ params, body: { flow: draft, basedOn: flow.version, revision: base.revision } })
      know(saved)
      const published = await publish.mutateAsync({
        params,
        body: { revision: saved.revision ?? "", note: note.trim() || null }
      })
      queries.setQueryData([path, { params }], published)
      know({ ...saved, flow: draftOf(published), basedOn: published.version, revision: null, savedAt: null })
      setPublishing(false)
      toast.done(`Version ${published.version} is published`, "Campaigns that start from now on use it.")
    } catch {
      // The dialog shows why.
    }
  }
  const discardDraft = () => {
    const published = { ...stored, flow: draftOf(flow), basedOn: flow.version, revision: null, savedAt: null }
    if (stored.revision === null) {
      begin(published)
      setDiscarding(false)
      return
    }
    discard.mutate(
      { params, body: { revision: stored.revision } },
      {
        onSuccess: () => {
          know(published)
          setDiscarding(false)
          toast.done("Draft discarded")
        }
      }
    )
  }
  return (
    <Page
      title={flow.name}
      above={above}
      beside={
        <>
          {isChanged ? (
            <Badge tone="warn">Not saved</Badge>
          ) : (
            base.revision !== null && <Badge tone="accent">Draft saved</Badge>
          )}
          <span className="text-muted text-sm">
            <Link to="/flows/$flowId/versions" params={params} className="underline">
              Version {flow.version}
            </Link>{" "}
            <Published of={flow} at={flow.updatedAt} />
          </span>
        </>
      }
      actions={
        may && (
          <>
            <Link to="/flows/$flowId/try" params={params} className={buttonClasses()}>
              Try it
            </Link>
            <Button
              icon="copy"
              busy={create.isPending || create.isSuccess}
              disabled={isChanged}
              onClick={() =>
                create.mutate(
                  { body: { ...draft, name: `${draft.name.slice(0, 240)} (copy)` } },
                  {
                    onSuccess: ({ id }) => {
                      toast.done("Flow copied")
                      leave(() => void navigate({ to: "/flows/$flowId", params: { flowId: id } }))
                    },
                    onError: (failure) => toast.failed(failure)
                  }
                )
              }
            >
              Copy
            </Button>
            <Button kind="danger" icon="trash" onClick={() => setRemoving(true)}>
              Delete
            </Button>
            <Button busy={save.isPending} disabled={!isChanged} onClick={saveDraft}>
              Save draft
            </Button>
            <Button
              kind="primary"
              disabled={!isDifferent}
              onClick={() => {
                save.reset()
                publish.reset()
                setPublishing(true)
              }}
            >
              Publish
            </Button>
          </>
        )
      }
    >
      <DraftState
        flow={flow}
        draft={draft}
        stored={stored}
        base={base}
        isOlder={isOlder}
        onLoad={() => {
          save.reset()
          begin(stored)
        }}
        contested={contested}
        onKeep={() => {
          save.reset()
          setBase(stored)
          setDraft(merged)
        }}
        onDiscard={() => setDiscarding(true)}
        isReadOnly={!may}
      />
      <FlowEditor
        draft={draft}
        onChange={setDraft}
        failure={isPublishing ? null : ofFlow(save.error)}
        isReadOnly={!may}
        onSave={saveDraft}
      />
      <PublishDialog
        flow={flow}
        draft={draft}
        base={base}
        isOpen={isPublishing}
        onClose={() => setPublishing(false)}
        busy={save.isPending || publish.isPending}
        failure={ofFlow(save.error) ?? publish.error}
        onPublish={(note) => void publishDraft(note)}
      />
      <Confirm
        title="Discard the draft?"
        confirm="Discard"
        isDangerous
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        busy={discard.isPending}
        failure={discard.error}
        onConfirm={discardDraft}
      >
        The flow goes back to what version {flow.version} says. The changes of the draft are lost.
      </Confirm>
      <Confirm
        title={`Delete ${flow.name}?`}
        confirm="Delete"
        isDangerous
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        busy={remove.isPending}
        failure={remove.error}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                toast.done("Flow deleted")
                leave(() => void navigate({ to: "/flows" }))
              }
            }
          )
        }
      >
        All its versions and its draft are deleted too. A flow of a campaign that is not over cannot be deleted.
      </Confirm>
      <LeaveGuard guard={guard} />
    </Page>
  )
}

/** Names the fields of a refused draft as the editor does. */
const ofFlow = (failure: ApiFailure | null) =>
  failure && {
    message: failure.message,
    details: failure.details.map(({ message, path }) => ({ message, path: path.replace(/^flow\./, "") }))
  }
