import { useEffect, useEffectEvent, useState } from "react"
import { urlOf } from "./request.ts"
import { checkSession, useMe } from "./session.ts"

/** Time after a refusal until the next connection, ms. */
const retryAfter = 3000
/** Interval of a clock that stands still while the machine sleeps, ms. */
const tick = 5_000

/**
 * Follows server-sent events of a path while the component is shown and the tab is visible. The browser connects again
 * by itself; `onOpen` runs after each connection, and is the time to drop what the events replace.
 */
export const useEvents = <E extends { readonly type: string }>(
  path: string,
  params: Readonly<Record<string, string>>,
  handle: {
    readonly onEvent: (event: E) => void
    readonly onOpen?: () => void
    readonly enabled?: boolean
    /** The names of the events; by default those of live calls. */
    readonly types?: ReadonlyArray<string>
  }
): "connecting" | "open" | "lost" => {
  const [state, setState] = useState<"connecting" | "open" | "lost">("connecting")
  const onEvent = useEffectEvent((event: E) => handle.onEvent(event))
  const onOpen = useEffectEvent(() => handle.onOpen?.())
  const url = urlOf(path, { params })
  const { enabled = true, types = typesOfCalls } = handle
  const hasEnded = useMe().data === null
  useEffect(() => {
    if (!enabled || hasEnded) return
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    const open = () => {
      close()
      setState((former) => (former === "lost" ? former : "connecting"))
      source = new EventSource(url)
      source.onopen = () => {
        setState("open")
        onOpen()
      }
      source.onerror = () => {
        setState("lost")
        if (source?.readyState !== EventSource.CLOSED) return
        // After a refusal the browser does not connect again by itself. The session may have ended.
        timer = setTimeout(open, retryAfter)
        checkSession()
      }
      source.onmessage = ({ data }) => onEvent(JSON.parse(data) as E)
      for (const type of types) source.addEventListener(type, ({ data }) => onEvent(JSON.parse(data) as E))
    }
    const follow = () => (document.hidden ? close() : source === undefined ? open() : undefined)
    follow()
    document.addEventListener("visibilitychange", follow)
    // After a sleep, or in another network, the old connection may be dead without an error.
    let last = Date.now()
    const clock = setInterval(() => {
      if (Date.now() - last > 3 * tick && source !== undefined) open()
      last = Date.now()
    }, tick)
    const inAnotherNetwork = () => source !== undefined && open()
    addEventListener("online", inAnotherNetwork)
    return () => {
      document.removeEventListener("visibilitychange", follow)
      removeEventListener("online", inAnotherNetwork)
      clearInterval(clock)
      close()
    }
  }, [url, enabled, hasEnded, types])
  return state
}

// Events with a name reach only listeners of that name.
const typesOfCalls = ["snapshot", "progress", "call", "said", "left", "ended", "tagged", "suppressed"]
