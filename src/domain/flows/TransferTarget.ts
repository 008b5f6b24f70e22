import { Schema, Struct } from "effect"
import { CallingWindow, GivenCallingWindow } from "../accounts/Organization.ts"
import { phoneNumberProblem } from "../calendar/phone-number.ts"
import { Timestamp } from "../calendar/time.ts"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { LanguageCode } from "../text/text.ts"

/** The name of a transfer target. The agent's language model reads it. */
export const TransferTargetName = described(
  Schema.String,
  "1 to 60 letters, digits, spaces, dots, dashes or underscores, such as Service desk. The agent reads it"
).check(
  Schema.makeFilter((name) =>
    /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} ._-]{0,58}[\p{L}\p{M}\p{N}.])?$/u.test(name)
      ? undefined
      : "must be 1 to 60 letters, digits, spaces, dots, dashes or underscores"
  )
)

const address = described(
  Schema.String,
  "A phone number in the form E.164, such as +442079460000, or a SIP address such as sip:desk@pbx.example.com"
).check(
  Schema.makeFilter((text) => {
    if (text.startsWith("sip:") || text.startsWith("sips:")) {
      return /^sips?:[A-Za-z0-9._~+-]{1,100}@[A-Za-z0-9.-]{1,150}(?::\d{2,5})?$/.test(text)
        ? undefined
        : "must be a SIP address such as sip:desk@pbx.example.com, without parameters"
    }
    return phoneNumberProblem(text)
  })
)

const fields = {
  address,
  hours: described(
    Schema.NullOr(GivenCallingWindow),
    "When the target takes calls; null: at any time. Without a time zone they are in that of the organization"
  ),
  priority: described(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
    "If several targets take calls now and fit the person's language equally well, the lowest number is called first"
  ),
  language: described(
    Schema.NullOr(LanguageCode),
    "The language in which the target takes calls; targets of the person's language are called first. null: any"
  )
}

/** Where a call may be transferred: a person or a desk of the organization. */
export const NewTransferTarget = Schema.Struct({
  address: fields.address,
  hours: withDefault(fields.hours, null),
  priority: withDefault(fields.priority, 1),
  language: withDefault(fields.language, null)
}).annotate({ identifier: "NewTransferTarget" })
export type NewTransferTarget = typeof NewTransferTarget.Type

export const TransferTarget = Schema.Struct({
  name: Schema.String,
  ...fields,
  hours: Schema.NullOr(CallingWindow),
  changedAt: described(Timestamp, "When the target was last changed"),
  changedBy: described(Schema.String, "The actor of this change, as in the security log")
}).annotate({ identifier: "TransferTarget" })
export type TransferTarget = typeof TransferTarget.Type

/** The part of a target that a call needs. */
export const CallableTarget = Schema.Struct(Struct.pick(TransferTarget.fields, ["name", "address"]))
export type CallableTarget = typeof CallableTarget.Type
