import { Effect, Option, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Requester } from "../../../accounts/Requester.ts"
import { NumberSuppression } from "../../../calls/queue/NumberSuppression.ts"
import { DoNotContact } from "../../../contacts/DoNotContact.ts"
import { previewCsv } from "../../../contacts/import-csv.ts"
import { DoNotContactEntry, NewDoNotContactEntry } from "../../../domain/contacts/DoNotContact.ts"
import { problemsOf, sentence } from "../../../domain/schema/problems.ts"
import { csvRow } from "../../../writeback/ResultsCsv.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { answered, rejected } from "../failure-answers.ts"
import { forCaller, forOrganization, forOrganizationInPath, paged, paginated, succeeded } from "../for-organization.ts"
import { readCsvFile } from "./csv-file.ts"

export const DoNotContactLive = HttpApiBuilder.group(
  Api,
  "dnc",
  Effect.fnUntraced(function* (handlers) {
    const registry = yield* DoNotContact
    const suppression = yield* NumberSuppression
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paginated(registry.list(organizationId, query), query)),
      remove: forCaller(({ actor, organizationId }, { params }) =>
        succeeded(suppression.leave(organizationId, params.id, actor))
      )
    })
  })
)

/** Maximum number of rows of an uploaded file. */
const maxUploaded = 10_000
const decodeEntry = Schema.decodeUnknownEffect(NewDoNotContactEntry)

const csvOf = (registry: DoNotContact["Service"], organizationId: number) => {
  const pages = Stream.paginate(1, (page) =>
    Effect.map(registry.list(organizationId, { page, limit: entriesPage }), ({ data, total }) => {
      const lines = data.map(({ createdAt, intentLabel, phoneNumber, reason, sourceCampaignName }) =>
        csvRow([phoneNumber, reason, sourceCampaignName, intentLabel, createdAt.toISOString()])
      )
      const next = page * entriesPage >= total ? Option.none<number>() : Option.some(page + 1)
      return [[lines.join("")], next] as const
    })
  )
  const text = Stream.concat(Stream.make("phone_number,reason,source_campaign,intent_label,created_at\r\n"), pages)
  return HttpServerResponse.stream(Stream.encodeText(text), { contentType: "text/csv; charset=utf-8" })
}

/** Number of entries that are read at a time. */
const entriesPage = 1_000

const toJson = Schema.encodeSync(DoNotContactEntry)

export const AdminDoNotContactLive = HttpApiBuilder.group(
  AdminApi,
  "dnc",
  Effect.fnUntraced(function* (handlers) {
    const suppression = yield* NumberSuppression
    const forOrganization = yield* forOrganizationInPath
    const registry = yield* DoNotContact
    const organization = yield* organizationOf
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        paged(registry.search(organizationId, query.search, query), query)
      ),
      download: forOrganization((organizationId) => Effect.succeed(csvOf(registry, organizationId))),
      upload: Effect.fnUntraced(function* ({ params, payload: { file } }) {
        const { id } = yield* organization(params.id)
        const { actor } = yield* Requester
        const { columns, rows } = yield* readCsvFile(file, (bytes) =>
          previewCsv(bytes, { phone_number: "phoneNumber" })
        )
        if (!columns.some(({ mapsTo }) => mapsTo === "phoneNumber")) {
          return yield* rejected({ path: "file", message: "must have a column phoneNumber" })
        }
        if (rows.length > maxUploaded) {
          return yield* rejected({ path: "file", message: `has more than ${maxUploaded} rows: divide it` })
        }
        const results = yield* Effect.forEach(
          rows,
          (row, index) =>
            Effect.matchEffect(
              decodeEntry({
                phoneNumber: row.phoneNumber ?? "",
                ...(row.reason !== undefined && { reason: row.reason })
              }),
              {
                onFailure: ({ issue }) =>
                  Effect.succeed({
                    row: index + 1,
                    phoneNumber: row.phoneNumber?.slice(0, 100) ?? null,
                    reason: sentence(problemsOf(issue))
                  }),
                onSuccess: (entry) => Effect.map(suppression.enter(id, { ...entry, actor }), ({ isNew }) => isNew)
              }
            ),
          { concurrency: 4 }
        )
        return {
          added: results.filter((result) => result === true).length,
          existing: results.filter((result) => result === false).length,
          rejected: results.filter((result) => typeof result === "object")
        }
      }, answered),
      add: forOrganization((organizationId, { payload }, actor) =>
        Effect.map(suppression.enter(organizationId, { ...payload, actor }), ({ entry, isNew }) =>
          HttpServerResponse.jsonUnsafe(toJson(entry), { status: isNew ? 201 : 200 })
        )
      )
    })
  })
)
