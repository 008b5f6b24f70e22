import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { shortText } from "../text/text.ts"

/** The id of an account at Twilio. */
export const CarrierAccountId = described(
  Schema.String,
  "The account SID, such as AC followed by 32 hexadecimal digits"
).check(
  Schema.makeFilter((text) =>
    /^AC[0-9a-f]{32}$/.test(text) ? undefined : "must be an account SID: AC and 32 hexadecimal digits in lower case"
  )
)

export const isCarrierAccountId = Schema.is(CarrierAccountId)

const fields = {
  carrier: described(Schema.Literal("TWILIO"), "The carrier that has the account"),
  accountId: CarrierAccountId,
  callsPerSecond: described(
    Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 1000 })),
    "Calls per second that the carrier accepts from the account; 1 for a new account at Twilio"
  )
}

/** An organization's own account at a carrier, as an admin sets it. */
export const NewCarrierAccount = Schema.Struct({
  carrier: withDefault(fields.carrier, "TWILIO"),
  accountId: fields.accountId,
  authToken: Schema.optionalKey(
    described(
      shortText(200),
      "The auth token, which signs the callbacks of the account as well. Stored sealed and never shown again. If it is left out, the stored one stays"
    )
  ),
  callsPerSecond: withDefault(fields.callsPerSecond, 1)
}).annotate({ identifier: "NewCarrierAccount" })
export type NewCarrierAccount = typeof NewCarrierAccount.Type

export const CarrierAccount = Schema.Struct({
  ...fields,
  lastFour: described(Schema.NullOr(Schema.String), "The last characters of the auth token; null if it is too short"),
  examinedAt: described(
    Schema.NullOr(Timestamp),
    "When the carrier has accepted the token; null if it was not asked, or did not answer"
  ),
  notExamined: described(Schema.NullOr(Schema.String), "Why the account was not examined when it was set"),
  numbers: described(Schema.Int, "How many numbers of the organization call from it"),
  changedAt: described(Timestamp, "When an admin last changed it"),
  changedBy: described(Schema.String, "The actor of this change, as in the security log")
}).annotate({ identifier: "CarrierAccount" })
export type CarrierAccount = typeof CarrierAccount.Type
