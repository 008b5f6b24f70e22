import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Examination } from "../../../domain/operations/Examination.ts"
import { AdminAuth, Failures } from "../shared/middleware.ts"

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
