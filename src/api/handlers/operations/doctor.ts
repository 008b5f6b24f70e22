import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Doctor } from "../../../operations/checks/Doctor.ts"
import { AdminApi } from "../../contract/AdminApi.ts"

export const DoctorLive = HttpApiBuilder.group(
  AdminApi,
  "doctor",
  Effect.fnUntraced(function* (handlers) {
    const doctor = yield* Doctor
    return handlers.handleAll({ examine: () => doctor.examine })
  })
)
