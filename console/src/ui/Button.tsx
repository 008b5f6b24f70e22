import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react"
import { classes } from "./class-names.ts"
import { Icon, type IconName } from "./Icon.tsx"

type Kind = "primary" | "secondary" | "quiet" | "danger"

const kinds: Readonly<Record<Kind, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong border-transparent",
  secondary: "bg-surface text-text border-line hover:border-line-strong",
  quiet: "bg-transparent text-muted border-transparent hover:bg-sunken hover:text-text",
  danger: "bg-surface text-bad border-line hover:border-bad"
}

/** The classes of a button, for links that look like one. */
export const buttonClasses = (kind: Kind = "secondary", isSmall = false): string =>
  classes(
    "inline-flex items-center justify-center gap-1.5 rounded-lg border font-medium whitespace-nowrap transition-colors",
    "disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50",
    isSmall ? "h-7 px-2 text-xs" : "h-9 px-3",
    kinds[kind]
  )

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind
  readonly small?: boolean
  readonly icon?: IconName
  /** Disables the button while its work is under way. */
  readonly busy?: boolean
  readonly children?: ReactNode
}

/** A button. While it is disabled it only looks and sounds so: a browser takes the focus from a button that it disables. */
export const Button = ({
  kind,
  small = false,
  icon,
  busy = false,
  disabled = false,
  children,
  className,
  onClick,
  ...others
}: ButtonProps) => (
  <button
    type="button"
    {...others}
    aria-disabled={disabled || busy || undefined}
    aria-busy={busy || undefined}
    onClick={disabled || busy ? ignore : onClick}
    className={classes(
      buttonClasses(kind, small),
      children === undefined && (small ? "w-7 px-0" : "w-9 px-0"),
      className
    )}
  >
    {icon !== undefined && <Icon name={icon} size={small ? 15 : 17} />}
    {children}
  </button>
)

// Also keeps the form of the button from being sent, by a click or by Enter in a field.
const ignore = (event: MouseEvent) => event.preventDefault()
