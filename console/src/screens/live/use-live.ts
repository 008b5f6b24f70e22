import { useCallback, useEffect, useRef, useState } from "react"
import { useEvents } from "../../api/events.ts"
import { useApi } from "../../api/use-api.ts"
import { after, nothingLive, type StreamEvent } from "./live-calls.ts"

/** Time over which events are shown together, ms: many calls speak at once. */
const together = 120
/** Interval at which new campaigns are looked for, ms. */
const lookEvery = 5_000
/** Number of streams at a time: browsers open at most six connections to a service. */
const mostStreams = 4

export type Connection = "connecting" | "open" | "lost"

/** The live calls of the campaigns under way, or of the chosen one, and what is needed to follow them. */
export const useLive = (chosen: string | undefined) => {
  const [live, setLive] = useState(nothingLive)
  const [newest, setNewest] = useState<number>()
  const [connections, setConnections] = useState<ReadonlyMap<string, Connection>>(new Map())
  const overview = useApi("/admin/v1/organizations/:id/overview", {}, { every: lookEvery })
  const waiting = useRef<Array<StreamEvent>>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onEvent = useCallback((event: StreamEvent) => {
    waiting.current.push(event)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const events = waiting.current
      waiting.current = []
      setNewest(Date.now())
      setLive((former) => events.reduce(after, former))
    }, together)
  }, [])
  const onConnection = useCallback(
    (id: string, state: Connection) => setConnections((former) => new Map(former).set(id, state)),
    []
  )
  const campaigns = (overview.data?.campaigns ?? []).toSorted((one, other) => other.liveCalls - one.liveCalls)
  const followed =
    chosen === undefined
      ? campaigns.filter(({ status, liveCalls }) => status === "IN_PROGRESS" || liveCalls > 0).map(({ id }) => id)
      : [chosen]
  const streams = followed.slice(0, mostStreams)
  const states = streams.map((id) => connections.get(id) ?? "connecting")
  const connection: Connection =
    overview.error !== null || states.includes("lost")
      ? "lost"
      : overview.data === undefined || states.includes("connecting")
        ? "connecting"
        : "open"
  return { live, connection, newest, campaigns, streams, onEvent, onConnection, more: followed.length - streams.length }
}

interface FollowerProps {
  readonly campaignId: string
  readonly onEvent: (event: StreamEvent) => void
  readonly onConnection: (campaignId: string, state: Connection) => void
}

/** Follows one campaign while it is shown. */
export const Follower = ({ campaignId, onEvent, onConnection }: FollowerProps) => {
  const state = useEvents<StreamEvent>(
    "/admin/v1/organizations/:id/campaigns/:campaignId/live",
    { campaignId },
    {
      onOpen: () => onEvent({ type: "snapshot", campaignId }),
      onEvent: (event) => onEvent({ ...event, campaignId })
    }
  )
  useEffect(() => onConnection(campaignId, state), [state, campaignId, onConnection])
  return null
}
