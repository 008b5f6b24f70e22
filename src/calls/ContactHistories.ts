import { Context, Effect, Layer } from "effect"
import { type ContactNotFound, Contacts } from "../contacts/Contacts.ts"
import type { ContactHistory } from "../domain/ContactHistory.ts"

export class ContactHistories extends Context.Service<
  ContactHistories,
  {
    readonly get: (organizationId: number, contactId: string) => Effect.Effect<ContactHistory, ContactNotFound>
  }
>()("carillon/calls/ContactHistories") {
  static readonly layer = Layer.effect(
    ContactHistories,
    Effect.gen(function* () {
      const contacts = yield* Contacts

      // There are no campaigns yet: everyone is a contact that was never called.
      const get = Effect.fn("ContactHistories.get")(function* (organizationId: number, contactId: string) {
        const { id, name, phoneNumber } = yield* contacts.get(organizationId, contactId)
        return {
          contact: { id, name, phoneNumber, doNotContact: false, doNotContactReason: null, doNotContactAt: null },
          history: [],
          bestTime: { label: null, source: "default" as const, basisCount: 0 },
          hasNegativeIntent: false,
          negativeLabels: []
        }
      })

      return ContactHistories.of({ get })
    })
  )
}
