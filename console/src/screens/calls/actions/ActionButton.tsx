import { type ReactNode, useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import type { IconName } from "../../../ui/Icon.tsx"
import { Key } from "../shortcuts.tsx"

interface ActionButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly title: string
  readonly confirm: string
  readonly isDangerous?: boolean
  /** The key that presses the button, on screens with `useShortcuts`. */
  readonly shortcut?: string | undefined
  /** Everything that the action will do. */
  readonly children: ReactNode
  readonly action: {
    readonly isPending: boolean
    readonly error: { readonly message: string } | null
    readonly reset: () => void
  }
  /** Starts the action, and closes the dialog by `done` when it has succeeded. */
  readonly onConfirm: (done: () => void) => void
}

/** A button whose action is asked for once more. */
export const ActionButton = ({ icon, label, shortcut, action, onConfirm, ...dialog }: ActionButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={icon}
        aria-keyshortcuts={shortcut}
        onClick={() => {
          action.reset()
          setOpen(true)
        }}
      >
        {label} {shortcut !== undefined && <Key>{shortcut.toUpperCase()}</Key>}
      </Button>
      <Confirm
        {...dialog}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => onConfirm(() => setOpen(false))}
        busy={action.isPending}
        failure={action.error}
      />
    </>
  )
}
