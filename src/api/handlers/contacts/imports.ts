import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Imports } from "../../../contacts/Imports.ts"
import { readCsv } from "../../../contacts/import-csv.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { sentence } from "../../../domain/schema/problems.ts"
import { AppConfig } from "../../../platform/config.ts"
import { webhookUrlProblem } from "../../../platform/http/webhook-url.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { BadRequest, Forbidden } from "../../contract/shared/errors.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { notFound } from "../not-found.ts"

const importNotFound = notFound("ImportNotFound", "import")
const audienceNotFound = notFound("AudienceNotFound", "audience")

export const ImportsLive = HttpApiBuilder.group(
  Api,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* Imports
    const checkWebhookUrl = yield* webhookUrlCheck
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* imports.list(organizationId, query), query)
      }),
      bulk: Effect.fnUntraced(function* ({ payload: { contacts, audienceId, webhookUrl } }) {
        const { organizationId } = yield* Caller
        yield* checkWebhookUrl(webhookUrl)
        return yield* imports.create(organizationId, { rows: contacts, audienceId, webhookUrl, source: "API" })
      }, audienceNotFound),
      upload: () =>
        Effect.fail(
          new Forbidden({
            message: "Files are uploaded in the dashboard, not with an API key; use POST /v1/imports/api/bulk"
          })
        ),
      status: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* imports.get(organizationId, params.id)
      }, importNotFound),
      errors: Effect.fnUntraced(function* ({ params, query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* imports.errors(organizationId, params.id, query), query)
      }, importNotFound)
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
        // A form sends a field that was left empty as an empty text.
        const audienceId = texts.audienceId || undefined
        const webhookUrl = texts.webhookUrl || undefined
        if (!/\.csv$/i.test(file.name)) return yield* rejected("file", "must be a .csv file")
        yield* checkWebhookUrl(webhookUrl)
        const bytes = yield* Effect.promise(() => readFile(file.path))
        const rows = yield* Effect.catchTag(readCsv(bytes), "CsvProblem", ({ message }) =>
          Effect.fail(new BadRequest({ message, details: [{ path: "file", message }] }))
        )
        const { id } = yield* organization(params.id)
        return yield* imports.create(id, { rows, audienceId, webhookUrl, source: "UPLOAD" })
      }, audienceNotFound)
    })
  })
)

const webhookUrlCheck = Effect.map(AppConfig, ({ allowPrivateWebhooks }) =>
  Effect.fnUntraced(function* (url: string | null | undefined) {
    if (url === null || url === undefined) return
    const problem = webhookUrlProblem(url, allowPrivateWebhooks)
    if (problem !== undefined) yield* rejected("webhookUrl", problem)
  })
)

const rejected = (path: string, message: string) => {
  const details = [{ path, message }]
  return Effect.fail(new BadRequest({ message: sentence(details), details }))
}
