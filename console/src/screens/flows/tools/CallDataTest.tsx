import { useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import type { FlowDraft } from "../flow-draft.ts"
import { TestResult } from "./ToolTest.tsx"
import { contactKeysOf } from "./tool-arguments.ts"

interface CallDataTestProps {
  readonly callData: NonNullable<FlowDraft["callData"]>
}

/** Fetches the data of a call without a call, as its request is in the editor. */
export const CallDataTest = ({ callData }: CallDataTestProps) => {
  const run = useChange("POST", "/admin/v1/organizations/:id/tool-tests/call-data", { refreshes: [] })
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const send = () => {
    const { name = "", ...others } = values
    run.mutate({ body: { callData, name, values: others } })
  }
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <p className="text-muted text-sm">
        Sends the request as a call would while the phone rings, and shows the values of its prompts. No call is placed.
      </p>
      {contactKeysOf(callData).map((key) => (
        <Field
          key={key}
          label={`Contact’s ${key}`}
          value={values[key] ?? ""}
          onChange={({ target }) => setValues({ ...values, [key]: target.value })}
        />
      ))}
      <div>
        <Button small icon="play" busy={run.isPending} onClick={send}>
          Fetch the data
        </Button>
      </div>
      <Refusal failure={run.error} />
      {run.data !== undefined && (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {run.data.values.map(({ isDefault, name, value }) => (
              <div key={name} className="contents">
                <dt className="font-mono">{name}</dt>
                <dd className="flex min-w-0 flex-wrap items-center gap-2">
                  <span className="break-words">{value}</span>
                  {isDefault && <Badge tone="warn">Without an answer</Badge>}
                </dd>
              </div>
            ))}
          </dl>
          <TestResult of={run.data} />
        </>
      )}
    </div>
  )
}
