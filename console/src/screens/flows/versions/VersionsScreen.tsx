import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { useApi } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Card, Page } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { plural } from "../../../ui/words/format.ts"
import { flowsPath } from "../flow-draft.ts"
import { publisherOf } from "./publisher.tsx"

type Version = Answer<"GET", "/admin/v1/organizations/:id/flows/:flowId/versions">["data"][number]

/** The published versions of a flow: which, when, by whom, why. */
export const VersionsScreen = () => {
  const { flowId } = useParams({ from: "/flows/$flowId/versions" })
  const { page = 1 } = useSearch({ from: "/flows/$flowId/versions" })
  const navigate = useNavigate({ from: "/flows/$flowId/versions" })
  const flow = useApi(`${flowsPath}/:flowId`, { params: { flowId } })
  const versions = useApi(
    `${flowsPath}/:flowId/versions`,
    { params: { flowId }, query: { page, limit: 50 } },
    { keepsPrevious: true }
  )
  const columns: ReadonlyArray<Column<Version>> = [
    {
      id: "version",
      header: "Version",
      cell: ({ version }) => (
        <span className="inline-flex items-center gap-2">
          <Link
            to="/flows/$flowId/versions/$version"
            params={{ flowId, version: String(version) }}
            className="font-medium hover:underline"
          >
            Version {version}
          </Link>
          {version === flow.data?.version && <Badge tone="good">Current</Badge>}
        </span>
      )
    },
    {
      id: "note",
      header: "Note",
      cell: ({ versionNote }) => versionNote ?? <span className="text-muted">–</span>,
      className: "max-sm:hidden"
    },
    { id: "by", header: "Published by", cell: (version) => publisherOf(version) },
    { id: "at", header: "At", cell: ({ publishedAt }) => <Time value={publishedAt} /> }
  ]
  return (
    <Page
      title="Versions"
      above={
        <Link to="/flows/$flowId" params={{ flowId }} className="hover:underline">
          {flow.data?.name ?? "Flow"}
        </Link>
      }
    >
      <Card flush>
        <Read of={versions}>
          {({ data, total, totalPages }) => (
            <>
              <DataTable
                label="Versions"
                columns={columns}
                rows={data}
                keyOf={({ version }) => String(version)}
                isWhole
              />
              <Pager
                page={page}
                totalPages={totalPages}
                count={plural(total, "version")}
                onPage={(next) => void navigate({ search: listIn({ page: next }) })}
              />
            </>
          )}
        </Read>
      </Card>
    </Page>
  )
}
