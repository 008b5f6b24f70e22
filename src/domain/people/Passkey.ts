import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { Name } from "../text/text.ts"

/** A public key by which a person signs in without a password. */
export const Passkey = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  host: Schema.String.annotate({ description: "The host name of the console at which it signs in" }),
  lastUsedAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp
}).annotate({ identifier: "Passkey" })
export type Passkey = typeof Passkey.Type

export const PasskeyName = Name.annotate({ description: "1 to 255 characters, such as the name of the device" })
