import { useSyncExternalStore } from "react"
import { organizationId } from "../../../api/organization.ts"
import { type CallFilters, callFilters } from "./call-filters.ts"

export interface SavedView {
  readonly name: string
  readonly filters: CallFilters
}

const key = `carillon-views-of-calls-${organizationId}`
const listeners = new Set<() => void>()

const read = (): ReadonlyArray<SavedView> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    if (!Array.isArray(stored)) return []
    return stored.flatMap((view) =>
      typeof view?.name === "string" ? [{ name: view.name, filters: callFilters(view.filters ?? {}) }] : []
    )
  } catch {
    return []
  }
}

let views = read()

const write = (next: ReadonlyArray<SavedView>) => {
  views = next
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // Lasts until the page is loaded again.
  }
  for (const listener of listeners) listener()
}

// Another tab saved or removed a view.
addEventListener("storage", (event) => {
  if (event.key !== key) return
  views = read()
  for (const listener of listeners) listener()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The views that were saved in this browser, by name. */
export const useSavedViews = (): ReadonlyArray<SavedView> => useSyncExternalStore(subscribe, () => views)

/** Saves a view in place of one with the same name. */
export const saveView = (view: SavedView): void =>
  write([...views.filter(({ name }) => name !== view.name), view].sort((a, b) => a.name.localeCompare(b.name)))

export const removeView = (name: string): void => write(views.filter((view) => view.name !== name))
