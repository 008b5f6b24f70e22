import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { ApiFailure } from "../../api/request.ts"
import { auth } from "../../api/session.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { NewPasswordField } from "../../ui/form/NewPasswordField.tsx"
import { Entrance } from "./Entrance.tsx"
import { OtherWays } from "./OtherWays.tsx"
import { SignIn } from "./SignIn.tsx"

/** A person who was invited chooses a name and a password. */
export const Invitation = () => {
  const [token] = useState(() => location.hash.slice(1))
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const accept = useMutation<unknown, ApiFailure>({
    mutationFn: () =>
      auth("invitations/accept", { token, ...(name === "" ? {} : { name }), ...(password === "" ? {} : { password }) }),
    onSuccess: () => location.replace("/console")
  })
  const problemOf = (path: string) => accept.error?.details.find((detail) => detail.path === path)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate()
  }
  if (accept.error?.code === "SIGN_IN_TO_ACCEPT") {
    return <SignIn reason={accept.error.message} onDone={() => accept.mutate()} />
  }
  return (
    <Entrance title="You are invited">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Your name"
          autoComplete="name"
          required
          autoFocus
          value={name}
          problem={problemOf("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <NewPasswordField label="Password" value={password} problem={problemOf("password")} onChange={setPassword} />
        {accept.error !== null && (
          <p role="alert" className="text-bad">
            {accept.error.message}
          </p>
        )}
        <Button kind="primary" type="submit" busy={accept.isPending}>
          Create the account
        </Button>
      </form>
      <OtherWays onDone={() => accept.mutate()} />
    </Entrance>
  )
}
