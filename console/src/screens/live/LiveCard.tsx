import { memo } from "react"
import { classes } from "../../ui/class-names.ts"
import { useNow } from "../../ui/Time.tsx"
import { duration } from "../../ui/words/format.ts"
import { LiveState, LiveTransferLine } from "./LiveState.tsx"
import type { LiveCall } from "./live-calls.ts"

interface LiveCardProps {
  readonly call: LiveCall
  readonly campaign: string
  readonly onOpen: (id: string) => void
}

/** Lines of a conversation that a card has room for. */
const shownLines = 6

const sameCard = (one: LiveCardProps, other: LiveCardProps) =>
  one.call === other.call && one.campaign === other.campaign

/** A call under way with the last words of its conversation. Pressing it shows all of them. */
export const LiveCard = memo(({ call, campaign, onOpen }: LiveCardProps) => {
  const isTalking = call.state === "TALKING"
  const name = call.contactName || call.phoneNumber
  return (
    <article
      aria-label={name}
      className="relative flex h-56 flex-col overflow-hidden rounded-xl border border-line bg-surface hover:border-line-strong"
    >
      <header className="flex items-start justify-between gap-2 px-4 pt-3 pb-2">
        <div className="min-w-0">
          <h2 className="truncate font-semibold">
            <button
              type="button"
              onClick={() => onOpen(call.id)}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-xl focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {name}
            </button>
          </h2>
          <p className="truncate text-muted text-xs">
            {call.phoneNumber.replaceAll("*", "•")}
            {campaign && ` · ${campaign}`}
          </p>
          <LiveTransferLine call={call} />
        </div>
        <span className="flex shrink-0 flex-col items-end gap-0.5">
          <LiveState call={call} />
          <span className="text-muted text-xs">
            <Elapsed since={call.since} />
          </span>
        </span>
      </header>
      <div className="flex min-h-0 flex-1 flex-col justify-end gap-1 overflow-hidden px-4 pb-3 [mask-image:linear-gradient(to_bottom,transparent,black_2.5rem)]">
        {call.lines.length === 0 && (
          <p className="text-muted text-sm">{isTalking ? "Nobody has spoken yet." : "The phone rings."}</p>
        )}
        {call.lines.slice(-shownLines).map(({ line, role, text, growing }) => (
          <p
            key={line}
            dir="auto"
            className={classes("text-sm", role === "agent" ? "text-muted" : "text-text", growing && "italic")}
          >
            <span
              className={classes("mr-1.5 font-medium text-xs", role === "agent" ? "text-accent-strong" : "text-good")}
            >
              {role === "agent" ? "Agent" : "Person"}
            </span>
            {text}
          </p>
        ))}
      </div>
    </article>
  )
}, sameCard)

/** The time since a moment, counted by the second. */
export const Elapsed = ({ since }: { readonly since: string }) => {
  const now = useNow(1000)
  return <>{duration(Math.floor((now - Date.parse(since)) / 1000))}</>
}
