import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SpeechProfiles } from "../../../accounts/speech/SpeechProfiles.ts"
import { Doctor } from "../../../operations/checks/Doctor.ts"
import { VoiceCatalog } from "../../../operations/VoiceCatalog.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const SpeechLive = HttpApiBuilder.group(
  AdminApi,
  "speech",
  Effect.fnUntraced(function* (handlers) {
    const profiles = yield* SpeechProfiles
    const doctor = yield* Doctor
    const catalog = yield* VoiceCatalog
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      get: forOrganization((organizationId) => profiles.get(organizationId)),
      put: forOrganization((organizationId, { payload }) => profiles.put(organizationId, payload)),
      clear: forOrganization((organizationId) => succeeded(profiles.clear(organizationId))),
      voices: forOrganization((organizationId, { query }) => catalog.list(organizationId, query.language)),
      examine: forOrganization((organizationId) => doctor.examineFor(organizationId)),
      sample: forOrganization((organizationId, { payload }) => catalog.sample(organizationId, payload))
    })
  })
)
