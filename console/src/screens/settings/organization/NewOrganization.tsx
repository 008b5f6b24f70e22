import { type FormEvent, useState } from "react"
import { addressOf } from "../../../api/organization.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"

/** Creates another organization, and opens it. */
export const NewOrganization = () => {
  const [isOpen, setOpen] = useState(false)
  const create = useChange("POST", "/admin/v1/organizations", { refreshes: [] })
  const [name, setName] = useState("")
  const problemOf = problemsOf(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    create.mutate(
      { body: { name, timezone: timeZone } },
      { onSuccess: ({ id }) => location.assign(`${addressOf(String(id))}/settings/organization`) }
    )
  }
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        New organization
      </Button>
      <Dialog
        title="New organization"
        description="It has its own contacts, campaigns, people and settings. Its time zone is that of this browser until you change it."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Field
            label="Name"
            required
            autoFocus
            value={name}
            problem={problemOf("name")}
            onChange={({ target }) => setName(target.value)}
          />
          <Refusal failure={create.error} fields={["name"]} />
          <div className="flex justify-end">
            <Button kind="primary" type="submit" busy={create.isPending || create.isSuccess}>
              Create
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
