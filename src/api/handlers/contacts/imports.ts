import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Imports } from "../../../contacts/Imports.ts"
import { readCsv } from "../../../contacts/import-csv.ts"
import { inChunks } from "../../../contacts/import-rows.ts"
import { AppConfig } from "../../../platform/config.ts"
import { webhookUrlProblem } from "../../../platform/http/webhook-url.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { BadRequest, Forbidden } from "../../contract/shared/errors.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { answered, rejected } from "../failure-answers.ts"
import { forOrganization, paged } from "../for-organization.ts"
import { receivedRows } from "./received-rows.ts"

export const ImportsLive = HttpApiBuilder.group(
  Api,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* Imports
    const checkWebhookUrl = yield* webhookUrlCheck
    const bulk = forOrganization(
      Effect.fnUntraced(function* (organizationId) {
        const { audienceId, rows, webhookUrl } = yield* receivedRows("import")
        yield* checkWebhookUrl(webhookUrl)
        return yield* imports.create(organizationId, { rows, audienceId, webhookUrl, source: "API" })
      })
    )
    return handlers.handleRaw("bulk", bulk).handleAll({
      list: forOrganization((organizationId, { query }) => paged(imports.list(organizationId, query), query)),
      upload: () =>
        Effect.fail(
          new Forbidden({
            message: "Files are uploaded in the dashboard, not with an API key; use POST /v1/imports/api/bulk"
          })
        ),
      status: forOrganization((organizationId, { params }) => imports.get(organizationId, params.id)),
      errors: forOrganization((organizationId, { params, query }) =>
        paged(imports.errors(organizationId, params.id, query), query)
      )
    })
  })
)

export const AdminImportsLive = HttpApiBuilder.group(
  AdminApi,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* Imports
    const organization = yield* organizationOf
    const checkWebhookUrl = yield* webhookUrlCheck
    return handlers.handleAll({
      upload: Effect.fnUntraced(function* ({ params, payload: { file, ...texts } }) {
        // A form sends an empty field as an empty text.
        const audienceId = texts.audienceId || undefined
        const webhookUrl = texts.webhookUrl || undefined
        if (!/\.csv$/i.test(file.name)) return yield* rejected({ path: "file", message: "must be a .csv file" })
        yield* checkWebhookUrl(webhookUrl)
        const bytes = yield* Effect.promise(() => readFile(file.path))
        const rows = yield* Effect.catchTag(readCsv(bytes), "CsvProblem", ({ message }) =>
          Effect.fail(new BadRequest({ message, details: [{ path: "file", message }] }))
        )
        const { id } = yield* organization(params.id)
        return yield* imports.create(id, { rows: inChunks(rows), audienceId, webhookUrl, source: "UPLOAD" })
      }, answered)
    })
  })
)

const webhookUrlCheck = Effect.map(AppConfig, ({ allowPrivateWebhooks }) =>
  Effect.fnUntraced(function* (url: string | null | undefined) {
    if (url === null || url === undefined) return
    const problem = webhookUrlProblem(url, allowPrivateWebhooks)
    if (problem !== undefined) return yield* rejected({ path: "webhookUrl", message: problem })
  })
)
