import { Effect, Schema } from "effect"

/** A field of a request body, with its value when the client leaves it out. */
export const withDefault = <S extends Schema.Top>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))
