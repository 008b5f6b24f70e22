import { type ReactNode, useEffect, useRef } from "react"

interface TabsProps {
  readonly label: string
  /** A name in front of the tabs, where there is more than one row of them. */
  readonly name?: string
  readonly children: ReactNode
}

/** Places of one object, each with its own address. Its children are links with `tabClasses`. */
export const Tabs = ({ label, name, children }: TabsProps) => {
  const bar = useRef<HTMLElement>(null)
  // On a narrow screen the tab of this place may be out of view. Only the bar scrolls, never the page.
  useEffect(() => {
    const { current } = bar
    const tab = current?.querySelector<HTMLElement>("[aria-current=page]")
    if (!current || !tab) return
    current.scrollLeft = tab.offsetLeft - current.offsetLeft - (current.clientWidth - tab.offsetWidth) / 2
  }, [])
  return (
    <nav ref={bar} aria-label={label} className="-mb-1 flex gap-1 overflow-x-auto border-line border-b">
      {name !== undefined && <span className="whitespace-nowrap py-2 pr-2 text-muted">{name}:</span>}
      {children}
    </nav>
  )
}

/** The props of a link that is a tab: `<Link to="." search={{ tab: "calls" }} {...tabLink}>`. */
export const tabLink = {
  className:
    "-mb-px whitespace-nowrap border-b-2 border-transparent px-3 py-2 font-medium text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text",
  activeOptions: { exact: true, includeSearch: true }
} as const
