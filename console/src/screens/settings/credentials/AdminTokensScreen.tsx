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
import { ServicePage } from "../ServicePage.tsx"
import { CredentialList } from "./CredentialList.tsx"
import { NewCredential } from "./NewCredential.tsx"

type Token = Answer<"GET", typeof path>["data"][number]
type Role = NonNullable<Body<"POST", typeof path>["role"]>

const path = "/admin/v1/tokens"

const roleWords: Readonly<Record<Role, string>> = { VIEWER: "Viewer", OPERATOR: "Operator", ADMIN: "Admin" }

/** The tokens with which machines, and the command line, act for the whole service. */
export const AdminTokensScreen = () => {
  const { page = 1 } = useSearch({ from: "/settings/admin-tokens" })
  const navigate = useNavigate({ from: "/settings/admin-tokens" })
  const may = useMay("SUPER_ADMIN")
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Token>()
  const tokens = useApi(path, { query: { page, limit: 50 } }, { keepsPrevious: true, enabled: may })
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Create a token
    </Button>
  )
  return (
    <ServicePage actions={add}>
      <Card flush>
        <Read of={tokens}>
          {(found) =>
            found.data.length === 0 ? (
              <Empty icon="settings" title="No admin tokens yet" action={add}>
                Machines and the command line act for the whole service with a token, which has a name, a role and an
                end. The <code>ADMIN_TOKEN</code> of the settings has none of these.
              </Empty>
            ) : (
              <CredentialList
                label="Admin tokens"
                thing="token"
                found={found}
                page={page}
                onPage={(next) => void navigate({ search: listIn({ page: next }) })}
                roleOf={({ role }) => roleWords[role]}
                onRevoke={setRevoked}
              />
            )
          }
        </Read>
      </Card>
      <Dialog title="Create a token" isOpen={isAdding} onClose={() => setAdding(false)}>
        <NewToken onDone={() => setAdding(false)} />
      </Dialog>
      <RevokeToken revoked={revoked} onDone={() => setRevoked(undefined)} />
    </ServicePage>
  )
}

const NewToken = ({ onDone }: { readonly onDone: () => void }) => {
  const create = useChange("POST", path, { refreshes: [path] })
  return (
    <NewCredential<Role>
      roles={[
        { value: "VIEWER", label: "Viewer: reads" },
        { value: "OPERATOR", label: "Operator: also acts on campaigns and calls" },
        { value: "ADMIN", label: "Admin: does everything" }
      ]}
      firstRole="VIEWER"
      example="Monitoring"
      isPending={create.isPending}
      failure={create.error}
      onCreate={(body) => create.mutate({ body })}
      secret={create.data && { label: "The token", value: create.data.token }}
      usage={
        <>
          Machines send it as <code>Authorization: Bearer …</code>, and the command line reads it from{" "}
          <code>ADMIN_TOKEN</code>.
        </>
      }
      onDone={onDone}
    />
  )
}

const RevokeToken = ({ revoked, onDone }: { readonly revoked: Token | undefined; readonly onDone: () => void }) => {
  const revoke = useChange("DELETE", `${path}/:tokenId`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Revoke ${revoked?.name ?? "the token"}?`}
      confirm="Revoke"
      isDangerous
      change={revoke}
      input={revoked && { params: { tokenId: revoked.id } }}
      done="Token revoked"
      onDone={onDone}
    >
      Machines that use it are refused from their next request on. This cannot be undone.
    </ConfirmChange>
  )
}
