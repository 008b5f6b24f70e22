import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card, Page } from "../../ui/Page.tsx"
import { Forbidden, Read } from "../../ui/States.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import { FlowEditor } from "./FlowEditor.tsx"
import { emptyDraft, flowsPath, isSame } from "./flow-draft.ts"
import { LeaveGuard, useLeaveGuard } from "./LeaveGuard.tsx"
import { DraftEditor } from "./versions/DraftEditor.tsx"

const above = (
  <Link to="/flows" className="hover:underline">
    Flows
  </Link>
)

/** Creates a flow, with version 1. */
export const NewFlowScreen = () => {
  const toast = useToast()
  const navigate = useNavigate()
  const may = useMay("MEMBER")
  const [draft, setDraft] = useState(emptyDraft)
  const create = useChange("POST", flowsPath, { refreshes: [flowsPath] })
  const isChanged = !isSame(draft, emptyDraft)
  const { guard, leave } = useLeaveGuard(isChanged)
  const save = () =>
    create.mutate(
      { body: draft },
      {
        onSuccess: ({ id }) => {
          toast.done("Flow created", "Campaigns can use it now.")
          leave(() => void navigate({ to: "/flows/$flowId", params: { flowId: id } }))
        }
      }
    )
  if (!may) {
    return (
      <Page title="New flow" above={above}>
        <Card flush>
          <Forbidden>Members of the organization create flows.</Forbidden>
        </Card>
      </Page>
    )
  }
  return (
    <Page
      title="New flow"
      above={above}
      beside={isChanged && <Badge tone="warn">Not saved</Badge>}
      actions={
        <Button kind="primary" busy={create.isPending || create.isSuccess} disabled={!isChanged} onClick={save}>
          Create flow
        </Button>
      }
    >
      <FlowEditor draft={draft} onChange={setDraft} failure={create.error} isReadOnly={false} onSave={save} />
      <LeaveGuard guard={guard} />
    </Page>
  )
}

/** How often the page looks for what other people save and publish, ms. */
const every = 15_000

/** Shows the draft of a flow, changes it and publishes it. */
export const FlowScreen = () => {
  const { flowId } = useParams({ from: "/flows/$flowId" })
  const flow = useApi(`${flowsPath}/:flowId`, { params: { flowId } }, { every })
  const draft = useApi(`${flowsPath}/:flowId/draft`, { params: { flowId } }, { every })
  if (flow.data !== undefined && draft.data !== undefined)
    return <DraftEditor key={flow.data.id} flow={flow.data} stored={draft.data} above={above} />
  return (
    <Page title="Flow" above={above}>
      <Read of={flow} lines={10}>
        {() => (
          <Read of={draft} lines={10}>
            {() => null}
          </Read>
        )}
      </Read>
    </Page>
  )
}
