import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { NewNumberList } from "../../../domain/contacts/NumberList.ts"
import { NumberUpload, NumberUploadError } from "../../../domain/contacts/NumberUpload.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { documented, operatorEndpoint, operatorRole, rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, UnsupportedMediaType } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"
import { NeedsAdminToken, NeedsOperatorToken } from "../shared/middleware.ts"
import { numbersFile, numbersLimits } from "./uploads.ts"

const asForm = HttpApiSchema.asMultipart(numbersLimits)
const ListFile = Schema.Struct({ file: numbersFile, ...NewNumberList.fields }).pipe(asForm)
const Created = NumberUpload.pipe(HttpApiSchema.status(201))
const Uploads = pageOf(NumberUpload)
const Errors = pageOf(NumberUploadError)

const inBackground = `Answers as soon as the file is stored; it is applied part by part in the background, and goes on after a crash. Read the upload to
see its progress.`
const listAbout = `The form is that of \`POST …/number-lists/upload\`, which waits until the list is in force. ${inBackground} Until the
list is in force, the earlier one is.`
const errorsAbout = "In the order of the file; the first 10,000."
const cancelAbout = `Numbers that are on Do Not Contact already stay there. A list that is not in force yet never will be, and the earlier one stays.
An upload that is finished stays as it is.`

export class AdminNumberUploadsGroup extends HttpApiGroup.make("numberUploads")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: pageQuery,
      success: Uploads,
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the uploads of lists and of Do Not Contact, newest first")),
    HttpApiEndpoint.post("doNotContact", "/do-not-contact", {
      params: byOrganization,
      payload: Schema.Struct({ file: numbersFile }).pipe(asForm),
      success: Created,
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType]
    })
      .pipe(
        documented(
          "Start to add the numbers of a CSV file to Do Not Contact",
          `The form is that of \`POST …/dnc/upload\`, which waits until all numbers are added. ${inBackground}\n\n${operatorRole}`
        )
      )
      .middleware(NeedsOperatorToken),
    HttpApiEndpoint.post("lists", "/lists", {
      params: byOrganization,
      payload: ListFile,
      success: Created,
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType]
    })
      .pipe(documented("Start to upload the list of a registry", `${listAbout}\n\n${operatorRole}`))
      .middleware(NeedsOperatorToken),
    HttpApiEndpoint.get("get", "/:uploadId", {
      params: { ...byOrganization, uploadId: RowId },
      success: NumberUpload,
      error: NotFound
    }).pipe(viewerEndpoint("Get the progress of an upload")),
    HttpApiEndpoint.get("errors", "/:uploadId/errors", {
      params: { ...byOrganization, uploadId: RowId },
      query: pageQuery,
      success: Errors,
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the rejected rows of an upload, and why", errorsAbout)),
    HttpApiEndpoint.post("cancel", "/:uploadId/cancel", {
      params: { ...byOrganization, uploadId: RowId },
      success: NumberUpload,
      error: NotFound
    }).pipe(operatorEndpoint("Cancel an upload", cancelAbout))
  )
  .annotate(OpenApi.Title, "Uploads of numbers")
  .annotate(
    OpenApi.Description,
    "Files with up to a million numbers that must not be called, which are applied in the background: lists of registries, and numbers for Do Not Contact."
  )
  .prefix("/admin/v1/organizations/:id/number-uploads") {}

export class InstallationNumberUploadsGroup extends HttpApiGroup.make("installationNumberUploads")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: Uploads, error: BadRequest }).pipe(
      viewerEndpoint("List the uploads of lists that apply to all organizations, newest first")
    ),
    HttpApiEndpoint.post("lists", "/lists", {
      payload: ListFile,
      success: Created,
      error: [BadRequest, Forbidden, PayloadTooLarge, UnsupportedMediaType]
    })
      .pipe(
        documented(
          "Start to upload a list of numbers that no organization may call",
          `${listAbout}\n\nNeeds an admin token with the role ADMIN.`
        )
      )
      .middleware(NeedsAdminToken),
    HttpApiEndpoint.get("get", "/:uploadId", {
      params: { uploadId: RowId },
      success: NumberUpload,
      error: NotFound
    }).pipe(viewerEndpoint("Get the progress of an upload for all organizations")),
    HttpApiEndpoint.get("errors", "/:uploadId/errors", {
      params: { uploadId: RowId },
      query: pageQuery,
      success: Errors,
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the rejected rows of an upload for all organizations, and why", errorsAbout)),
    HttpApiEndpoint.post("cancel", "/:uploadId/cancel", {
      params: { uploadId: RowId },
      success: NumberUpload,
      error: [NotFound, Forbidden]
    }).pipe(rootEndpoint("Cancel an upload for all organizations", cancelAbout))
  )
  .annotate(OpenApi.Title, "Uploads of numbers of the installation")
  .annotate(
    OpenApi.Description,
    "Lists of numbers that apply to all organizations, which are applied in the background."
  )
  .prefix("/admin/v1/number-uploads") {}
