import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { defined } from "../../../ui/browser/address.ts"
import { classes } from "../../../ui/class-names.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { ServicePage } from "../ServicePage.tsx"
import { FollowedEvents } from "./FollowedEvents.tsx"

type Lag = Answer<"GET", "/admin/v1/events/lag">["data"][number]
type DeadLetter = Answer<"GET", "/admin/v1/events/dead-letters">["data"][number]

/** The events of the service: how far their readers are, and the records that these gave up. */
export const EventsScreen = () => {
  const { part } = useSearch({ from: "/settings/events" })
  const choice = (isChosen: boolean) =>
    classes(
      "rounded-lg px-3 py-1.5 font-medium",
      isChosen ? "bg-accent-soft text-accent-strong" : "text-muted hover:text-text"
    )
  return (
    <ServicePage>
      <nav aria-label="Events" className="flex gap-1">
        <Link to="/settings/events" search={{}} className={choice(part === undefined)}>
          Lag
        </Link>
        <Link to="/settings/events" search={{ part: "dead-letters" }} className={choice(part === "dead-letters")}>
          Dead letters
        </Link>
        <Link to="/settings/events" search={{ part: "live" }} className={choice(part === "live")}>
          Follow
        </Link>
      </nav>
      {part === undefined && <Lags />}
      {part === "dead-letters" && <DeadLetters />}
      {part === "live" && <FollowedEvents />}
    </ServicePage>
  )
}

const lagColumns: ReadonlyArray<Column<Lag>> = [
  { id: "topic", header: "Topic", cell: ({ topic }) => <span className="font-mono text-xs">{topic}</span> },
  { id: "group", header: "Reader", cell: ({ group }) => <span className="font-mono text-xs">{group}</span> },
  { id: "last", header: "Last", isNumeric: true, cell: ({ last }) => number(last), className: "max-sm:hidden" },
  {
    id: "applied",
    header: "Applied",
    isNumeric: true,
    cell: ({ applied }) => number(applied),
    className: "max-sm:hidden"
  },
  {
    id: "behind",
    header: "Behind",
    isNumeric: true,
    cell: ({ behind }) => <Badge tone={behind === 0 ? "good" : "warn"}>{number(behind)}</Badge>
  }
]

const Lags = () => {
  const { page = 1 } = useSearch({ from: "/settings/events" })
  const navigate = useNavigate({ from: "/settings/events" })
  const lag = useApi("/admin/v1/events/lag", { query: { page, limit: 100 } }, { every: 5000, keepsPrevious: true })
  return (
    <Card flush>
      <Read of={lag} lines={8}>
        {({ data, total, totalPages }) =>
          total === 0 ? (
            <Empty icon="info" title="No reader yet">
              Readers appear here once the first events were published.
            </Empty>
          ) : (
            <>
              <DataTable
                label="Lag"
                columns={lagColumns}
                rows={data}
                keyOf={({ group, topic }) => `${topic}/${group}`}
                isWhole
              />
              <Pager
                page={page}
                totalPages={totalPages}
                count={plural(total, "reader")}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </Read>
    </Card>
  )
}

const DeadLetters = () => {
  const { page = 1 } = useSearch({ from: "/settings/events" })
  const navigate = useNavigate({ from: "/settings/events" })
  const toast = useToast()
  const letters = useApi(
    "/admin/v1/events/dead-letters",
    { query: { page, limit: 50 } },
    { keepsPrevious: true, every: 10_000 }
  )
  const replay = useChange("POST", "/admin/v1/events/dead-letters/replay", { refreshes: ["/admin/v1/events"] })
  const replayed = (ids: ReadonlyArray<string>) =>
    replay.mutate(
      { body: { ids } },
      {
        onSuccess: ({ replayed: count }) => toast.done(`${plural(count, "record")} written to the topic again`),
        onError: (failure) => toast.failed(failure)
      }
    )
  const columns: ReadonlyArray<Column<DeadLetter>> = [
    {
      id: "topic",
      header: "Topic and reader",
      cell: ({ group, topic }) => (
        <>
          <p className="font-mono text-xs">{topic}</p>
          <p className="font-mono text-muted text-xs">{group}</p>
        </>
      )
    },
    {
      id: "error",
      header: "Why",
      cell: ({ attempts, error, errorType }) => (
        <>
          <p>{error}</p>
          <p className="text-muted text-xs">
            {errorType}, after {plural(attempts, "attempt")}
          </p>
        </>
      )
    },
    { id: "at", header: "When", cell: ({ failedAt }) => <Time value={failedAt} />, className: "max-sm:hidden" },
    {
      id: "replay",
      header: <span className="sr-only">Replay</span>,
      isNumeric: true,
      cell: ({ id, topic }) => (
        <Button
          small
          aria-label={`Replay the record of ${topic}`}
          disabled={replay.isPending}
          onClick={() => replayed([id])}
        >
          Replay
        </Button>
      )
    }
  ]
  return (
    <Card
      flush
      title="Records that readers gave up"
      actions={
        letters.data !== undefined &&
        letters.data.data.length > 0 && (
          <Button small busy={replay.isPending} onClick={() => replayed(letters.data.data.map(({ id }) => id))}>
            Replay all of this page
          </Button>
        )
      }
    >
      <Read of={letters}>
        {({ data, total, totalPages }) =>
          total === 0 ? (
            <Empty icon="check" title="No reader has given up a record" />
          ) : (
            <>
              <DataTable label="Dead letters" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
              <Pager
                page={page}
                totalPages={totalPages}
                count={plural(total, "record")}
                onPage={(next) => void navigate({ search: defined({ part: "dead-letters" as const, page: next }) })}
              />
            </>
          )
        }
      </Read>
    </Card>
  )
}
