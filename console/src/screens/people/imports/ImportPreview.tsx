import { classes } from "../../../ui/class-names.ts"
import { controlClasses } from "../../../ui/Field.tsx"
import { plural } from "../../../ui/format.ts"
import { contactFields, rowProblem, type Target } from "./mapping.ts"

/** Most rows that are shown. */
const shownRows = 100

interface ImportPreviewProps {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly mapping: ReadonlyArray<Target>
  readonly onMapping: (mapping: ReadonlyArray<Target>) => void
}

/** The first rows of a file, and above each column what it becomes. Rows that would be rejected are marked. */
export const ImportPreview = ({ rows, mapping, onMapping }: ImportPreviewProps) => {
  const [columns = [], ...others] = rows
  return (
    <div className="flex min-h-0 flex-col gap-1">
      <p className="text-muted text-sm">
        {others.length > shownRows
          ? `The first ${shownRows} of ${plural(others.length, "row")}`
          : plural(others.length, "row")}
      </p>
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region with a bar must be scrollable by keyboard
        tabIndex={0}
        className="max-h-72 min-h-40 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead className="sticky top-0 bg-raised shadow-[inset_0_-1px_var(--line)]">
            <tr>
              <th scope="col" className="whitespace-nowrap px-2 py-2 font-medium text-muted text-xs">
                Row
              </th>
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place, and names may repeat
                <th key={index} scope="col" className="min-w-36 px-2 py-2 align-bottom font-medium">
                  <span className="mb-1 block max-w-48 truncate" title={column}>
                    {column || `Column ${index + 1}`}
                  </span>
                  <select
                    aria-label={`${column || `Column ${index + 1}`} becomes`}
                    value={mapping[index] ?? ""}
                    onChange={(event) =>
                      onMapping(mapping.map((target, at) => (at === index ? (event.target.value as Target) : target)))
                    }
                    className={classes(controlClasses, "h-8 font-normal")}
                  >
                    <option value="">Leave out</option>
                    <option value="metadata">Metadata</option>
                    {contactFields.map(({ field, label }) => (
                      <option key={field} value={field}>
                        {label}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {others.slice(0, shownRows).map((row, index) => {
              const problem = rowProblem(row, mapping)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
                <tr key={index} className={classes("border-line border-t", problem !== undefined && "bg-warn-soft")}>
                  <td className="whitespace-nowrap px-2 py-1 text-muted" title={problem}>
                    {index + 1}
                    {problem !== undefined && <span className="sr-only">: {problem}</span>}
                  </td>
                  {columns.map((_, at) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                      key={at}
                      className={classes(
                        "max-w-64 truncate px-2 py-1",
                        mapping[at] === "" && "text-muted line-through"
                      )}
                    >
                      {row[at]}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </div>
  )
}
