import { useNavigate, useSearch } from "@tanstack/react-router"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { startOfDay } from "../../../ui/form/local-time.ts"
import { ServicePage } from "../ServicePage.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import type { LogSearch } from "./log-search.ts"
import { SecurityLog } from "./SecurityLog.tsx"

/** The actions of people, programs and the service, and each read of what people have said. */
export const SecurityLogScreen = () => {
  const search = useSearch({ from: "/settings/log" })
  const navigate = useNavigate({ from: "/settings/log" })
  const entries = useApi(
    "/admin/v1/organizations/:id/security-log",
    { query: queryOf(search) },
    { keepsPrevious: true }
  )
  return (
    <SettingsPage>
      <SecurityLog
        of={entries}
        search={search}
        onSearch={(next, replace) => void navigate({ search: next, replace })}
      />
    </SettingsPage>
  )
}

/** The security log of all organizations, and of what belongs to none: sign-ins, accounts, admin tokens, keys. */
export const ServiceLogScreen = () => {
  const may = useMay("SUPER_ADMIN")
  const search = useSearch({ from: "/settings/service-log" })
  const navigate = useNavigate({ from: "/settings/service-log" })
  const entries = useApi("/admin/v1/security-log", { query: queryOf(search) }, { keepsPrevious: true, enabled: may })
  return (
    <ServicePage>
      <SecurityLog
        of={entries}
        search={search}
        onSearch={(next, replace) => void navigate({ search: next, replace })}
        isOfAll
      />
    </ServicePage>
  )
}

const queryOf = ({ page = 1, action, actor, target, from, to }: LogSearch) => ({
  ...{ page, limit: 50, action, actor, target },
  ...{ from: from && startOfDay(from), to: to && startOfDay(to, 1) }
})
