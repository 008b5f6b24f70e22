import { useSyncExternalStore } from "react"

let isReachable = true
const listeners = new Set<() => void>()

/** Whether the last request reached the service. */
export const reachability = {
  get: () => isReachable,
  set: (value: boolean) => {
    if (value === isReachable) return
    isReachable = value
    for (const listener of listeners) listener()
  }
}

addEventListener("offline", () => reachability.set(false))

export const useReachability = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, reachability.get)
