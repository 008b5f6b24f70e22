import { useVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { classes } from "../class-names.ts"

export interface Column<R> {
  readonly id: string
  readonly header: ReactNode
  readonly cell: (row: R) => ReactNode
  /** Aligns figures at their ends. */
  readonly isNumeric?: boolean
  /** Classes of the column's cells, such as `max-md:hidden`. */
  readonly className?: string
}

interface DataTableProps<R> {
  /** Names the table for screen readers. */
  readonly label: string
  readonly columns: ReadonlyArray<Column<R>>
  readonly rows: ReadonlyArray<R>
  readonly keyOf: (row: R) => string
  /** Asks for the rows after these, when the last one comes into view. */
  readonly onEnd?: (() => void) | undefined
  readonly isLoadingMore?: boolean
  /** Height of a row in px, from which the scroll bar is calculated. */
  readonly rowHeight?: number
  /** Draws all rows, without a scroll bar of its own: for tables with few rows. */
  readonly isWhole?: boolean
  readonly rowClassName?: (row: R) => string | false
}

/** The browser keeps the rows in view where they are; a correction of ours would end a scroll that is under way. */
const browserKeepsPlace = CSS.supports("overflow-anchor", "auto")

/** A table that draws only the rows in view, so that a million rows are as fast as ten. */
export const DataTable = <R,>({
  label,
  columns,
  rows,
  keyOf,
  onEnd,
  isLoadingMore = false,
  rowHeight = 44,
  isWhole: isAlwaysWhole = false,
  rowClassName
}: DataTableProps<R>) => {
  const isPrinting = usePrinting()
  const isWhole = isPrinting || isAlwaysWhole
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: !isWhole,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    }
  })
  if (browserKeepsPlace) virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false
  const items = virtual.getVirtualItems()
  const shown = isWhole
    ? rows.map((row, index) => ({ row, index }))
    : items.flatMap(({ index }) => {
        const row = rows[index]
        return row === undefined ? [] : [{ row, index }]
      })
  const before = isWhole ? 0 : (items[0]?.start ?? 0)
  const after = isWhole ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const lastShown = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (lastShown >= rows.length - 10 && rows.length > 0 && !isPrinting) onEnd?.()
  }, [lastShown, rows.length, onEnd, isPrinting])
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region with a scroll bar must be scrollable by keyboard
      tabIndex={0}
      className={classes("overflow-auto rounded-b-xl", !isWhole && "max-h-[calc(100dvh-14rem)] print:max-h-none")}
    >
      <table className="w-full border-collapse text-left" aria-rowcount={rows.length + 1} aria-busy={isLoadingMore}>
        <thead className="sticky top-0 z-[1] bg-surface shadow-[inset_0_-1px_var(--line)]">
          <tr>
            {columns.map(({ id, header, isNumeric, className }) => (
              <th
                key={id}
                scope="col"
                className={classes(
                  "px-4 py-2 font-medium text-muted text-xs whitespace-nowrap",
                  isNumeric && "text-right",
                  className
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={before} columns={columns.length} />
          {shown.map(({ row, index }) => (
            <tr
              key={keyOf(row)}
              // A row is as tall as its texts. Without its real height the rows would jump while one scrolls.
              ref={isWhole ? undefined : virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              className={classes("border-line border-b last:border-b-0 hover:bg-sunken/60", rowClassName?.(row))}
              style={{ height: rowHeight }}
            >
              {columns.map(({ id, cell, isNumeric, className }) => (
                <td key={id} className={classes("px-4 py-1.5", isNumeric && "whitespace-nowrap text-right", className)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Space height={after} columns={columns.length} />
        </tbody>
      </table>
      {isLoadingMore && (
        <p role="status" className="p-3 text-center text-muted text-sm">
          Loading more …
        </p>
      )}
    </section>
  )
}

/** Whether the page is being printed: a sheet of paper does not scroll, so all rows are drawn that were read. */
const usePrinting = () => {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what is drawn when these return.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener("beforeprint", begin)
    addEventListener("afterprint", end)
    return () => {
      removeEventListener("beforeprint", begin)
      removeEventListener("afterprint", end)
    }
  }, [])
  return isPrinting
}

// Takes the place of the rows that are out of view. The browser must not keep it where it is: it moves when rows are drawn.
const Space = ({ height, columns }: { readonly height: number; readonly columns: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row is empty, and no key reaches it
    <tr aria-hidden="true" className="[overflow-anchor:none]">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
