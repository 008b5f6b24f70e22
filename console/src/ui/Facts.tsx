import type { ReactNode } from "react"

/** Names and values of one object, under each other. A value that is undefined is left out. */
export const Facts = ({ of }: { readonly of: ReadonlyArray<readonly [name: string, value: ReactNode]> }) => (
  <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5">
    {of
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value ?? <span className="text-muted">–</span>}</dd>
        </div>
      ))}
  </dl>
)
