import { useNavigate, useSearch } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"

type Failure = Answer<"GET", "/v1/write-back/failures">["data"][number]

const refreshes = ["/v1/write-back/failures"]

/** The deliveries that were given up. */
export const FailedDeliveries = () => {
  const { page = 1 } = useSearch({ from: "/settings/webhook" })
  const navigate = useNavigate({ from: "/settings/webhook" })
  const toast = useToast()
  const mayRetryOne = useMay("ADMIN")
  const mayRetryAll = useMay("MEMBER")
  const failures = useApi(
    "/v1/write-back/failures",
    { query: { page, limit: 20 } },
    { keepsPrevious: true, every: 10_000 }
  )
  const retry = useChange("POST", "/v1/write-back/events/:id/retry", { refreshes })
  const requeue = useChange("POST", "/admin/v1/organizations/:id/write-back/requeue", { refreshes })
  const columns: ReadonlyArray<Column<Failure>> = [
    {
      id: "contact",
      header: "Contact",
      cell: ({ campaignName, contactIdentifier }) => (
        <>
          <p className="font-medium">{contactIdentifier}</p>
          <p className="text-muted text-xs">{campaignName}</p>
        </>
      )
    },
    {
      id: "error",
      header: "Why",
      cell: ({ lastError, status }) => (
        <span className="flex flex-wrap items-center gap-2">
          {status === "PERMANENT_FAILURE" && <Badge tone="bad">Refused for good</Badge>}
          <span className="line-clamp-2">{lastError}</span>
        </span>
      )
    },
    {
      id: "attempts",
      header: "Attempts",
      isNumeric: true,
      cell: ({ attempts }) => attempts,
      className: "max-sm:hidden"
    },
    {
      id: "last",
      header: "Last",
      cell: ({ lastAttemptAt }) => <Time value={lastAttemptAt} />,
      className: "max-sm:hidden"
    },
    {
      id: "retry",
      header: <span className="sr-only">Retry</span>,
      isNumeric: true,
      cell: ({ contactIdentifier, id }) =>
        mayRetryOne && (
          <Button
            small
            icon="refresh"
            aria-label={`Deliver the outcome of ${contactIdentifier} again`}
            busy={retry.isPending && retry.variables.params.id === id}
            onClick={() =>
              retry.mutate(
                { params: { id } },
                { onSuccess: () => toast.done("The delivery starts anew"), onError: (failure) => toast.failed(failure) }
              )
            }
          >
            Retry
          </Button>
        )
    }
  ]
  return (
    <Card
      title="Failed deliveries"
      flush
      actions={
        mayRetryAll &&
        failures.data !== undefined &&
        failures.data.pagination.total > 0 && (
          <Button
            small
            busy={requeue.isPending}
            onClick={() =>
              requeue.mutate(
                { body: {} },
                {
                  onSuccess: ({ requeued }) => toast.done(`${plural(requeued, "delivery", "deliveries")} start anew`),
                  onError: (failure) => toast.failed(failure)
                }
              )
            }
          >
            Retry all
          </Button>
        )
      }
    >
      <Read of={failures}>
        {({ data, pagination }) =>
          pagination.total === 0 ? (
            <Empty icon="check" title="No delivery has failed">
              A delivery that fails is tried again for hours. One that was given up appears here.
            </Empty>
          ) : (
            <>
              <DataTable label="Failed deliveries" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
              <Pager
                page={page}
                totalPages={pagination.totalPages}
                count={plural(pagination.total, "failed delivery", "failed deliveries")}
                onPage={(next) => void navigate({ search: listIn({ page: next }) })}
              />
            </>
          )
        }
      </Read>
    </Card>
  )
}
