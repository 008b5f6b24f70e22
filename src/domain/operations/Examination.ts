import { Schema } from "effect"

const PartName = Schema.Literals([
  "database",
  "redis",
  "kafka",
  "carrier",
  "language-model",
  "inference",
  "embeddings",
  "speech-to-text",
  "text-to-speech",
  "telemetry",
  "data-directory",
  "encryption-key",
  "admin-token"
])

const Status = Schema.Literals(["OK", "FAILED", "UNCHECKED", "BUILT_IN", "OFF"]).annotate({
  description:
    "OK: asked, and it works. FAILED: asked, and it does not work. UNCHECKED: configured, but not asked. " +
    "BUILT_IN: not configured, what is built in takes its place. OFF: not configured, nothing takes its place."
})

export const ExaminedPart = Schema.Struct({
  part: PartName,
  status: Status,
  configured: Schema.Boolean.annotate({ description: "Whether its settings are there" }),
  reachable: Schema.NullOr(Schema.Boolean).annotate({ description: "What the check found; null when it did not ask" }),
  uses: Schema.String.annotate({ description: "What is in use, and where; never with a secret" }),
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why it does not work" }),
  missing: Schema.Array(Schema.String).annotate({ description: "The settings that would configure it" }),
  affects: Schema.String.annotate({ description: "What depends on it, as it is now" })
}).annotate({ identifier: "Part" })
export type ExaminedPart = typeof ExaminedPart.Type

export const Examination = Schema.Struct({
  ok: Schema.Boolean.annotate({ description: "False when a part has failed" }),
  parts: Schema.Array(ExaminedPart)
}).annotate({ identifier: "Examination" })
export type Examination = typeof Examination.Type
