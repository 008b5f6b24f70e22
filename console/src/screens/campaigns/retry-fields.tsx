import type { ApiFailure } from "../../api/request.ts"
import { Checkbox, Field } from "../../ui/Field.tsx"
import { localTime } from "../../ui/form/local-time.ts"
import { problemsOf } from "../../ui/form/Refusal.tsx"
import type { Campaign } from "./campaign.ts"

/** The retry policy as its form has it: texts, as they were typed. */
export interface RetryDraft {
  readonly maxRetries: string
  readonly delays: string
  readonly retryWithinWindow: boolean
  readonly bestTimeOptimization: boolean
  /** Local time of the browser, or empty. */
  readonly endAt: string
}

export const retryDraftOf = (campaign: Campaign): RetryDraft => ({
  maxRetries: String(campaign.maxRetries),
  delays: (campaign.retryDelaysMinutes.length > 0 ? campaign.retryDelaysMinutes : [campaign.retryDelayMinutes]).join(
    ", "
  ),
  retryWithinWindow: campaign.retryWithinWindow,
  bestTimeOptimization: campaign.bestTimeOptimization,
  endAt: localTime(campaign.endAt)
})

export const retryChangesOf = ({ maxRetries, delays, endAt, ...flags }: RetryDraft) => {
  const [first = 60, ...others] = delays
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
  return {
    ...flags,
    maxRetries: Number(maxRetries),
    retryDelayMinutes: first,
    retryDelaysMinutes: others.length === 0 ? [] : [first, ...others],
    endAt: endAt === "" ? null : new Date(endAt).toISOString()
  }
}

interface RetryFieldsProps {
  readonly draft: RetryDraft
  readonly onChange: (draft: RetryDraft) => void
  readonly failure: ApiFailure | null
}

export const RetryFields = ({ draft, onChange, failure }: RetryFieldsProps) => {
  const problem = problemsOf(failure)
  const set = (changes: Partial<RetryDraft>) => onChange({ ...draft, ...changes })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Retries for each contact"
          type="number"
          min={0}
          max={10}
          required
          value={draft.maxRetries}
          hint="0 to 10, after no answer, busy or a failure"
          problem={problem("maxRetries")}
          onChange={(event) => set({ maxRetries: event.target.value })}
        />
        <Field
          label="Minutes before each retry"
          required
          pattern="[0-9]+([,; ]+[0-9]+)*"
          value={draft.delays}
          hint="30 to 4320; several with commas, such as 60, 240, 1440"
          problem={problem("retryDelayMinutes", "retryDelaysMinutes")}
          onChange={(event) => set({ delays: event.target.value })}
        />
        <Field
          label="Deadline"
          type="datetime-local"
          value={draft.endAt}
          hint="No call starts after it. Empty: until every contact is done"
          problem={problem("endAt")}
          onChange={(event) => set({ endAt: event.target.value })}
        />
      </div>
      <Checkbox
        label="Retry inside the calling window only"
        checked={draft.retryWithinWindow}
        onChange={(event) => set({ retryWithinWindow: event.target.checked })}
      />
      <Checkbox
        label="Move retries to hours at which more people answer"
        checked={draft.bestTimeOptimization}
        onChange={(event) => set({ bestTimeOptimization: event.target.checked })}
      />
    </>
  )
}
