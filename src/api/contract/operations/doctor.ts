import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Examination } from "../../../domain/operations/Examination.ts"
import { viewerEndpoint } from "../shared/endpoints.ts"

export class DoctorGroup extends HttpApiGroup.make("doctor")
  .add(
    HttpApiEndpoint.get("examine", "/", { success: Examination }).pipe(
      viewerEndpoint(
        "Examine what this node uses: configured, reachable, missing",
        "Queries every part that can be queried, for at most 2 seconds; a vendor of speech hears a second of sound or speaks a word, for at most 5."
      )
    )
  )
  .annotate(OpenApi.Title, "Doctor")
  .annotate(OpenApi.Description, "Reports which parts are configured, reachable or missing.")
  .prefix("/admin/v1/doctor") {}
