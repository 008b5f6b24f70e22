import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Parts } from "../../../ui/data/Meter.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { number } from "../../../ui/words/format.ts"
import { SettingsPage } from "../SettingsPage.tsx"
import { DisclosureCard } from "./DisclosureCard.tsx"
import { FrequencyCapForm } from "./FrequencyCapForm.tsx"
import { LimitsDialog } from "./LimitsDialog.tsx"
import { NewOrganization } from "./NewOrganization.tsx"
import { OrganizationForm } from "./OrganizationForm.tsx"

/** How the organization calls: its hours, its rules, and how much of its limits it has used. */
export const OrganizationScreen = () => {
  const organization = useApi("/admin/v1/organizations/:id", {})
  const may = useMay("ADMIN")
  const isSuperAdmin = useMay("SUPER_ADMIN")
  return (
    <SettingsPage actions={isSuperAdmin && <NewOrganization />}>
      <Read of={organization} lines={10}>
        {(found) => (
          <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
            <div className="flex min-w-0 flex-col gap-4">
              <Card title="Organization">
                <OrganizationForm organization={found} isReadOnly={!may} />
              </Card>
              <DisclosureCard />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <Card title="Frequency cap">
                <FrequencyCapForm isReadOnly={!may} />
              </Card>
              <Card title="Used" actions={isSuperAdmin && <LimitsDialog limits={found.limits} />}>
                <ul className="flex flex-col gap-3">
                  <Used name="Minutes of calls" used={found.minutesUsed} limit={found.minutesQuota} />
                  <Used name="Contacts" used={found.usage.contacts} limit={found.limits.contacts} />
                  <Used name="Documents" used={found.usage.documents} limit={found.limits.documents} />
                  <Used
                    name="MiB of documents"
                    used={Math.ceil(found.usage.documentBytes / 1024 ** 2)}
                    limit={Math.floor(found.limits.documentBytes / 1024 ** 2)}
                  />
                  <Used
                    name="Tokens embedded today"
                    used={found.usage.embeddingTokensToday}
                    limit={found.limits.embeddingTokensPerDay}
                  />
                </ul>
              </Card>
            </div>
          </div>
        )}
      </Read>
    </SettingsPage>
  )
}

const Used = ({ name, used, limit }: { readonly name: string; readonly used: number; readonly limit: number }) => (
  <li className="flex flex-col gap-1">
    <span className="flex flex-wrap justify-between gap-2">
      <span>{name}</span>
      <span className="text-muted">
        {number(used)} of {number(limit)}
      </span>
    </span>
    <Parts
      isThin
      total={limit}
      parts={[{ name, value: Math.min(used, limit), color: used >= limit * 0.9 ? "--warn" : "--accent" }]}
    />
  </li>
)
