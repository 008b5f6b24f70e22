import { useEffect, useRef, useState } from "react"
import { useEvents } from "../../api/events.ts"
import { after, type LiveCallEvent, nothingLive } from "./live-calls.ts"

/** Time over which events are shown together, ms: many calls speak at once. */
const together = 120

/** The live calls of all campaigns, whether they are up to date, and when the last event came, ms since 1970. */
export const useLive = () => {
  const [live, setLive] = useState(nothingLive)
  const [newest, setNewest] = useState<number>()
  const waiting = useRef<Array<LiveCallEvent>>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = () => {
    timer.current = undefined
    const events = waiting.current
    waiting.current = []
    setNewest(Date.now())
    setLive((former) => events.reduce(after, former))
  }
  const connection = useEvents<LiveCallEvent>(
    "/admin/v1/organizations/:id/live",
    {},
    {
      onEvent: (event) => {
        waiting.current.push(event)
        timer.current ??= setTimeout(show, together)
      }
    }
  )
  return { live, connection, newest }
}
