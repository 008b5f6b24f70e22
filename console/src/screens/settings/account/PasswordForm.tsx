import { type FormEvent, useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { NewPasswordField } from "../../../ui/form/NewPasswordField.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

interface PasswordFormProps {
  readonly hasPassword: boolean
  /** Just after a sign-in by a link the current password is not asked for: it may be lost. */
  readonly mayReplace: boolean
  readonly email: string | null
}

/** Sets a password, or replaces it. */
export const PasswordForm = ({ hasPassword, mayReplace, email }: PasswordFormProps) => {
  const asksCurrent = hasPassword && !mayReplace
  const toast = useToast()
  const change = useChange("POST", "/auth/password", { refreshes: ["/auth"] })
  const [current, setCurrent] = useState("")
  const [password, setPassword] = useState("")
  const problemOf = problemsOf(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { body: { password, ...(asksCurrent ? { current } : {}) } },
      {
        onSuccess: () => {
          toast.done(hasPassword ? "Password changed" : "Password set")
          setCurrent("")
          setPassword("")
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {!hasPassword && (
        <p className="text-muted">
          {email === null
            ? "Enter your e-mail first: you sign in with it."
            : "You have none yet. With one you can sign in without a link."}
        </p>
      )}
      <input type="email" autoComplete="username" value={email ?? ""} readOnly hidden />
      {hasPassword && mayReplace && (
        <p className="text-muted">You came by a link: for ten minutes you need no old password to choose a new one.</p>
      )}
      {asksCurrent && (
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          problem={problemOf("current")}
          onChange={(event) => setCurrent(event.target.value)}
        />
      )}
      <NewPasswordField label="New password" value={password} problem={problemOf("password")} onChange={setPassword} />
      <Refusal failure={change.error} fields={["current", "password"]} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={change.isPending} disabled={email === null}>
          {hasPassword ? "Change the password" : "Set a password"}
        </Button>
      </div>
    </form>
  )
}
