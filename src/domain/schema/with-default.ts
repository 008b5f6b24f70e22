import { Effect, Schema } from "effect"

/** A field of a body with the value that it has if left out. */
export const withDefault = <S extends Schema.Top>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))
