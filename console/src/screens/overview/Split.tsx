import { Parts } from "../../ui/data/Meter.tsx"
import { number, percent } from "../../ui/words/format.ts"

interface Part {
  readonly name: string
  readonly count: number
  readonly color: string
}

/** The parts of a whole, the largest first, each with its bar. */
export const Split = ({ label, parts }: { readonly label: string; readonly parts: ReadonlyArray<Part> }) => {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const largest = Math.max(1, ...parts.map(({ count }) => count))
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {parts.map(({ name, count, color }) => (
        <li key={name} className="grid grid-cols-[minmax(0,10rem)_1fr_auto] items-center gap-3">
          <span className="truncate" title={name}>
            {name}
          </span>
          <Parts total={largest} parts={[{ name, value: count, color }]} />
          <span className="w-20 text-right">
            {number(count)} <span className="text-muted text-xs">{percent(count / total)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
