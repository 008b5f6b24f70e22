import { type ReactNode, useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"

interface EditButtonProps {
  readonly button: string
  readonly title: string
  readonly description: string
  /** Returns the form, which calls `close` once its changes are saved. */
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a form for some settings of a campaign. */
export const EditButton = ({ button, title, description, children }: EditButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button small icon="edit" onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog title={title} description={description} isOpen={isOpen} onClose={close}>
        {children(close)}
      </Dialog>
    </>
  )
}
