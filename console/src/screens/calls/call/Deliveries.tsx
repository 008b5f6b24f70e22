import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { Badge, type Tone } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import type { ExplainedCall } from "./explained-call.ts"

type Delivery = ExplainedCall["deliveries"][number]

const statuses: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  DELIVERED: ["Delivered", "good"],
  FAILED: ["Failed", "bad"],
  PERMANENT_FAILURE: ["Refused for good", "bad"],
  PENDING: ["Waiting", "info"]
}

/** The webhooks about the call, with every request; a failed one can be sent again. */
export const Deliveries = ({ deliveries }: Pick<ExplainedCall, "deliveries">) =>
  deliveries.length > 0 && (
    <Card title="Webhooks">
      <ul className="flex flex-col gap-4">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <OneDelivery delivery={delivery} />
          </li>
        ))}
      </ul>
    </Card>
  )

const OneDelivery = ({ delivery }: { readonly delivery: Delivery }) => {
  const mayRetry = useMay("ADMIN")
  const toast = useToast()
  const retry = useChange("POST", "/v1/write-back/events/:id/retry")
  const [label, tone] = statuses[delivery.status] ?? [delivery.status, "muted"]
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-muted text-sm">
          <Time value={delivery.createdAt} />
        </span>
        {delivery.status !== "PENDING" && delivery.status !== "DELIVERED" && mayRetry && (
          <Button
            small
            icon="refresh"
            busy={retry.isPending}
            onClick={() =>
              retry.mutate(
                { params: { id: delivery.id } },
                {
                  onSuccess: () => toast.done("The webhook is sent again", "With the current configuration"),
                  onError: (failure) => toast.failed(failure)
                }
              )
            }
          >
            Send again
          </Button>
        )}
      </div>
      {delivery.lastError !== null && delivery.status !== "DELIVERED" && (
        <p className="text-bad">{delivery.lastError}</p>
      )}
      {delivery.nextAttemptAt !== null && (
        <p className="text-muted text-sm">
          Next request <Time value={delivery.nextAttemptAt} isRelative />
        </p>
      )}
      {delivery.attempts.length === 0 ? (
        <p className="text-muted text-sm">Nothing was sent yet.</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.at} className="flex flex-col gap-0.5 border-line border-l-2 pl-3">
              <span className="flex flex-wrap gap-x-3">
                <Time value={attempt.at} />
                <span>{attempt.statusCode === null ? "no answer" : `HTTP ${attempt.statusCode}`}</span>
                <span className="text-muted">{attempt.durationMs} ms</span>
                {attempt.error !== null && <span className="text-bad">{attempt.error}</span>}
              </span>
              {attempt.response && (
                <details>
                  <summary className="cursor-pointer text-muted text-xs">Answer</summary>
                  <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap rounded bg-sunken p-2 text-xs">
                    {attempt.response}
                  </pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
      <code className="text-muted text-xs">{delivery.webhookId}</code>
    </div>
  )
}
