import { type FormEvent, useState } from "react"
import { addressOf } from "../api/organization.ts"
import { useChange } from "../api/use-api.ts"
import { Button } from "../ui/Button.tsx"
import { Field } from "../ui/Field.tsx"
import { problemsOf, Refusal } from "../ui/form/Refusal.tsx"
import { Entrance } from "./sign-in/Entrance.tsx"

/** Creates the first organization of the service, and opens it. */
export const FirstOrganization = () => {
  const create = useChange("POST", "/admin/v1/organizations", { refreshes: [] })
  const [name, setName] = useState("")
  const problemOf = problemsOf(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    create.mutate({ body: { name, timezone: timeZone } }, { onSuccess: ({ id }) => location.replace(addressOf(id)) })
  }
  return (
    <Entrance title="Name your organization">
      <p className="text-muted">
        It holds contacts, flows and campaigns. You can add others later, and change the time zone, which is that of
        this browser.
      </p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          required
          autoFocus
          placeholder="Acme"
          value={name}
          problem={problemOf("name")}
          onChange={({ target }) => setName(target.value)}
        />
        <Refusal failure={create.error} fields={["name"]} />
        <Button kind="primary" type="submit" busy={create.isPending || create.isSuccess}>
          Create
        </Button>
      </form>
    </Entrance>
  )
}
