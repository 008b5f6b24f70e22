import { Schema, Struct } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { LawException } from "../law/LawException.ts"
import { withDefault } from "../schema/with-default.ts"
import { GivenTimeZone, Name, shortText, TimeZone } from "../text/text.ts"
import { LimitChanges, Limits, LimitUsage } from "./Limits.ts"

/** Minutes from midnight to a time of day in the form HH:MM. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const timeOfDay = (pattern: RegExp, example: string) =>
  Schema.String.annotate({ description: `HH:MM, such as ${example}` }).check(
    Schema.makeFilter((value) => (pattern.test(value) ? undefined : `must be a time HH:MM such as ${example}`))
  )

const windowIn = (timezone: typeof TimeZone) =>
  Schema.Struct({
    days: Schema.Array(Schema.Literals([1, 2, 3, 4, 5, 6, 7])).check(
      Schema.makeFilter((days) =>
        days.length === 0 || new Set(days).size < days.length ? "must name one or more days, each once" : undefined
      )
    ),
    start: timeOfDay(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "09:00"),
    end: timeOfDay(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, "21:00"),
    timezone: Schema.optionalKey(timezone)
  }).check(
    Schema.makeFilter(({ start, end }) =>
      minutesOf(start) < minutesOf(end)
        ? undefined
        : { path: ["end"], issue: "must be later than start, on the same day" }
    )
  )

/** The hours in which people may be called: a half-open interval within one day, on these weekdays (Monday = 1). */
export const CallingWindow = windowIn(TimeZone).annotate({ identifier: "CallingWindow" })
export type CallingWindow = typeof CallingWindow.Type

/** Hours in a request. Earlier releases have stored time zones that a request may not name. */
export const GivenCallingWindow = windowIn(GivenTimeZone).annotate({ identifier: "GivenCallingWindow" })

/** Whether another language model may replace the flow's own when it does not answer. */
export const ModelFallback = Schema.Literals(["NONE", "TO_PRIVATE", "ANY"])
export type ModelFallback = typeof ModelFallback.Type

const days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 36_500 }))

const fields = {
  name: Name,
  timezone: GivenTimeZone,
  minutesQuota: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000_000_000 })),
  callingWindow: Schema.NullOr(GivenCallingWindow),
  complianceProfile: Schema.NullOr(Schema.Literals(["STATUTORY", "NONE", "LAW"])).annotate({
    description:
      "NONE: no legal hours. STATUTORY: the common hours, and with a real carrier also the rules of the countries. LAW: " +
      "both with the simulated carrier too. Null follows the carrier: STATUTORY with a real carrier, else NONE. Answers " +
      "contain the profile in force"
  }),
  identifierKey: Schema.NullOr(
    shortText(100, "The metadata key that identifies a contact in your own system, such as loan_id")
  ),
  retentionDays: Schema.NullOr(days).annotate({
    description: "Days after which transcripts, recordings and analyses are deleted; null: never"
  }),
  recordDays: Schema.NullOr(days).annotate({
    description: "Days after which the records of calls lose name and number; null: never"
  }),
  modelFallback: ModelFallback.annotate({
    description:
      "The models that may read a conversation when the flow's own does not answer. NONE: no other. TO_PRIVATE: " +
      "PLATFORM_INFERENCE may replace HOSTED_API. ANY: each may replace the other, so that conversations of a " +
      "private model may go to HOSTED_API"
  }),
  callWeight: Schema.Int.annotate({
    description:
      "Share of the carrier's calls per second beside other organizations that want to call: one with weight 2 starts " +
      "twice as many calls as one with weight 1. An organization alone has all of them"
  }).check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))
}

export const NewOrganization = Schema.Struct({
  name: fields.name,
  timezone: withDefault(fields.timezone, "UTC"),
  minutesQuota: withDefault(fields.minutesQuota, 10_000),
  callingWindow: withDefault(fields.callingWindow, null),
  complianceProfile: withDefault(fields.complianceProfile, null),
  identifierKey: withDefault(fields.identifierKey, null),
  retentionDays: withDefault(fields.retentionDays, null),
  recordDays: withDefault(fields.recordDays, null),
  modelFallback: withDefault(fields.modelFallback, "NONE"),
  callWeight: withDefault(fields.callWeight, 1)
}).annotate({ identifier: "NewOrganization" })
export type NewOrganization = typeof NewOrganization.Type

export const OrganizationChanges = Schema.Struct({
  ...Struct.map(fields, Schema.optionalKey),
  limits: Schema.optionalKey(LimitChanges)
}).annotate({ identifier: "OrganizationChanges" })
export type OrganizationChanges = typeof OrganizationChanges.Type

export const Organization = Schema.Struct({
  id: Schema.Int,
  ...fields,
  timezone: TimeZone,
  callingWindow: Schema.NullOr(CallingWindow),
  lawExceptions: Schema.Array(LawException).annotate({
    description: "The rules of laws that do not apply to the organization, as admins decided"
  }),
  minutesUsed: Schema.Int,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Organization" })
export type Organization = typeof Organization.Type

/** An organization with its limits, and how much of them it has used. */
export const OrganizationWithLimits = Schema.Struct({
  ...Organization.fields,
  limits: Limits,
  usage: LimitUsage
}).annotate({ identifier: "OrganizationWithLimits" })
