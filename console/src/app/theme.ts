import { useSyncExternalStore } from "react"

export type Theme = "light" | "dark" | "system"

const key = "carillon-theme"
const dark = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<() => void>()

const chosen = (): Theme => {
  try {
    const stored = localStorage.getItem(key)
    return stored === "light" || stored === "dark" ? stored : "system"
  } catch {
    return "system"
  }
}

let theme = chosen()

const apply = () => {
  const isDark = theme === "dark" || (theme === "system" && dark.matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
  for (const listener of listeners) listener()
}
dark.addEventListener("change", apply)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => theme)

export const chooseTheme = (next: Theme): void => {
  theme = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // Lasts until the page is loaded again.
  }
  apply()
}
