import { Effect } from "effect"
import { Organizations } from "../../../accounts/Organizations.ts"
import { NotFound } from "../../contract/shared/errors.ts"
import { notFound } from "../not-found.ts"

/** The organization that a path of the admin API names. */
export const organizationOf = Effect.map(Organizations, (organizations) =>
  Effect.fnUntraced(
    function* (id: string) {
      // What is no id of a row is answered like one that does not exist.
      if (!/^[1-9][0-9]{0,9}$/.test(id) || Number(id) > 2_147_483_647) {
        return yield* new NotFound({ message: "There is no such organization" })
      }
      return yield* organizations.get(Number(id))
    },
    notFound("OrganizationNotFound", "organization")
  )
)
