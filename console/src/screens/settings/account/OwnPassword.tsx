import type { ApiFailure } from "../../../api/request.ts"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf } from "../../../ui/form/Refusal.tsx"

interface OwnPasswordProps {
  readonly value: string
  readonly failure: ApiFailure | null
  readonly onChange: (value: string) => void
}

/** Asks for the password of a person who signed in a while ago. */
export const OwnPassword = ({ value, failure, onChange }: OwnPasswordProps) => (
  <Field
    label="Your password"
    type="password"
    autoComplete="current-password"
    required
    autoFocus
    value={value}
    problem={problemsOf(failure)("current")}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** Whether the service wants the password, or a new sign-in where there is none. */
export const isConfirmationAsked = (failure: ApiFailure | null) => failure?.code === "CONFIRMATION_REQUIRED"
