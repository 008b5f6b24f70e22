import { AlertDialog } from "@base-ui/react/alert-dialog"
import { Dialog as Base } from "@base-ui/react/dialog"
import { type ReactNode, useInsertionEffect, useRef } from "react"
import { Button } from "./Button.tsx"
import { classes } from "./class-names.ts"

const backdropClasses =
  "fixed inset-0 z-30 bg-black/45 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
const popupClasses =
  "fixed top-1/2 left-1/2 z-30 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-xl border border-line bg-raised p-5 shadow-xl outline-none *:shrink-0 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"

interface DialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly isWide?: boolean
}

/** A window over the screen. The keyboard stays inside, Escape closes it, and the focus returns where it was. */
export const Dialog = ({ title, description, isOpen, onClose, children, isWide = false }: DialogProps) => {
  const opener = useRef<Element>(null)
  // Before a field with autoFocus has the focus, which the dialog would take for its opener.
  useInsertionEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  const returnFocus = () => {
    const { current } = opener
    return current instanceof HTMLElement && current.isConnected ? current : true
  }
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClasses} />
        <Base.Popup className={classes(popupClasses, isWide ? "max-w-3xl" : "max-w-md")} finalFocus={returnFocus}>
          <div className="flex items-start justify-between gap-3">
            <Base.Title className="font-semibold text-lg">{title}</Base.Title>
            <Base.Close render={<Button kind="quiet" small icon="close" aria-label="Close" />} />
          </div>
          {description !== undefined && <Base.Description className="text-muted">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Covers the whole screen and its dialogs, which stay as they are: no key reaches them. Only its owner removes it. */
export const Cover = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Base.Root open>
    <Base.Portal>
      <Base.Popup
        aria-label={label}
        className="fixed inset-0 z-40 overflow-y-auto bg-canvas/85 outline-none backdrop-blur-sm"
        onKeyDown={(event) => event.stopPropagation()}
      >
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)

interface ConfirmProps {
  readonly title: string
  /** Everything that the action will do. */
  readonly children: ReactNode
  readonly confirm: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly busy?: boolean
  readonly isDangerous?: boolean
  readonly failure?: { readonly message: string } | null
}

/** Asks before an action that people notice: says what it will do, and starts with the focus on the way back. */
export const Confirm = ({
  title,
  children,
  confirm,
  isOpen,
  onClose,
  onConfirm,
  busy,
  isDangerous,
  failure
}: ConfirmProps) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={backdropClasses} />
      <AlertDialog.Popup className={classes(popupClasses, "max-w-md")}>
        <AlertDialog.Title className="font-semibold text-lg">{title}</AlertDialog.Title>
        <AlertDialog.Description render={<div />} className="flex flex-col gap-2 text-muted">
          {children}
        </AlertDialog.Description>
        {failure && (
          <p role="alert" className="text-bad">
            {failure.message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <AlertDialog.Close render={<Button>Keep as it is</Button>} />
          <Button kind={isDangerous === true ? "danger" : "primary"} busy={busy === true} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
