import { Link, Outlet, useRouterState } from "@tanstack/react-router"
import { type RefObject, useEffect, useRef, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { classes } from "../ui/class-names.ts"
import { Icon } from "../ui/Icon.tsx"
import { Account } from "./Account.tsx"
import { ConnectionLost } from "./ConnectionLost.tsx"
import { navigation } from "./navigation.ts"
import { OrganizationSwitch } from "./OrganizationSwitch.tsx"
import { ThemeSwitch } from "./ThemeSwitch.tsx"

/** Navigation at the side, or behind a button on a narrow screen, and the screen itself. */
export const Shell = () => {
  const [isOpen, setOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const former = useRef(path)
  useEffect(() => {
    setOpen(false)
    // A reader of the screen goes on at the new screen, not at the link.
    if (former.current !== path) main.current?.focus({ preventScroll: true })
    former.current = path
  }, [path])
  useFocusAfterRemoval(main)
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_1fr]">
      <a
        href="#screen"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-surface focus:p-2"
      >
        Skip to the screen
      </a>
      <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-line border-b bg-surface px-3 md:hidden">
        <Button
          kind="quiet"
          icon={isOpen ? "close" : "menu"}
          aria-label={isOpen ? "Close the navigation" : "Open the navigation"}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        />
        <Brand />
      </header>
      <div
        id="navigation"
        className={classes(
          "z-10 flex-col border-line bg-surface md:sticky md:top-0 md:flex md:h-dvh md:border-r",
          isOpen ? "fixed inset-x-0 top-13 bottom-0 flex overflow-y-auto" : "hidden"
        )}
      >
        <div className="hidden px-4 pt-4 pb-2 md:block">
          <Brand />
        </div>
        <div className="px-3 py-2">
          <OrganizationSwitch />
        </div>
        <nav aria-label="Screens" className="flex flex-1 flex-col gap-0.5 overflow-y-auto px-3 py-1">
          {navigation.map(({ to, label, icon }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === "/" }}
              className="flex items-center gap-2.5 rounded-lg px-2.5 py-2 font-medium text-muted hover:bg-sunken hover:text-text md:py-1.5"
              activeProps={{ className: "!bg-accent-soft !text-accent-strong" }}
            >
              <Icon name={icon} />
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex items-center justify-between gap-2 border-line border-t p-3">
          <Account />
          <ThemeSwitch />
        </div>
      </div>
      <main ref={main} id="screen" tabIndex={-1} className="min-w-0 outline-none">
        <ConnectionLost />
        <Outlet />
      </main>
    </div>
  )
}

/**
 * Keeps the focus in its place when the control that has it disappears, such as a button whose action is done, or the row
 * that it removes: gives it to what remains around the control.
 */
const useFocusAfterRemoval = (screen: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const { current } = screen
    if (current === null) return
    let path: ReadonlyArray<EventTarget> = []
    const note = (event: FocusEvent) => {
      path = event.composedPath()
    }
    const restore = () => {
      const [control] = path
      if (!(control instanceof Element) || control.isConnected || document.activeElement !== document.body) return
      const around = path.find((one) => one instanceof HTMLElement && current.contains(one))
      if (around instanceof HTMLElement) focusFor(around)
    }
    const observer = new MutationObserver(restore)
    current.addEventListener("focusin", note)
    observer.observe(current, { childList: true, subtree: true })
    return () => {
      current.removeEventListener("focusin", note)
      observer.disconnect()
    }
  }, [screen])
}

// Only this function may focus the element, which is no control.
const focusFor = (element: HTMLElement) => {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true })
  }
  element.focus({ preventScroll: true })
}

const Brand = () => (
  <span className="flex items-center gap-2 font-semibold tracking-tight">
    <img src="/console/icon.svg" alt="" width="22" height="22" />
    Carillon
  </span>
)
