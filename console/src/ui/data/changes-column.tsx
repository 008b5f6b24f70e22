import { Button } from "../Button.tsx"
import type { Column } from "./DataTable.tsx"

interface Changes<Row> {
  readonly nameOf: (row: Row) => string
  readonly mayChange: (row: Row) => boolean
  readonly onChange: (row: Row) => void
  readonly onRemove: (row: Row) => void
}

/** The column by which the rows of a list are changed and removed. */
export const changesColumn = <Row,>({ mayChange, nameOf, onChange, onRemove }: Changes<Row>): Column<Row> => ({
  id: "actions",
  header: <span className="sr-only">Actions</span>,
  isNumeric: true,
  cell: (row) =>
    mayChange(row) && (
      <span className="inline-flex flex-wrap justify-end gap-2">
        <Button small aria-label={`Change ${nameOf(row)}`} onClick={() => onChange(row)}>
          Change
        </Button>
        <Button small kind="danger" aria-label={`Remove ${nameOf(row)}`} onClick={() => onRemove(row)}>
          Remove
        </Button>
      </span>
    )
})
