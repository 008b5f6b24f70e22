import type { ReactNode } from "react"
import { Confirm } from "../Dialog.tsx"
import { useToast } from "../Toasts.tsx"

/** A change that the service makes. */
interface Change<Input> {
  readonly isPending: boolean
  readonly error: { readonly message: string } | null
  readonly mutate: (input: Input, after: { readonly onSuccess: () => void }) => void
}

interface ConfirmChangeProps<Input> {
  readonly title: string
  /** Everything that the change will do. */
  readonly children: ReactNode
  readonly confirm: string
  readonly isDangerous?: boolean
  readonly change: Change<Input>
  /** Input of the change; undefined closes the dialog. */
  readonly input: Input | undefined
  /** Message after the change. */
  readonly done: string
  /** Follows the change, for example by leaving the page of what it has deleted. */
  readonly onMade?: () => void
  /** Closes the dialog, with or without the change. */
  readonly onDone: () => void
}

/** Asks for confirmation, makes the change, and shows a message that it was made. */
export const ConfirmChange = <Input,>({
  change,
  done,
  input,
  onDone,
  onMade,
  ...question
}: ConfirmChangeProps<Input>) => {
  const toast = useToast()
  const onSuccess = () => {
    toast.done(done)
    onDone()
    onMade?.()
  }
  return (
    <Confirm
      {...question}
      isOpen={input !== undefined}
      onClose={onDone}
      busy={change.isPending}
      failure={change.error}
      onConfirm={() => input !== undefined && change.mutate(input, { onSuccess })}
    />
  )
}
