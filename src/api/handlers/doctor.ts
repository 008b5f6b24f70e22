import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdminApi } from "../contract/AdminApi.ts"
import { Doctor } from "../Doctor.ts"

export const DoctorLive = HttpApiBuilder.group(
  AdminApi,
  "doctor",
  Effect.fnUntraced(function* (handlers) {
    const doctor = yield* Doctor
    return handlers.handleAll({ examine: () => doctor.examine })
  })
)
