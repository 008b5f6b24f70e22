import type { ReactNode } from "react"
import { Page } from "../../ui/Page.tsx"
import { SettingsNavigation, usePageName } from "./SettingsNavigation.tsx"

/** The frame of the settings. */
export const SettingsPage = ({ actions, children }: { readonly actions?: ReactNode; readonly children: ReactNode }) => {
  const page = usePageName()
  return (
    <Page title="Settings" {...(page !== undefined && { tab: `${page} · Settings` })} actions={actions}>
      <div className="flex flex-col gap-4 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)] xl:items-start xl:gap-6">
        <SettingsNavigation />
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
      </div>
    </Page>
  )
}
