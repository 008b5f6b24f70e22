import { Effect } from "effect"
import { OrganizationNotFound, Organizations } from "../../../accounts/Organizations.ts"
import { answered } from "../failure-answers.ts"

/** Finds the organization that the path of an admin request names. */
export const organizationOf = Effect.map(Organizations, (organizations) => (id: string) => {
  // An id outside the range of the column cannot exist.
  const isPossible = /^[1-9][0-9]{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  return answered(isPossible ? organizations.get(Number(id)) : Effect.fail(new OrganizationNotFound()))
})
