import { Badge } from "../../../ui/Badge.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { number } from "../../../ui/words/format.ts"
import { toolCallStatus } from "../../../ui/words/value-words.ts"
import type { ExplainedCall } from "./explained-call.ts"
import { Facts } from "./Facts.tsx"

type ToolCall = ExplainedCall["toolCalls"][number]

/** The tools that the agent called, in their order. */
export const ToolCalls = ({
  calls,
  attempts
}: {
  readonly calls: ReadonlyArray<ToolCall>
  readonly attempts: number
}) =>
  calls.length === 0 ? null : (
    <Card title="Tools">
      <ol className="flex flex-col gap-4">
        {calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls of tools are only added at the end
          <li key={index} className="flex min-w-0 flex-col gap-1.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="break-all font-medium font-mono text-sm">{call.tool}</span>
              <Status of={call.status} />
              <span className="text-muted text-sm">
                <Time value={call.startedAt} />
              </span>
            </div>
            <Facts
              facts={{
                Attempt: attempts > 1 ? call.attemptNo : null,
                "Turn of the person": call.turn,
                "HTTP status": call.httpStatus,
                Took: call.tookMillis === null ? null : `${number(call.tookMillis)} ms`,
                "Said meanwhile": call.said
              }}
            />
            <Text label="Arguments" text={JSON.stringify(call.arguments)} />
            {call.result !== null && <Text label="The model saw" text={call.result} />}
          </li>
        ))}
      </ol>
    </Card>
  )

const Status = ({ of }: { readonly of: ToolCall["status"] }) => {
  const { label, tone } = toolCallStatus.of(of)
  return <Badge tone={tone}>{label}</Badge>
}

const Text = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className="min-w-0">
    <p className="text-muted text-xs">{label}</p>
    <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-lg bg-sunken p-2 text-xs">
      {text}
    </pre>
  </div>
)
