import type { ReactNode } from "react"
import { Button } from "../Button.tsx"
import { Copyable } from "./Copyable.tsx"

interface ShownOnceProps {
  readonly label: string
  readonly value: string
  /** Says for whom or for what it is, and that it is not shown again. */
  readonly children: ReactNode
  readonly confirm?: string
  readonly onDone: () => void
}

/** A new secret or link, to be copied before the dialog closes. */
export const ShownOnce = ({ label, value, children, confirm = "I have copied it", onDone }: ShownOnceProps) => (
  <>
    <p>{children}</p>
    <Copyable label={label} value={value} />
    <div className="flex justify-end">
      <Button kind="primary" onClick={onDone}>
        {confirm}
      </Button>
    </div>
  </>
)
