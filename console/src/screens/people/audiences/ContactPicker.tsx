import { Link } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Time } from "../../../ui/Time.tsx"

type Contact = Answer<"GET", "/v1/contacts/:id">

interface ContactPickerProps {
  readonly label: string
  readonly contacts: ReadonlyArray<Contact>
  /** The chosen contacts, also those of other pages; undefined: none can be chosen. */
  readonly chosen?: ReadonlySet<string>
  readonly onChoose?: (chosen: ReadonlySet<string>) => void
}

/** A page of contacts that can be chosen, one by one or all. */
export const ContactPicker = ({ label, contacts, chosen = new Set(), onChoose }: ContactPickerProps) => {
  const choose = (ids: ReadonlyArray<string>, isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    onChoose?.(next)
  }
  const ids = contacts.map(({ id }) => id)
  const boxes: ReadonlyArray<Column<Contact>> =
    onChoose === undefined
      ? []
      : [
          {
            id: "chosen",
            header: (
              <input
                type="checkbox"
                aria-label="Choose all of this page"
                className="block size-4 accent-accent"
                checked={ids.every((id) => chosen.has(id))}
                onChange={(event) => choose(ids, event.target.checked)}
              />
            ),
            cell: ({ id, name }) => (
              <input
                type="checkbox"
                aria-label={`Choose ${name}`}
                className="block size-4 accent-accent"
                checked={chosen.has(id)}
                onChange={(event) => choose([id], event.target.checked)}
              />
            ),
            className: "w-10 pr-0"
          }
        ]
  const columns: ReadonlyArray<Column<Contact>> = [
    ...boxes,
    {
      id: "name",
      header: "Name",
      cell: ({ id, name }) => (
        <Link to="/people/$contactId" params={{ contactId: id }} className="font-medium hover:underline">
          {name}
        </Link>
      )
    },
    {
      id: "phone",
      header: "Phone number",
      cell: ({ phoneNumber }) => <span className="whitespace-nowrap">{phoneNumber}</span>
    },
    {
      id: "language",
      header: "Language",
      cell: ({ language }) => language ?? <span className="text-muted">–</span>,
      className: "max-sm:hidden"
    },
    { id: "added", header: "Added", cell: ({ createdAt }) => <Time value={createdAt} />, className: "max-md:hidden" }
  ]
  return <DataTable label={label} columns={columns} rows={contacts} keyOf={({ id }) => id} isWhole />
}
