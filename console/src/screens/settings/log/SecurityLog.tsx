import type { ComponentProps } from "react"
import type { Answer } from "../../../api/contract.ts"
import { Button } from "../../../ui/Button.tsx"
import { defined } from "../../../ui/browser/address.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { plural } from "../../../ui/words/format.ts"
import { detailName, detailWords } from "../detail-words.ts"
import type { LogSearch } from "./log-search.ts"
import { actionWords, areas } from "./log-words.ts"

type Entries = Answer<"GET", "/admin/v1/organizations/:id/security-log">
type Entry = Entries["data"][number]

interface SecurityLogProps {
  readonly of: ComponentProps<typeof Read<Entries>>["of"]
  readonly search: LogSearch
  /** Shows what matches, in place of the former address if so. */
  readonly onSearch: (search: LogSearch, replace: boolean) => void
  readonly isOfAll?: boolean
}

/** The entries of a security log, and the conditions by which they are filtered. */
export const SecurityLog = ({ of, search, onSearch, isOfAll = false }: SecurityLogProps) => {
  const { page = 1, action, actor, target, from, to } = search
  const filter = (change: Partial<Record<keyof LogSearch, string | undefined>>) =>
    onSearch(defined({ ...search, ...change, page: undefined }), true)
  const columns: ReadonlyArray<Column<Entry>> = [
    { id: "at", header: "When", cell: ({ at }) => <Time value={at} />, className: "align-top" },
    {
      id: "actor",
      header: "Who",
      className: "align-top wrap-break-word",
      cell: (entry) => (
        <button
          type="button"
          className="text-left hover:underline"
          title={`Only entries of ${entry.actor}`}
          onClick={() => filter({ actor: entry.actor })}
        >
          {actorOf(entry)}
        </button>
      )
    },
    {
      id: "action",
      header: "What",
      className: "align-top",
      cell: ({ action: done, details }) => (
        <>
          <p className="font-medium" title={done}>
            {actionWords(done)}
          </p>
          {Object.entries(details).map(([key, value]) => (
            <p key={key} className="wrap-anywhere text-muted text-xs">
              {detailName(key)}: {detailWords(value)}
            </p>
          ))}
        </>
      )
    },
    {
      id: "target",
      header: "On",
      className: "align-top max-lg:hidden",
      cell: ({ target: id }) => (
        <button
          type="button"
          className="text-left font-mono text-muted text-xs hover:underline"
          title="Only entries about this"
          onClick={() => filter({ target: id })}
        >
          {id}
        </button>
      )
    },
    ...(isOfAll ? [organization] : []),
    {
      id: "address",
      header: "From",
      className: "align-top max-md:hidden whitespace-nowrap",
      cell: ({ address }) => address ?? <span className="text-muted">–</span>
    }
  ]
  const isFiltered = [action, actor, target, from, to].some((value) => value !== undefined)
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="About"
          value={action ?? ""}
          onChange={(value) => filter({ action: value || undefined })}
          options={[
            { value: "", label: "Everything" },
            ...areasOf(isOfAll).map(([value, label]) => ({ value, label })),
            ...(action === undefined || action in areas ? [] : [{ value: action, label: actionWords(action) }])
          ]}
        />
        <Field
          label="From"
          type="date"
          value={from ?? ""}
          onChange={(event) => filter({ from: event.target.value || undefined })}
        />
        <Field
          label="To"
          type="date"
          value={to ?? ""}
          onChange={(event) => filter({ to: event.target.value || undefined })}
        />
        {isFiltered && (
          <Button kind="quiet" icon="close" onClick={() => onSearch({}, false)}>
            Show everything
          </Button>
        )}
      </div>
      {(actor !== undefined || target !== undefined) && (
        <p className="text-muted text-sm">
          Only entries {actor !== undefined && `of ${actor}`} {target !== undefined && `about ${target}`}
        </p>
      )}
      <Card flush>
        <Read of={of} lines={8}>
          {({ data, total, totalPages }) =>
            total === 0 ? (
              <Empty icon="info" title={isFiltered ? "No entry matches" : "No entries yet"} />
            ) : (
              <>
                <DataTable label="Security log" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "entry", "entries")}
                  onPage={(next) => onSearch({ ...search, page: next }, false)}
                />
              </>
            )
          }
        </Read>
      </Card>
    </>
  )
}

const organization: Column<Entry> = {
  id: "organization",
  header: "Organization",
  className: "align-top max-md:hidden",
  cell: ({ organizationId }) => organizationId ?? <span className="text-muted">Whole service</span>
}

/** Kinds of entries that the log of an organization can have, or that of the whole service. */
const areasOf = (isOfAll: boolean) => Object.entries(areas).filter(([area]) => isOfAll || !ofService.has(area))

const ofService: ReadonlySet<string> = new Set(["admin-token", "passkey", "secrets", "session"])

const actorOf = ({ actor, actorName }: Entry) => {
  if (actor.startsWith("person:")) return actorName ?? "A person"
  if (actor.startsWith("key:")) return "An API key"
  if (actor === "admin" || actor.startsWith("admin-token:")) return "An admin token"
  return actor
}
