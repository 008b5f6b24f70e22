import { useEffect, useMemo, useRef, useState } from "react"
import { useEvents } from "../../api/events.ts"
import { useApi } from "../../api/use-api.ts"
import { after, changesFigures, nothingHeard, type OverviewEvent, withHeard } from "./live-overview.ts"

/** Time over which events are shown together, ms. */
const together = 150
/** Time between two readings of the figures that the stream does not contain while calls end, ms. */
const betweenReadings = 5_000
/** Time after which the figures are read although nothing was heard, ms. */
const safetyNet = 30_000

/**
 * The overview as the stream of the organization changes it, and the state of the stream. Figures that no event contains
 * are read after an event that changes them, and every 30 seconds.
 */
export const useOverview = () => {
  const overview = useApi("/admin/v1/organizations/:id/overview", {}, { every: safetyNet })
  const { data, dataUpdatedAt, refetch } = overview
  const [heard, setHeard] = useState(nothingHeard)
  const waiting = useRef<Array<OverviewEvent>>([])
  const timers = useRef<{ show?: ReturnType<typeof setTimeout>; read?: ReturnType<typeof setTimeout> }>({})
  useEffect(() => {
    const { current } = timers
    return () => {
      clearTimeout(current.show)
      clearTimeout(current.read)
    }
  }, [])
  const show = () => {
    delete timers.current.show
    const events = waiting.current
    waiting.current = []
    setHeard((former) => events.reduce(after, former))
    if (!events.some((event) => event.type === "snapshot" || (data !== undefined && changesFigures(data, event))))
      return
    timers.current.read ??= setTimeout(
      () => {
        delete timers.current.read
        void refetch()
      },
      Math.max(0, dataUpdatedAt + betweenReadings - Date.now())
    )
  }
  const connection = useEvents<OverviewEvent>(
    "/admin/v1/organizations/:id/live",
    {},
    {
      onEvent: (event) => {
        waiting.current.push(event)
        timers.current.show ??= setTimeout(show, together)
      }
    }
  )
  const now = useMemo(
    () => (data === undefined || connection !== "open" ? data : withHeard(data, heard)),
    [data, heard, connection]
  )
  return { overview: { ...overview, data: now }, connection }
}
