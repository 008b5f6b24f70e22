import { Option, Schema } from "effect"

const nullable = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.NullOr(schema).annotate({ description })

const Within = (least: number, most: number) => Schema.Int.check(Schema.isBetween({ minimum: least, maximum: most }))

const NamedDay = Schema.Union([
  Schema.Struct({ kind: Schema.tag("offset"), days: Within(0, 366) }).annotate({
    description: "Counted from the day of the call: today 0, tomorrow 1, the day after tomorrow 2"
  }),
  Schema.Struct({
    kind: Schema.tag("weekday"),
    weekday: Within(1, 7),
    week: Schema.NullOr(Schema.Literals(["this", "next"]))
  }).annotate({ description: "Monday is 1; the week only where the person named it" }),
  Schema.Struct({
    kind: Schema.tag("date"),
    day: Within(1, 31),
    month: nullable(
      Schema.Union([Within(1, 12), Schema.Literals(["this", "next"])]),
      "next where they said next month; null where it was not said"
    ),
    year: nullable(Within(2000, 2200), "null where it was not said")
  })
])

/**
 * When a person wants to be called back, in the terms they used; parts they did not name are null. `callbackTime`
 * derives the moment from the parts, so that the model does not have to guess it. The descriptions here are read by
 * the model.
 */
export const CallbackSlot = Schema.Struct({
  said: Schema.String.annotate({ description: "The person's own words about the time" }),
  afterMinutes: nullable(Within(1, 60 * 24 * 60), "In half an hour is 30, after two hours 120; for days use day"),
  day: nullable(NamedDay, "The day, as it was said"),
  time: nullable(
    Schema.Struct({
      hour: Within(0, 24),
      minute: Within(0, 59),
      meridiem: Schema.NullOr(Schema.Literals(["AM", "PM"]))
    }),
    "The time of the clock, as it was said; the meridiem only where it was said"
  ),
  partOfDay: nullable(
    Schema.Literals(["MORNING", "NOON", "AFTERNOON", "EVENING", "NIGHT"]),
    "After lunch is AFTERNOON"
  ),
  zone: nullable(
    Schema.String,
    "The time zone or place that the person named for it, in English, such as IST or New York time"
  ),
  certain: Schema.Boolean.annotate({
    description:
      "Whether they asked for or agreed to exactly this: false where they doubted, offered a choice of times, " +
      "named only a limit such as before six, or said what these fields cannot hold, such as the weekend"
  })
}).annotate({ identifier: "CallbackSlot" })
export type CallbackSlot = typeof CallbackSlot.Type

/** The arguments of the tool with which the agent sets a callback, or takes it back. */
export const CallbackWish = Schema.Struct({
  ...CallbackSlot.fields,
  isTakenBack: Schema.Boolean.annotate({
    description:
      "True where they no longer want the callback that was set, and name no other time: all other parts are null"
  })
})

/**
 * Reads these arguments as a model gave them; parts that it left out were not said. `slot` is null where the person takes
 * the callback back. Undefined: the arguments do not fit.
 */
export const readCallbackWish = (
  given: Readonly<Record<string, unknown>>
): { readonly said: string; readonly slot: CallbackSlot | null } | undefined => {
  const { said } = given
  const namesTime = timeParts.some((part) => (given[part] ?? null) !== null)
  if (given.isTakenBack === true && !namesTime && typeof said === "string") return { said, slot: null }
  const parts = Object.keys(CallbackSlot.fields).map((part) => [part, given[part] ?? null])
  const slot = Option.getOrUndefined(Schema.decodeUnknownOption(CallbackSlot)(Object.fromEntries(parts)))
  return slot && { said: slot.said, slot }
}

const timeParts = ["afterMinutes", "day", "time", "partOfDay"]
