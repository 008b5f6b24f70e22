import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useEffect, useState } from "react"
import type { ApiFailure } from "../../api/request.ts"
import { auth } from "../../api/session.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Entrance } from "./Entrance.tsx"
import { OtherWays } from "./OtherWays.tsx"
import { signOnProblemIn } from "./sign-on-problem.ts"

/** Asks for e-mail and password, and for the code of a second factor where the person has one; or for another way. */
export const SignIn = ({ reason, onDone }: { readonly reason?: string; readonly onDone?: () => void }) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [code, setCode] = useState<string>()
  const [signOnProblem] = useState(() => signOnProblemIn(location.hash))
  useEffect(() => {
    if (signOnProblem !== undefined) history.replaceState(history.state, "", location.pathname + location.search)
  }, [signOnProblem])
  const signIn = useMutation<unknown, ApiFailure>({
    mutationFn: () => auth("sign-in", { email, password, ...(code === undefined ? {} : { code }) }),
    onSuccess: () => onDone?.(),
    onError: (failure) => {
      if (/CODE|SECOND_FACTOR|TOTP/.test(failure.code)) setCode((former) => former ?? "")
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  const isAskedForCode = code === "" && signIn.error !== null
  return (
    <Entrance title="Sign in">
      {reason !== undefined && <p className="text-muted">{reason}</p>}
      {signOnProblem !== undefined && (
        <p role="alert" className="text-bad">
          {signOnProblem}
        </p>
      )}
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {code !== undefined && (
          <Field
            label="Code of your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            required
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {signIn.error !== null && !isAskedForCode && (
          <p role="alert" className="text-bad">
            {signIn.error.message}
          </p>
        )}
        <Button kind="primary" type="submit" busy={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <OtherWays onDone={onDone} />
      <p className="text-muted text-xs">
        No account? An admin of your organization can invite you. The first person gets in by the link in the log of the
        service.
      </p>
    </Entrance>
  )
}
