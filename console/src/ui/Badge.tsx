import type { ReactNode } from "react"
import { classes } from "./class-names.ts"

export type Tone = "good" | "warn" | "bad" | "info" | "muted" | "accent"

const tones: Readonly<Record<Tone, string>> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
  muted: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent-strong"
}

/** A state in one or two words. */
export const Badge = ({ tone = "muted", children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span
    className={classes(
      "inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 font-medium text-xs whitespace-nowrap",
      tones[tone]
    )}
  >
    {children}
  </span>
)

/** A label of calls with the colour that its campaign gave it. */
export const LabelBadge = ({ name, color }: { readonly name: string; readonly color: string }) => (
  <span className="inline-flex min-w-0 max-w-full items-center gap-1.5 text-sm">
    <Dot color={color} />
    <span className="truncate">{name}</span>
  </span>
)

export const Dot = ({ color }: { readonly color: string }) => (
  <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />
)
