import { Effect, Layer, Stream } from "effect"
import { HttpRouter, HttpServerRequest, Multipart } from "effect/http"
import type { ReceivedFile } from "../../domain/knowledge/KnowledgeBase.ts"
import { Documents, maxFileBytes } from "../../rag/Documents.ts"
import { BadRequest, UnsupportedMediaType } from "../contract/shared/errors.ts"
import { Caller, FileBody, UploadedFile } from "../contract/shared/middleware.ts"
import { requireUncompressed } from "./receive-body.ts"

/** The stored file is removed when the request ends, unless the handler made a document of it. */
export const FileBodyLive = Layer.effect(
  FileBody,
  Effect.gen(function* () {
    const documents = yield* Documents

    const receive = Effect.fnUntraced(function* (parts: HttpServerRequest.HttpServerRequest["multipartStream"]) {
      const { organizationId } = yield* Caller
      const { params } = yield* HttpRouter.RouteContext
      let received: ReceivedFile | undefined
      yield* Stream.runForEach(
        parts,
        Effect.fnUntraced(function* (part) {
          if (part.key !== "file") return yield* refused(part.key, "is not known: send one part, named file")
          if (part._tag !== "File") return yield* refused("file", "must be a file with a name")
          if (received !== undefined)
            return yield* refused("file", "must be one file; send each in a request of its own")
          // A file that cannot become a document is checked like any other, but not stored.
          const store = yield* documents.mayAdd(organizationId, params.id ?? "")
          received = yield* documents.receive(part.name, part.content, store)
        })
      )
      return received ?? (yield* refused("file", "is required: send a form with one file part named file"))
    })

    return FileBody.of(
      Effect.fnUntraced(function* (httpEffect) {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (!isForm(request.headers["content-type"])) {
          return yield* new UnsupportedMediaType({ message: "Send the file in a form, as multipart/form-data" })
        }
        yield* requireUncompressed
        const file = yield* receive(request.multipartStream).pipe(
          Effect.provideContext(limits),
          Effect.catchTags({
            FileRefused: ({ message }) => refused("file", message),
            MultipartError: (error) => unreadable(error)
          })
        )
        return yield* Effect.provideService(httpEffect, UploadedFile, file)
      }, Effect.scoped)
    )
  })
)

// A form consists of the file and its framing, so little more than the largest file is allowed.
const limits = Multipart.limitsServices({ maxParts: 10, maxFieldSize: 65_536, maxTotalSize: maxFileBytes + 1_048_576 })

const isForm = (contentType = "") => /^multipart\/form-data\s*(;|$)/i.test(contentType.trim())

const unreadable = (error: Multipart.MultipartError) =>
  error.reason._tag === "Parse"
    ? new BadRequest({ message: "The multipart body could not be read to its end" })
    : refused("file", "must be one file of at most 20 MB in a form that has nothing else")

const refused = (path: string, message: string) =>
  Effect.fail(new BadRequest({ message: `${path} ${message}`, details: [{ path, message }] }))
