import { useState } from "react"
import { signOut, useMe, useRole } from "../api/session.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Dialog.tsx"

const roles = { VIEWER: "Viewer", MEMBER: "Member", ADMIN: "Admin", SUPER_ADMIN: "Super admin" } as const

/** The person who is signed in, and the way out. */
export const Account = () => {
  const { data: me } = useMe()
  const role = useRole()
  const [isAsking, setAsking] = useState(false)
  // The first person comes by a link that works once, without an e-mail address.
  const hasNoWayBack = me?.email === null
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{me?.name}</p>
        <p className="truncate text-muted text-xs">{role === undefined ? me?.email : roles[role]}</p>
      </div>
      <Button
        kind="quiet"
        icon="out"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => (hasNoWayBack ? setAsking(true) : void signOut())}
      />
      <Confirm
        title="Sign out without a way back?"
        confirm="Sign out"
        isDangerous
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void signOut()}
      >
        <p>
          You came by a link that works once, and have no e-mail address and password yet. Set them under Settings, Your
          account, to be able to sign in again.
        </p>
        <p>
          Without them only a passkey lets you in, or a new link: <code>npm run carillon -- people sign-in-link</code>
        </p>
      </Confirm>
    </div>
  )
}
