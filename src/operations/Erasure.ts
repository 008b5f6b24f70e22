import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { eraseAnswers } from "../accounts/idempotent-answers.ts"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { CallErasure, type CallUnfinished } from "../calls/erasure/CallErasure.ts"
import { ContactRemoval } from "../calls/erasure/ContactRemoval.ts"
import { NumberSuppression } from "../calls/queue/NumberSuppression.ts"
import { Consents } from "../contacts/consents/Consents.ts"
import { DoNotContact } from "../contacts/DoNotContact.ts"
import { Imports } from "../contacts/imports/Imports.ts"
import { PhoneLedger } from "../contacts/PhoneLedger.ts"
import { NumberUploads } from "../contacts/registries/NumberUploads.ts"
import { numbersOfPhone } from "../domain/calendar/canonical-number.ts"
import { maskPhoneNumber } from "../domain/calendar/phone-number.ts"
import { Outbox } from "../events/outbox/Outbox.ts"
import { Signals } from "../events/Signals.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { Deliveries } from "../writeback/Deliveries.ts"
import { ResultsCsv } from "../writeback/ResultsCsv.ts"

type Counts = Readonly<Record<string, number>>

/**
 * Erases a person from every table in one transaction, and makes sure that neither the number nor the one that a carrier
 * would reach by it is called again.
 */
export class Erasure extends Context.Service<
  Erasure,
  {
    readonly erase: (
      organizationId: number,
      phoneNumber: string,
      actor: string
    ) => Effect.Effect<Counts, CallUnfinished>
  }
>()("carillon/operations/Erasure") {
  static readonly layer = Layer.effect(
    Erasure,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const ledger = yield* PhoneLedger
      const consents = yield* Consents
      const imports = yield* Imports
      const uploads = yield* NumberUploads
      const calls = yield* CallErasure
      const removal = yield* ContactRemoval
      const suppression = yield* NumberSuppression
      const dnc = yield* DoNotContact
      const log = yield* SecurityLog
      const deliveries = yield* Deliveries
      const results = yield* ResultsCsv
      const outbox = yield* Outbox
      const signals = yield* Signals

      const erase = Effect.fn("Erasure.erase")(
        function* (organizationId: number, phoneNumber: string, actor: string) {
          const phoneNumbers = numbersOfPhone(phoneNumber)
          for (const one of phoneNumbers) yield* ledger.lock(organizationId, one)
          const counts = yield* Effect.forEach(phoneNumbers, (one) => eraseOne(organizationId, one, actor))
          yield* signals.send("recordings")
          return counts.reduce<Counts>(added, {})
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const eraseOne = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string, actor: string) {
        // Comes first, and waits for running imports: one of them may create the contact.
        const importRows = yield* imports.erase({ organizationId, phoneNumbers: [phoneNumber] })
        const person = yield* calls.find(organizationId, phoneNumber)
        const contacts = yield* removal.removeMany(organizationId, person.contactId === null ? [] : [person.contactId])
        yield* suppression.enter(organizationId, { phoneNumber, reason: "Erased", actor })
        const erased = {
          contacts,
          importRows: importRows + (yield* imports.erase(person)) + (yield* uploads.erase(person)),
          ...(yield* calls.erase(person)),
          deliveries: yield* deliveries.erase(person),
          answers: yield* eraseAnswers(sql, person),
          ledgers: yield* ledger.erase(person),
          consents: yield* consents.erase(person),
          doNotContact: yield* dnc.erase(person)
        }
        yield* results.erase(person)
        const at = new Date(yield* Clock.currentTimeMillis)
        yield* outbox.add(
          person.contacts.map(({ callIds, contactId }) => ({
            topic: "person-erased.v1" as const,
            data: { organizationId, contactId, callIds, phoneNumber: maskPhoneNumber(phoneNumber), at }
          }))
        )
        const target = Buffer.from(dnc.digest(organizationId, phoneNumber)).toString("hex")
        yield* log.append(organizationId, { actor, action: "contact.erase", target, details: erased })
        return erased
      })

      return Erasure.of({ erase })
    })
  )
}

const added = (some: Counts, more: Counts): Counts => ({
  ...some,
  ...Object.fromEntries(Object.entries(more).map(([kind, count]) => [kind, count + (some[kind] ?? 0)]))
})
