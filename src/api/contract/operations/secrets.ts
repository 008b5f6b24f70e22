import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { KeyRotationState, SecretsStatus } from "../../../domain/operations/SecretsStatus.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { Conflict, NotFound } from "../shared/errors.ts"
import { Success } from "../shared/lists.ts"

export class SecretsGroup extends HttpApiGroup.make("secrets")
  .add(
    HttpApiEndpoint.get("status", "/", { success: SecretsStatus }).pipe(
      viewerEndpoint(
        "List the encryption keys, and what each of them still seals",
        "Counts the sealed values of the whole database, for at most 10 s."
      )
    ),
    HttpApiEndpoint.get("rotation", "/rotation", { success: Schema.NullOr(KeyRotationState) }).pipe(
      viewerEndpoint("Get the progress of the latest rotation", "null before the first rotation.")
    ),
    HttpApiEndpoint.post("rotate", "/rotate", { success: KeyRotationState }).pipe(
      rootEndpoint(
        "Seal everything anew with the first key of ENCRYPTION_KEY",
        `Returns at once. The nodes with the role \`workers\` do the work in small parts while calls go on; after a crash it continues
where it stopped. A rotation that is not finished is continued, not started again. Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.post("retire", "/keys/:keyId/retire", {
      params: { keyId: Schema.String },
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "Retire an encryption key",
        `From then on the key may be removed from ENCRYPTION_KEY, and no node may seal with it. 409 while something is still
sealed with it, or a node still seals with it. API keys and Do Not Contact entries that are found by its digests keep working. Links
to transcripts that it signed stop working once it is removed. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Secrets")
  .annotate(OpenApi.Description, "The encryption keys, and how to replace one.")
  .prefix("/admin/v1/secrets") {}
