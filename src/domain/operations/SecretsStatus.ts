import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

const Count = (description: string) => Schema.Int.annotate({ description })

const DigestCounts = Schema.Struct({
  apiKeys: Count("API keys that can still be used"),
  adminTokens: Count("Admin tokens that can still be used"),
  doNotContact: Count("Do Not Contact entries of erased numbers")
}).annotate({ identifier: "DigestCounts" })
export type DigestCounts = typeof DigestCounts.Type

const KeyState = Schema.Literals(["FIRST", "KEPT", "RETIRED", "MISSING"]).annotate({
  description:
    "FIRST seals and opens, KEPT opens only, RETIRED may be removed from ENCRYPTION_KEY. MISSING: no node can open what " +
    "this key sealed, until the key is back in ENCRYPTION_KEY"
})

const SecretsKey = Schema.Struct({
  id: Schema.String,
  state: KeyState,
  retiredAt: Schema.NullOr(Timestamp),
  sealed: Count("Values in the database that are sealed with this key"),
  digests: DigestCounts.annotate({
    description:
      "Rows that are found by a digest of this key. They keep working when the key is retired, because its digest keys are " +
      "kept; those of API keys and admin tokens are renewed at their next use"
  }),
  nodes: Count("Running nodes that seal with this key")
}).annotate({ identifier: "SecretsKey" })

export const KeyRotationState = Schema.Struct({
  keyId: Schema.String.annotate({ description: "The key with which everything is sealed anew" }),
  startedAt: Timestamp,
  finishedAt: Schema.NullOr(Timestamp),
  resealed: Count("Values that were sealed anew"),
  unreadable: Count("Values that no key of the node could open, and that stay as they are; the log names them"),
  table: Schema.NullOr(Schema.String).annotate({ description: "The table that is being worked on" })
}).annotate({ identifier: "KeyRotation" })
export type KeyRotationState = typeof KeyRotationState.Type

export const SecretsStatus = Schema.Struct({
  keys: Schema.Array(SecretsKey),
  rotation: Schema.NullOr(KeyRotationState).annotate({ description: "The latest rotation; null before the first" }),
  digestsOfUnknownKey: DigestCounts.annotate({
    description: "Rows of earlier releases, which did not record the key of a digest"
  }),
  isComplete: Schema.Boolean.annotate({
    description: "False when the sealed values were too many to be counted in 10 s: each count is then a minimum"
  })
}).annotate({ identifier: "SecretsStatus" })
export type SecretsStatus = typeof SecretsStatus.Type
