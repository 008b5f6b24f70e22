import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Disclosures } from "../../../accounts/Disclosures.ts"
import { disclosurePlaceholders, unknownPlaceholder } from "../../../domain/accounts/disclosure-in.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { rejected } from "../failure-answers.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const DisclosureLive = HttpApiBuilder.group(
  AdminApi,
  "disclosure",
  Effect.fnUntraced(function* (handlers) {
    const disclosures = yield* Disclosures
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      get: forOrganization((organizationId) => disclosures.get(organizationId)),
      set: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload }, actor) {
          const unknown = unknownPlaceholder(payload.sentences)
          if (unknown !== undefined) return yield* rejected(unfilled(unknown))
          return yield* disclosures.set(organizationId, payload, actor)
        })
      )
    })
  })
)

const unfilled = ({ language, placeholder }: NonNullable<ReturnType<typeof unknownPlaceholder>>) => ({
  path: `sentences.${language}`,
  message: `names {{${placeholder}}}, which has no value: write ${disclosurePlaceholders.map((one) => `{{${one}}}`).join(" or ")}`
})
