import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer, Body } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { CredentialList } from "./CredentialList.tsx"
import { NewCredential } from "./NewCredential.tsx"

type Key = Answer<"GET", typeof path>["data"][number]
type Role = NonNullable<Body<"POST", typeof path>["role"]>

const path = "/admin/v1/organizations/:id/api-keys"

const roleWords: Readonly<Record<Role, string>> = {
  VIEWER: "Viewer",
  MEMBER: "Member",
  ADMIN: "Admin",
  SUPER_ADMIN: "Super admin"
}

/** The keys with which programs access the organization. */
export const KeysScreen = () => {
  const { page = 1 } = useSearch({ from: "/settings/keys" })
  const navigate = useNavigate({ from: "/settings/keys" })
  const may = useMay("ADMIN")
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Key>()
  const keys = useApi(path, { query: { page, limit: 50 } }, { keepsPrevious: true })
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Create a key
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={add}>
      <Card flush>
        <Read of={keys}>
          {(found) =>
            found.data.length === 0 ? (
              <Empty icon="settings" title="No keys yet" action={add}>
                Programs access the organization with a key.
              </Empty>
            ) : (
              <CredentialList
                label="API keys"
                thing="key"
                found={found}
                page={page}
                onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                roleOf={({ role }) => roleWords[role]}
                onRevoke={may ? setRevoked : undefined}
              />
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

const NewKey = ({ onDone }: { readonly onDone: () => void }) => {
  const create = useChange("POST", path, { refreshes: [path] })
  return (
    <NewCredential<Role>
      roles={[
        { value: "VIEWER", label: "Viewer: reads" },
        { value: "MEMBER", label: "Member: also changes contacts and campaigns" },
        { value: "ADMIN", label: "Admin: also changes settings" }
      ]}
      firstRole="MEMBER"
      example="Import from the CRM"
      isPending={create.isPending}
      failure={create.error}
      onCreate={(body) => create.mutate({ body })}
      secret={create.data && { label: "The key", value: create.data.key }}
      usage={
        <>
          Programs send it in the header <code>x-api-key</code>.
        </>
      }
      onDone={onDone}
    />
  )
}

const RevokeKey = ({ revoked, onDone }: { readonly revoked: Key | undefined; readonly onDone: () => void }) => {
  const revoke = useChange("DELETE", `${path}/:keyId`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Revoke ${revoked?.name ?? "the key"}?`}
      confirm="Revoke"
      isDangerous
      change={revoke}
      input={revoked && { params: { keyId: revoked.id } }}
      done="Key revoked"
      onDone={onDone}
    >
      Programs that use it are refused from their next request on. This cannot be undone.
    </ConfirmChange>
  )
}
