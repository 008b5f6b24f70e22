import { Schema } from "effect"

/** The answer of a DELETE that has nothing else to say. */
export const Success = Schema.Struct({ success: Schema.Boolean }).annotate({ identifier: "Success" })

const searchFor = (what: string) => ({
  search: Schema.optionalKey(
    Schema.String.annotate({ description: `A part of ${what}, case-insensitive` }).check(
      Schema.makeFilter((value) =>
        value.length > 255
          ? "must have at most 255 characters"
          : value.includes("\0")
            ? "must not contain a NUL character"
            : undefined
      )
    )
  )
})

/** A part of a name or a phone number, in any case. */
export const searchQuery = searchFor("the name or of the phone number")
export const searchByName = searchFor("the name")

export const byId = { id: Schema.String }

export const contactIds = Schema.Array(Schema.String).annotate({
  description: "Contact ids; those that are unknown are passed over"
})
