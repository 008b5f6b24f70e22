import { Schema, SchemaTransformation } from "effect"
import { Multipart } from "effect/http"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CreatedImport, Import, ImportError, ListedImport } from "../../../domain/contacts/Import.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, UnsupportedMediaType } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import {
  AdminAuth,
  ApiKeyAuth,
  BodyLimit,
  BulkRate,
  bulkBodyLimit,
  Failures,
  Idempotent,
  idempotencyHeader,
  JsonBody,
  NeedsMember
} from "../shared/middleware.ts"

const webhookUrl = Schema.String.annotate({
  description: "Told once the import has completed; a public http or https address"
})

const BulkImport = Schema.Struct({
  contacts: Schema.Array(Schema.Unknown)
    .annotate({
      description: `1 to 10,000 objects with name, phoneNumber (E.164) and optionally language and demographic fields.
Every other key becomes metadata.`
    })
    .check(
      Schema.makeFilter((rows) =>
        rows.length === 0
          ? "must have at least one contact"
          : rows.length > 10_000
            ? "must have at most 10000 contacts; send the rest in another import"
            : undefined
      )
    ),
  audienceId: Schema.optionalKey(
    Schema.NullOr(Schema.String.annotate({ description: "An audience that gets all contacts of the import" }))
  ),
  webhookUrl: Schema.optionalKey(Schema.NullOr(webhookUrl))
}).annotate({ identifier: "BulkImport" })

const withoutSuccess = (operation: Record<string, unknown>) => {
  const { 200: _, ...responses } = operation.responses as Record<string, unknown>
  return { ...operation, responses }
}

export class ImportsGroup extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(ListedImport), error: BadRequest }).annotate(
      OpenApi.Summary,
      "List imports, newest first"
    ),
    HttpApiEndpoint.post("bulk", "/api/bulk", {
      headers: idempotencyHeader,
      payload: BulkImport,
      success: CreatedImport.pipe(HttpApiSchema.status(201)),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Import up to 10,000 contacts")
      .annotate(
        OpenApi.Description,
        `Contacts are created or updated by phone number, in the background: poll the status, or give a webhookUrl. It gets
a POST \`{event: "import.completed", importId, status, total, created, updated, failed, completedAt}\`, signed as
Standard Webhooks describe.`
      )
      .annotate(BodyLimit, bulkBodyLimit)
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(BulkRate)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("upload", "/upload", { success: CreatedImport, error: Forbidden })
      .annotate(OpenApi.Summary, "Not for API keys: files are uploaded in the dashboard")
      .annotate(OpenApi.Description, "Answers 403 to every key. Use `POST /v1/imports/api/bulk`.")
      .annotate(OpenApi.Transform, withoutSuccess),
    HttpApiEndpoint.get("status", "/:id/status", { params: byId, success: Import, error: NotFound }).annotate(
      OpenApi.Summary,
      "How far an import has come"
    ),
    HttpApiEndpoint.get("errors", "/:id/errors", {
      params: byId,
      query: pageQuery,
      success: pageOf(ImportError),
      error: [BadRequest, NotFound]
    }).annotate(OpenApi.Summary, "The rows of an import that could not be applied, and why")
  )
  .annotate(OpenApi.Title, "Imports")
  .annotate(OpenApi.Description, "Contacts by the thousand, row by row and in the background.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/imports") {}

// As the library's own, in words for those who sent a text, or two files.
const message = "must be one file, sent with its name"
const OneFile = Multipart.FilesSchema.annotate({ message })
  .check(Schema.isBetweenLength(1, 1, { message }))
  .pipe(
    Schema.decodeTo(
      Multipart.PersistedFileSchema,
      SchemaTransformation.transform({ decode: ([file]) => file as Multipart.PersistedFile, encode: (file) => [file] })
    )
  )

const Upload = Schema.Struct({
  file: OneFile.annotate({ description: "A .csv file, at most 16 MiB" }),
  audienceId: Schema.optionalKey(Schema.String),
  webhookUrl: Schema.optionalKey(webhookUrl)
})

export class AdminImportsGroup extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.post("upload", "/upload", {
      params: byId,
      payload: Upload.pipe(
        HttpApiSchema.asMultipart({ maxParts: 10, maxFileSize: bulkBodyLimit, maxTotalSize: bulkBodyLimit + 65_536 })
      ),
      success: CreatedImport.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType]
    })
      .annotate(OpenApi.Summary, "Import a CSV file of contacts")
      .annotate(
        OpenApi.Description,
        `The first line names the columns: \`name\` and \`phoneNumber\`, optionally \`language\` and the demographic fields.
Every other column becomes metadata; an empty cell is left out.`
      )
  )
  .annotate(OpenApi.Title, "Imports")
  .annotate(OpenApi.Description, "Contacts from a file.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/imports") {}
