import { signOut, useMe, useRole } from "../api/session.ts"
import { Button } from "../ui/Button.tsx"

const roles = { VIEWER: "Viewer", MEMBER: "Member", ADMIN: "Admin", SUPER_ADMIN: "Super admin" } as const

/** The person who is signed in, and the way out. */
export const Account = () => {
  const { data: me } = useMe()
  const role = useRole()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{me?.name}</p>
        <p className="truncate text-muted text-xs">{role === undefined ? me?.email : roles[role]}</p>
      </div>
      <Button kind="quiet" icon="out" aria-label="Sign out" title="Sign out" onClick={signOut} />
    </div>
  )
}
