import { Link, useBlocker, useNavigate, useParams } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Dialog.tsx"
import { Page } from "../../ui/Page.tsx"
import { Read } from "../../ui/States.tsx"
import { Time } from "../../ui/Time.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import { FlowEditor } from "./FlowEditor.tsx"
import { draftOf, emptyDraft, type Flow, type FlowDraft, isSame } from "./flow-draft.ts"

const path = "/admin/v1/organizations/:id/flows"

const above = (
  <Link to="/flows" className="hover:underline">
    Flows
  </Link>
)

/** Creates a flow. */
export const NewFlowScreen = () => <Editing draft={emptyDraft} />

/** Shows a flow, and changes it. */
export const FlowScreen = () => {
  const { flowId } = useParams({ from: "/flows/$flowId" })
  const flow = useApi(`${path}/:flowId`, { params: { flowId } })
  if (flow.data !== undefined) return <Editing key={flow.data.id} flow={flow.data} draft={draftOf(flow.data)} />
  return (
    <Page title="Flow" above={above}>
      <Read of={flow} lines={10}>
        {() => null}
      </Read>
    </Page>
  )
}

interface EditingProps {
  readonly flow?: Flow
  readonly draft: FlowDraft
}

const Editing = ({ flow, draft: stored }: EditingProps) => {
  const toast = useToast()
  const navigate = useNavigate()
  const may = useMay("MEMBER")
  const [draft, setDraft] = useState(stored)
  const [isRemoving, setRemoving] = useState(false)
  const create = useChange("POST", path, { refreshes: [path] })
  const update = useChange("PATCH", `${path}/:flowId`, { refreshes: [path] })
  const remove = useChange("DELETE", `${path}/:flowId`, { refreshes: [] })
  const isChanged = !isSame(draft, stored)
  // Set before the way to a flow that was just created or deleted.
  const isLeaving = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged && !isLeaving.current,
    enableBeforeUnload: () => isChanged && !isLeaving.current,
    withResolver: true
  })
  const open = (flowId: string) => {
    isLeaving.current = true
    void navigate({ to: "/flows/$flowId", params: { flowId } })
  }
  const change = flow === undefined ? create : update
  const save = () => {
    if (flow === undefined) {
      create.mutate(
        { body: draft },
        {
          onSuccess: ({ id }) => {
            toast.done("Flow created")
            open(id)
          }
        }
      )
    } else {
      update.mutate(
        { params: { flowId: flow.id }, body: draft },
        {
          onSuccess: (saved) => {
            setDraft(draftOf(saved))
            toast.done("Flow saved", "Calls that begin from now on use it.")
          }
        }
      )
    }
  }
  return (
    <Page
      title={flow?.name ?? "New flow"}
      above={above}
      beside={
        <>
          {isChanged && <Badge tone="warn">Not saved</Badge>}
          {flow !== undefined && !isChanged && (
            <span className="text-muted text-sm">
              Changed <Time value={flow.updatedAt} isRelative />
            </span>
          )}
        </>
      }
      actions={
        may && (
          <>
            {flow !== undefined && (
              <>
                <Button
                  icon="copy"
                  busy={create.isPending}
                  disabled={isChanged}
                  onClick={() =>
                    create.mutate(
                      { body: { ...stored, name: `${stored.name.slice(0, 240)} (copy)` } },
                      {
                        onSuccess: ({ id }) => {
                          toast.done("Flow copied")
                          open(id)
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
              </>
            )}
            <Button kind="primary" busy={change.isPending} disabled={!isChanged} onClick={save}>
              {flow === undefined ? "Create flow" : "Save"}
            </Button>
          </>
        )
      }
    >
      <FlowEditor draft={draft} onChange={setDraft} failure={change.error} isReadOnly={!may} onSave={save} />
      <Confirm
        title={`Delete ${flow?.name ?? "the flow"}?`}
        confirm="Delete"
        isDangerous
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        busy={remove.isPending}
        failure={remove.error}
        onConfirm={() =>
          flow !== undefined &&
          remove.mutate(
            { params: { flowId: flow.id } },
            {
              onSuccess: () => {
                isLeaving.current = true
                toast.done("Flow deleted")
                void navigate({ to: "/flows" })
              }
            }
          )
        }
      >
        A flow of a campaign that is not over cannot be deleted.
      </Confirm>
      <Confirm
        title="Leave without saving?"
        confirm="Leave"
        isDangerous
        isOpen={blocker.status === "blocked"}
        onClose={() => blocker.reset?.()}
        onConfirm={() => blocker.proceed?.()}
      >
        The changes to this flow are lost.
      </Confirm>
    </Page>
  )
}
