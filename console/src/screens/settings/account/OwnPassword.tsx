import type { ApiFailure } from "../../../api/request.ts"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf } from "../../../ui/form/Refusal.tsx"

interface OwnPasswordProps {
  readonly hasPassword: boolean
  /** Undefined until the person has written something. */
  readonly value: string | undefined
  readonly failure: ApiFailure | null
  readonly onChange: (value: string) => void
}

/** Asks for the password once the service wants it: when the person signed in a while ago. */
export const OwnPassword = ({ hasPassword, value, failure, onChange }: OwnPasswordProps) =>
  hasPassword &&
  (value !== undefined || failure?.code === "CONFIRMATION_REQUIRED") && (
    <Field
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      autoFocus
      value={value ?? ""}
      problem={problemsOf(failure)("current")}
      onChange={(event) => onChange(event.target.value)}
    />
  )
