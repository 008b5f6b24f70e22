import type { ReactNode } from "react"
import { Dialog } from "../Dialog.tsx"

interface EditDialogProps<Row> {
  /** The thing with its article, such as "a number". */
  readonly thing: string
  readonly description?: string
  /** The row that is changed, or "new" for one that is added; undefined while the dialog is closed. */
  readonly edited: Row | "new" | undefined
  readonly onDone: () => void
  /** The form, with the row as it was; undefined for a new one. */
  readonly children: (before: Row | undefined) => ReactNode
}

/** A window in which a row of a list is changed, or a new one is added. */
export const EditDialog = <Row extends object>({
  children,
  description,
  edited,
  onDone,
  thing
}: EditDialogProps<Row>) => (
  <Dialog
    title={`${edited === "new" ? "Add" : "Change"} ${thing}`}
    description={description}
    isOpen={edited !== undefined}
    onClose={onDone}
  >
    {edited !== undefined && children(edited === "new" ? undefined : edited)}
  </Dialog>
)
