import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

/** The public part of a key that signs audit archives. */
export const SigningKey = Schema.Struct({
  id: Schema.String,
  publicKey: Schema.String.annotate({ description: "An Ed25519 key as PEM" }),
  createdAt: Timestamp
}).annotate({ identifier: "SigningKey" })
export type SigningKey = typeof SigningKey.Type
