import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMay } from "../../api/session.ts"
import { Page } from "../../ui/Page.tsx"
import { Tabs, tabLink } from "../../ui/Tabs.tsx"

const asTab = { className: tabLink.className, activeOptions: { exact: true, includeSearch: false } } as const

/** The frame of the settings. What concerns all organizations has a row of its own, for super admins. */
export const SettingsPage = ({ actions, children }: { readonly actions?: ReactNode; readonly children: ReactNode }) => {
  const isSuperAdmin = useMay("SUPER_ADMIN")
  return (
    <Page title="Settings" actions={actions}>
      <Tabs label="Settings of the organization">
        <Link to="/settings" {...asTab}>
          Your account
        </Link>
        <Link to="/settings/organization" {...asTab}>
          Organization
        </Link>
        <Link to="/settings/law" {...asTab}>
          Law
        </Link>
        <Link to="/settings/costs" {...asTab}>
          Costs
        </Link>
        <Link to="/settings/people" {...asTab}>
          People
        </Link>
        <Link to="/settings/keys" {...asTab}>
          API keys
        </Link>
        <Link to="/settings/speech" {...asTab}>
          Speech
        </Link>
        <Link to="/settings/models" {...asTab}>
          Language models
        </Link>
        <Link to="/settings/webhook" {...asTab}>
          Webhook
        </Link>
        <Link to="/settings/tool-headers" {...asTab}>
          Headers of tools
        </Link>
        <Link to="/settings/mcp-servers" {...asTab}>
          MCP servers
        </Link>
        <Link to="/settings/transfer-targets" {...asTab}>
          Transfer targets
        </Link>
        <Link to="/settings/log" {...asTab}>
          Security log
        </Link>
      </Tabs>
      {isSuperAdmin && (
        <Tabs label="Settings of the whole service" name="Whole service">
          <Link to="/settings/doctor" {...asTab}>
            Doctor
          </Link>
          <Link to="/settings/events" {...asTab}>
            Events
          </Link>
          <Link to="/settings/accounts" {...asTab}>
            Accounts
          </Link>
          <Link to="/settings/admin-tokens" {...asTab}>
            Admin tokens
          </Link>
          <Link to="/settings/encryption" {...asTab}>
            Encryption keys
          </Link>
        </Tabs>
      )}
      {children}
    </Page>
  )
}
