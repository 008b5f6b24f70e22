import { Schema, SchemaTransformation } from "effect"

/** Whether a text can be the id of a row. Any other text is treated like an id that does not exist. */
export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)

/** A UUID that no row has as its id, and that comes before all others. */
export const nilUuid = "00000000-0000-0000-0000-000000000000"

/**
 * The id of a row, as a client sends it to have the row looked up. A malformed id becomes the nil UUID, so that the
 * lookup finds nothing.
 */
export const RowId = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({
      decode: (text: string) => (isUuid(text) ? text : nilUuid),
      encode: (id: string) => id
    })
  )
)
