import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminAuth, Failures } from "./middleware.ts"

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

export const Part = Schema.Struct({
  part: PartName,
  status: Status,
  configured: Schema.Boolean.annotate({ description: "Whether its settings are there" }),
  reachable: Schema.NullOr(Schema.Boolean).annotate({ description: "What the check found; null when it did not ask" }),
  uses: Schema.String.annotate({ description: "What is in use, and where; never with a secret" }),
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why it does not work" }),
  missing: Schema.Array(Schema.String).annotate({ description: "The settings that would configure it" }),
  affects: Schema.String.annotate({ description: "What depends on it, as it is now" })
}).annotate({ identifier: "Part" })
export type Part = typeof Part.Type

export const Examination = Schema.Struct({
  ok: Schema.Boolean.annotate({ description: "False when a part has failed" }),
  parts: Schema.Array(Part)
}).annotate({ identifier: "Examination" })
export type Examination = typeof Examination.Type

export class DoctorGroup extends HttpApiGroup.make("doctor")
  .add(
    HttpApiEndpoint.get("examine", "/", { success: Examination })
      .annotate(OpenApi.Summary, "What this node uses: configured, reachable, missing")
      .annotate(OpenApi.Description, "Asks each part that can be asked, and waits 2 seconds at most.")
  )
  .annotate(OpenApi.Title, "Doctor")
  .annotate(OpenApi.Description, "What is configured, what can be reached, what is missing.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/doctor") {}
