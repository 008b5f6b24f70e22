import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { browserOf } from "./browser-name.ts"
import { Passkeys } from "./Passkeys.tsx"
import { PasswordForm } from "./PasswordForm.tsx"
import { SecondFactor } from "./SecondFactor.tsx"

type Me = Answer<"GET", "/auth/me">

/** The person's own name, password, passkeys, second factor and sessions. */
export const AccountScreen = () => {
  const me = useApi("/auth/me", {})
  return (
    <SettingsPage>
      <Read of={me}>
        {(person) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4">
              <Card title="You">
                <MeForm key={`${person.name}/${person.email}`} me={person} />
              </Card>
              <Card title="Password">
                <PasswordForm
                  hasPassword={person.hasPassword}
                  mayReplace={person.mayReplacePassword}
                  email={person.email}
                />
              </Card>
              <Card title="Passkeys">
                <Passkeys hasPassword={person.hasPassword} />
              </Card>
              <Card title="Second factor">
                <SecondFactor isOn={person.hasTotp} hasPassword={person.hasPassword} />
              </Card>
            </div>
            <Card title="Sessions" flush>
              <Sessions />
            </Card>
          </div>
        )}
      </Read>
    </SettingsPage>
  )
}

const MeForm = ({ me }: { readonly me: Me }) => {
  const toast = useToast()
  const change = useChange("PATCH", "/auth/me", { refreshes: ["/auth/me"] })
  const [name, setName] = useState(me.name)
  const [email, setEmail] = useState(me.email ?? "")
  const problemOf = problemsOf(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { body: { name, ...(me.email === null && email !== "" ? { email } : {}) } },
      { onSuccess: () => toast.done("Saved") }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Name"
        required
        autoComplete="name"
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="E-mail"
        type="email"
        autoComplete="email"
        disabled={me.email !== null}
        hint={me.email === null ? "You sign in with it. It cannot be changed later." : undefined}
        value={email}
        problem={problemOf("email")}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Refusal failure={change.error} fields={["name", "email"]} />
      <SaveFooter busy={change.isPending} />
    </form>
  )
}

const Sessions = () => {
  const toast = useToast()
  const sessions = useApi("/auth/sessions", {})
  const end = useChange("DELETE", "/auth/sessions/:sessionId", { refreshes: ["/auth/sessions"] })
  return (
    <Read of={sessions}>
      {(all) => (
        <ul className="divide-y divide-line">
          {all.map(({ address, id, isCurrent, lastUsedAt, userAgent }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
              <div className="min-w-0">
                <p className="font-medium">
                  {browserOf(userAgent)} {isCurrent && <Badge tone="accent">This one</Badge>}
                </p>
                <p className="text-muted text-xs">
                  {address ?? "Unknown address"}, used <Time value={lastUsedAt} isRelative />
                </p>
              </div>
              {!isCurrent && (
                <Button
                  small
                  kind="danger"
                  disabled={end.isPending}
                  aria-label={`End the session of ${browserOf(userAgent)}`}
                  onClick={() =>
                    end.mutate(
                      { params: { sessionId: id } },
                      {
                        onSuccess: () => toast.done("Session ended"),
                        onError: (failure) => toast.failed(failure)
                      }
                    )
                  }
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Read>
  )
}
