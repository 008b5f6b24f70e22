import { DateTime, Effect } from "effect"
import type { Multipart } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { NodeLoads } from "../../../calls/capacity/NodeLoads.ts"
import { NumberUploads } from "../../../contacts/registries/NumberUploads.ts"
import { splitEntries, splitList } from "../../../contacts/registries/number-file.ts"
import type { NewNumberList } from "../../../domain/contacts/NumberList.ts"
import type { NumberUpload } from "../../../domain/contacts/NumberUpload.ts"
import { type Registry, registryOf } from "../../../domain/contacts/registries.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { BadRequest, ServiceUnavailable } from "../../contract/shared/errors.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { answered, rejected } from "../failure-answers.ts"
import { forOrganizationInPath, paged } from "../for-organization.ts"
import { readCsvFile, readRowsOf } from "./csv-file.ts"

export type ListForm = NewNumberList & { readonly file: Multipart.PersistedFile }

/** Accepts files of numbers, for the requests that wait until these are applied and for those that do not. */
export const acceptNumbers = Effect.gen(function* () {
  const uploads = yield* NumberUploads
  const nodes = yield* NodeLoads

  const entries = Effect.fnUntraced(function* (organizationId: number, file: Multipart.PersistedFile) {
    const split = yield* readCsvFile(file, splitEntries)
    if (split.total > maxRows) {
      return yield* rejected({ path: "file", message: `has more than ${maxRows} rows: divide it` })
    }
    return yield* uploads.create(organizationId, split)
  })

  const list = Effect.fnUntraced(function* (scope: number | null, { file, ...given }: ListForm) {
    if (given.dated > (yield* latestDay)) {
      return yield* rejected({ path: "dated", message: "is in the future: give the day that the publisher states" })
    }
    if (given.expiresAt !== undefined && given.expiresAt <= (yield* DateTime.nowAsDate)) {
      const message = "is in the past: the list would block nothing, and take the place of the one in force"
      return yield* rejected({ path: "expiresAt", message })
    }
    const split = yield* readRowsOf(file, (bytes) => splitList(bytes, registryOf(given.registry) as Registry))
    return yield* uploads.create(scope, split, given)
  })

  /** Accepts a file and waits until it is applied. A file that no node would apply is refused. */
  const untilFinished = Effect.fnUntraced(function* <E>(scope: number | null, accept: Effect.Effect<NumberUpload, E>) {
    if (!(yield* nodes.haveWorkers)) return yield* new ServiceUnavailable({ message: noWorkers })
    const { id } = yield* accept
    const finished = yield* Effect.orDie(uploads.finished(scope, id))
    return finished.status === "CANCELLED"
      ? yield* new BadRequest({ message: `The upload ${id} was cancelled` })
      : finished
  })

  return { entries, list, untilFinished }
})

const noWorkers =
  "No node applies files at present: start a node with the role `workers` and send the file again, or send it with POST …/number-uploads, which keeps it until there is one"

/** Maximum number of rows of a file for Do Not Contact. */
const maxRows = 1_000_000

/** The day that the first time zones have now, or will have within hours. */
const latestDay = Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, { days: 1 })).slice(0, 10))

export const AdminNumberUploadsLive = HttpApiBuilder.group(
  AdminApi,
  "numberUploads",
  Effect.fnUntraced(function* (handlers) {
    const uploads = yield* NumberUploads
    const accept = yield* acceptNumbers
    const organization = yield* organizationOf
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((id, { query }) => paged(uploads.list(id, query), query)),
      doNotContact: Effect.fnUntraced(function* ({ params, payload: { file } }) {
        const { id } = yield* organization(params.id)
        return yield* accept.entries(id, file)
      }, answered),
      lists: Effect.fnUntraced(function* ({ params, payload }) {
        const { id } = yield* organization(params.id)
        return yield* accept.list(id, payload)
      }, answered),
      get: forOrganization((id, { params }) => uploads.get(id, params.uploadId)),
      errors: forOrganization((id, { params, query }) => paged(uploads.errors(id, params.uploadId, query), query)),
      cancel: forOrganization((id, { params }) => uploads.cancel(id, params.uploadId))
    })
  })
)

export const InstallationNumberUploadsLive = HttpApiBuilder.group(
  AdminApi,
  "installationNumberUploads",
  Effect.fnUntraced(function* (handlers) {
    const uploads = yield* NumberUploads
    const accept = yield* acceptNumbers
    return handlers.handleAll({
      list: ({ query }) => paged(uploads.list(null, query), query),
      lists: ({ payload }) => answered(accept.list(null, payload)),
      get: ({ params }) => answered(uploads.get(null, params.uploadId)),
      errors: ({ params, query }) => answered(paged(uploads.errors(null, params.uploadId, query), query)),
      cancel: ({ params }) => answered(uploads.cancel(null, params.uploadId))
    })
  })
)
