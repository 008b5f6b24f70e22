import { getRouteApi, Link } from "@tanstack/react-router"
import { useRef } from "react"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button, buttonClasses } from "../../../ui/Button.tsx"
import { classes } from "../../../ui/class-names.ts"
import { Card, Page } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { number } from "../../../ui/words/format.ts"
import { CallResult } from "../CallResult.tsx"
import { Conversation } from "../call/conversation/Conversation.tsx"
import { useCall } from "../call/explained-call.ts"
import { Facts } from "../call/Facts.tsx"
import { Key, useShortcuts } from "../shortcuts.tsx"
import { type CallInReview, Decide } from "./Decide.tsx"

const route = getRouteApi("/review")

/** The calls that a person should look at, one after the other; the keyboard alone is enough. */
export const ReviewScreen = () => {
  const queue = useApi("/admin/v1/organizations/:id/review-queue", { query: { limit: 50 } }, { keepsPrevious: true })
  return (
    <Page
      title="Review"
      beside={
        queue.data !== undefined && (
          <span className="text-muted text-sm">
            {queue.data.total === 0 ? "" : `${number(queue.data.total)} waiting`}
          </span>
        )
      }
      actions={
        <Button icon="refresh" busy={queue.isFetching} onClick={() => void queue.refetch()}>
          Refresh
        </Button>
      }
    >
      {queue.data === undefined ? (
        <Card flush>
          <Read of={queue} lines={8}>
            {() => null}
          </Read>
        </Card>
      ) : queue.data.data.length === 0 ? (
        <Card flush>
          <Empty
            icon="check"
            title="Nothing waits for a review"
            action={
              <Link to="/calls" search={{ marked: "flagged" }} className={buttonClasses()}>
                Calls that were flagged
              </Link>
            }
          >
            A call comes here when a rule of its campaign flags it, or when the time of a callback is unclear.
          </Empty>
        </Card>
      ) : (
        <Waiting calls={queue.data.data} total={queue.data.total} />
      )}
    </Page>
  )
}

const Waiting = ({ calls, total }: { readonly calls: ReadonlyArray<CallInReview>; readonly total: number }) => {
  const { call: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const box = useRef<HTMLDivElement>(null)
  useShortcuts(box)
  const found = calls.findIndex(({ id }) => id === chosen)
  const index = Math.max(0, found)
  const call = calls[index]
  const open = (to: CallInReview | undefined) => {
    if (to !== undefined) void navigate({ search: { call: to.id }, replace: true })
  }
  if (call === undefined) return null
  return (
    <div ref={box} className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-2 lg:sticky lg:top-4">
        <div className="flex items-center gap-2">
          <Button
            icon="up"
            aria-keyshortcuts="k"
            aria-label="Previous"
            disabled={index === 0}
            onClick={() => open(calls[index - 1])}
          />
          <Button
            icon="down"
            aria-keyshortcuts="j"
            aria-label="Next"
            disabled={index === calls.length - 1}
            onClick={() => open(calls[index + 1])}
          />
          <span className="text-muted text-sm" role="status">
            {index + 1} of {number(total)}
          </span>
          <span className="ml-auto flex items-center gap-1 text-muted text-xs max-lg:hidden">
            <Key>K</Key> <Key>J</Key>
          </span>
        </div>
        <Card flush className="overflow-hidden max-lg:hidden">
          <ol className="max-h-[calc(100dvh-11rem)] overflow-y-auto pb-1">
            {calls.map((one) => (
              <li key={one.id}>
                <Link
                  to="/review"
                  search={{ call: one.id }}
                  replace
                  aria-current={one.id === call.id ? "true" : undefined}
                  className={classes(
                    "block border-l-2 px-4 py-2",
                    one.id === call.id ? "border-accent bg-accent-soft" : "border-transparent hover:bg-sunken"
                  )}
                >
                  <span className="flex justify-between gap-2">
                    <span className="truncate font-medium">{one.contactName || one.phoneNumber}</span>
                    <span className="shrink-0 text-muted text-xs">
                      <Time value={one.inReviewSince} isRelative />
                    </span>
                  </span>
                  <span className="block truncate text-muted text-xs">{one.reviewReason}</span>
                </Link>
              </li>
            ))}
          </ol>
        </Card>
      </div>
      <OneCall key={call.id} call={call} onDecided={() => open(calls[index + 1] ?? calls[index - 1])} />
    </div>
  )
}

const OneCall = ({ call, onDecided }: { readonly call: CallInReview; readonly onDecided: () => void }) => {
  const isMember = useMay("MEMBER")
  const explained = useCall(call.id)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card>
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="font-semibold text-lg">{call.contactName || call.phoneNumber}</h2>
            <CallResult call={{ ...call, flaggedForReview: false }} />
            <Link
              to="/calls/$callId"
              params={{ callId: call.id }}
              aria-keyshortcuts="o"
              className="ml-auto inline-flex items-center gap-1.5 text-accent-strong text-sm hover:underline"
            >
              Page of the call <Key>O</Key>
            </Link>
          </div>
          <Facts
            facts={{
              "Why it is here": call.reviewReason,
              Since: <Time value={call.inReviewSince} />,
              Campaign: call.campaignName,
              "Phone number": call.phoneNumber,
              Evidence: call.evidence === null ? null : `“${call.evidence}”`,
              "About a callback": call.callbackSaid,
              Callback: call.callbackScheduledAt && <Time value={call.callbackScheduledAt} />
            }}
          />
          {isMember && <Decide call={call} onDecided={onDecided} />}
        </div>
      </Card>
      <Card title="Conversation">
        <Read of={explained} lines={6}>
          {(found) =>
            found.transcript.length === 0 ? (
              <p className="text-muted">No words are stored: nobody has spoken, or the time of retention is over.</p>
            ) : (
              <Conversation call={found} />
            )
          }
        </Read>
      </Card>
    </div>
  )
}
