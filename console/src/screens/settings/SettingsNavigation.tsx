import { Link, useRouterState } from "@tanstack/react-router"
import { useMay } from "../../api/session.ts"
import { useCurrentInView } from "../../ui/Tabs.tsx"

const groups = [
  { name: "You", pages: [{ to: "/settings", label: "Your account" }] },
  {
    name: "Organization",
    pages: [
      { to: "/settings/organization", label: "Organization" },
      { to: "/settings/law", label: "Law" },
      { to: "/settings/caller-ids", label: "Caller ids" },
      { to: "/settings/people", label: "People" },
      { to: "/settings/keys", label: "API keys" },
      { to: "/settings/webhook", label: "Webhook" },
      { to: "/settings/costs", label: "Costs" },
      { to: "/settings/log", label: "Security log" }
    ]
  },
  {
    name: "Conversations",
    pages: [
      { to: "/settings/speech", label: "Speech" },
      { to: "/settings/models", label: "Language models" },
      { to: "/settings/tool-headers", label: "Headers of tools" },
      { to: "/settings/mcp-servers", label: "MCP servers" },
      { to: "/settings/transfer-targets", label: "Transfer targets" }
    ]
  }
] as const

const wholeService = {
  name: "Whole service",
  pages: [
    { to: "/settings/doctor", label: "Doctor" },
    { to: "/settings/events", label: "Events" },
    { to: "/settings/accounts", label: "Accounts" },
    { to: "/settings/admin-tokens", label: "Admin tokens" },
    { to: "/settings/encryption", label: "Encryption keys" },
    { to: "/settings/service-log", label: "Log of the service" }
  ]
} as const

const allPages = [...groups, wholeService].flatMap(({ pages }): ReadonlyArray<{ to: string; label: string }> => pages)

/** Returns the name of the page that is shown. */
export const usePageName = () => {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return allPages.find(({ to }) => path.endsWith(to))?.label
}

/** The pages of the settings: a list at the side, or a bar on a narrow screen. Some are for super admins only. */
export const SettingsNavigation = () => {
  const isSuperAdmin = useMay("SUPER_ADMIN")
  const bar = useCurrentInView()
  return (
    <nav
      ref={bar}
      aria-label="Settings"
      className="flex gap-x-4 gap-y-1 overflow-x-auto border-line border-b md:max-xl:flex-wrap md:max-xl:pb-2 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:flex-col xl:border-b-0"
    >
      {[...groups, ...(isSuperAdmin ? [wholeService] : [])].map(({ name, pages }) => (
        <div
          key={name}
          className="flex shrink-0 items-center gap-1 md:max-xl:flex-wrap xl:mb-3 xl:flex-col xl:items-stretch"
        >
          <p className="whitespace-nowrap py-2 pr-1 text-muted text-xs xl:px-2.5 xl:py-1">{name}</p>
          {pages.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="whitespace-nowrap rounded-lg px-2.5 py-1.5 font-medium text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
            >
              {label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
