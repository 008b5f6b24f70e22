import type { ReactNode } from "react"

/** Names with their values; without those that have none. */
export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) => {
  const shown = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== "" && value !== false
  )
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
