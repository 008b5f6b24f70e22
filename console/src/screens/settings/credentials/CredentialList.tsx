import type { ReactNode } from "react"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { Time } from "../../../ui/Time.tsx"
import { plural } from "../../../ui/words/format.ts"

/** An API key or an admin token, without its secret. */
export interface Credential {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly role: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

interface CredentialListProps<C extends Credential> {
  /** Name of the table for screen readers. */
  readonly label: string
  /** The word for one credential, such as `key`. */
  readonly thing: string
  readonly found: { readonly data: ReadonlyArray<C>; readonly total: number; readonly totalPages: number }
  readonly page: number
  readonly onPage: (page: number) => void
  readonly roleOf: (credential: C) => string
  /** Left out for people who may not revoke. */
  readonly onRevoke?: ((credential: C) => void) | undefined
}

/** API keys or admin tokens with their names, roles and last uses. */
export const CredentialList = <C extends Credential>({
  label,
  thing,
  found: { data, total, totalPages },
  page,
  onPage,
  roleOf,
  onRevoke
}: CredentialListProps<C>) => {
  const columns: ReadonlyArray<Column<C>> = [
    {
      id: "name",
      header: "Name",
      cell: ({ name, prefix }) => (
        <>
          <p className="wrap-anywhere font-medium">{name}</p>
          <p className="font-mono text-muted text-xs">{prefix}…</p>
        </>
      )
    },
    { id: "state", header: "State", cell: stateOf },
    { id: "role", header: "Role", cell: roleOf },
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
      cell: (credential) =>
        onRevoke !== undefined &&
        credential.revokedAt === null && (
          <Button small kind="danger" aria-label={`Revoke ${credential.name}`} onClick={() => onRevoke(credential)}>
            Revoke
          </Button>
        )
    }
  ]
  return (
    <>
      <DataTable label={label} columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
      <Pager page={page} totalPages={totalPages} count={plural(total, thing)} onPage={onPage} />
    </>
  )
}

const stateOf = ({ expiresAt, revokedAt }: Credential): ReactNode => {
  if (revokedAt !== null) return <Badge>Revoked</Badge>
  if (expiresAt !== null && new Date(expiresAt) <= new Date()) return <Badge tone="warn">Expired</Badge>
  return <Badge tone="good">Active</Badge>
}
