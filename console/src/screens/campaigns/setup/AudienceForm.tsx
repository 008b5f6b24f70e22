import { Link } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import type { Body } from "../../../api/contract.ts"
import type { ApiFailure } from "../../../api/request.ts"
import { AudienceChoice, FlowChoice } from "../../../app/choices.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useCase } from "../../../ui/words/value-words.ts"

type Values = Pick<Body<"POST", "/v1/campaigns">, "name" | "useCaseType" | "audienceId" | "flowId">

interface AudienceFormProps {
  readonly initial: Values
  readonly submit: string
  readonly busy: boolean
  readonly failure: ApiFailure | null
  readonly onSubmit: (values: Values) => void
}

export const emptyValues: Values = { name: "", useCaseType: "LEAD_QUALIFICATION", audienceId: "", flowId: "" }

/** The people who are called, the flow that speaks with them, and the purpose, which decides the first labels. */
export const AudienceForm = ({ initial, submit, busy, failure, onSubmit }: AudienceFormProps) => {
  const [values, setValues] = useState<Values>(initial)
  const problem = problemsOf(failure)
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes })
  const missing = [
    ...(values.name.trim() === "" ? ["a name"] : []),
    ...(values.audienceId === "" ? ["an audience"] : []),
    ...(values.flowId === "" ? ["a flow"] : [])
  ]
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { audienceId, flowId, name, useCaseType } = values
    onSubmit({ audienceId, flowId, name: name.trim(), useCaseType })
  }
  return (
    <Card>
      <form onSubmit={send} className="flex max-w-2xl flex-col gap-4">
        <Field
          label="Name"
          required
          maxLength={255}
          autoFocus
          value={values.name}
          problem={problem("name")}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Select
          label="Purpose"
          value={values.useCaseType}
          hint="Decides the labels that the campaign begins with; you can change them"
          onChange={(useCaseType) => set({ useCaseType })}
          options={useCase.options}
        />
        <AudienceChoice
          value={values.audienceId}
          placeholder="Choose whom to call"
          none={
            <>
              There is no audience yet.{" "}
              <Link to="/people/imports" className="text-accent-strong underline">
                Import a file
              </Link>{" "}
              or{" "}
              <Link to="/people/audiences" className="text-accent-strong underline">
                add an audience
              </Link>
              .
            </>
          }
          problem={problem("audienceId")}
          onChange={(audienceId) => set({ audienceId })}
        />
        <FlowChoice
          value={values.flowId}
          placeholder="Choose what the agent says"
          none={
            <>
              There is no flow yet.{" "}
              <Link to="/flows/new" className="text-accent-strong underline">
                Create a flow
              </Link>
              .
            </>
          }
          problem={problem("flowId")}
          onChange={(flowId) => set({ flowId })}
        />
        {failure !== null && (
          <p role="alert" className="text-bad">
            {failure.message}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="primary" type="submit" busy={busy} disabled={missing.length > 0}>
            {submit}
          </Button>
          {missing.length > 0 && <p className="text-muted text-sm">Still needed: {missing.join(", ")}</p>}
        </div>
      </form>
    </Card>
  )
}
