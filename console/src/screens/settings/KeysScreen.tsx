import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import type { Answer, Body } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { listIn } from "../../ui/browser/address.ts"
import { Confirm, Dialog } from "../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { Pager } from "../../ui/data/Pager.tsx"
import { Field } from "../../ui/Field.tsx"
import { Copyable } from "../../ui/form/Copyable.tsx"
import { problemsOf, Refusal } from "../../ui/form/Refusal.tsx"
import { plural } from "../../ui/format.ts"
import { Card } from "../../ui/Page.tsx"
import { Select } from "../../ui/Select.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { Time } from "../../ui/Time.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import { SettingsPage } from "./SettingsPage.tsx"

type Key = Answer<"GET", "/admin/v1/organizations/:id/api-keys">["data"][number]
type Role = NonNullable<Body<"POST", "/admin/v1/organizations/:id/api-keys">["role"]>

const path = "/admin/v1/organizations/:id/api-keys"

const roleWords: Readonly<Record<Role, string>> = {
  VIEWER: "Viewer",
  MEMBER: "Member",
  ADMIN: "Admin",
  SUPER_ADMIN: "Super admin"
}

const stateOf = ({ expiresAt, revokedAt }: Key) => {
  if (revokedAt !== null) return <Badge>Revoked</Badge>
  if (expiresAt !== null && new Date(expiresAt) <= new Date()) return <Badge tone="warn">Expired</Badge>
  return <Badge tone="good">Active</Badge>
}

/** The keys with which programs access the organization. */
export const KeysScreen = () => {
  const { page = 1 } = useSearch({ from: "/settings/keys" })
  const navigate = useNavigate({ from: "/settings/keys" })
  const may = useMay("ADMIN")
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Key>()
  const keys = useApi(path, { query: { page, limit: 50 } }, { keepsPrevious: true })
  const columns: ReadonlyArray<Column<Key>> = [
    {
      id: "name",
      header: "Name",
      cell: ({ name, prefix }) => (
        <>
          <p className="font-medium">{name}</p>
          <p className="font-mono text-muted text-xs">{prefix}…</p>
        </>
      )
    },
    { id: "state", header: "State", cell: stateOf },
    { id: "role", header: "Role", cell: ({ role }) => roleWords[role] },
    {
      id: "used",
      header: "Last used",
      cell: ({ lastUsedAt }) => <Time value={lastUsedAt} isRelative />,
      className: "max-md:hidden"
    },
    {
      id: "expires",
      header: "Expires",
      cell: ({ expiresAt }) => <Time value={expiresAt} />,
      className: "max-md:hidden"
    },
    {
      id: "revoke",
      header: <span className="sr-only">Revoke</span>,
      isNumeric: true,
      cell: (key) =>
        may &&
        key.revokedAt === null && (
          <Button small kind="danger" aria-label={`Revoke ${key.name}`} onClick={() => setRevoked(key)}>
            Revoke
          </Button>
        )
    }
  ]
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Create a key
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={add}>
      <Card flush>
        <Read of={keys}>
          {({ data, total, totalPages }) =>
            data.length === 0 ? (
              <Empty icon="settings" title="No keys yet" action={add}>
                Programs access the organization with a key.
              </Empty>
            ) : (
              <>
                <DataTable label="API keys" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "key")}
                  onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
      <Dialog title="Create a key" isOpen={isAdding} onClose={() => setAdding(false)}>
        <NewKey onDone={() => setAdding(false)} />
      </Dialog>
      <RevokeKey revoked={revoked} onDone={() => setRevoked(undefined)} />
    </SettingsPage>
  )
}

const lifetimes = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" }
]

const NewKey = ({ onDone }: { readonly onDone: () => void }) => {
  const create = useChange("POST", path, { refreshes: [path] })
  const [name, setName] = useState("")
  const [role, setRole] = useState<Role>("MEMBER")
  const [lifetime, setLifetime] = useState("90")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const expiresAt =
      lifetime === "" ? null : new Date(Date.now() + Number(lifetime) * 24 * 60 * 60 * 1000).toISOString()
    create.mutate({ body: { name, role, expiresAt } })
  }
  if (create.data !== undefined) {
    return (
      <>
        <p>
          Copy the key now: <b>it is not shown again.</b> Programs send it in the header <code>x-api-key</code>.
        </p>
        <Copyable label="The key" value={create.data.key} />
        <div className="flex justify-end">
          <Button kind="primary" onClick={onDone}>
            I have copied it
          </Button>
        </div>
      </>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Name"
        required
        autoFocus
        placeholder="Import from the CRM"
        value={name}
        problem={problemsOf(create.error)("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label="Role"
        value={role}
        onChange={setRole}
        options={[
          { value: "VIEWER", label: "Viewer: reads" },
          { value: "MEMBER", label: "Member: also changes contacts and campaigns" },
          { value: "ADMIN", label: "Admin: also changes settings" }
        ]}
      />
      <Select label="Expires" value={lifetime} onChange={setLifetime} options={lifetimes} />
      <Refusal failure={create.error} fields={["name"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  )
}

const RevokeKey = ({ revoked, onDone }: { readonly revoked: Key | undefined; readonly onDone: () => void }) => {
  const toast = useToast()
  const revoke = useChange("DELETE", "/admin/v1/organizations/:id/api-keys/:keyId", { refreshes: [path] })
  return (
    <Confirm
      title={`Revoke ${revoked?.name ?? "the key"}?`}
      confirm="Revoke"
      isDangerous
      isOpen={revoked !== undefined}
      onClose={onDone}
      busy={revoke.isPending}
      failure={revoke.error}
      onConfirm={() =>
        revoked !== undefined &&
        revoke.mutate(
          { params: { keyId: revoked.id } },
          {
            onSuccess: () => {
              toast.done("Key revoked")
              onDone()
            }
          }
        )
      }
    >
      Programs that use it are refused from their next request on. This cannot be undone.
    </Confirm>
  )
}
