import { addressOf, organizationId } from "../api/organization.ts"
import { useMe } from "../api/session.ts"
import { Select } from "../ui/Select.tsx"

/** Opens another organization, or names the only one. */
export const OrganizationSwitch = () => {
  const organizations = useMe().data?.organizations ?? []
  const own = organizations.find(({ id }) => String(id) === organizationId)
  if (organizations.length <= 1) {
    return <p className="truncate px-2.5 font-medium text-sm">{own?.name ?? `Organization ${organizationId}`}</p>
  }
  return (
    <Select
      label="Organization"
      hidesLabel
      value={organizationId ?? ""}
      onChange={(id) => location.assign(addressOf(id))}
      options={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
