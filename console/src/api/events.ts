import { useEffect, useEffectEvent, useState } from "react"
import { urlOf } from "./request.ts"

/** A tab that was hidden for this time reads everything again, ms. */
const retryAfter = 3000

/**
 * Follows server-sent events of a path while the component is shown and the tab is visible. The browser connects again
 * by itself; `onOpen` runs after each connection, and is the time to drop what the events replace.
 */
export const useEvents = <E extends { readonly type: string }>(
  path: string,
  params: Readonly<Record<string, string>>,
  handle: { readonly onEvent: (event: E) => void; readonly onOpen?: () => void; readonly enabled?: boolean }
): "connecting" | "open" | "lost" => {
  const [state, setState] = useState<"connecting" | "open" | "lost">("connecting")
  const onEvent = useEffectEvent((event: E) => handle.onEvent(event))
  const onOpen = useEffectEvent(() => handle.onOpen?.())
  const url = urlOf(path, { params })
  const enabled = handle.enabled ?? true
  useEffect(() => {
    if (!enabled) return
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    const open = () => {
      close()
      source = new EventSource(url)
      source.onopen = () => {
        setState("open")
        onOpen()
      }
      source.onerror = () => {
        setState("lost")
        // After a refusal the browser does not connect again by itself.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, retryAfter)
      }
      source.onmessage = ({ data }) => onEvent(JSON.parse(data) as E)
      for (const type of eventTypes) source.addEventListener(type, ({ data }) => onEvent(JSON.parse(data) as E))
    }
    const follow = () => (document.hidden ? close() : source === undefined ? open() : undefined)
    follow()
    document.addEventListener("visibilitychange", follow)
    return () => {
      document.removeEventListener("visibilitychange", follow)
      close()
    }
  }, [url, enabled])
  return state
}

// Events with a name reach only listeners of that name.
const eventTypes = ["progress", "call", "said", "left", "ended", "tagged", "suppressed"]
