import { Schema, SchemaTransformation } from "effect"

/** A moment in an answer: a Date inside, ISO 8601 in UTC on the wire. */
export const Timestamp = Schema.String.annotate({ format: "date-time", description: "ISO 8601, UTC" }).pipe(
  Schema.decodeTo(Schema.Date, SchemaTransformation.dateFromString)
)

/** A moment that a client sends. */
export const GivenTime = Schema.String.annotate({
  format: "date-time",
  description: "ISO 8601; in UTC unless it has an offset"
})
  .check(
    Schema.makeFilter((text) =>
      parseTime(text) === undefined ? "must be a time such as 2030-01-31T00:00:00Z" : undefined
    )
  )
  .pipe(
    Schema.decodeTo(
      Schema.Date,
      SchemaTransformation.transform({
        decode: (text: string) => parseTime(text) ?? new Date(Number.NaN),
        encode: (time: Date) => time.toISOString()
      })
    )
  )

/** The first and the last moment that ISO 8601 writes with a year of four digits, and that Postgres has: it has no year 0. */
export const firstMoment = new Date("0001-01-01T00:00:00Z")
export const lastMoment = new Date("9999-12-31T23:59:59.999Z")

/** Parses ISO 8601, in UTC if there is no offset; undefined for any other text and for days that do not exist. */
export const parseTime = (text: string): Date | undefined => {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text)
  if (parts === null) return undefined
  const [, day = "", time = "00:00", offset = "Z"] = parts
  const midnight = new Date(`${day}T00:00Z`)
  // Date would read February 31 as March 3.
  if (midnight.getUTCDate() !== Number(day.slice(-2))) return undefined
  const moment = new Date(`${day}T${time}${offset}`)
  return moment >= firstMoment && moment <= lastMoment ? moment : undefined
}
