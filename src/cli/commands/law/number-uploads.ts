import { Effect } from "effect"
import type { NumberUpload, NumberUploadError } from "../../../domain/contacts/NumberUpload.ts"
import { CommandError, remark } from "../../output.ts"

/**
 * Shows the progress of an upload until it is finished. The server goes on with it when the command ends before, and
 * `cancel` is the command that stops it.
 */
export const followUpload = Effect.fnUntraced(function* <E, R>(
  started: NumberUpload,
  read: Effect.Effect<NumberUpload, E, R>,
  cancel: string
) {
  let upload = started
  let shown = -1
  yield* remark(`Upload ${upload.id}; to stop it: ${cancel} ${upload.id}`)
  while (upload.completedAt === null) {
    if (upload.done !== shown) yield* remark(progressOf(upload))
    shown = upload.done
    yield* Effect.sleep("1 second")
    upload = yield* read
  }
  if (upload.status === "CANCELLED") {
    return yield* new CommandError({ message: `The upload ${upload.id} was cancelled` })
  }
  return upload
})

const progressOf = ({ done, rejected, total }: NumberUpload) =>
  `${done} of ${total} rows, ${total === 0 ? 100 : Math.floor((100 * done) / total)} %; ${rejected} rejected`

export const uploadColumns = {
  ID: ({ id }: NumberUpload) => id,
  OF: ({ kind, name, registry }: NumberUpload) =>
    kind === "DO_NOT_CONTACT" ? "Do Not Contact" : [registry, name].filter(Boolean).join(" "),
  DATED: ({ dated }: NumberUpload) => dated,
  STATUS: ({ status }: NumberUpload) => status,
  ROWS: ({ total }: NumberUpload) => total,
  DONE: ({ done }: NumberUpload) => done,
  ADDED: ({ added }: NumberUpload) => added,
  REJECTED: ({ rejected }: NumberUpload) => rejected,
  FROM: ({ createdAt }: NumberUpload) => createdAt
}

export const errorColumns = {
  ROW: ({ row }: NumberUploadError) => row,
  NUMBER: ({ phoneNumber }: NumberUploadError) => phoneNumber,
  REASON: ({ reason }: NumberUploadError) => reason
}
