import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { useReachability } from "../api/reachability.ts"
import { send } from "../api/request.ts"
import { Icon } from "../ui/Icon.tsx"

/** Interval of the requests that find out whether the service is back, ms. */
const interval = 2_000

/** Says that the service cannot be reached, and reads everything again when it is back. */
export const ConnectionLost = () => {
  const isReachable = useReachability()
  const queries = useQueryClient()
  useEffect(() => {
    if (isReachable) return
    const timer = setInterval(() => void send("GET", "/auth/me").catch(() => undefined), interval)
    return () => {
      clearInterval(timer)
      void queries.invalidateQueries()
    }
  }, [isReachable, queries])
  if (isReachable) return null
  return (
    <p role="alert" className="sticky top-13 z-10 flex items-center gap-2 bg-warn-soft px-4 py-2.5 text-warn md:top-0">
      <Icon name="warning" />
      The connection to the service is lost. What you see may be out of date. The page goes on by itself.
    </p>
  )
}
