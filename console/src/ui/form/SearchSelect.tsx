import type { ReactNode } from "react"
import { Select } from "../Select.tsx"
import { SearchField } from "./SearchField.tsx"

interface Choice {
  readonly value: string
  readonly label: string
}

interface SearchSelectProps {
  readonly label: string
  readonly placeholder?: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  /** The choices that the service found, of all that there are. */
  readonly found: ReadonlyArray<Choice>
  readonly total: number
  /** Choices that are offered whatever is searched for: what is chosen, and what means none. */
  readonly always?: ReadonlyArray<Choice>
  readonly search: string
  readonly onSearch: (text: string) => void
}

/** A choice of one of many: a select, and with more than it lists, a field to search for the others. */
export const SearchSelect = ({ label, found, total, always = [], search, onSearch, ...select }: SearchSelectProps) => {
  const own = always.filter(({ value }) => !found.some((one) => one.value === value))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Select<string> label={label} {...select} options={[...own, ...found]} />
      {(search !== "" || total > found.length) && (
        <>
          <SearchField label={`Search ${label.toLowerCase()}`} value={search} onSearch={onSearch} />
          <p role="status" className="text-muted text-xs">
            {total === 0 ? "None found" : `${found.length} of ${total} are in the list`}
          </p>
        </>
      )}
    </div>
  )
}
