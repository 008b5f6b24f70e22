import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ContactRemoval } from "../../../calls/erasure/ContactRemoval.ts"
import { ContactHistories } from "../../../calls/views/ContactHistories.ts"
import { Audiences } from "../../../contacts/Audiences.ts"
import { Contacts } from "../../../contacts/Contacts.ts"
import { NewContact } from "../../../domain/contacts/Contact.ts"
import { problemsOf, sentence } from "../../../domain/schema/problems.ts"
import { Erasure } from "../../../operations/Erasure.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { forOrganization, forOrganizationInPath, paged, succeeded } from "../for-organization.ts"

export const ContactsLive = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    const audiences = yield* Audiences
    const histories = yield* ContactHistories
    const removal = yield* ContactRemoval

    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        paged(contacts.list(organizationId, query, query.search), query)
      ),
      get: forOrganization((organizationId, { params }) => contacts.get(organizationId, params.id)),
      history: forOrganization((organizationId, { params }) => histories.get(organizationId, params.id)),
      create: forOrganization((organizationId, { payload }) => contacts.create(organizationId, payload)),
      update: forOrganization((organizationId, { params, payload }) =>
        contacts.update(organizationId, params.id, payload)
      ),
      remove: forOrganization((organizationId, { params }) => succeeded(removal.remove(organizationId, params.id))),
      bulk: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload }) {
          const rows: Array<NewContact> = []
          const errors: Array<{ index: number; reason: string }> = []
          for (const [index, row] of payload.contacts.entries()) {
            yield* decodeContact(row).pipe(
              Effect.match({
                onSuccess: (contact) => void rows.push(contact),
                onFailure: ({ issue }) => void errors.push({ index, reason: sentence(problemsOf(issue)) })
              })
            )
          }
          const { created, updated, contactIds } = yield* contacts.upsert(organizationId, rows)
          return {
            created,
            updated,
            failed: errors.length,
            contacts: yield* contacts.getMany(organizationId, contactIds),
            errors
          }
        })
      ),
      bulkDelete: forOrganization((organizationId, { payload }) =>
        Effect.map(removal.removeMany(organizationId, payload.contactIds), (deleted) => ({ deleted }))
      ),
      addToAudience: forOrganization((organizationId, { payload }) =>
        audiences.addContacts(organizationId, payload.audienceId, payload.contactIds)
      )
    })
  })
)

const decodeContact = Schema.decodeUnknownEffect(NewContact, { errors: "all" })

export const AdminContactsLive = HttpApiBuilder.group(
  AdminApi,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const erasure = yield* Erasure
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      erase: forOrganization((organizationId, { payload }, actor) =>
        Effect.map(erasure.erase(organizationId, payload.phoneNumber, actor), (erased) => ({ erased }))
      )
    })
  })
)
