import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { KnownRegistry, NewNumberList, NumberList } from "../../../domain/contacts/NumberList.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { documented, operatorRole, rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import {
  BadRequest,
  Forbidden,
  NotFound,
  PayloadTooLarge,
  ServiceUnavailable,
  UnsupportedMediaType
} from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"
import { NeedsAdminToken, NeedsOperatorToken } from "../shared/middleware.ts"
import { numbersFile, numbersLimits } from "./uploads.ts"

const Lists = Schema.Struct({ data: Schema.Array(NumberList) })
const Upload = Schema.Struct({ file: numbersFile, ...NewNumberList.fields }).pipe(
  HttpApiSchema.asMultipart(numbersLimits)
)
const uploadAbout = `One number per line, in E.164 or as the registry's country writes it. The first line may name the columns: the number is in the column
\`phoneNumber\`, \`phone_number\`, \`phone\`, \`number\` or \`telephone\`, or else in the first. The area code may have a column of its own. A file
with two columns of phone numbers is refused. The list replaces an earlier one with the same \`registry\` and \`name\`, and blocks from the
next call on. The request is answered once the list is in force, or with 503 if no node has the role \`workers\`;
\`POST …/number-uploads/lists\` answers at once. The numbers are stored as keyed digests and cannot be read again. Recorded in the security log.`

export class AdminNumberListsGroup extends HttpApiGroup.make("numberLists")
  .add(
    HttpApiEndpoint.get("list", "/", { params: byOrganization, success: Lists, error: NotFound }).pipe(
      viewerEndpoint(
        "List the registries that were uploaded",
        "First the lists of the organization, then those of the installation."
      )
    ),
    HttpApiEndpoint.get("registries", "/registries", {
      params: byOrganization,
      success: Schema.Struct({ data: Schema.Array(KnownRegistry) }),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "List the registries whose lists can be uploaded",
        "Each with the age from which on its list keeps campaigns from starting."
      )
    ),
    HttpApiEndpoint.post("upload", "/upload", {
      params: byOrganization,
      payload: Upload,
      success: NumberList.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType, ServiceUnavailable]
    })
      .pipe(documented("Upload the list of a registry", `${uploadAbout}\n\n${operatorRole}`))
      .middleware(NeedsOperatorToken),
    HttpApiEndpoint.delete("remove", "/:listId", {
      params: { ...byOrganization, listId: RowId },
      success: Success,
      error: NotFound
    }).pipe(rootEndpoint("Remove an uploaded list", "Its numbers may be called again. Recorded in the security log."))
  )
  .annotate(OpenApi.Title, "Number lists")
  .annotate(
    OpenApi.Description,
    `Lists of numbers that must not be called, such as national registries. A list applies only once it is uploaded. A campaign whose
audience has numbers of a country does not start while a list of that country is older than its registry allows. In a campaign that
runs already, calls to numbers of the country wait until a newer list is in force.`
  )
  .prefix("/admin/v1/organizations/:id/number-lists") {}

export class InstallationNumberListsGroup extends HttpApiGroup.make("installationNumberLists")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Lists }).pipe(
      viewerEndpoint("List the lists of numbers that apply to all organizations")
    ),
    HttpApiEndpoint.post("upload", "/upload", {
      payload: Upload,
      success: NumberList.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Forbidden, PayloadTooLarge, UnsupportedMediaType, ServiceUnavailable]
    })
      .pipe(
        documented(
          "Upload a list of numbers that no organization may call",
          `${uploadAbout}\n\nNeeds an admin token with the role ADMIN.`
        )
      )
      .middleware(NeedsAdminToken),
    HttpApiEndpoint.delete("remove", "/:listId", {
      params: { listId: RowId },
      success: Success,
      error: [NotFound, Forbidden]
    }).pipe(rootEndpoint("Remove a list of the installation", "Recorded in the security log."))
  )
  .annotate(OpenApi.Title, "Number lists of the installation")
  .annotate(OpenApi.Description, "Lists of numbers that apply to all organizations.")
  .prefix("/admin/v1/number-lists") {}
