import { Schema } from "effect"
import { type EarVendor, earVendors, type VoiceVendor, voiceVendors } from "../speech/vendors.ts"

const earParts = earVendors.filter((vendor) => vendor !== "google").map(earPart)
const voiceParts = voiceVendors.filter((vendor) => vendor !== "google").map(voicePart)

const PartName = Schema.Literals([
  "database",
  "read-replica",
  "redis",
  "kafka",
  "carrier",
  "carrier-account",
  "caller-ids",
  "language-model",
  "inference",
  "named-model",
  "embeddings",
  "speech-to-text",
  "text-to-speech",
  ...earParts,
  ...voiceParts,
  "telemetry",
  "data-directory",
  "files",
  "encryption-key",
  "admin-token"
])

const Status = Schema.Literals(["OK", "FAILED", "UNCHECKED", "BUILT_IN", "OFF"]).annotate({
  description:
    "OK: checked, and it works. FAILED: checked, and it does not work. UNCHECKED: configured, but not checked. " +
    "BUILT_IN: not configured, a built-in replacement is used. OFF: not configured, and there is no replacement."
})

export const ExaminedPart = Schema.Struct({
  part: PartName,
  status: Status,
  configured: Schema.Boolean.annotate({ description: "Whether its settings are set" }),
  reachable: Schema.NullOr(Schema.Boolean).annotate({
    description: "The result of the check; null if it was not checked"
  }),
  uses: Schema.String.annotate({ description: "The implementation in use and its address, without secrets" }),
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why it does not work" }),
  missing: Schema.Array(Schema.String).annotate({ description: "The settings that would configure it" }),
  affects: Schema.String.annotate({ description: "The features that depend on it, in the current configuration" })
}).annotate({ identifier: "Part" })
export type ExaminedPart = typeof ExaminedPart.Type

export const Examination = Schema.Struct({
  ok: Schema.Boolean.annotate({ description: "False if any part has failed" }),
  parts: Schema.Array(ExaminedPart)
}).annotate({ identifier: "Examination" })
export type Examination = typeof Examination.Type

/** Returns the name of the part that recognizes by a vendor's account; Google's is `speech-to-text`. */
export function earPart<V extends Exclude<EarVendor, "google">>(vendor: V) {
  return `${vendor}-ear` as const
}

/** Returns the name of the part that speaks by a vendor's account; Google's is `text-to-speech`. */
export function voicePart<V extends Exclude<VoiceVendor, "google">>(vendor: V) {
  return `${vendor}-voice` as const
}
