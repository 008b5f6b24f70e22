import { classes } from "../class-names.ts"

interface Part {
  readonly name: string
  readonly value: number
  readonly color: string
}

/** A bar of the parts of a whole. The figures stand beside it in words, so it is hidden from readers of the screen. */
export const Parts = ({
  parts,
  total,
  isThin = false
}: {
  readonly parts: ReadonlyArray<Part>
  readonly total: number
  readonly isThin?: boolean
}) => (
  <div
    aria-hidden="true"
    className={classes("flex w-full overflow-hidden rounded-full bg-sunken", isThin ? "h-1.5" : "h-2.5")}
  >
    {parts.map(({ name, value, color }) => (
      <div
        key={name}
        title={`${name}: ${value}`}
        className="h-full transition-[width]"
        style={{
          width: total === 0 ? 0 : `${(value / total) * 100}%`,
          background: color.startsWith("--") ? `var(${color})` : color
        }}
      />
    ))}
  </div>
)
