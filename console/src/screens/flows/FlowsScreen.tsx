import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { buttonClasses } from "../../ui/Button.tsx"
import { listIn } from "../../ui/browser/address.ts"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { Pager } from "../../ui/data/Pager.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Card, Page } from "../../ui/Page.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { Time } from "../../ui/Time.tsx"
import { plural } from "../../ui/words/format.ts"
import { languageName } from "../../ui/words/language-name.ts"

type Flow = Answer<"GET", "/admin/v1/organizations/:id/flows">["data"][number]

const columns: ReadonlyArray<Column<Flow>> = [
  {
    id: "name",
    header: "Name",
    cell: ({ hasDraft, id, initialPrompt, name }) => (
      <>
        <span className="inline-flex items-center gap-2">
          <Link to="/flows/$flowId" params={{ flowId: id }} className="font-medium hover:underline">
            {name}
          </Link>
          {hasDraft && <Badge tone="accent">Draft</Badge>}
        </span>
        <p className="line-clamp-1 text-muted text-xs">{initialPrompt}</p>
      </>
    )
  },
  { id: "language", header: "Language", cell: ({ language }) => languageName(language), className: "max-sm:hidden" },
  {
    id: "knowledge",
    header: "Knowledge",
    cell: ({ knowledgeBaseId }) =>
      knowledgeBaseId === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Link to="/knowledge/$baseId" params={{ baseId: knowledgeBaseId }} className="hover:underline">
          Knowledge base
        </Link>
      ),
    className: "max-md:hidden"
  },
  {
    id: "version",
    header: "Version",
    cell: ({ id, version }) => (
      <Link to="/flows/$flowId/versions" params={{ flowId: id }} className="hover:underline">
        {version}
      </Link>
    ),
    isNumeric: true,
    className: "max-md:hidden"
  },
  {
    id: "changed",
    header: "Published",
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
    className: "max-sm:hidden"
  }
]

/** The flows: what the agent says, and how. */
export const FlowsScreen = () => {
  const { page = 1 } = useSearch({ from: "/flows" })
  const navigate = useNavigate({ from: "/flows" })
  const may = useMay("MEMBER")
  const flows = useApi("/admin/v1/organizations/:id/flows", { query: { page, limit: 50 } }, { keepsPrevious: true })
  const add = may ? (
    <Link to="/flows/new" className={buttonClasses("primary")}>
      <Icon name="plus" size={17} />
      New flow
    </Link>
  ) : undefined
  return (
    <Page title="Flows" actions={add}>
      <Card flush>
        <Read of={flows}>
          {({ data, total, totalPages }) =>
            total === 0 ? (
              <Empty icon="flows" title="No flows yet" action={add}>
                A flow says how the agent opens a call, what it knows and wants, in which language and voice.
              </Empty>
            ) : (
              <>
                <DataTable label="Flows" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "flow")}
                  onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
    </Page>
  )
}
