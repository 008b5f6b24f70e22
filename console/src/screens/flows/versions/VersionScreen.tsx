import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import { Card, Page } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { FlowEditor } from "../FlowEditor.tsx"
import { draftOf, type Flow, flowsPath, isSame } from "../flow-draft.ts"
import { Differences } from "./Differences.tsx"
import { Published } from "./publisher.tsx"

/** A flow as one of its versions, and what has changed since. */
export const VersionScreen = () => {
  const params = useParams({ from: "/flows/$flowId/versions/$version" })
  const { flowId, version } = params
  const current = useApi(`${flowsPath}/:flowId`, { params: { flowId } })
  const old = useApi(`${flowsPath}/:flowId/versions/:version`, { params: { flowId, version } })
  return (
    <Page
      title={`Version ${version}`}
      above={
        <>
          <Link to="/flows/$flowId" params={{ flowId }} className="hover:underline">
            {current.data?.name ?? "Flow"}
          </Link>
          {" / "}
          <Link to="/flows/$flowId/versions" params={{ flowId }} className="hover:underline">
            Versions
          </Link>
        </>
      }
      beside={
        old.data !== undefined && (
          <>
            {old.data.version === current.data?.version && <Badge tone="good">Current</Badge>}
            <span className="text-muted text-sm">
              <Published of={old.data} at={old.data.updatedAt} />
            </span>
          </>
        )
      }
      actions={
        old.data !== undefined && current.data !== undefined && <Restore version={old.data} current={current.data} />
      }
    >
      <Read of={current.error === null ? old : current} lines={10}>
        {(flow) => (
          <>
            {flow.versionNote !== null && <p className="-mt-2">{flow.versionNote}</p>}
            {current.data !== undefined && flow.version !== current.data.version && (
              <Card title={`From version ${flow.version} to version ${current.data.version}, the current one`}>
                <Differences before={flow} after={current.data} />
              </Card>
            )}
            <FlowEditor draft={draftOf(flow)} onChange={() => {}} failure={null} isReadOnly onSave={() => {}} />
          </>
        )}
      </Read>
    </Page>
  )
}

const Restore = ({ version, current }: { readonly version: Flow; readonly current: Flow }) => {
  const toast = useToast()
  const navigate = useNavigate()
  const may = useMay("MEMBER")
  const [isOpen, setOpen] = useState(false)
  const restore = useChange("POST", `${flowsPath}/:flowId/versions/:version/restore`, { refreshes: [flowsPath] })
  if (!may || isSame(version, current)) return null
  return (
    <>
      <Button kind="primary" icon="refresh" onClick={() => setOpen(true)}>
        Go back to this version
      </Button>
      <Confirm
        title={`Go back to version ${version.version}?`}
        confirm={`Publish as version ${current.version + 1}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        busy={restore.isPending}
        failure={restore.error}
        onConfirm={() =>
          restore.mutate(
            {
              params: { flowId: current.id, version: String(version.version) },
              body: { current: current.version }
            },
            {
              onSuccess: ({ version: published }) => {
                toast.done(`Version ${published} is published`, `It says what version ${version.version} said.`)
                void navigate({ to: "/flows/$flowId/versions", params: { flowId: current.id } })
              }
            }
          )
        }
      >
        <p>
          Campaigns that start from then on say what version {version.version} said. Campaigns under way keep theirs,
          and the draft stays.
        </p>
      </Confirm>
    </>
  )
}
