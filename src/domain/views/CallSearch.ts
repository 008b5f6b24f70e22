import { Schema, SchemaTransformation } from "effect"
import { GivenTime, parseTime, Timestamp } from "../calendar/time.ts"
import { CallOutcome, CallRecord, CallStatus } from "../calls/Call.ts"
import { MachineDetail } from "../calls/MachineRecord.ts"
import { Amount } from "../costs/money.ts"
import { pageQuery } from "../schema/page.ts"
import { isUuid, RowId } from "../schema/uuid.ts"
import { filterText } from "../text/text.ts"

/** A call in the list of all calls of an organization. */
export const ListedCall = Schema.Struct({
  ...CallRecord.fields,
  campaignId: Schema.String,
  campaignName: Schema.String,
  at: Timestamp.annotate({
    description:
      "When the last attempt started; for a call that was never placed, when it was added. The list is in this order"
  }),
  currency: Schema.NullOr(Schema.String).annotate({ description: "Null while no price is known" }),
  cost: Schema.NullOr(Schema.String).annotate({
    description:
      "The cost of all attempts, as a decimal number; null when nothing is counted or the price of a part is unknown"
  }),
  knownCost: Schema.NullOr(Schema.String).annotate({ description: "The sum of the parts whose price is known" }),
  machine: Schema.NullOr(Schema.String).annotate({
    description: "How the last attempt ended with a machine, such as MESSAGE_LEFT; null without one"
  })
}).annotate({ identifier: "ListedCall" })
export type ListedCall = typeof ListedCall.Type

/** The place in the list after which a page begins. */
export interface CallCursor {
  /** With microseconds, because the order of the list has them. */
  readonly at: string
  readonly id: string
}

/** Writes a cursor as clients pass it back. */
export const writeCursor = ({ at, id }: CallCursor) => `${at}_${id}`

const readCursor = (text: string): CallCursor | undefined => {
  const [at = "", id = "", ...rest] = text.split("_")
  return parseTime(at) !== undefined && isUuid(id) && rest.length === 0 ? { at, id } : undefined
}

const Cursor = Schema.String.annotate({ description: "`nextCursor` of the page before; absent for the first page" })
  .check(Schema.makeFilter((text) => (readCursor(text) === undefined ? "must be the nextCursor of a page" : undefined)))
  .pipe(
    Schema.decodeTo(
      Schema.Struct({ at: Schema.String, id: Schema.String }),
      SchemaTransformation.transform({
        decode: (text: string) => readCursor(text) as CallCursor,
        encode: writeCursor
      })
    )
  )

const yesOrNo = (description: string) =>
  Schema.optionalKey(
    Schema.Literals(["true", "false"])
      .annotate({ description })
      .pipe(
        Schema.decodeTo(
          Schema.Boolean,
          SchemaTransformation.transform({
            decode: (text: "true" | "false") => text === "true",
            encode: (value: boolean): "true" | "false" => (value ? "true" : "false")
          })
        )
      )
  )

const Seconds = Schema.String.annotate({
  description: "Only calls whose last conversation lasted this many seconds or longer"
})
  .check(
    Schema.makeFilter((text) => (/^[0-9]{1,6}$/.test(text) ? undefined : "must be a whole number from 0 to 999999"))
  )
  .pipe(
    Schema.decodeTo(
      Schema.Int,
      SchemaTransformation.transform({
        decode: (text: string) => Number(text),
        encode: (seconds: number) => String(seconds)
      })
    )
  )

/** Selects calls of an organization, and the page of the list. */
export const CallSearch = Schema.Struct({
  cursor: Schema.optionalKey(Cursor),
  limit: pageQuery.limit,
  status: Schema.optionalKey(CallStatus),
  outcome: Schema.optionalKey(CallOutcome.annotate({ description: "How the last attempt ended" })),
  machine: Schema.optionalKey(
    MachineDetail.annotate({ description: "How the last attempt ended with a machine, such as MESSAGE_LEFT" })
  ),
  label: Schema.optionalKey(
    filterText("The name of the intent label, in any case; calls of all campaigns that have such a label")
  ),
  campaignId: Schema.optionalKey(RowId),
  from: Schema.optionalKey(GivenTime.annotate({ description: "Only calls whose `at` is this time or later" })),
  to: Schema.optionalKey(GivenTime.annotate({ description: "Only calls whose `at` is before this time" })),
  phoneNumber: Schema.optionalKey(filterText("Only calls to exactly this number, in E.164")),
  flagged: yesOrNo("Whether a journey rule flagged the call for review"),
  undetermined: yesOrNo("Whether the conversation could not be classified"),
  costAtLeast: Schema.optionalKey(
    Amount.annotate({ description: "Only calls whose known cost is at least this amount" })
  ),
  durationAtLeast: Schema.optionalKey(Seconds),
  variable: Schema.optionalKey(
    filterText("Only calls with a result of this variable, in any case; all of them, or those with `value`")
  ),
  value: Schema.optionalKey(
    filterText(
      "The value of `variable`, in any case; one of the texts of a list. There are no ranges, because values are sealed in the database"
    )
  )
})
export type CallSearch = typeof CallSearch.Type

export const FoundCalls = Schema.Struct({
  data: Schema.Array(ListedCall),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description:
      "The `cursor` of the next page; null at the end of the list. While it is not null, a page may have fewer calls than " +
      "`limit`, or none: a request looks at a limited number of calls"
  })
}).annotate({ identifier: "FoundCalls" })
export type FoundCalls = typeof FoundCalls.Type
