import { Effect, Option, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Imports } from "../../../contacts/imports/Imports.ts"
import { previewCsv, readCsv } from "../../../contacts/imports/import-csv.ts"
import { inChunks } from "../../../contacts/imports/import-rows.ts"
import { AppConfig } from "../../../platform/config.ts"
import { webhookUrlProblem } from "../../../platform/http/webhook-url.ts"
import { csvRow } from "../../../writeback/ResultsCsv.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { Forbidden } from "../../contract/shared/errors.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { answered, rejected } from "../failure-answers.ts"
import { forOrganization, paged } from "../for-organization.ts"
import { readCsvFile } from "./csv-file.ts"
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
        yield* checkWebhookUrl(webhookUrl)
        const mapping = yield* readMapping(texts.mapping)
        const rows = yield* readCsvFile(file, (bytes) => readCsv(bytes, mapping))
        const { id } = yield* organization(params.id)
        return yield* imports.create(id, { rows: inChunks(rows), audienceId, webhookUrl, source: "UPLOAD" })
      }, answered),
      preview: Effect.fnUntraced(function* ({ params, payload: { file, ...texts } }) {
        const mapping = yield* readMapping(texts.mapping)
        const { id } = yield* organization(params.id)
        const { columns, problem, rows, shown } = yield* readCsvFile(file, (bytes) => previewCsv(bytes, mapping))
        const foreseen = yield* imports.foresee(id, problem === null ? rows : [])
        return { columns, rows: shown, problem, ...foreseen }
      }, answered),
      rejected: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* organization(params.id)
        const first = yield* imports.errors(id, params.importId, { page: 1, limit: errorsPage })
        const pages = Stream.paginate(1, (page) =>
          Effect.map(Effect.orDie(imports.errors(id, params.importId, { page, limit: errorsPage })), ({ data }) => {
            const lines = data.map(({ index, phoneNumber, reason }) =>
              csvRow([String(index + 1), phoneNumber ?? "", reason])
            )
            const isLast = page * errorsPage >= first.total
            return [[lines.join("")], isLast ? Option.none<number>() : Option.some(page + 1)] as const
          })
        )
        const text = Stream.concat(Stream.make("row,phone_number,reason\r\n"), pages)
        return HttpServerResponse.stream(Stream.encodeText(text), { contentType: "text/csv; charset=utf-8" })
      }, answered)
    })
  })
)

/** Number of rejected rows that are read at a time. */
const errorsPage = 1_000

const decodeMapping = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))
const readMapping = (text: string | undefined) =>
  text === undefined || text === ""
    ? Effect.succeed({})
    : Effect.mapError(decodeMapping(text), () =>
        rejected({ path: "mapping", message: "must be a JSON object that has a text for each column" })
      )

const webhookUrlCheck = Effect.map(AppConfig, ({ allowPrivateWebhooks }) =>
  Effect.fnUntraced(function* (url: string | null | undefined) {
    if (url === null || url === undefined) return
    const problem = webhookUrlProblem(url, allowPrivateWebhooks)
    if (problem !== undefined) return yield* rejected({ path: "webhookUrl", message: problem })
  })
)
