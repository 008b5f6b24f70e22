import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay, useMe } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Field } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { ShownOnce } from "../../../ui/form/ShownOnce.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"
import { ServicePage } from "../ServicePage.tsx"
import { SecondFactorOff, SignInLink } from "./Recovery.tsx"

const path = "/admin/v1/people"

type Person = Answer<"GET", typeof path>["data"][number]

/** The people of all organizations: who is a super admin, who needs help to sign in, and whose account ends. */
export const AccountsScreen = () => {
  const { page = 1 } = useSearch({ from: "/settings/accounts" })
  const navigate = useNavigate({ from: "/settings/accounts" })
  const may = useMay("SUPER_ADMIN")
  const { data: me } = useMe()
  const people = useApi(path, { query: { page, limit: 50 } }, { keepsPrevious: true, enabled: may })
  const [isInviting, setInviting] = useState(false)
  const [chosen, setChosen] = useState<{ readonly for: Action; readonly person: Person }>()
  const onDone = () => setChosen(undefined)
  const chosenFor = (action: Action) => (chosen?.for === action ? chosen.person : undefined)
  const button = (person: Person, action: Action, words: string, isDangerous = false) => (
    <Button
      small
      {...(isDangerous && { kind: "danger" as const })}
      aria-label={`${words}: ${person.name}`}
      onClick={() => setChosen({ for: action, person })}
    >
      {words}
    </Button>
  )
  const columns: ReadonlyArray<Column<Person>> = [
    {
      id: "name",
      header: "Name",
      cell: ({ email, id, name }) => (
        <>
          <p className="wrap-anywhere font-medium">
            {name} {id === me?.id && <Badge tone="accent">You</Badge>}
          </p>
          <p className="break-all text-muted text-xs">{email ?? "No e-mail yet"}</p>
        </>
      )
    },
    {
      id: "role",
      header: "Access",
      cell: ({ isSuperAdmin, organizations }) =>
        isSuperAdmin ? <Badge tone="info">Super admin</Badge> : plural(organizations, "organization")
    },
    {
      id: "seen",
      header: "Last sign-in",
      className: "max-md:hidden",
      cell: ({ lastSignedInAt }) => <Time value={lastSignedInAt} isRelative />
    },
    {
      id: "actions",
      header: <span className="sr-only">Actions</span>,
      isNumeric: true,
      cell: (person) =>
        person.id !== me?.id && (
          <span className="inline-flex flex-wrap justify-end gap-2">
            {button(person, "link", "Sign-in link")}
            {person.hasTotp && button(person, "factor", "Second factor off")}
            {button(person, "role", person.isSuperAdmin ? "No longer super admin" : "Make super admin")}
            {button(person, "remove", "Remove", true)}
          </span>
        )
    }
  ]
  return (
    <ServicePage
      actions={
        <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
          Invite a super admin
        </Button>
      }
    >
      <Card flush>
        <Read of={people}>
          {({ data, total, totalPages }) => (
            <>
              <DataTable label="Accounts" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
              <Pager
                page={page}
                totalPages={totalPages}
                count={plural(total, "person", "people")}
                onPage={(next) => void navigate({ search: listIn({ page: next }) })}
              />
            </>
          )}
        </Read>
      </Card>
      <Dialog title="Invite a super admin" isOpen={isInviting} onClose={() => setInviting(false)}>
        <Invite onDone={() => setInviting(false)} />
      </Dialog>
      <Link key={`link ${chosenFor("link")?.id}`} person={chosenFor("link")} onDone={onDone} />
      <Ease key={`factor ${chosenFor("factor")?.id}`} person={chosenFor("factor")} onDone={onDone} />
      <ChangeRole person={chosenFor("role")} onDone={onDone} />
      <Remove person={chosenFor("remove")} onDone={onDone} />
    </ServicePage>
  )
}

type Action = "link" | "factor" | "role" | "remove"

interface ActionProps {
  readonly person: Person | undefined
  readonly onDone: () => void
}

const Link = ({ person, onDone }: ActionProps) => {
  const make = useChange("POST", `${path}/:personId/sign-in-link`, { refreshes: [] })
  const mutate = () => person !== undefined && make.mutate({ params: { personId: person.id } })
  return <SignInLink person={person?.name} help={{ ...make, mutate }} onDone={onDone} />
}

const Ease = ({ person, onDone }: ActionProps) => {
  const toast = useToast()
  const turnOff = useChange("DELETE", `${path}/:personId/second-factor`, { refreshes: [path] })
  const done = () => {
    toast.done("Second factor turned off")
    onDone()
  }
  const mutate = () => person !== undefined && turnOff.mutate({ params: { personId: person.id } }, { onSuccess: done })
  return <SecondFactorOff person={person?.name} help={{ ...turnOff, mutate }} onDone={onDone} />
}

const ChangeRole = ({ person, onDone }: ActionProps) => {
  const change = useChange("PATCH", `${path}/:personId`, { refreshes: [path] })
  const isSuperAdmin = person?.isSuperAdmin === true
  return (
    <ConfirmChange
      title={isSuperAdmin ? `Take the role from ${person?.name}?` : `Make ${person?.name} a super admin?`}
      confirm={isSuperAdmin ? "Take the role" : "Make super admin"}
      isDangerous={isSuperAdmin}
      change={change}
      input={person && { params: { personId: person.id }, body: { isSuperAdmin: !isSuperAdmin } }}
      done={isSuperAdmin ? "No longer a super admin" : "A super admin now"}
      onDone={onDone}
    >
      {isSuperAdmin
        ? "They keep the roles that they have in organizations."
        : "A super admin does everything in every organization, and in the settings of the whole service."}
    </ConfirmChange>
  )
}

const Remove = ({ person, onDone }: ActionProps) => {
  const remove = useChange("DELETE", `${path}/:personId`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Remove the account of ${person?.name}?`}
      confirm="Remove the account"
      isDangerous
      change={remove}
      input={person && { params: { personId: person.id } }}
      done="Account removed"
      onDone={onDone}
    >
      They are signed out, and lose their roles in all organizations. The security log keeps their name. This cannot be
      undone.
    </ConfirmChange>
  )
}

const Invite = ({ onDone }: { readonly onDone: () => void }) => {
  const invite = useChange("POST", path, { refreshes: [path] })
  const [email, setEmail] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ body: { email } })
  }
  if (invite.data !== undefined) {
    return (
      <ShownOnce label="The invitation" value={invite.data.invitationUrl} onDone={onDone}>
        Send this link to {email} only. It works once, within 7 days, <b>and is not shown again.</b>
      </ShownOnce>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="E-mail"
        type="email"
        required
        autoFocus
        value={email}
        problem={problemsOf(invite.error)("email")}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Refusal failure={invite.error} fields={["email"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={invite.isPending}>
          Make the invitation
        </Button>
      </div>
    </form>
  )
}
