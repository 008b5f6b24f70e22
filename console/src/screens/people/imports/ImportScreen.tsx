import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { download } from "../../../api/download.ts"
import { urlOf } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useRefresh } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button, buttonClasses } from "../../../ui/Button.tsx"
import { defined, pageIn } from "../../../ui/browser/address.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Parts } from "../../../ui/data/Meter.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { Card, Figure, Page } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { number, percent, plural } from "../../../ui/words/format.ts"
import { importStatus } from "./import-status.ts"

type Rejected = Answer<"GET", "/v1/imports/:id/errors">["data"][number]

const columns: ReadonlyArray<Column<Rejected>> = [
  { id: "row", header: "Row", isNumeric: true, cell: ({ index }) => number(index + 1), className: "w-16" },
  { id: "phone", header: "Phone number", cell: ({ phoneNumber }) => <bdi>{phoneNumber ?? "–"}</bdi> },
  { id: "reason", header: "Why it was rejected", cell: ({ reason }) => reason }
]

/** The progress of an import, and the rows that it rejected. */
export const ImportScreen = () => {
  const { importId: id } = useParams({ from: "/people/imports/$importId" })
  const refresh = useRefresh()
  const [isOver, setOver] = useState(false)
  const status = useApi("/v1/imports/:id/status", { params: { id } }, isOver ? {} : { every: 1500 })
  const isCompleted = status.data !== undefined && status.data.completedAt !== null
  useEffect(() => {
    if (!isCompleted) return
    setOver(true)
    // The contacts and the sizes of audiences are others now, also for the campaign that is begun next.
    void refresh(["/v1/contacts", "/v1/audiences"])
  }, [isCompleted, refresh])
  const done = status.data === undefined ? 0 : status.data.created + status.data.updated + status.data.failed
  return (
    <Page
      title="Import"
      above={
        <Link to="/people/imports" className="hover:underline">
          Imports
        </Link>
      }
      beside={
        status.data && (
          <Badge tone={importStatus[status.data.status].tone}>{importStatus[status.data.status].label}</Badge>
        )
      }
    >
      <Read of={status}>
        {({ completedAt, created, failed, total, updated }) => (
          <>
            <Card>
              <div className="flex flex-col gap-2">
                <Parts
                  total={total}
                  parts={[
                    { name: "New", value: created, color: "--good" },
                    { name: "Updated", value: updated, color: "--info" },
                    { name: "Rejected", value: failed, color: "--bad" }
                  ]}
                />
                <p className="text-muted text-sm" role="status">
                  {completedAt === null ? (
                    `${number(done)} of ${plural(total, "row")}, ${percent(total === 0 ? 0 : done / total)}`
                  ) : (
                    <>
                      {plural(total, "row")}, finished <Time value={completedAt} />
                    </>
                  )}
                </p>
              </div>
            </Card>
            <dl className="grid grid-cols-3 gap-3">
              <Figure label="New" value={number(created)} />
              <Figure label="Updated" value={number(updated)} />
              <Figure label="Rejected" value={number(failed)} />
            </dl>
            {failed > 0 && <RejectedRows id={id} />}
            {completedAt !== null && created + updated > 0 && <NextSteps />}
          </>
        )}
      </Read>
    </Page>
  )
}

const NextSteps = () => {
  const { audience } = useSearch({ from: "/people/imports/$importId" })
  const may = useMay("MEMBER")
  return (
    <div className="flex flex-wrap gap-2">
      {audience === undefined ? (
        <Link to="/people" className={buttonClasses()}>
          To the contacts
        </Link>
      ) : (
        <>
          {may && (
            <Link to="/campaigns/new" search={{ audience }} className={buttonClasses("primary")}>
              <Icon name="campaigns" size={17} />
              Call them in a campaign
            </Link>
          )}
          <Link to="/people/audiences/$audienceId" params={{ audienceId: audience }} className={buttonClasses()}>
            To the audience
          </Link>
        </>
      )}
    </div>
  )
}

const RejectedRows = ({ id }: { readonly id: string }) => {
  const { page = 1, audience } = useSearch({ from: "/people/imports/$importId" })
  const navigate = useNavigate({ from: "/people/imports/$importId" })
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const errors = useApi(
    "/v1/imports/:id/errors",
    { params: { id }, query: { page, limit: 50 } },
    { keepsPrevious: true, every: 5000 }
  )
  const save = async () => {
    setSaving(true)
    try {
      await download(
        urlOf("/admin/v1/organizations/:id/imports/:importId/rejected.csv", { params: { importId: id } }),
        "rejected.csv"
      )
    } catch (error) {
      toast.failed(error as Error)
    }
    setSaving(false)
  }
  return (
    <Card
      title="Rejected rows"
      flush
      actions={
        <Button small icon="download" busy={isSaving} onClick={save}>
          Download
        </Button>
      }
    >
      <Read of={errors}>
        {({ data, total, totalPages }) => (
          <>
            <DataTable
              label="Rejected rows"
              columns={columns}
              rows={data}
              keyOf={({ index }) => String(index)}
              isWhole
            />
            <Pager
              page={page}
              totalPages={totalPages}
              count={plural(total, "rejected row")}
              onPage={(next) => void navigate({ search: defined({ page: pageIn(next), audience }) })}
            />
          </>
        )}
      </Read>
    </Card>
  )
}
