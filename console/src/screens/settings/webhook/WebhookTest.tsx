import { useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"

/** Sends a signed sample, and shows what the other system answered. */
export const WebhookTest = ({ hasUrl }: { readonly hasUrl: boolean }) => {
  const test = useChange("POST", "/admin/v1/organizations/:id/write-back/test", { refreshes: [] })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          {hasUrl ? "Sends a signed sample to the saved address." : "Save an address first."}
        </p>
        <Button disabled={!hasUrl} busy={test.isPending} onClick={() => test.mutate({})}>
          Send a sample
        </Button>
      </div>
      <Refusal failure={test.error} />
      {test.data !== undefined && (
        <div role="status" className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={test.data.delivered ? "good" : "bad"}>
              {test.data.delivered ? "Delivered" : "Not delivered"}
            </Badge>
            <span className="text-muted">
              {test.data.status === null ? "No answer" : `Status ${test.data.status}`} after {test.data.durationMs} ms
            </span>
          </p>
          {test.data.reason !== null && <p>{test.data.reason}</p>}
          {test.data.body && (
            <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-lg bg-sunken p-2 font-mono text-xs">
              {test.data.body}
            </pre>
          )}
        </div>
      )}
    </div>
  )
}
