import { countryOf } from "../calendar/phone-zones.ts"
import type { Purpose } from "../law/Law.ts"
import { forbids, numberPlans, registryOf, validUntil } from "./registries.ts"

/** A list of numbers that is in force. */
export interface ListInForce {
  readonly id: string
  /** Null for a list of the installation. */
  readonly organizationId: number | null
  readonly registry: string
  readonly name: string
  /** The day of the list, such as 2026-11-27. */
  readonly dated: string
}

/** The lists that forbid calls for these purposes, and are older on this day than their registry allows. */
export const oldLists = <A extends ListInForce>(
  lists: ReadonlyArray<A>,
  purposes: ReadonlyArray<Purpose>,
  day: string
): ReadonlyArray<A> =>
  lists.filter(({ dated, registry }) => {
    const kind = registryOf(registry)
    if (kind === undefined || !forbids(kind, purposes)) return false
    const last = validUntil(kind, dated)
    return last !== undefined && last < day
  })

/** Whether a list is of the country of a number. A number whose country is unknown may be of each with its first digits. */
export const concerns = ({ registry }: ListInForce, phoneNumber: string): boolean => {
  const country = registryOf(registry)?.country ?? null
  if (country === null || !phoneNumber.startsWith(`+${numberPlans[country]?.code}`)) return false
  return (countryOf(phoneNumber) ?? country) === country
}

/** The name of a list for people. */
export const titleOf = ({ name, registry }: Pick<ListInForce, "name" | "registry">): string =>
  name === "" ? registry : `${registry} "${name}"`

/** Says that a list is too old, and how to upload its present version. */
export const tooOldSentence = (list: ListInForce): string => {
  const { dated, name, organizationId, registry } = list
  const whose = organizationId === null ? "--installation" : `--org ${organizationId}`
  const named = name === "" ? "" : ` --name "${name}"`
  return `the list ${titleOf(list)} is of ${dated}: it may be at most ${registryOf(registry)?.maxAgeDays} days old; upload its present version in the console under People, Registries, or with carillon registry upload ${whose} --registry ${registry}${named}`
}
