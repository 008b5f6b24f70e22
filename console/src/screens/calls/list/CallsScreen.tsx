import { getRouteApi, Link } from "@tanstack/react-router"
import { useCallback, useEffect } from "react"
import { useMay } from "../../../api/session.ts"
import { Button, buttonClasses } from "../../../ui/Button.tsx"
import { DataTable } from "../../../ui/data/DataTable.tsx"
import { Card, Page } from "../../../ui/Page.tsx"
import { Empty, Failed, Loading } from "../../../ui/States.tsx"
import { dateTime, number } from "../../../ui/words/format.ts"
import { AnalyzeAll } from "./AnalyzeAll.tsx"
import { type CallFilters, countFilters } from "./call-filters.ts"
import { columns } from "./columns.tsx"
import { Filters } from "./Filters.tsx"
import { SavedViews } from "./SavedViews.tsx"
import { useCalls, useReadAgain } from "./use-calls.ts"

const route = getRouteApi("/calls")

/** Pages without a single row that are read one after the other before a person is asked whether to go on. */
const fruitlessPages = 20

/** All calls of the organization, the latest first, with filters in the address. */
export const CallsScreen = () => {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const mayAnalyze = useMay("MEMBER")
  const calls = useCalls(filters)
  const readAgain = useReadAgain(filters)
  const { data, fetchNextPage, hasNextPage, isFetching, isError } = calls
  const pages = data?.pages ?? []
  const rows = pages.flatMap((page) => page.data)
  const isEmptyFor = pages.length - 1 - pages.findLastIndex((page) => page.data.length > 0)
  const mayGoOn = hasNextPage && !isFetching && !isError
  const isTired = isEmptyFor > 0 && isEmptyFor % fruitlessPages === 0
  const more = useCallback(() => {
    if (mayGoOn) void fetchNextPage()
  }, [mayGoOn, fetchNextPage])
  // A page may have no row although later ones have.
  useEffect(() => {
    if (isEmptyFor > 0 && !isTired) more()
  }, [isEmptyFor, isTired, more])
  const change = (next: CallFilters) => void navigate({ search: next, replace: true })
  return (
    <Page
      title="Calls"
      beside={
        data !== undefined && (
          <span className="text-muted text-sm" role="status">
            {number(rows.length)}
            {hasNextPage ? " so far" : ""}, as of {dateTime(calls.dataUpdatedAt)}
          </span>
        )
      }
      actions={
        <>
          {mayAnalyze && filters.marked === "undetermined" && <AnalyzeAll filters={filters} />}
          <Button icon="refresh" busy={isFetching} onClick={() => void readAgain()}>
            Refresh
          </Button>
        </>
      }
    >
      <SavedViews filters={filters} />
      <Filters filters={filters} onChange={change} />
      <Card flush>
        {data === undefined && calls.error !== null && (
          <Failed failure={calls.error} onRetry={() => void calls.refetch()} />
        )}
        {data === undefined && calls.error === null && <Loading lines={10} />}
        {rows.length > 0 && (
          <DataTable
            label="Calls"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            rowHeight={52}
            rowClassName={() => "relative"}
            onEnd={isTired ? undefined : more}
            isLoadingMore={calls.isFetchingNextPage}
          />
        )}
        {data !== undefined && rows.length === 0 && !hasNextPage && (
          <NoCalls isFiltered={countFilters(filters) > 0} onClear={() => change({})} />
        )}
        {data !== undefined && rows.length === 0 && hasNextPage && !isTired && calls.error === null && (
          <Loading lines={10} label="Looking at earlier calls" />
        )}
        {data !== undefined && calls.error !== null && (
          <p role="alert" className="flex flex-wrap items-center gap-3 p-4 text-bad">
            {calls.error.message}
            <Button small icon="refresh" onClick={() => void fetchNextPage()}>
              Try again
            </Button>
          </p>
        )}
        {isTired && hasNextPage && (
          <p className="flex flex-wrap items-center gap-3 p-4 text-muted">
            No further call among the latest ones.
            <Button small icon="search" busy={isFetching} onClick={() => void fetchNextPage()}>
              Look at earlier calls
            </Button>
          </p>
        )}
      </Card>
    </Page>
  )
}

const NoCalls = ({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) =>
  isFiltered ? (
    <Empty icon="search" title="No call matches" action={<Button onClick={onClear}>Clear the filters</Button>}>
      All filters must match at the same time.
    </Empty>
  ) : (
    <Empty
      icon="calls"
      title="No calls yet"
      action={
        <Link to="/campaigns" className={buttonClasses("primary")}>
          To the campaigns
        </Link>
      }
    >
      A call appears here for each contact of a campaign that was started.
    </Empty>
  )
