import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LawExceptions } from "../../../accounts/LawExceptions.ts"
import { Organizations } from "../../../accounts/Organizations.ts"
import { CallQueue } from "../../../calls/queue/CallQueue.ts"
import { appliesLaw } from "../../../domain/dialing/calling-hours.ts"
import { lawRules } from "../../../domain/law/rules-in-words.ts"
import { AppConfig } from "../../../platform/config.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const LawLive = HttpApiBuilder.group(
  AdminApi,
  "law",
  Effect.fnUntraced(function* (handlers) {
    const exceptions = yield* LawExceptions
    const organizations = yield* Organizations
    const queue = yield* CallQueue
    const forOrganization = yield* forOrganizationInPath
    const realCarrier = (yield* AppConfig).carrier !== "simulated"
    return handlers.handleAll({
      list: forOrganization(
        Effect.fnUntraced(function* (organizationId) {
          const { complianceProfile } = yield* organizations.get(organizationId)
          const excepted = new Map((yield* exceptions.list(organizationId)).map((one) => [one.rule, one]))
          return {
            applies: appliesLaw(complianceProfile, realCarrier),
            data: lawRules().map((rule) => ({ ...rule, exception: excepted.get(rule.name) ?? null }))
          }
        })
      ),
      except: forOrganization((organizationId, { payload }, actor) =>
        Effect.tap(exceptions.put(organizationId, payload, actor), queue.reconsiderHours(organizationId))
      ),
      restore: forOrganization((organizationId, { params }) =>
        succeeded(Effect.tap(exceptions.remove(organizationId, params.rule), queue.reconsiderHours(organizationId)))
      )
    })
  })
)
