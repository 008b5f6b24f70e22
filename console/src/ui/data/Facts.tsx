import type { ReactNode } from "react"

/** Names and values of one object, under each other: its children are `Fact`. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1.5">{children}</dl>
)

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0">{children ?? <span className="text-muted">–</span>}</dd>
  </div>
)
