import { Effect, Schema } from "effect"

/** A field that may be left out of a body, for what it then means. */
export const withDefault = <S extends Schema.Top>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))
