import { ByteSize, Context, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { RowsReader } from "../../contacts/imports/RowsReader.ts"
import type { RowsToRead } from "../../contacts/imports/read-rows.ts"
import type { ReadBody } from "../../domain/contacts/ContactRows.ts"
import type { WorkFailed } from "../../platform/lifecycle/WorkThread.ts"
import { BytesInFlight } from "../../platform/rate-limit/BytesInFlight.ts"
import { BadRequest, PayloadTooLarge, ServiceUnavailable, UnsupportedMediaType } from "../contract/shared/errors.ts"
import { BodyLimit, JsonBody, ReceivedRows, RowsBody, RowsKind } from "../contract/shared/middleware.ts"
import { receiveBytes, requireUncompressed, reserveRoom, tooLarge, unreadable } from "./receive-body.ts"

export const JsonBodyLive = Layer.effect(
  JsonBody,
  Effect.gen(function* () {
    const room = yield* BytesInFlight
    const read = yield* readStrictly
    return Effect.fnUntraced(function* (httpEffect, { endpoint }) {
      const limit = Context.get(endpoint.annotations, BodyLimit)
      yield* requireJson
      yield* requireUncompressed
      yield* reserveRoom(room, limit)
      // The request caches the bytes that are read here, so the body is not read twice.
      const request = yield* HttpServerRequest.HttpServerRequest
      const bytes = yield* request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
        Effect.mapError(({ reason }) =>
          reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge(limit) : unreadable()
        )
      )
      yield* read({ kind: "other", bytes: new Uint8Array(bytes.slice()), fingerprintOf: "" })
      return yield* httpEffect
    })
  })
)

export const RowsBodyLive = Layer.effect(
  RowsBody,
  Effect.gen(function* () {
    const room = yield* BytesInFlight
    const read = yield* readStrictly
    return Effect.fnUntraced(function* (httpEffect, { endpoint }) {
      const limit = Context.get(endpoint.annotations, BodyLimit)
      const kind = Context.get(endpoint.annotations, RowsKind)
      yield* requireJson
      yield* requireUncompressed
      yield* reserveRoom(room, limit)
      const request = yield* HttpServerRequest.HttpServerRequest
      const bytes = yield* receiveBytes(limit)
      // Asked now: a large body is handed over to the thread that reads it, and is empty here afterwards.
      const size = bytes.length
      const rows = yield* read({ kind, bytes, fingerprintOf: `${request.method} ${request.url}\n` })
      return yield* room.work(size, Effect.provideService(httpEffect, ReceivedRows, rows))
    })
  })
)

const readStrictly = Effect.map(RowsReader, (reader) =>
  Effect.fnUntraced(function* (
    body: RowsToRead
  ): Effect.fn.Return<ReadBody, BadRequest | PayloadTooLarge | ServiceUnavailable> {
    const read = yield* Effect.catchTag(reader.read(body), "WorkFailed", notRead)
    if (read.problem === undefined) return read
    const { path, message } = read.problem
    return yield* new BadRequest({ message: path === "" ? message : `${path} ${message}`, details: [read.problem] })
  })
)

const notRead = Effect.fnUntraced(function* (failure: WorkFailed) {
  if (failure.reason === "memory") {
    return yield* new PayloadTooLarge({ message: "The body takes too much memory to read; send fewer rows" })
  }
  if (failure.reason === "time") {
    yield* Effect.logWarning("Could not read a large body in time; the client may send it again", failure)
    return yield* new ServiceUnavailable({ message: "The service is too busy to read the body; send it again later" })
  }
  return yield* Effect.die(failure)
})

const requireJson = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  if (isJson(headers["content-type"])) return
  yield* new UnsupportedMediaType({ message: "Send the body as JSON, with Content-Type: application/json" })
})

// A body without a media type is read as JSON: that is what most clients mean.
const isJson = (contentType: string | undefined) =>
  contentType === undefined || /^application\/json\s*(;|$)/i.test(contentType.trim())
