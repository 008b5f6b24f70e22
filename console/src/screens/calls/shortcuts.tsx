import { type RefObject, useEffect } from "react"

/** A key, as it is written on it. */
export const Key = ({ children }: { readonly children: string }) => (
  <kbd className="rounded border border-current/40 px-1 font-mono text-[0.7rem] leading-4">{children}</kbd>
)

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=radio]), textarea, select"))

// A short message has the role of a dialog too, but it is not modal.
const openDialog = ":is([role=dialog], [role=alertdialog]):not([aria-modal=false])"

/**
 * Presses the button inside an element that has the key as its `aria-keyshortcuts`. Keys do nothing while a person types or a
 * dialog is open.
 */
export const useShortcuts = (inside: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (takesText(event.target) || document.querySelector(openDialog) !== null) return
      const found = inside.current?.querySelector<HTMLElement>(
        `[aria-keyshortcuts="${CSS.escape(event.key.toLowerCase())}"]`
      )
      if (!found) return
      event.preventDefault()
      if (found.matches("input, textarea")) found.focus()
      else found.click()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [inside])
}
