import { Field } from "../Field.tsx"

interface NewPasswordFieldProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

/** A field in which a person chooses a password. */
export const NewPasswordField = ({ label, value, problem, onChange }: NewPasswordFieldProps) => (
  <Field
    label={label}
    type="password"
    autoComplete="new-password"
    required
    minLength={10}
    hint="At least 10 characters"
    value={value}
    problem={problem}
    onChange={(event) => onChange(event.target.value)}
  />
)
