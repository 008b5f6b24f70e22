import { type PersonRole, personRoles } from "./Person.ts"

/** A role that a value of a claim gives: in one organization, or SUPER_ADMIN over all of them. */
export type GivenRole =
  | { readonly value: string; readonly organizationId: number; readonly role: PersonRole }
  | { readonly value: string; readonly organizationId: null; readonly role: "SUPER_ADMIN" }

/** Reads roles such as `callers=7:MEMBER,operations=SUPER_ADMIN`; undefined when they cannot be read. */
export const parseGivenRoles = (text: string): ReadonlyArray<GivenRole> | undefined => {
  const roles = text.split(",").map(parseGivenRole)
  return roles.every((role) => role !== undefined) ? roles : undefined
}

// The value may contain any character but a comma, so the last = ends it.
const parseGivenRole = (text: string): GivenRole | undefined => {
  const [, value, id, named] = /^\s*(\S|\S.*\S)\s*=\s*(?:([1-9]\d{0,8}):([A-Z]+)|SUPER_ADMIN)\s*$/.exec(text) ?? []
  if (value === undefined) return undefined
  if (id === undefined) return { value, organizationId: null, role: "SUPER_ADMIN" }
  const role = personRoles.find((one) => one === named)
  return role === undefined ? undefined : { value, organizationId: Number(id), role }
}

/** The roles that a person gets. Null for an organization about which the provider decides, and gives no role. */
export interface RolesOfPerson {
  /** Null when the provider does not decide who is a SUPER_ADMIN. */
  readonly isSuperAdmin: boolean | null
  readonly organizations: ReadonlyMap<number, PersonRole | null>
}

/** Returns the highest role that the values of a claim give in each organization. */
export const rolesOfValues = (roles: ReadonlyArray<GivenRole>, values: ReadonlySet<string>): RolesOfPerson => {
  const organizations = new Map<number, PersonRole | null>()
  let isSuperAdmin: boolean | null = null
  for (const given of roles) {
    const has = values.has(given.value)
    if (given.organizationId === null) isSuperAdmin = isSuperAdmin === true || has
    else {
      const former = organizations.get(given.organizationId) ?? null
      organizations.set(given.organizationId, has ? higher(former, given.role) : former)
    }
  }
  return { isSuperAdmin, organizations }
}

const higher = (one: PersonRole | null, other: PersonRole): PersonRole =>
  one !== null && personRoles.indexOf(one) > personRoles.indexOf(other) ? one : other
