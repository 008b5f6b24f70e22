import { useState } from "react"
import type { CloudEvent } from "../../../../../src/api/contract/operations/events.ts"
import { useEvents } from "../../../api/events.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Empty } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { detailName, detailWords } from "../detail-words.ts"
import { topics } from "./topics.ts"

/** Events that stay on the screen; older ones go. */
const most = 200
const types = Object.keys(topics)

/** The events of all organizations as they are published, the latest first. */
export const FollowedEvents = () => {
  const [events, setEvents] = useState<ReadonlyArray<CloudEvent>>([])
  const [topic, setTopic] = useState("")
  const connection = useEvents<CloudEvent>(
    "/admin/v1/events/stream",
    {},
    { types, onEvent: (event) => setEvents((former) => [event, ...former].slice(0, most)) }
  )
  const shown = events.filter(({ type }) => topic === "" || type === topic)
  return (
    <Card
      flush
      title="Events as they are published"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          {connection === "open" ? <Badge tone="good">Live</Badge> : <Badge tone="warn">Not live</Badge>}
          <Select
            label="Topic"
            hidesLabel
            value={topic}
            onChange={setTopic}
            options={[{ value: "", label: "All topics" }, ...types.map((type) => ({ value: type, label: type }))]}
          />
          <Button disabled={events.length === 0} onClick={() => setEvents([])}>
            Clear
          </Button>
        </span>
      }
    >
      {shown.length === 0 ? (
        <Empty icon="live" title="No event since this page was opened">
          An event is published when a call ends, gets its label or is suppressed, when a campaign changes, and when a
          person is erased.
        </Empty>
      ) : (
        <ol aria-label="Events" className="divide-y divide-line border-line border-t">
          {shown.map((event) => (
            <OneEvent key={event.id} of={event} />
          ))}
        </ol>
      )}
    </Card>
  )
}

const OneEvent = ({ of: { data, partitionkey, time, type } }: { readonly of: CloudEvent }) => {
  const main = topics[type] ?? Object.keys(data)
  return (
    <li className="px-4 py-2">
      <details>
        <summary className="cursor-pointer">
          <span className="font-mono text-xs">{type}</span>{" "}
          <span className="text-muted text-xs">
            {time !== undefined && <Time value={time} />} · {partitionkey}
          </span>
          <p>
            {main
              .filter((name) => data[name] !== null && data[name] !== undefined)
              .map((name) => `${detailName(name)}: ${detailWords(data[name])}`)
              .join(", ")}
          </p>
        </summary>
        <pre className="mt-2 overflow-x-auto rounded-lg bg-sunken p-2 text-xs">{JSON.stringify(data, null, 2)}</pre>
      </details>
    </li>
  )
}
