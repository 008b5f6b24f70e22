import { resultText } from "../../../../../src/domain/calls/CallResult.ts"
import type { ExplainedCall } from "./explained-call.ts"

/** The results of the conversation: each value with the words that show it, or why there is none. */
export const Results = ({ results }: Pick<ExplainedCall, "results">) => {
  const all = Object.entries(results)
  if (all.length === 0) return null
  return (
    <section aria-label="Results" className="border-line border-t pt-3">
      <dl className="flex flex-col gap-2 text-sm">
        {all.map(([name, { evidence, reason, value }]) => (
          <div key={name} className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4">
            <dt className="break-words text-muted">{name}</dt>
            <dd className="min-w-0" dir="auto">
              {value === null ? (
                <span className="text-muted">{reason}</span>
              ) : (
                <>
                  <span className="font-medium">{resultText(value)}</span>
                  <span className="block text-muted text-xs">“{evidence}”</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
