import { classes } from "../../../ui/class-names.ts"
import { controlClasses } from "../../../ui/Field.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { canBeMetadata, contactFields, type Target, type Targets } from "./mapping.ts"
import type { Preview } from "./use-preview.ts"

interface ImportPreviewProps {
  readonly preview: Preview
  readonly targets: Targets
  readonly onTargets: (targets: Targets) => void
}

/** The first rows of a file, and above each column what it becomes. Rows that would be rejected are marked. */
export const ImportPreview = ({
  preview: { columns, errors, rows, total },
  targets,
  onTargets
}: ImportPreviewProps) => {
  const problems = new Map(errors.map(({ index, reason }) => [index, reason]))
  return (
    <div className="flex min-h-0 flex-col gap-1">
      <p className="text-muted text-sm">
        {total > rows.length ? `The first ${rows.length} of ${plural(total, "row")}` : plural(rows.length, "row")}
      </p>
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region with a scroll bar must be scrollable by keyboard
        tabIndex={0}
        className="max-h-72 min-h-40 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead className="sticky top-0 bg-raised shadow-[inset_0_-1px_var(--line)]">
            <tr>
              <th scope="col" className="whitespace-nowrap px-2 py-2 align-bottom font-medium text-muted text-xs">
                Row
              </th>
              {columns.map(({ name }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place, and names may repeat
                <th key={index} scope="col" className="min-w-36 px-2 py-2 align-bottom font-medium">
                  <span className="mb-1 block max-w-48 truncate" title={name} dir="auto">
                    {name || `Column ${index + 1}`}
                  </span>
                  <select
                    aria-label={`${name || `Column ${index + 1}`} becomes`}
                    value={targets.get(name) ?? ""}
                    onChange={(event) => onTargets(new Map(targets).set(name, event.target.value as Target))}
                    className={classes(controlClasses, "h-8 font-normal")}
                  >
                    <option value="">Leave out</option>
                    {canBeMetadata(name) && <option value="metadata">Metadata</option>}
                    {name !== "" &&
                      contactFields.map(({ field, label }) => (
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
            {rows.map((row, index) => {
              const problem = problems.get(index)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
                <tr key={index} className={classes("border-line border-t", problem !== undefined && "bg-warn-soft")}>
                  <td className="whitespace-nowrap px-2 py-1 text-muted" title={problem}>
                    {index + 1}
                    {problem !== undefined && <span className="sr-only">: {problem}</span>}
                  </td>
                  {columns.map(({ name }, at) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                      key={at}
                      dir="auto"
                      title={row[at]}
                      className={classes(
                        "max-w-64 truncate px-2 py-1",
                        targets.get(name) === "" && "text-muted line-through"
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

/** The rows that the import would reject, each with its reason, before anything is stored. */
export const Rejections = ({ failed, errors }: Pick<Preview, "failed" | "errors">) => (
  <details className="rounded-lg border border-line" open={errors.length <= 5}>
    <summary className="cursor-pointer px-3 py-2 font-medium text-warn">
      {plural(failed, "row")} would be rejected{failed > errors.length && `; the first ${errors.length} are`}
    </summary>
    <ul className="max-h-40 overflow-auto border-line border-t px-3 py-2 text-sm">
      {errors.map(({ index, phoneNumber, reason }) => (
        <li key={index}>
          <span className="text-muted">Row {number(index + 1)}</span>{" "}
          {phoneNumber !== null && phoneNumber !== "" && <bdi className="font-medium">{phoneNumber} </bdi>}
          {reason}
        </li>
      ))}
    </ul>
  </details>
)
