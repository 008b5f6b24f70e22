import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import { Audiences } from "../../../contacts/Audiences.ts"
import { Api } from "../../contract/Api.ts"
import { forOrganization, paged, succeeded } from "../for-organization.ts"
import { contactPage } from "./contact-page.ts"

export const AudiencesLive = HttpApiBuilder.group(
  Api,
  "audiences",
  Effect.fnUntraced(function* (handlers) {
    const audiences = yield* Audiences
    const campaigns = yield* Campaigns
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        paged(audiences.list(organizationId, query, query.search), query)
      ),
      get: forOrganization((organizationId, { params }) => audiences.get(organizationId, params.id)),
      create: forOrganization((organizationId, { payload }) => audiences.create(organizationId, payload)),
      update: forOrganization((organizationId, { params, payload }) =>
        audiences.update(organizationId, params.id, payload)
      ),
      remove: forOrganization((organizationId, { params }) =>
        succeeded(campaigns.removeAudience(organizationId, params.id))
      ),
      contacts: forOrganization((organizationId, { params, query }) =>
        contactPage(audiences.listContacts(organizationId, params.id, "members", query, query.search), query)
      ),
      availableContacts: forOrganization((organizationId, { params, query }) =>
        contactPage(audiences.listContacts(organizationId, params.id, "others", query, query.search), query)
      ),
      addContacts: forOrganization((organizationId, { params, payload }) =>
        audiences.addContacts(organizationId, params.id, payload.contactIds)
      ),
      removeContacts: forOrganization((organizationId, { params, payload }) =>
        audiences.removeContacts(organizationId, params.id, payload.contactIds)
      ),
      removeContactsByPost: forOrganization((organizationId, { params, payload }) =>
        audiences.removeContacts(organizationId, params.id, payload.contactIds)
      )
    })
  })
)
