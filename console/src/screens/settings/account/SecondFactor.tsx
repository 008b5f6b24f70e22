import { type FormEvent, useState } from "react"
import type { ApiFailure } from "../../../api/request.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Copyable } from "../../../ui/form/Copyable.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { ShownOnce } from "../../../ui/form/ShownOnce.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { OwnPassword } from "./OwnPassword.tsx"

/** Adds an authenticator app, whose codes a sign-in with a password then asks for, or removes it. */
export const SecondFactor = ({ isOn, hasPassword }: { readonly isOn: boolean; readonly hasPassword: boolean }) => {
  const begin = useChange("POST", "/auth/totp", { refreshes: [] })
  const confirm = useChange("POST", "/auth/totp/confirm", { refreshes: ["/auth/me"] })
  const { data: codes } = confirm
  const done = () => {
    begin.reset()
    confirm.reset()
  }
  if (codes !== undefined) {
    return (
      <ShownOnce label="Recovery codes" value={codes.recoveryCodes.join(" ")} confirm="I have kept them" onDone={done}>
        The second factor is on. Keep these recovery codes where your phone is not: <b>they are not shown again.</b>{" "}
        Each replaces one code of the app.
      </ShownOnce>
    )
  }
  if (isOn) return <Remove />
  if (begin.data === undefined) {
    return (
      <>
        <p className="text-muted">
          With an authenticator app, a stolen password alone lets nobody in: each sign-in with it asks for a code too.
        </p>
        <Refusal failure={begin.error} />
        <div className="mt-3 flex justify-end">
          <Button kind="primary" busy={begin.isPending} onClick={() => begin.mutate({})}>
            Add an app
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        Enter this key into your authenticator app, or{" "}
        <a className="underline" href={begin.data.url}>
          open the app on this device
        </a>
        . Then enter the code that the app shows.
      </p>
      <Copyable label="Key for the app" value={begin.data.secret} />
      <CodeForm
        submit="Turn the second factor on"
        hasPassword={hasPassword}
        busy={confirm.isPending}
        failure={confirm.error}
        onSubmit={(code, current) => confirm.mutate({ body: { code, ...(current !== undefined && { current }) } })}
      />
    </>
  )
}

const Remove = () => {
  const toast = useToast()
  const remove = useChange("POST", "/auth/totp/remove", { refreshes: ["/auth/me"] })
  return (
    <>
      <p className="text-muted">A sign-in with your password asks for a code of your authenticator app.</p>
      <CodeForm
        submit="Turn the second factor off"
        busy={remove.isPending}
        failure={remove.error}
        onSubmit={(code) =>
          remove.mutate({ body: { code } }, { onSuccess: () => toast.done("The second factor is off") })
        }
      />
    </>
  )
}

interface CodeFormProps {
  readonly submit: string
  /** Whether the service may ask for the password, because there is one. */
  readonly hasPassword?: boolean
  readonly busy: boolean
  readonly failure: ApiFailure | null
  /** `current` is the password, where the service asks for it. */
  readonly onSubmit: (code: string, current: string | undefined) => void
}

const CodeForm = ({ busy, failure, hasPassword = false, onSubmit, submit }: CodeFormProps) => {
  const [code, setCode] = useState("")
  const [current, setCurrent] = useState<string>()
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(code, current)
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-3">
      <Field
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        required
        value={code}
        problem={problemsOf(failure)("code")}
        onChange={(event) => setCode(event.target.value)}
      />
      <OwnPassword hasPassword={hasPassword} value={current} failure={failure} onChange={setCurrent} />
      <Refusal failure={failure} fields={["code", "current"]} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
