import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import type { Campaign } from "../campaign.ts"

/** The version of the flow that the calls of a campaign use, and the way to another one while it is under way. */
export const FlowVersion = ({ campaign }: { readonly campaign: Campaign }) => {
  const { flowId, flowVersion, status } = campaign
  const may = useMay("MEMBER")
  const [isOpen, setOpen] = useState(false)
  const flow = useApi("/admin/v1/organizations/:id/flows/:flowId", { params: { flowId } }, { every: 30_000 })
  const isUnderWay = status === "IN_PROGRESS" || status === "PAUSED"
  if (flowVersion === null) {
    const isBefore = status === "DRAFT" || status === "SCHEDULED"
    return <p className="text-muted text-sm">{isBefore ? "The version that is published when it starts" : null}</p>
  }
  const isOlder = flow.data !== undefined && flow.data.version > flowVersion
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Link
        to="/flows/$flowId/versions/$version"
        params={{ flowId, version: String(flowVersion) }}
        className="underline"
      >
        Version {flowVersion}
      </Link>
      {isOlder && <span className="text-muted">version {flow.data?.version} is published</span>}
      {isUnderWay && may && (flow.data?.version ?? 1) > 1 && (
        <Button small onClick={() => setOpen(true)}>
          Use another version
        </Button>
      )}
      {isOpen && <Move campaign={campaign} flowVersion={flowVersion} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface MoveProps {
  readonly campaign: Campaign
  readonly flowVersion: number
  readonly onClose: () => void
}

const Move = ({ campaign, flowVersion, onClose }: MoveProps) => {
  const { flowId, id, name } = campaign
  const toast = useToast()
  const versions = useApi("/admin/v1/organizations/:id/flows/:flowId/versions", {
    params: { flowId },
    query: { limit: 100 }
  })
  const others = (versions.data?.data ?? []).filter(({ version }) => version !== flowVersion)
  const [chosen, setChosen] = useState<string>()
  const version = chosen ?? String(others[0]?.version ?? "")
  const move = useChange("POST", "/v1/campaigns/:id/flow-version", { refreshes: ["/v1/campaigns"] })
  return (
    <Confirm
      title={`Use another version in ${name}?`}
      confirm={`Use version ${version}`}
      isOpen
      onClose={onClose}
      busy={move.isPending || version === ""}
      failure={move.error}
      onConfirm={() =>
        move.mutate(
          { params: { id }, body: { version: Number(version) } },
          {
            onSuccess: () => {
              toast.done(`${name} uses version ${version}`, "From the next call on.")
              onClose()
            }
          }
        )
      }
    >
      <p>
        Calls that are placed from then on use it, also retries and callbacks. Calls under way finish with the version
        that they began with. The security log records it.
      </p>
      <Select
        label="Version"
        value={version}
        onChange={setChosen}
        options={others.map(({ version, versionNote }) => ({
          value: String(version),
          label: `Version ${version}${versionNote === null ? "" : `: ${versionNote}`}`
        }))}
      />
      {version !== "" && (
        <p>
          <Link to="/flows/$flowId/versions/$version" params={{ flowId, version }} className="underline">
            Read version {version}
          </Link>
        </p>
      )}
    </Confirm>
  )
}
