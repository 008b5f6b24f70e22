import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Requester } from "../../accounts/Requester.ts"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import { Consents } from "../../contacts/consents/Consents.ts"
import { DoNotContact, type DoNotContactNotFound, type SuppressedNumber } from "../../contacts/DoNotContact.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import { numbersOfPhone } from "../../domain/calendar/canonical-number.ts"
import { maskPhoneNumber } from "../../domain/calendar/phone-number.ts"
import { type DoNotContactEntry, doNotContact } from "../../domain/contacts/DoNotContact.ts"
import { Outbox } from "../../events/outbox/Outbox.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { type SuppressedCall, suppressedCallColumns, suppressedEvent } from "./suppressed-calls.ts"

export interface Refusal extends SuppressedNumber {
  readonly intentLabelId?: string | undefined
  /** Actor for the security log: `admin`, `key:<id>`, or a part of the service such as `opt-out`. */
  readonly actor: string
  readonly uploadId?: string | undefined
}

export type NumberToEnter = Pick<SuppressedNumber, "phoneNumber" | "reason" | "expiresAt">

/** Puts numbers on Do Not Contact, and removes them. */
export class NumberSuppression extends Context.Service<
  NumberSuppression,
  {
    /**
     * Puts a number, and the one that a carrier would reach by it, on Do Not Contact and suppresses their waiting calls in
     * all campaigns, in one transaction. Returns the entry of the given number.
     */
    readonly enter: (
      organizationId: number,
      refusal: Refusal
    ) => Effect.Effect<{ readonly entry: DoNotContactEntry; readonly isNew: boolean }>
    /**
     * Puts those of the given numbers on Do Not Contact that have waiting or live calls, each in its own transaction.
     * Returns how many of these are new, and the other numbers, for `enterMany`. Another number that gets a call in the
     * meantime is not dialed either: the claim checks Do Not Contact, and so does the dialer right before its request to
     * the carrier.
     */
    readonly enterWaiting: (
      organizationId: number,
      uploadId: string,
      numbers: ReadonlyArray<NumberToEnter>
    ) => Effect.Effect<{ readonly added: number; readonly others: ReadonlyArray<NumberToEnter> }>
    /** Puts many numbers that have no waiting calls on Do Not Contact. Returns how many are new. */
    readonly enterMany: (
      organizationId: number,
      uploadId: string,
      numbers: ReadonlyArray<NumberToEnter>
    ) => Effect.Effect<number>
    /**
     * Locks all rows that `enter` will change, in the order that all transactions use. A transaction that changes a call
     * before it calls `enter` must call this first.
     */
    readonly lock: (organizationId: number, phoneNumber: string) => Effect.Effect<void>
    /** Removes a number from Do Not Contact. Suppressed calls stay suppressed until each is restored. */
    readonly leave: (
      organizationId: number,
      entryId: string,
      actor: string
    ) => Effect.Effect<void, DoNotContactNotFound>
  }
>()("carillon/calls/NumberSuppression") {
  static readonly layer = Layer.effect(
    NumberSuppression,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const contacts = yield* Contacts
      const dnc = yield* DoNotContact
      const ledger = yield* PhoneLedger
      const consents = yield* Consents
      const log = yield* SecurityLog
      const outbox = yield* Outbox
      const signals = yield* Signals

      const enter = Effect.fn("NumberSuppression.enter")(
        function* (organizationId: number, refusal: Refusal) {
          const phoneNumbers = numbersOfPhone(refusal.phoneNumber)
          yield* lockNumbers(organizationId, phoneNumbers)
          const [given] = yield* Effect.forEach(phoneNumbers, (phoneNumber) =>
            enterOne(organizationId, { ...refusal, phoneNumber })
          )
          return given
        },
        transaction(sql),
        Effect.orDie
      )

      const lockNumbers = Effect.fnUntraced(function* (organizationId: number, phoneNumbers: ReadonlyArray<string>) {
        for (const phoneNumber of phoneNumbers) yield* ledger.lock(organizationId, phoneNumber)
      })

      const enterOne = Effect.fnUntraced(function* (organizationId: number, refusal: Refusal) {
        const added = yield* dnc.add(organizationId, refusal, refusal.uploadId)
        if (isInForce(yield* DateTime.nowAsDate)(refusal)) yield* refuseCalls(organizationId, refusal)
        if (added.isNew) yield* note(organizationId, "dnc.add", refusal.actor, added.entry)
        return added
      })

      const refuseCalls = Effect.fnUntraced(function* (organizationId: number, refusal: Refusal) {
        const { actor, intentLabel = "", intentLabelId = null, phoneNumber } = refusal
        yield* consents.withdrawAll(organizationId, [phoneNumber], actor)
        const suppressed = yield* suppressWaiting(organizationId, phoneNumber)
        const label = { name: intentLabel, id: intentLabelId }
        yield* outbox.add(suppressed.map((call) => suppressedEvent({ ...call, phoneNumber }, label)))
        for (const id of new Set(suppressed.map(({ campaignId }) => campaignId))) {
          yield* signals.send(`campaign:${id}`)
        }
        for (const id of yield* ringing(organizationId, phoneNumber)) yield* signals.send(`refused:${id}`)
      })

      const enterWaiting: NumberSuppression["Service"]["enterWaiting"] = Effect.fn("NumberSuppression.enterWaiting")(
        function* (organizationId, uploadId, numbers) {
          const { actor } = yield* Requester
          const part = longestOfEach(numbers)
          const withCalls = yield* withOpenCalls(organizationId, part)
          let added = 0
          for (const one of part.filter(({ phoneNumber }) => withCalls.has(phoneNumber))) {
            if ((yield* enter(organizationId, { ...one, actor, uploadId })).isNew) added++
          }
          return { added, others: part.filter(({ phoneNumber }) => !withCalls.has(phoneNumber)) }
        },
        Effect.orDie
      )

      const withOpenCalls = Effect.fnUntraced(function* (
        organizationId: number,
        numbers: ReadonlyArray<NumberToEnter>
      ) {
        const found = yield* sql<{ phoneNumber: string }>`select n.phone_number
          from unnest(${numbers.map(({ phoneNumber }) => phoneNumber)}::text[]) as n (phone_number)
            left join contacts k on k.organization_id = ${organizationId} and k.phone_number = n.phone_number
          where exists (select 1 from calls c where c.organization_id = ${organizationId}
              and c.phone_number = n.phone_number and ${isOpen})
            or exists (select 1 from calls c where c.organization_id = ${organizationId}
              and c.contact_id = k.id and ${isOpen})`
        return new Set(found.map(({ phoneNumber }) => phoneNumber))
      })
      const isOpen = sql.literal("(c.next_attempt_at is not null or c.status = 'IN_PROGRESS')")

      const enterMany: NumberSuppression["Service"]["enterMany"] = Effect.fn("NumberSuppression.enterMany")(
        function* (organizationId, uploadId, numbers) {
          const inForce = numbers.filter(isInForce(yield* DateTime.nowAsDate))
          yield* consents.withdrawAll(
            organizationId,
            inForce.map(({ phoneNumber }) => phoneNumber),
            "do-not-contact"
          )
          return yield* dnc.addAll(organizationId, uploadId, numbers)
        },
        transaction(sql),
        Effect.orDie
      )

      const lock = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const phoneNumbers = numbersOfPhone(phoneNumber)
        yield* lockNumbers(organizationId, phoneNumbers)
        for (const one of phoneNumbers) yield* lockWaiting(organizationId, one)
      }, Effect.orDie)

      const suppressWaiting = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const waiting = yield* lockWaiting(organizationId, phoneNumber)
        if (waiting.length === 0) return []
        return yield* sql<SuppressedCall>`update calls c set status = 'SUPPRESSED', next_attempt_at = null,
            suppression = 'ORGANIZATION', suppression_reason = ${doNotContact}
          where c.organization_id = ${organizationId} and c.id = any(${waiting.map(({ id }) => id)}::uuid[])
          returning ${sql.literal(suppressedCallColumns)}`
      })

      // Includes calls of a contact whose number changed to this one after the campaign had started.
      const ofNumber = (organizationId: number, phoneNumber: string) =>
        Effect.map(
          contacts.findByNumber(organizationId, phoneNumber),
          (contact) => sql`c.organization_id = ${organizationId} and (c.phone_number = ${phoneNumber}
            or c.contact_id = ${Option.getOrNull(contact)?.id ?? null}::uuid)`
        )

      const lockWaiting = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        return yield* sql<{ id: string; campaignId: string }>`select id, campaign_id from calls c
          where ${yield* ofNumber(organizationId, phoneNumber)} and c.next_attempt_at is not null
          order by c.id for update`
      })

      // The campaigns whose actors must hang up.
      const ringing = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const found = yield* sql<{ campaignId: string }>`select distinct c.campaign_id from calls c
            join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
          where ${yield* ofNumber(organizationId, phoneNumber)} and c.status = 'IN_PROGRESS'
            and a.ended_at is null and a.answered_at is null`
        return found.map(({ campaignId }) => campaignId)
      })

      const leave = Effect.fn("NumberSuppression.leave")(
        function* (organizationId: number, entryId: string, actor: string) {
          const entry = yield* dnc.get(organizationId, entryId)
          if (!entry.isErased) yield* ledger.lock(organizationId, entry.phoneNumber)
          yield* dnc.remove(organizationId, entryId)
          yield* note(organizationId, "dnc.remove", actor, entry)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const note = (
        organizationId: number,
        action: "dnc.add" | "dnc.remove",
        actor: string,
        { id, ...entry }: DoNotContactEntry
      ) =>
        log.append(organizationId, {
          actor,
          action,
          target: id,
          details: { phoneNumber: maskPhoneNumber(entry.phoneNumber), reason: entry.reason }
        })

      return NumberSuppression.of({ enter, enterWaiting, enterMany, lock, leave })
    })
  )
}

/** Returns the entry of each number that blocks longest: no row of a file shortens the entry of another row. */
const longestOfEach = (numbers: ReadonlyArray<NumberToEnter>): ReadonlyArray<NumberToEnter> => {
  const byNumber = new Map<string, NumberToEnter>()
  for (const one of numbers) {
    const known = byNumber.get(one.phoneNumber)
    if (known === undefined || expiryOf(one) > expiryOf(known)) byNumber.set(one.phoneNumber, one)
  }
  return [...byNumber.values()]
}

const expiryOf = ({ expiresAt }: NumberToEnter) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY

/** A file may have entries that expired before it was uploaded: they are stored and block nothing. */
const isInForce =
  (now: Date) =>
  ({ expiresAt }: Pick<SuppressedNumber, "expiresAt">) =>
    !expiresAt || expiresAt > now
