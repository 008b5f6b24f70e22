import type { ReactNode } from "react"

/** Places of one object, each with its own address. Its children are links with `tabClasses`. */
export const Tabs = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <nav aria-label={label} className="-mb-1 flex gap-1 overflow-x-auto border-line border-b">
    {children}
  </nav>
)

/** The props of a link that is a tab: `<Link to="." search={{ tab: "calls" }} {...tabLink}>`. */
export const tabLink = {
  className:
    "-mb-px whitespace-nowrap border-b-2 border-transparent px-3 py-2 font-medium text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text",
  activeOptions: { exact: true, includeSearch: true }
} as const
