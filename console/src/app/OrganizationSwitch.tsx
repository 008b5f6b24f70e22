import { addressOf, organizationId } from "../api/organization.ts"
import { useMe } from "../api/session.ts"
import { useApi } from "../api/use-api.ts"
import { Select } from "../ui/Select.tsx"

/** The organizations that the person may open: their own, or all for a super admin. */
export const useOrganizations = (): ReadonlyArray<{ readonly id: string; readonly name: string }> => {
  const { data: me } = useMe()
  const isSuperAdmin = me?.isSuperAdmin === true
  const all = useApi("/admin/v1/organizations", { query: { limit: 100 } }, { enabled: isSuperAdmin })
  const found = isSuperAdmin ? all.data?.data : me?.organizations
  return (found ?? []).map(({ id, name }) => ({ id: String(id), name }))
}

/** Opens another organization, or names the only one. */
export const OrganizationSwitch = () => {
  const organizations = useOrganizations()
  const own = organizations.find(({ id }) => id === organizationId)
  if (organizations.length <= 1) {
    return <p className="truncate px-2.5 font-medium text-sm">{own?.name ?? `Organization ${organizationId}`}</p>
  }
  return (
    <Select
      label="Organization"
      hidesLabel
      value={organizationId ?? ""}
      onChange={(id) => location.assign(addressOf(id))}
      options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
