import type { ReactNode } from "react"
import { useMay } from "../../api/session.ts"
import { Card } from "../../ui/Page.tsx"
import { Forbidden } from "../../ui/States.tsx"
import { SettingsPage } from "./SettingsPage.tsx"

/** The frame of settings that concern all organizations. Only super admins see them; all others read that they may not. */
export const ServicePage = ({ actions, children }: { readonly actions?: ReactNode; readonly children: ReactNode }) => {
  const may = useMay("SUPER_ADMIN")
  if (may) return <SettingsPage actions={actions}>{children}</SettingsPage>
  return (
    <SettingsPage>
      <Card flush>
        <Forbidden>This concerns all organizations of the service, and is for super admins.</Forbidden>
      </Card>
    </SettingsPage>
  )
}
