import { getRouteApi, Link } from "@tanstack/react-router"
import { Badge } from "../../ui/Badge.tsx"
import { buttonClasses } from "../../ui/Button.tsx"
import { Card, Page } from "../../ui/Page.tsx"
import { Select } from "../../ui/Select.tsx"
import { Empty, Loading } from "../../ui/States.tsx"
import { dateTime, duration, plural } from "../../ui/words/format.ts"
import { LiveCard } from "./LiveCard.tsx"
import type { LiveCall } from "./live-calls.ts"
import { OpenCall } from "./OpenCall.tsx"
import { Result } from "./Result.tsx"
import { useLive } from "./use-live.ts"

const route = getRouteApi("/live")

/** The calls under way in all campaigns, with their words as they are spoken. */
export const LiveScreen = () => {
  const { campaignId, call: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const { live, connection, newest } = useLive()
  const ofCampaign = (call: LiveCall) => campaignId === undefined || call.campaignId === campaignId
  const calls = [...live.calls.values()].filter(ofCampaign)
  const ended = live.ended.filter(ofCampaign)
  const talking = calls.filter(({ state }) => state === "TALKING").length
  const nameOf = (call: LiveCall) => live.campaigns.get(call.campaignId) ?? ""

  const open = (call: string | undefined) =>
    void navigate({
      search: { ...(campaignId === undefined ? {} : { campaignId }), ...(call === undefined ? {} : { call }) },
      replace: true
    })
  const options = [...live.campaigns].map(([value, label]) => ({ value, label }))
  const isUnknown = campaignId !== undefined && !live.campaigns.has(campaignId)
  const hasBegun = newest !== undefined || connection === "open"
  return (
    <Page
      title="Live"
      beside={<Connection state={connection} />}
      actions={
        <Select
          label="Campaign"
          hidesLabel
          className="max-w-64"
          value={campaignId ?? ""}
          onChange={(value) => void navigate({ search: value === "" ? {} : { campaignId: value }, replace: true })}
          options={[
            { value: "", label: "All campaigns" },
            ...options,
            ...(isUnknown ? [{ value: campaignId, label: "Another campaign" }] : [])
          ]}
        />
      }
    >
      {connection === "lost" && (
        <p role="alert" className="rounded-xl bg-warn-soft px-4 py-2.5 text-warn">
          Not live: the connection is lost. {newest !== undefined && `What you see is of ${dateTime(newest)}. `}
          The page connects again by itself.
        </p>
      )}
      {calls.length > 0 && (
        <p className="text-muted text-sm" role="status">
          {plural(talking, "conversation")}, {calls.length - talking} ringing
        </p>
      )}
      {calls.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
          {calls.map((call) => (
            <li key={call.id} className="min-w-0">
              <LiveCard call={call} campaign={nameOf(call)} onOpen={open} />
            </li>
          ))}
        </ul>
      )}
      {calls.length === 0 && (
        <Card flush>
          {hasBegun ? (
            <Empty
              icon="live"
              title="No call is under way"
              action={
                <Link to="/campaigns" className={buttonClasses()}>
                  To the campaigns
                </Link>
              }
            >
              Calls appear here as soon as a running campaign places them.
            </Empty>
          ) : (
            <Loading label="Connecting" />
          )}
        </Card>
      )}
      {ended.length > 0 && <JustEnded calls={ended} nameOf={nameOf} />}
      {openId !== undefined && (
        <OpenCall
          callId={openId}
          call={live.calls.get(openId) ?? live.ended.find(({ id }) => id === openId)}
          isConnected={connection === "open"}
          onClose={() => open(undefined)}
        />
      )}
    </Page>
  )
}

const Connection = ({ state }: { readonly state: "connecting" | "open" | "lost" }) => {
  if (state === "open") {
    return (
      <Badge tone="good">
        <span className="size-2 animate-pulse rounded-full bg-good" aria-hidden="true" />
        Live
      </Badge>
    )
  }
  return state === "lost" ? <Badge tone="warn">Not live</Badge> : <Badge>Connecting …</Badge>
}

interface JustEndedProps {
  readonly calls: ReadonlyArray<LiveCall>
  readonly nameOf: (call: LiveCall) => string
}

const JustEnded = ({ calls, nameOf }: JustEndedProps) => (
  <Card title="Just ended" flush>
    <ul className="pb-1">
      {calls.map((call) => (
        <li
          key={call.id}
          className="relative flex items-center gap-x-4 gap-y-0.5 border-line px-4 py-2 not-first:border-t hover:bg-sunken/60 max-sm:flex-wrap"
        >
          <span className="min-w-0 flex-1">
            <Link
              to="/calls/$callId"
              params={{ callId: call.id }}
              className="block truncate font-medium after:absolute after:inset-0"
            >
              {call.contactName || call.phoneNumber}
            </Link>
            <span className="block truncate text-muted text-xs">{nameOf(call)}</span>
          </span>
          <Result call={call} />
          <span className="w-12 text-right text-muted text-sm">
            {call.durationSeconds ? duration(call.durationSeconds) : ""}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)
