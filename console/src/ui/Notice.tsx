import type { ReactNode } from "react"

/** A line that warns of something; nothing without a text. */
export const Notice = ({ children }: { readonly children: ReactNode }) =>
  children == null ? null : (
    <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      {children}
    </p>
  )
