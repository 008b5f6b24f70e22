import { type ReactNode, useEffect, useRef } from "react"

interface TabsProps {
  readonly label: string
  readonly children: ReactNode
}

/** Places of one object, each with its own address. Its children are links with the props `tabLink`. */
export const Tabs = ({ label, children }: TabsProps) => {
  const bar = useCurrentInView()
  return (
    <nav ref={bar} aria-label={label} className="-mb-1 flex gap-1 overflow-x-auto shadow-[inset_0_-1px_var(--line)]">
      {children}
    </nav>
  )
}

/**
 * Scrolls a bar of links to that of this place, which may be out of view on a narrow screen. Only the bar scrolls, never
 * the page.
 */
export const useCurrentInView = () => {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = bar
    const link = current?.querySelector<HTMLElement>("[aria-current=page]")
    if (!current || !link) return
    current.scrollLeft = link.offsetLeft - current.offsetLeft - (current.clientWidth - link.offsetWidth) / 2
  }, [])
  return bar
}

/** The props of a link that is a tab: `<Link to="." search={{ tab: "calls" }} {...tabLink}>`. */
export const tabLink = {
  className:
    "whitespace-nowrap border-b-2 border-transparent px-3 py-2 font-medium text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text",
  activeOptions: { exact: true, includeSearch: true }
} as const
