import { useApi } from "../../../api/use-api.ts"
import { TextDiff } from "../../../ui/diff/TextDiff.tsx"
import type { FlowDraft } from "../flow-draft.ts"
import { differencesOf } from "./flow-diff.ts"

interface DifferencesProps {
  readonly before: FlowDraft
  readonly after: FlowDraft
}

/** The settings in which two flows differ, with the words that changed. */
export const Differences = ({ before, after }: DifferencesProps) => {
  const bases = useApi("/v1/knowledge-bases", {})
  const names = new Map((bases.data ?? []).map(({ id, name }) => [id, name]))
  const differences = differencesOf(before, after, names)
  if (differences.length === 0) return <p className="text-muted">Nothing is different.</p>
  return (
    <dl className="flex flex-col gap-3" aria-label="Differences">
      {differences.map(({ field, before, after }) => (
        <div key={field} className="rounded-lg border border-line p-3">
          <dt className="mb-1 font-medium text-sm">{field}</dt>
          <dd>
            <TextDiff before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
