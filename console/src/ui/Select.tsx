import { type ReactNode, useId } from "react"
import { classes } from "./class-names.ts"
import { controlClasses, describedBy, FieldFrame } from "./Field.tsx"

interface SelectProps<V extends string> {
  readonly label: string
  readonly hidesLabel?: boolean
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly value: V | ""
  readonly onChange: (value: V) => void
  readonly options: ReadonlyArray<{ readonly value: V; readonly label: string }>
  /** The words while nothing is chosen. */
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly className?: string
}

/** The browser's own select: it works with every keyboard, on every phone and for every reader of the screen. */
export const Select = <V extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled,
  className,
  ...frame
}: SelectProps<V>) => {
  const id = useId()
  return (
    <FieldFrame id={id} {...frame}>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as V)}
        {...describedBy(id, frame)}
        className={classes(controlClasses, "h-9 pr-8", className)}
      >
        {placeholder !== undefined && (
          <option value="" disabled={value !== ""}>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
