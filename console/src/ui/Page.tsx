import { type ReactNode, useEffect } from "react"
import { classes } from "./class-names.ts"

interface PageProps {
  readonly title: string
  /** Title of the browser's tab, if it differs from that of the screen. */
  readonly tab?: string
  /** Shown above the title, such as a link to the list. */
  readonly above?: ReactNode
  readonly beside?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a screen: its title, which is usually also the title of the tab, its actions, and its parts. */
export const Page = ({ title, tab = title, above, beside, actions, children }: PageProps) => {
  useEffect(() => {
    document.title = `${tab} · Carillon`
  }, [tab])
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 lg:p-6">
      <header className="flex min-h-9 flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {above !== undefined && <div className="mb-1 text-muted text-sm">{above}</div>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            {beside}
          </div>
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
  /** Without padding, for tables. */
  readonly flush?: boolean
}

/** A part of a screen. */
export const Card = ({ title, actions, children, className, flush = false }: CardProps) => (
  <section className={classes("min-w-0 rounded-xl border border-line bg-surface", className)}>
    {title !== undefined && (
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3">
        <h2 className="font-semibold text-sm">{title}</h2>
        {actions}
      </header>
    )}
    <div className={flush ? "pt-2" : "p-4"}>{children}</div>
  </section>
)

/** A figure with its name, and a line that explains it. */
export const Figure = ({
  label,
  value,
  children
}: {
  readonly label: string
  readonly value: ReactNode
  readonly children?: ReactNode
}) => (
  <div className="min-w-0 rounded-xl border border-line bg-surface px-4 py-3">
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="mt-0.5 font-semibold text-2xl tracking-tight">{value}</dd>
    {children !== undefined && <dd className="mt-0.5 text-muted text-xs">{children}</dd>}
  </div>
)
