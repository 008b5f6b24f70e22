import { Schema } from "effect"
import { GivenTime, parseTime, Timestamp } from "../calendar/time.ts"
import { countProblem } from "../schema/count-problem.ts"
import { registries } from "./registries.ts"

const codes = registries.map(({ code }) => code) as [string, ...ReadonlyArray<string>]

const Day = Schema.String.annotate({ format: "date", description: "A day such as 2026-11-27" }).check(
  Schema.makeFilter((text) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && parseTime(text) !== undefined ? undefined : "must be a day such as 2026-11-27"
  )
)

const name = Schema.String.annotate({
  description: "Distinguishes several lists of one registry, such as those of two states; empty for the only one"
}).check(
  Schema.makeFilter(
    (text) =>
      countProblem(text.length, 100, "characters") ??
      // A field of a form is not read as JSON, which must not contain one.
      (text.includes("\0") ? "must not contain a NUL character" : undefined)
  )
)

/** The description of an uploaded list. */
export const NewNumberList = Schema.Struct({
  registry: Schema.Literals(codes),
  dated: Day.annotate({
    description: "The day of the list, as its publisher states it, such as 2026-11-27; not in the future"
  }),
  name: Schema.optionalKey(name),
  expiresAt: Schema.optionalKey(
    GivenTime.annotate({ description: "The list blocks nothing from then on; not in the past" })
  )
}).annotate({ identifier: "NewNumberList" })
export type NewNumberList = typeof NewNumberList.Type

/** A list of numbers that must not be called. The numbers are kept as digests and cannot be read again. */
export const NumberList = Schema.Struct({
  id: Schema.String,
  scope: Schema.Literals(["ORGANIZATION", "INSTALLATION"]).annotate({
    description: "INSTALLATION: it applies to all organizations"
  }),
  registry: Schema.String,
  name,
  dated: Schema.String,
  validUntil: Schema.NullOr(Schema.String).annotate({
    description:
      "The last day on which campaigns may start, and call numbers of its country; null if its registry has no maximum age"
  }),
  isTooOld: Schema.Boolean.annotate({
    description: "No campaign to the registry's country starts on it, and running ones let its numbers wait"
  }),
  expiresAt: Schema.NullOr(Timestamp),
  numbers: Schema.Int.annotate({ description: "A number that the file repeats counts once" }),
  rejected: Schema.Int.annotate({ description: "Lines without a valid number" }),
  createdAt: Timestamp
}).annotate({ identifier: "NumberList" })
export type NumberList = typeof NumberList.Type

export const KnownRegistry = Schema.Struct({
  code: Schema.String,
  name: Schema.String,
  country: Schema.NullOr(Schema.String),
  maxAgeDays: Schema.NullOr(Schema.Int),
  forMarketing: Schema.Boolean.annotate({
    description: "Blocks the use cases LEAD_QUALIFICATION, EDUTECH and CUSTOM only"
  }),
  source: Schema.String
}).annotate({ identifier: "KnownRegistry" })
