import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Effect, Layer } from "effect"
import { Requester } from "../../accounts/Requester.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { NumberLists } from "../../contacts/registries/NumberLists.ts"
import {
  NumberUploads,
  type OpenUpload,
  type PartResult,
  type UploadPart
} from "../../contacts/registries/NumberUploads.ts"
import { readEntries, readListed } from "../../contacts/registries/read-part.ts"
import type { NewNumberList } from "../../domain/contacts/NumberList.ts"
import { type Registry, registryOf } from "../../domain/contacts/registries.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { CallQueue } from "../queue/CallQueue.ts"
import { NumberSuppression } from "../queue/NumberSuppression.ts"

/**
 * Applies uploads of numbers part by part. A part and its counters are written in one transaction, so a crash neither
 * loses nor repeats a part. A list comes into force in the last transaction of its upload.
 */
export class UploadParts extends Context.Service<
  UploadParts,
  {
    /** Applies the next part. Returns whether there may be another. Several processes may run this concurrently. */
    readonly applyNext: Effect.Effect<boolean>
  }
>()("carillon/calls/UploadParts") {
  static readonly layer = Layer.effect(
    UploadParts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const uploads = yield* NumberUploads
      const lists = yield* NumberLists
      const dnc = yield* DoNotContact
      const suppression = yield* NumberSuppression
      const queue = yield* CallQueue

      const applyPart = (upload: OpenUpload, part: UploadPart) =>
        upload.list === null ? enterNumbers(upload, part) : keepDigests(upload, part, upload.list)

      const keepDigests = Effect.fnUntraced(function* (upload: OpenUpload, part: UploadPart, list: NewNumberList) {
        const { organizationId: scope } = upload
        const { digests, done, rejected } = yield* readListed(yield* part.text, part.firstIndex, upload.layout, {
          registry: registryOf(list.registry) as Registry,
          digestOf: (phoneNumber) => lists.digest(scope, phoneNumber)
        })
        const result = { added: done - rejected.length, digests, done, rejected }
        return yield* store(upload, part, Effect.succeed(result))
      })

      const enterNumbers = Effect.fnUntraced(function* (upload: OpenUpload, part: UploadPart) {
        const { id, layout } = upload
        const organizationId = upload.organizationId as number
        const { done, entries, rejected } = yield* readEntries(yield* part.text, part.firstIndex, layout)
        const { added, others } = yield* suppression.enterWaiting(organizationId, id, entries)
        const enter = Effect.map(suppression.enterMany(organizationId, id, others), (more) => added + more)
        return yield* store(
          upload,
          part,
          Effect.map(enter, (added) => ({ added, done, rejected }))
        )
      })

      const store = (upload: OpenUpload, part: UploadPart, apply: Effect.Effect<PartResult>) =>
        Effect.gen(function* () {
          if (!(yield* uploads.lock(upload.id, part.id))) return false
          yield* uploads.noteApplied(upload, part, yield* apply)
          return true
        }).pipe(transaction(sql))

      const finish = Effect.fnUntraced(function* (upload: OpenUpload) {
        if (!(yield* uploads.lock(upload.id, undefined))) return false
        yield* upload.list === null ? finishEntries(upload) : putInForce(upload, upload.list)
        return true
      }, transaction(sql))

      const finishEntries = Effect.fnUntraced(function* (upload: OpenUpload) {
        // A number with a waiting call may have been entered before a crash, and its part after it.
        const added = yield* dnc.countOfUpload(upload.organizationId as number, upload.id)
        yield* uploads.finish(upload, { added })
      })

      const putInForce = Effect.fnUntraced(function* (upload: OpenUpload, list: NewNumberList) {
        const { id, organizationId: scope } = upload
        const digests = yield* uploads.digests(id)
        const { rejected } = yield* Effect.orDie(uploads.get(scope, id))
        const { id: listId, numbers } = yield* lists.replace(scope, list, { digests, rejected })
        yield* uploads.finish(upload, { listId, added: numbers })
        yield* queue.reconsiderLists(scope)
      })

      const applyNext = Effect.gen(function* () {
        const next = yield* uploads.next
        if (next === undefined) return false
        const { part, upload } = next
        return yield* (part === undefined ? finish(upload) : applyPart(upload, part)).pipe(
          Effect.provideService(Requester, upload.requester),
          Effect.catchCause((cause) =>
            Cause.hasInterrupts(cause)
              ? Effect.interrupt
              : Effect.logError("Could not apply a part of an upload of numbers; retrying later", cause).pipe(
                  Effect.annotateLogs({ uploadId: upload.id }),
                  Effect.andThen(uploads.backOff(upload.id)),
                  Effect.as(true)
                )
          )
        )
      }).pipe(Effect.withSpan("UploadParts.applyNext"))

      return UploadParts.of({ applyNext })
    })
  )
}
