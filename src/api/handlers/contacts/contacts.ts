import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ContactRemoval } from "../../../calls/erasure/ContactRemoval.ts"
import { ContactHistories } from "../../../calls/views/ContactHistories.ts"
import { Audiences } from "../../../contacts/Audiences.ts"
import { Contacts } from "../../../contacts/Contacts.ts"
import { NewContact } from "../../../domain/contacts/Contact.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { problemsOf, sentence } from "../../../domain/schema/problems.ts"
import { Erasure } from "../../../operations/Erasure.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { Conflict } from "../../contract/shared/errors.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { invalidState } from "../conflicts.ts"
import { notFound } from "../not-found.ts"

const phoneNumberTaken = () =>
  new Conflict({ message: "A contact with this phone number already exists", code: "PHONE_NUMBER_TAKEN" })

const decodeContact = Schema.decodeUnknownEffect(NewContact, { errors: "all" })

export const ContactsLive = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    const audiences = yield* Audiences
    const histories = yield* ContactHistories
    const removal = yield* ContactRemoval

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* contacts.list(organizationId, query, query.search), query)
      }),
      get: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          return yield* contacts.get(organizationId, params.id)
        },
        notFound("ContactNotFound", "contact")
      ),
      history: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          return yield* histories.get(organizationId, params.id)
        },
        notFound("ContactNotFound", "contact")
      ),
      create: Effect.fnUntraced(
        function* ({ payload }) {
          const { organizationId } = yield* Caller
          return yield* contacts.create(organizationId, payload)
        },
        Effect.catchTag("PhoneNumberTaken", phoneNumberTaken)
      ),
      update: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { organizationId } = yield* Caller
          return yield* contacts.update(organizationId, params.id, payload)
        },
        notFound("ContactNotFound", "contact"),
        Effect.catchTag("PhoneNumberTaken", phoneNumberTaken)
      ),
      remove: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* removal.remove(organizationId, params.id)
          return { success: true }
        },
        notFound("ContactNotFound", "contact")
      ),
      bulk: Effect.fnUntraced(function* ({ payload }) {
        const { organizationId } = yield* Caller
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
      }),
      bulkDelete: Effect.fnUntraced(function* ({ payload }) {
        const { organizationId } = yield* Caller
        return { deleted: yield* removal.removeMany(organizationId, payload.contactIds) }
      }),
      addToAudience: Effect.fnUntraced(
        function* ({ payload }) {
          const { organizationId } = yield* Caller
          return yield* audiences.addContacts(organizationId, payload.audienceId, payload.contactIds)
        },
        notFound("AudienceNotFound", "audience")
      )
    })
  })
)

export const AdminContactsLive = HttpApiBuilder.group(
  AdminApi,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const erasure = yield* Erasure
    const organization = yield* organizationOf
    return handlers.handleAll({
      erase: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* organization(params.id)
          return { erased: yield* erasure.erase(id, payload.phoneNumber, "admin") }
        },
        Effect.catchTag("StillTalking", ({ message }) => invalidState(message))
      )
    })
  })
)
