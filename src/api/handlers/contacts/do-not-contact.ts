import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { NumberSuppression } from "../../../calls/queue/NumberSuppression.ts"
import { DoNotContact } from "../../../contacts/DoNotContact.ts"
import { NumberUploads } from "../../../contacts/registries/NumberUploads.ts"
import { DoNotContactEntry } from "../../../domain/contacts/DoNotContact.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { answered } from "../failure-answers.ts"
import { forCaller, forOrganization, forOrganizationInPath, paged, paginated, succeeded } from "../for-organization.ts"
import { csvAnswer } from "./csv-answer.ts"
import { acceptNumbers } from "./number-uploads.ts"

export const DoNotContactLive = HttpApiBuilder.group(
  Api,
  "dnc",
  Effect.fnUntraced(function* (handlers) {
    const dnc = yield* DoNotContact
    const suppression = yield* NumberSuppression
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paginated(dnc.list(organizationId, query), query)),
      remove: forCaller(({ actor, organizationId }, { params }) =>
        succeeded(suppression.leave(organizationId, params.id, actor))
      )
    })
  })
)

/** Maximum number of rejected rows in an answer. */
const maxShown = 10_000

const csvOf = (dnc: DoNotContact["Service"], organizationId: number) =>
  csvAnswer<DoNotContactEntry>(
    ["phone_number", "reason", "source_campaign", "intent_label", "created_at", "expires_at"],
    (last, limit) => dnc.before(organizationId, last?.id, limit),
    ({ createdAt, expiresAt, intentLabel, phoneNumber, reason, sourceCampaignName }) => [
      phoneNumber,
      reason,
      sourceCampaignName,
      intentLabel,
      createdAt.toISOString(),
      expiresAt?.toISOString() ?? ""
    ]
  )

const toJson = Schema.encodeSync(DoNotContactEntry)

export const AdminDoNotContactLive = HttpApiBuilder.group(
  AdminApi,
  "dnc",
  Effect.fnUntraced(function* (handlers) {
    const suppression = yield* NumberSuppression
    const forOrganization = yield* forOrganizationInPath
    const dnc = yield* DoNotContact
    const uploads = yield* NumberUploads
    const accept = yield* acceptNumbers
    const organization = yield* organizationOf
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        paged(dnc.search(organizationId, query.search, query), query)
      ),
      download: forOrganization((organizationId) => Effect.succeed(csvOf(dnc, organizationId))),
      upload: Effect.fnUntraced(function* ({ params, payload: { file } }) {
        const { id } = yield* organization(params.id)
        const upload = yield* accept.untilFinished(id, accept.entries(id, file))
        const rejected = yield* uploads.errors(id, upload.id, { page: 1, limit: maxShown })
        const { added, existing, rejected: rejectedRows } = upload
        return { added, existing, rejected: rejected.data, rejectedRows }
      }, answered),
      add: forOrganization((organizationId, { payload }, actor) =>
        Effect.map(suppression.enter(organizationId, { ...payload, actor }), ({ entry, isNew }) =>
          HttpServerResponse.jsonUnsafe(toJson(entry), { status: isNew ? 201 : 200 })
        )
      )
    })
  })
)
