import { useNavigate, useSearch } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { defined } from "../../../ui/browser/address.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Field } from "../../../ui/Field.tsx"
import { plural } from "../../../ui/format.ts"
import { Card } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { actionWords, detailName, detailWords } from "./log-words.ts"

type Entry = Answer<"GET", "/admin/v1/organizations/:id/security-log">["data"][number]

const areas = {
  "api-key": "API keys",
  call: "Calls",
  campaign: "Campaigns",
  contact: "Contacts",
  dnc: "Do Not Contact",
  flow: "Flows",
  "frequency-cap": "Frequency cap",
  import: "Imports",
  "journey-rule": "Journey rules",
  model: "Language models",
  organization: "Organization",
  person: "People",
  results: "Results read",
  "review-queue": "Review queue",
  passkey: "Passkeys",
  "second-factor": "Second factors",
  session: "Sign-ins",
  "sign-in-link": "Sign-in links",
  "speech-profile": "Speech profile",
  "spend-cap": "Spend cap",
  "tool-headers": "Headers of tools",
  transcript: "Transcripts read",
  "webhook-secret": "Webhook secret",
  "write-back": "Webhook"
} as const
type Area = keyof typeof areas

/** Midnight of a date as the browser's time zone has it; undefined without a date. */
const midnight = (date: string | undefined, later = 0) => {
  if (date === undefined) return undefined
  const time = new Date(`${date}T00:00`)
  if (Number.isNaN(time.getTime())) return undefined
  time.setDate(time.getDate() + later)
  return time.toISOString()
}

/** The actions of people, programs and the service, and each read of what people have said. */
export const SecurityLogScreen = () => {
  const search = useSearch({ from: "/settings/log" })
  const navigate = useNavigate({ from: "/settings/log" })
  const { page = 1, action, actor, target, from, to } = search
  const entries = useApi(
    "/admin/v1/organizations/:id/security-log",
    { query: { page, limit: 50, action, actor, target, from: midnight(from), to: midnight(to, 1) } },
    { keepsPrevious: true }
  )
  const filter = (change: Partial<Record<"action" | "actor" | "target" | "from" | "to", string | undefined>>) => {
    const next = { ...search, ...change, page: undefined }
    void navigate({ search: defined(next), replace: true })
  }
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
    {
      id: "address",
      header: "From",
      className: "align-top max-md:hidden whitespace-nowrap",
      cell: ({ address }) => address ?? <span className="text-muted">–</span>
    }
  ]
  const isFiltered = [action, actor, target, from, to].some((value) => value !== undefined)
  return (
    <SettingsPage>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="About"
          value={(action as Area | undefined) ?? ""}
          onChange={(value) => filter({ action: value || undefined })}
          options={[
            { value: "" as Area, label: "Everything" },
            ...Object.entries(areas).map(([value, label]) => ({ value: value as Area, label })),
            ...(action === undefined || action in areas ? [] : [{ value: action as Area, label: action }])
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
          <Button kind="quiet" icon="close" onClick={() => void navigate({ search: {} })}>
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
        <Read of={entries} lines={8}>
          {({ data, total, totalPages }) =>
            data.length === 0 ? (
              <Empty icon="info" title={isFiltered ? "No entry matches" : "No entries yet"} />
            ) : (
              <>
                <DataTable label="Security log" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "entry", "entries")}
                  onPage={(next) => void navigate({ search: { ...search, page: next } })}
                />
              </>
            )
          }
        </Read>
      </Card>
    </SettingsPage>
  )
}

const actorOf = ({ actor, actorName }: Entry) => {
  if (actor.startsWith("person:")) return actorName ?? "A person"
  if (actor.startsWith("key:")) return "An API key"
  if (actor === "admin" || actor.startsWith("admin-token:")) return "An admin token"
  return actor
}
