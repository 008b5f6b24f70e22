import { Schema, SchemaTransformation } from "effect"
import { Multipart } from "effect/http"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BulkImport, webhookUrl } from "../../../domain/contacts/ContactRows.ts"
import { CreatedImport, Import, ImportError, ListedImport } from "../../../domain/contacts/Import.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { documented, operatorRole, readEndpoint, rowsEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, UnsupportedMediaType } from "../shared/errors.ts"
import { byId, byOrganization } from "../shared/lists.ts"
import { bulkBodyLimit, idempotencyHeader, NeedsOperatorToken } from "../shared/middleware.ts"

const withoutSuccess = (operation: Record<string, unknown>) => {
  const { 200: _, ...responses } = operation.responses as Record<string, unknown>
  return { ...operation, responses }
}

export class ImportsGroup extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(ListedImport), error: BadRequest }).pipe(
      readEndpoint("List imports, newest first")
    ),
    HttpApiEndpoint.post("bulk", "/api/bulk", {
      headers: idempotencyHeader,
      payload: BulkImport,
      success: CreatedImport.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(
      rowsEndpoint(
        "import",
        "Import up to 10,000 contacts",
        `Creates or updates contacts by phone number, in the background: poll the status, or set \`webhookUrl\`. It receives a
POST \`{event: "import.completed", importId, status, total, created, updated, failed, completedAt}\`, signed as specified by
Standard Webhooks.`
      )
    ),
    HttpApiEndpoint.post("upload", "/upload", { success: CreatedImport, error: Forbidden })
      .annotate(OpenApi.Transform, withoutSuccess)
      .pipe(
        documented(
          "Not for API keys: files are uploaded in the dashboard",
          "403 for every key. Use `POST /v1/imports/api/bulk`."
        )
      ),
    HttpApiEndpoint.get("status", "/:id/status", { params: byId, success: Import, error: NotFound }).pipe(
      readEndpoint("Get the progress of an import")
    ),
    HttpApiEndpoint.get("errors", "/:id/errors", {
      params: byId,
      query: pageQuery,
      success: pageOf(ImportError),
      error: [BadRequest, NotFound]
    }).pipe(readEndpoint("List the rows of an import that could not be applied, and why"))
  )
  .annotate(OpenApi.Title, "Imports")
  .annotate(OpenApi.Description, "Thousands of contacts at a time, applied row by row in the background.")
  .prefix("/v1/imports") {}

// Multipart.SingleFileSchema with a message that also fits a text field or two files.
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
      params: byOrganization,
      payload: Upload.pipe(
        HttpApiSchema.asMultipart({ maxParts: 10, maxFileSize: bulkBodyLimit, maxTotalSize: bulkBodyLimit + 65_536 })
      ),
      success: CreatedImport.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType]
    })
      .pipe(
        documented(
          "Import a CSV file of contacts",
          `The first line names the columns: \`name\` and \`phoneNumber\`, optionally \`language\` and the demographic fields.
Every other column becomes metadata; an empty cell is ignored.

${operatorRole}`
        )
      )
      .middleware(NeedsOperatorToken)
  )
  .annotate(OpenApi.Title, "Imports")
  .annotate(OpenApi.Description, "Contacts from a CSV file.")
  .prefix("/admin/v1/organizations/:id/imports") {}
