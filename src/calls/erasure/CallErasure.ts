import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Contacts } from "../../contacts/Contacts.ts"
import type { ErasedPerson } from "../../domain/accounts/Erasure.ts"
import { individual } from "../queue/BestTimes.ts"
import { maskedNumber } from "../queue/call-rows.ts"
import { lockOutFilling } from "../queue/filling-lock.ts"

/** A call to the person is live or not analyzed yet, and would store personal data after the erasure. */
export class CallUnfinished extends Schema.TaggedError<CallUnfinished>()("CallUnfinished", {
  message: Schema.String
}) {}

/** Removes personal data from calls. The rows of the calls stay, so that figures stay correct. */
export class CallErasure extends Context.Service<
  CallErasure,
  {
    /** Finds the contact and all calls of a number. Prevents campaigns from being filled until the transaction ends. */
    readonly find: (organizationId: number, phoneNumber: string) => Effect.Effect<FoundPerson, CallUnfinished>
    /** Finds the same without locks, also while the person is being called. */
    readonly locate: (organizationId: number, phoneNumber: string) => Effect.Effect<FoundPerson>
    readonly erase: (person: ErasedPerson) => Effect.Effect<Readonly<Record<string, number>>>
  }
>()("carillon/calls/CallErasure") {
  static readonly layer = Layer.effect(
    CallErasure,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const contacts = yield* Contacts

      const find = Effect.fn("CallErasure.find")(
        function* (organizationId: number, phoneNumber: string) {
          yield* lockOutFilling(sql, organizationId)
          const { calls, person } = yield* search(organizationId, phoneNumber)
          if (calls.some(({ live }) => live)) {
            return yield* new CallUnfinished({
              message: "The person is being called; erase them once the call is over"
            })
          }
          if (calls.some(({ untagged }) => untagged)) {
            return yield* new CallUnfinished({
              message: "A call to the person is still being analyzed; erase them in a few minutes"
            })
          }
          return person
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const locate = Effect.fn("CallErasure.locate")(
        (organizationId: number, phoneNumber: string) =>
          Effect.map(search(organizationId, phoneNumber), ({ person }) => person),
        Effect.orDie
      )

      const search = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const contact = yield* contacts.findByNumber(organizationId, phoneNumber)
        const contactId = Option.match(contact, { onNone: () => null, onSome: ({ id }) => id })
        const calls = yield* callsOf(organizationId, phoneNumber, contactId)
        const earlier = yield* earlierNumbers(organizationId, phoneNumber, contactId)
        const person: FoundPerson = {
          organizationId,
          contactId,
          phoneNumbers: [phoneNumber, ...earlier],
          callIds: calls.map(({ id }) => id),
          contacts: byContact(contactId, calls)
        }
        return { calls, person }
      })

      // Includes calls to the contact under an earlier number, and calls to earlier owners of the number.
      const callsOf = (organizationId: number, phoneNumber: string, contactId: string | null) =>
        sql<FoundCall>`select c.id, c.contact_id, coalesce(c.awaits_tag_until > clock_timestamp(), false) as untagged, exists (select 1 from attempts a
              where a.organization_id = c.organization_id and a.call_id = c.id and a.ended_at is null) as live
          from calls c where c.organization_id = ${organizationId}
            and (c.phone_number = ${phoneNumber} or c.contact_id = ${contactId}::uuid
              or c.id in (select call_id from attempts
                where organization_id = ${organizationId} and phone_number = ${phoneNumber}))
          order by c.id`

      // Returns earlier numbers of the contact that do not belong to another contact today. Masked numbers are left out,
      // because other people have the same mask.
      const earlierNumbers = Effect.fnUntraced(function* (
        organizationId: number,
        phoneNumber: string,
        contactId: string | null
      ) {
        const found = yield* sql<{ phoneNumber: string }>`select distinct n.number as phone_number
          from calls c
            left join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            cross join lateral (values (c.phone_number), (a.phone_number)) n (number)
          where c.organization_id = ${organizationId} and c.contact_id = ${contactId}::uuid
            and n.number <> ${phoneNumber} and n.number not like '%*%' and not exists (select 1 from contacts k
              where k.organization_id = c.organization_id and k.phone_number = n.number)`
        return found.map((row) => row.phoneNumber)
      })

      const erase = Effect.fn("CallErasure.erase")(function* ({ callIds, organizationId, phoneNumbers }: ErasedPerson) {
        const ofCalls = sql`organization_id = ${organizationId} and call_id = any(${callIds}::uuid[])`
        const keys = phoneNumbers.map(individual)
        // Waits for deliveries about the calls that are being stored, and makes later ones wait until the person is erased.
        yield* sql`select from calls where organization_id = ${organizationId} and id = any(${callIds}::uuid[])
          order by id for update`
        const count = <E, R>(statement: Effect.Effect<ReadonlyArray<object>, E, R>) =>
          Effect.map(statement, ({ length }) => length)
        return {
          // A label that is still awaited can no longer be found: the transcript is deleted with the person.
          awaitedLabels: yield* count(sql`delete from awaited_labels where ${ofCalls} returning 1`),
          analyses: yield* count(sql`delete from analyses where ${ofCalls} returning 1`),
          talks: yield* count(sql`delete from talks where ${ofCalls} returning 1`),
          // The files follow: a trigger notes them for removal.
          recordings: yield* count(sql`delete from recordings where ${ofCalls} returning 1`),
          callData: yield* count(sql`delete from call_data where ${ofCalls} returning 1`),
          toolCalls: yield* count(sql`delete from tool_calls where ${ofCalls} returning 1`),
          transfers: yield* count(sql`update transfer_tries set briefing = null, leg_sid = null
            where ${ofCalls} and (briefing is not null or leg_sid is not null) returning 1`),
          corrections: yield* count(sql`update label_corrections set note = null
            where ${ofCalls} and note is not null returning 1`),
          decisions: yield* count(sql`delete from call_decisions where ${ofCalls} returning 1`),
          attempts: yield* count(sql`update attempts set phone_number = ${masked}, call_sid = null
            where ${ofCalls} returning 1`),
          calls: yield* count(sql`update calls set contact_name = 'Erased', phone_number = ${masked}, call_sid = null,
              in_review_since = null, review_reason = null, awaits_tag_until = null,
              intent_undetermined = intent_undetermined or awaits_tag_until is not null
            where organization_id = ${organizationId} and id = any(${callIds}::uuid[]) returning 1`),
          answerTimes: yield* count(sql`delete from answer_times
            where organization_id = ${organizationId} and whose = any(${keys}::text[]) returning 1`)
        }
      }, Effect.orDie)

      const masked = sql.literal(maskedNumber)

      return CallErasure.of({ find, locate, erase })
    })
  )
}

interface FoundPerson extends ErasedPerson {
  /** The calls by contact: a number may have belonged to contacts that were deleted. */
  readonly contacts: ReadonlyArray<{ readonly contactId: string; readonly callIds: ReadonlyArray<string> }>
}

/** Returns the calls of each contact, including the current contact if it has no call. */
const byContact = (contactId: string | null, calls: ReadonlyArray<FoundCall>) => {
  const found = Map.groupBy(calls, (call) => call.contactId)
  return [...new Set([...(contactId === null ? [] : [contactId]), ...found.keys()])].map((id) => ({
    contactId: id,
    callIds: (found.get(id) ?? []).map((call) => call.id)
  }))
}

interface FoundCall {
  readonly contactId: string
  readonly id: string
  readonly untagged: boolean
  readonly live: boolean
}
