import { type FormEvent, useState } from "react"
import type { Body } from "../../../api/contract.ts"
import type { ApiFailure } from "../../../api/request.ts"
import { Button } from "../../../ui/Button.tsx"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { Field } from "../../../ui/Field.tsx"
import { localTime } from "../../../ui/form/local-time.ts"
import { problemsOf } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import type { Campaign } from "../campaign.ts"
import { RetryFields, retryChangesOf, retryDraftOf } from "../retry-fields.tsx"

interface PaceStepProps {
  readonly draft: Campaign
  readonly busy: boolean
  readonly failure: ApiFailure | null
  readonly onSubmit: (values: Body<"PATCH", "/v1/campaigns/:id">) => void
}

/** How fast the campaign calls, how often it tries, and when it begins and ends. */
export const PaceStep = ({ draft, busy, failure, onSubmit }: PaceStepProps) => {
  // The draft is read again while the form is open.
  const [opened] = useState(draft)
  const [pace, setPace] = useState(String(draft.callsPerMinute))
  const [concurrent, setConcurrent] = useState(String(draft.maxConcurrentCalls))
  const [timeout, setTimeoutMinutes] = useState(String(draft.callTimeoutMinutes))
  const [scheduledAt, setScheduledAt] = useState(localTime(draft.scheduledAt))
  const [retry, setRetry] = useState(() => retryDraftOf(draft))
  const problem = problemsOf(failure)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const numbers = {
      callsPerMinute: Number(pace),
      maxConcurrentCalls: Number(concurrent),
      callTimeoutMinutes: Number(timeout)
    }
    onSubmit({
      ...changedFields<Body<"PATCH", "/v1/campaigns/:id">>(opened, numbers),
      ...(scheduledAt !== localTime(opened.scheduledAt) && startOf(scheduledAt, opened.timezone)),
      ...changedFields(retryChangesOf(retryDraftOf(opened)), retryChangesOf(retry))
    })
  }
  return (
    <Card>
      <form onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Calls started a minute"
            type="number"
            min={1}
            max={1000}
            required
            value={pace}
            hint="At most; 1 to 1000"
            problem={problem("callsPerMinute")}
            onChange={(event) => setPace(event.target.value)}
          />
          <Field
            label="Calls at a time"
            type="number"
            min={1}
            max={1000}
            required
            value={concurrent}
            hint="At most; 1 to 1000"
            problem={problem("maxConcurrentCalls")}
            onChange={(event) => setConcurrent(event.target.value)}
          />
          <Field
            label="Longest call, minutes"
            type="number"
            min={1}
            max={60}
            required
            value={timeout}
            problem={problem("callTimeoutMinutes")}
            onChange={(event) => setTimeoutMinutes(event.target.value)}
          />
          <Field
            label="Start at"
            type="datetime-local"
            value={scheduledAt}
            hint="Empty: when you start it"
            problem={problem("scheduledAt", "timezone")}
            onChange={(event) => setScheduledAt(event.target.value)}
          />
        </div>
        <RetryFields draft={retry} onChange={setRetry} failure={failure} />
        <p className="text-muted text-sm">
          Calls are placed inside the calling hours of each contact's own time zone, whatever the pace.
        </p>
        {failure !== null && (
          <p role="alert" className="text-bad">
            {failure.message}
          </p>
        )}
        <div>
          <Button kind="primary" type="submit" busy={busy}>
            Store and go on
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The start, and the time zone that it needs: that of the draft, which the hours of contacts may follow, if it has one. */
const startOf = (scheduledAt: string, timezone: string | null) =>
  scheduledAt === ""
    ? { scheduledAt: null }
    : {
        scheduledAt: new Date(scheduledAt).toISOString(),
        timezone: timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
      }
