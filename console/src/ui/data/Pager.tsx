import { Button } from "../Button.tsx"
import { number } from "../words/format.ts"

interface PagerProps {
  readonly page: number
  readonly totalPages: number
  /** Such as `193 contacts`. */
  readonly count: string
  readonly onPage: (page: number) => void
}

/** The way through the pages of a list. The page may be behind the last one: rows were deleted, or the link is old. */
export const Pager = ({ page, totalPages, count, onPage }: PagerProps) => (
  <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-2">
    <p className="text-muted text-sm">{count}</p>
    {(totalPages > 1 || page > totalPages) && (
      <div className="flex items-center gap-2">
        <Button small disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, totalPages))}>
          Previous
        </Button>
        <span className="text-muted text-sm">
          Page {number(page)} of {number(totalPages)}
        </span>
        <Button small disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    )}
  </nav>
)
