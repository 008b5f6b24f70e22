import { Effect, Result, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { NumberSuppression, type NumberToEnter } from "../../../calls/queue/NumberSuppression.ts"
import { DoNotContact } from "../../../contacts/DoNotContact.ts"
import { type CsvRow, previewCsv } from "../../../contacts/import-csv.ts"
import { DoNotContactEntry, NewDoNotContactEntry, type UploadedNumbers } from "../../../domain/contacts/DoNotContact.ts"
import { problemsOf, sentence } from "../../../domain/schema/problems.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { csvAnswer } from "../csv-answer.ts"
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
const maxUploaded = 1_000_000
/** Maximum number of rejected rows in an answer. */
const maxShown = 10_000
const decodeEntry = Schema.decodeUnknownResult(NewDoNotContactEntry)

// Serves others after some rows: a live call needs the event loop every 20 ms.
const readEntries = Effect.fnUntraced(function* (rows: ReadonlyArray<CsvRow>) {
  const numbers: Array<NumberToEnter> = []
  const rejected: Array<(typeof UploadedNumbers.Type)["rejected"][number]> = []
  for (const [index, { expiresAt, phoneNumber = "", reason }] of rows.entries()) {
    if (index % 500 === 499) yield* Effect.yieldNow
    const read = decodeEntry({
      phoneNumber,
      ...(reason !== undefined && { reason }),
      ...(expiresAt !== undefined && { expiresAt })
    })
    if (Result.isSuccess(read)) numbers.push(read.success)
    else
      rejected.push({
        row: index + 1,
        phoneNumber: phoneNumber === "" ? null : phoneNumber.slice(0, 100),
        reason: sentence(problemsOf(read.failure.issue))
      })
  }
  return { numbers, rejected }
})

const csvOf = (registry: DoNotContact["Service"], organizationId: number) =>
  csvAnswer<DoNotContactEntry>(
    ["phone_number", "reason", "source_campaign", "intent_label", "created_at", "expires_at"],
    (last, limit) => registry.before(organizationId, last?.id, limit),
    ({ createdAt, expiresAt, intentLabel, phoneNumber, reason, sourceCampaignName }) => [
      phoneNumber,
      reason,
      sourceCampaignName,
      intentLabel,
      createdAt.toISOString(),
      expiresAt?.toISOString() ?? ""
    ]
  )

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
        const { columns, rows } = yield* readCsvFile(file, (bytes) =>
          previewCsv(bytes, { phone_number: "phoneNumber", expires_at: "expiresAt" })
        )
        if (!columns.some(({ mapsTo }) => mapsTo === "phoneNumber")) {
          return yield* rejected({ path: "file", message: "must have a column phoneNumber" })
        }
        if (rows.length > maxUploaded) {
          return yield* rejected({ path: "file", message: `has more than ${maxUploaded} rows: divide it` })
        }
        const { numbers, rejected: refused } = yield* readEntries(rows)
        const added = yield* suppression.enterAll(id, numbers)
        return {
          added,
          existing: numbers.length - added,
          rejected: refused.slice(0, maxShown),
          rejectedRows: refused.length
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
