import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { type ApiFailure, send } from "../../api/request.ts"
import { auth } from "../../api/session.ts"
import { Button, buttonClasses } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Entrance } from "./Entrance.tsx"

interface Providers {
  readonly password: boolean
  readonly providers: ReadonlyArray<{ readonly name: string; readonly label?: string }>
}

/** Asks for e-mail and password, and for the code of a second factor where the person has one. */
export const SignIn = ({ reason, onDone }: { readonly reason?: string; readonly onDone?: () => void }) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [code, setCode] = useState<string>()
  const providers = useQuery({
    queryKey: ["/auth/providers"],
    queryFn: async (): Promise<Providers> => (await send("GET", "/auth/providers")).json(),
    retry: false
  })
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
            label="Code of your authenticator app"
            inputMode="numeric"
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
      {(providers.data?.providers ?? []).map(({ name, label }) => (
        <a
          key={name}
          className={buttonClasses()}
          href={`/auth/oidc/${encodeURIComponent(name)}/start?returnTo=${encodeURIComponent(location.pathname + location.search)}`}
        >
          Continue with {label ?? name}
        </a>
      ))}
      <p className="text-muted text-xs">
        No account? An admin of your organization can invite you. The first person gets in by the link in the log of the
        service.
      </p>
    </Entrance>
  )
}
