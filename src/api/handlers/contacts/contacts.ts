import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ConsentWithdrawals } from "../../../calls/attempts/ConsentWithdrawals.ts"
import { ContactRemoval } from "../../../calls/erasure/ContactRemoval.ts"
import { ContactHistories } from "../../../calls/views/ContactHistories.ts"
import { Audiences } from "../../../contacts/Audiences.ts"
import { Contacts } from "../../../contacts/Contacts.ts"
import { Erasure } from "../../../operations/Erasure.ts"
import { PersonExport } from "../../../operations/PersonExport.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { forCaller, forOrganization, forOrganizationInPath, succeeded } from "../for-organization.ts"
import { bulkAnswer } from "./bulk-answer.ts"
import { contactPage } from "./contact-page.ts"
import { once } from "./once.ts"
import { receivedRows } from "./received-rows.ts"

export const ContactsLive = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    const withdrawals = yield* ConsentWithdrawals
    const audiences = yield* Audiences
    const histories = yield* ContactHistories
    const removal = yield* ContactRemoval

    const bulk = forOrganization(
      Effect.fnUntraced(function* (organizationId) {
        const { contacts: rows, errors } = yield* receivedRows("contacts")
        const { created, updated } = yield* once(contacts.upsert(organizationId, rows))
        return yield* bulkAnswer(contacts, organizationId, {
          created,
          updated,
          phoneNumbers: rows.phoneNumbers,
          errors
        })
      })
    )
    return handlers.handleRaw("bulk", bulk).handleAll({
      list: forOrganization((organizationId, { query }) =>
        contactPage(contacts.list(organizationId, query, query.search), query)
      ),
      get: forOrganization((organizationId, { params }) => contacts.get(organizationId, params.id)),
      history: forOrganization((organizationId, { params }) => histories.get(organizationId, params.id)),
      create: forOrganization((organizationId, { payload }) => contacts.create(organizationId, payload)),
      update: forOrganization((organizationId, { params, payload }) =>
        contacts.update(organizationId, params.id, payload)
      ),
      withdrawConsent: forCaller(
        Effect.fnUntraced(function* ({ actor, organizationId }, { params, payload }) {
          const { phoneNumber } = yield* contacts.get(organizationId, params.id)
          yield* withdrawals.withdraw(organizationId, { phoneNumber, ...payload }, actor)
          return { success: true }
        })
      ),
      remove: forOrganization((organizationId, { params }) => succeeded(removal.remove(organizationId, params.id))),
      bulkDelete: forOrganization((organizationId, { payload }) =>
        Effect.map(removal.removeMany(organizationId, payload.contactIds), (deleted) => ({ deleted }))
      ),
      addToAudience: forOrganization((organizationId, { payload }) =>
        audiences.addContacts(organizationId, payload.audienceId, payload.contactIds)
      )
    })
  })
)

export const AdminContactsLive = HttpApiBuilder.group(
  AdminApi,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const erasure = yield* Erasure
    const exports = yield* PersonExport
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      erase: forOrganization((organizationId, { payload }, actor) =>
        Effect.map(erasure.erase(organizationId, payload.phoneNumber, actor), (erased) => ({ erased }))
      ),
      export: forOrganization((organizationId, { payload }, actor) =>
        Effect.map(exports.of(organizationId, payload.phoneNumber, actor), (archive) =>
          HttpServerResponse.stream(archive, {
            contentType: "application/x-tar",
            headers: { "cache-control": "no-store", "content-disposition": 'attachment; filename="person.tar"' }
          })
        )
      )
    })
  })
)
