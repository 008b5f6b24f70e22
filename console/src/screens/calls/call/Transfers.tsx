import { Badge } from "../../../ui/Badge.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { duration } from "../../../ui/words/format.ts"
import { transferStatus } from "../../../ui/words/value-words.ts"
import type { ExplainedCall } from "./explained-call.ts"
import { Facts } from "./Facts.tsx"

/** The tries to transfer the call to a person, in their order. */
export const Transfers = ({
  tries,
  attempts
}: {
  readonly tries: ExplainedCall["transfers"]
  readonly attempts: number
}) =>
  tries.length === 0 ? null : (
    <Card title="Transfers">
      <ol className="flex flex-col gap-4">
        {tries.map(({ attemptNo, connectedAt, kind, legSeconds, startedAt, status, target }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tries are only added at the end
          <li key={index} className="flex min-w-0 flex-col gap-1.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="break-all font-medium">{target}</span>
              <Badge tone={transferStatus.of(status).tone}>{transferStatus.of(status).label}</Badge>
              <span className="text-muted text-sm">
                <Time value={startedAt} />
              </span>
            </div>
            <Facts
              facts={{
                Attempt: attempts > 1 ? attemptNo : null,
                How: kind === "WARM" ? "After a briefing" : "At once",
                Connected: connectedAt === null ? null : <Time value={connectedAt} />,
                "On the phone": legSeconds === null ? null : duration(legSeconds)
              }}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
