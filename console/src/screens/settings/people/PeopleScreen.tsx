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
import { Select } from "../../../ui/Select.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"
import { SettingsPage } from "../SettingsPage.tsx"
import { SecondFactorOff, SignInLink } from "./Recovery.tsx"

const path = "/admin/v1/organizations/:id/people"

type Member = Answer<"GET", typeof path>["data"][number]
type Role = Member["role"]

const roles: ReadonlyArray<{ readonly value: Role; readonly label: string }> = [
  { value: "VIEWER", label: "Viewer" },
  { value: "MEMBER", label: "Member" },
  { value: "ADMIN", label: "Admin" }
]
const nameOf = ({ email, name }: Member) => name ?? email ?? ""
const labelOf = (role: Role) => roles.find(({ value }) => value === role)?.label ?? role

/** The people of the organization, their roles, and invitations. */
export const PeopleScreen = () => {
  const may = useMay("ADMIN")
  const { data: me } = useMe()
  const toast = useToast()
  const [isInviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<Member>()
  const [linked, setLinked] = useState<Member>()
  const [eased, setEased] = useState<Member>()
  const { page = 1 } = useSearch({ from: "/settings/people" })
  const navigate = useNavigate({ from: "/settings/people" })
  const people = useApi(path, { query: { page, limit: 50 } }, { keepsPrevious: true })
  const change = useChange("PATCH", `${path}/:personId`, { refreshes: [path, "/auth/me"] })
  const columns: ReadonlyArray<Column<Member>> = [
    {
      id: "name",
      header: "Name",
      cell: ({ email, id, name }) => (
        <>
          <p className="font-medium">
            {name ?? email} {id === me?.id && <Badge tone="accent">You</Badge>}
          </p>
          {name !== null && <p className="text-muted text-xs">{email}</p>}
        </>
      )
    },
    {
      id: "role",
      header: "Role",
      cell: (member) =>
        may && member.status === "ACTIVE" && member.id !== me?.id ? (
          <div className="w-32">
            <Select
              label={`Role of ${nameOf(member)}`}
              hidesLabel
              value={member.role}
              disabled={change.isPending}
              onChange={(role) =>
                change.mutate(
                  { params: { personId: member.id }, body: { role } },
                  {
                    onSuccess: () => toast.done(`${nameOf(member)} is ${labelOf(role).toLowerCase()} now`),
                    onError: (failure) => toast.failed(failure)
                  }
                )
              }
              options={roles}
            />
          </div>
        ) : (
          <span className="whitespace-nowrap">{labelOf(member.role)}</span>
        )
    },
    {
      id: "state",
      header: "Last sign-in",
      cell: ({ expiresAt, lastSignedInAt, status }) =>
        status === "INVITED" ? (
          <Badge tone="info">
            Invited until <Time value={expiresAt} />
          </Badge>
        ) : (
          <Time value={lastSignedInAt} isRelative />
        ),
      className: "max-sm:hidden"
    },
    {
      id: "remove",
      header: <span className="sr-only">Actions</span>,
      isNumeric: true,
      cell: (member) =>
        may &&
        member.id !== me?.id && (
          <span className="inline-flex flex-wrap justify-end gap-2">
            {member.status === "ACTIVE" && (
              <Button small aria-label={`Sign-in link for ${nameOf(member)}`} onClick={() => setLinked(member)}>
                Sign-in link
              </Button>
            )}
            {member.hasTotp && (
              <Button
                small
                aria-label={`Turn off the second factor of ${nameOf(member)}`}
                onClick={() => setEased(member)}
              >
                Second factor off
              </Button>
            )}
            <Button small kind="danger" aria-label={`Remove ${nameOf(member)}`} onClick={() => setRemoved(member)}>
              Remove
            </Button>
          </span>
        )
    }
  ]
  const invite = may ? (
    <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
      Invite a person
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={invite}>
      <Card flush>
        <Read of={people}>
          {({ data, total, totalPages }) =>
            total === 0 ? (
              <Empty icon="people" title="No person has a role here yet" action={invite}>
                Super admins see every organization without being listed.
              </Empty>
            ) : (
              <>
                <DataTable label="People" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "person", "people")}
                  onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
      <Dialog title="Invite a person" isOpen={isInviting} onClose={() => setInviting(false)}>
        <Invite onDone={() => setInviting(false)} />
      </Dialog>
      <LinkForMember key={`link ${linked?.id}`} member={linked} onDone={() => setLinked(undefined)} />
      <EaseMember key={`factor ${eased?.id}`} member={eased} onDone={() => setEased(undefined)} />
      <RemovePerson member={removed} onDone={() => setRemoved(undefined)} />
    </SettingsPage>
  )
}

const Invite = ({ onDone }: { readonly onDone: () => void }) => {
  const invite = useChange("POST", path, { refreshes: [path] })
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Role>("MEMBER")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ body: { email, role } })
  }
  if (invite.data !== undefined) {
    const { invitationUrl } = invite.data
    return (
      <ShownOnce label="The invitation" value={invitationUrl} onDone={onDone}>
        Send this link to {email}. It works once, <b>and is not shown again</b>: invite again to make a new one.
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
      <Select
        label="Role"
        value={role}
        onChange={setRole}
        options={[
          { value: "VIEWER", label: "Viewer: looks at everything" },
          { value: "MEMBER", label: "Member: also works with contacts, flows and campaigns" },
          { value: "ADMIN", label: "Admin: also changes settings, keys and people" }
        ]}
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

interface HelpedProps {
  readonly member: Member | undefined
  readonly onDone: () => void
}

const LinkForMember = ({ member, onDone }: HelpedProps) => {
  const make = useChange("POST", `${path}/:personId/sign-in-link`, { refreshes: [] })
  const mutate = () => member !== undefined && make.mutate({ params: { personId: member.id } })
  return <SignInLink person={member && nameOf(member)} help={{ ...make, mutate }} onDone={onDone} />
}

const EaseMember = ({ member, onDone }: HelpedProps) => {
  const toast = useToast()
  const turnOff = useChange("DELETE", `${path}/:personId/second-factor`, { refreshes: [path] })
  const done = () => {
    toast.done("Second factor turned off")
    onDone()
  }
  const mutate = () => member !== undefined && turnOff.mutate({ params: { personId: member.id } }, { onSuccess: done })
  return <SecondFactorOff person={member && nameOf(member)} help={{ ...turnOff, mutate }} onDone={onDone} />
}

const RemovePerson = ({ member, onDone }: { readonly member: Member | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", `${path}/:personId`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Remove ${member?.name ?? member?.email ?? "the person"}?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={member && { params: { personId: member.id } }}
      done="Removed from the organization"
      onDone={onDone}
    >
      {member?.status === "INVITED"
        ? "The link of the invitation stops working."
        : "The person can no longer open this organization, from the next request on."}
    </ConfirmChange>
  )
}
