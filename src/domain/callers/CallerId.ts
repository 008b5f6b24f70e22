import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"
import { Timestamp } from "../calendar/time.ts"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { shortText } from "../text/text.ts"
import { CarrierAccountId } from "./CarrierAccount.ts"

/** Names a part of an organization's numbers. */
export const CallerPool = shortText(60, "A name for some of the organization's numbers, such as Sales")

const fields = {
  account: described(
    Schema.NullOr(CarrierAccountId),
    "The organization's own carrier account from which it calls; null: the account of the installation"
  ),
  number: described(
    PhoneNumber,
    "The number that people see, in the form E.164. The carrier must let its account use it"
  ),
  pool: described(Schema.NullOr(CallerPool), "The pool that it belongs to; null: none. A campaign may name one pool"),
  dailyCap: described(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))),
    "Maximum number of calls from this number on a calendar day of the organization; null: no maximum"
  )
}

/** A number from which an organization calls, as an admin sets it. */
export const NewCallerId = Schema.Struct({
  number: fields.number,
  account: withDefault(fields.account, null),
  pool: withDefault(fields.pool, null),
  dailyCap: withDefault(fields.dailyCap, null),
  state: Schema.optionalKey(
    described(
      Schema.Literals(["ACTIVE", "OFF"]),
      "OFF: no call is placed from it. ACTIVE also ends a rest. Left out: it stays as it is, and a new number is active"
    )
  ),
  reason: Schema.optionalKey(described(shortText(200, "Why it is off"), "Why it is off, for the people who ask"))
}).annotate({ identifier: "NewCallerId" })
export type NewCallerId = typeof NewCallerId.Type

const Rate = Schema.Struct({
  calls: Schema.Int,
  answered: described(Schema.Int, "Those that a person answered; a machine does not count")
})

export const CallerId = Schema.Struct({
  ...fields,
  state: described(
    Schema.Literals(["ACTIVE", "RESTING", "OFF"]),
    "RESTING: no call is placed from it until `restingUntil`, because too few people answer it"
  ),
  reason: described(Schema.NullOr(Schema.String), "Why it rests or is off"),
  refusedAt: described(
    Schema.NullOr(Timestamp),
    "When the number was switched off because the carrier did not let it call; null if an admin has switched it off, or it is not off"
  ),
  restingUntil: Schema.NullOr(Timestamp),
  callsToday: described(Schema.Int, "Calls from this number today, on the organization's calendar day"),
  recent: described(Rate, "The last calls that have ended, at most 50; counted anew after a rest"),
  before: described(Rate, "All calls before these"),
  changedAt: described(Timestamp, "When an admin last changed it"),
  changedBy: described(Schema.String, "The actor of this change, as in the security log")
}).annotate({ identifier: "CallerId" })
export type CallerId = typeof CallerId.Type
