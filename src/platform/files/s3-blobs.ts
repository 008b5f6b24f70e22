import type { Readable } from "node:stream"
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Exit, Option, Redacted, Ref, Stream } from "effect"
import type { S3Settings } from "../config.ts"
import { BlobError, BlobMissing, type Blobs, validKey } from "./blobs.ts"

/** Stores each blob as an object in a bucket, under the prefix and its key. */
export const inBucket = Effect.fnUntraced(function* (settings: S3Settings) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => makeClient(settings)),
    (made) => Effect.sync(() => made.destroy())
  )
  const Bucket = settings.bucket

  const at = <A>(key: string, ask: (where: { Bucket: string; Key: string }, signal: AbortSignal) => Promise<A>) =>
    validKey.test(key)
      ? Effect.tryPromise({
          try: (signal) => ask({ Bucket, Key: `${settings.prefix}${key}` }, signal),
          catch: (cause) => new BlobError({ key, cause: explained(cause) })
        })
      : Effect.fail(new BlobError({ key, cause: new Error("Not a blob key") }))

  const putWhole = (key: string, content: Uint8Array) =>
    Effect.asVoid(
      at(key, (where, abortSignal) => client.send(new PutObjectCommand({ ...where, Body: content }), { abortSignal }))
    )

  const head = (key: string) =>
    at(key, async (where, abortSignal) => {
      try {
        return await client.send(new HeadObjectCommand(where), { abortSignal })
      } catch (error) {
        if (!isNotFound(error)) throw error
        await askForBucket(abortSignal)
        return undefined
      }
    })

  // The answer to HEAD does not say whether the object is missing or its bucket.
  const askForBucket = async (abortSignal: AbortSignal) => {
    try {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal })
    } catch (error) {
      throw isNotFound(error) ? new Error(`there is no bucket ${Bucket}: create it, or correct S3_BUCKET`) : error
    }
  }

  // Content that is larger than a part is uploaded in parts, and appears once it is complete.
  const put: Blobs["put"] = Effect.fn("BlobStore.put")(function* (key, content) {
    const uploadId = yield* Ref.make<string | undefined>(undefined)
    const parts: Array<CompletedPart> = []
    let sentBytes = 0
    let waiting: Array<Uint8Array> = []
    let waitingBytes = 0

    const sendPart = (bytes: Uint8Array) =>
      Effect.gen(function* () {
        let UploadId = yield* Ref.get(uploadId)
        if (UploadId === undefined) {
          const begun = yield* at(key, (where) => client.send(new CreateMultipartUploadCommand(where)))
          UploadId = begun.UploadId as string
          yield* Ref.set(uploadId, UploadId)
        }
        const part = { UploadId, PartNumber: parts.length + 1, Body: bytes }
        const { ETag } = yield* at(key, (where, abortSignal) =>
          client.send(new UploadPartCommand({ ...where, ...part }), { abortSignal })
        )
        parts.push({ PartNumber: part.PartNumber, ...(ETag !== undefined && { ETag }) })
        sentBytes += bytes.length
      })

    const take = (chunk: Uint8Array) => {
      waiting.push(chunk)
      waitingBytes += chunk.length
      return waitingBytes < partBytes ? Effect.void : Effect.suspend(() => sendPart(takeWaiting()))
    }
    const takeWaiting = () => {
      const bytes = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      return bytes
    }

    const uploaded = Effect.gen(function* () {
      yield* Stream.runForEach(content, take)
      const UploadId = yield* Ref.get(uploadId)
      if (UploadId === undefined) return yield* putWhole(key, takeWaiting())
      if (waitingBytes > 0) yield* sendPart(takeWaiting())
      const complete = { UploadId, MultipartUpload: { Parts: parts } }
      yield* at(key, async (where) => {
        try {
          await client.send(new CompleteMultipartUploadCommand({ ...where, ...complete }))
        } catch (error) {
          // When the answer to a request was lost, its repetition finds the object in place of the upload.
          if (!isNotFound(error)) throw error
          const { ContentLength } = await client.send(new HeadObjectCommand(where))
          if (ContentLength !== sentBytes) throw error
        }
      })
    })
    // The parts of an upload that is not completed would be kept, and paid for, without ever being seen.
    const abort = Effect.gen(function* () {
      const UploadId = yield* Ref.get(uploadId)
      if (UploadId === undefined) return
      yield* at(key, (where) => client.send(new AbortMultipartUploadCommand({ ...where, UploadId })))
    })
    yield* Effect.onExit(uploaded, (exit) => (Exit.isFailure(exit) ? Effect.ignore(abort) : Effect.void))
  })

  const blobs: Blobs = {
    put,
    putWhole,
    get: Effect.fn("BlobStore.get")(function* (key) {
      const found = yield* head(key)
      if (found === undefined) return yield* new BlobMissing({ key })
      const size = found.ContentLength ?? 0
      const body = at(key, async (where, abortSignal) => {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(where), { abortSignal })
        return { readable: Body as Readable, bytes: ContentLength ?? size }
      })
      return {
        size,
        storedAt: found.LastModified ?? new Date(0),
        content: Stream.unwrap(
          Effect.map(body, ({ bytes, readable }) =>
            NodeStream.fromReadable({
              evaluate: () => readable,
              onError: (cause) => new BlobError({ key, cause })
            }).pipe(
              // The timeout of a request ends with the head of its answer.
              Stream.timeoutOrElse({
                duration: bodyPatience,
                orElse: () => Stream.fail(new BlobError({ key, cause: new Error(`Nothing came for ${bodyPatience}`) }))
              }),
              wholeOrFail(key, bytes)
            )
          )
        )
      }
    }),
    exists: Effect.fn("BlobStore.exists")((key) => Effect.map(head(key), (found) => found !== undefined)),
    remove: Effect.fn("BlobStore.remove")((key) =>
      Effect.asVoid(at(key, (where, abortSignal) => client.send(new DeleteObjectCommand(where), { abortSignal })))
    )
  }
  return blobs
})

// A proxy may pass an object on without its length: then it seems to end where the connection breaks.
const wholeOrFail =
  (key: string, size: number) =>
  (content: Stream.Stream<Uint8Array, BlobError>): Stream.Stream<Uint8Array, BlobError> =>
    Stream.suspend(() => {
      let bytes = 0
      const missing = Stream.suspend(() =>
        bytes < size
          ? Stream.fail(new BlobError({ key, cause: new Error(`Only ${bytes} of ${size} bytes came`) }))
          : Stream.empty
      )
      return content.pipe(
        Stream.tap((chunk) => Effect.sync(() => (bytes += chunk.length))),
        Stream.concat(missing)
      )
    })

// An answer to HEAD has no body, so the SDK knows nothing but its status: the reason is unknown.
const explained = (error: unknown) => {
  if (!(error instanceof S3ServiceException) || error.message !== "UnknownError") return error
  const { httpStatusCode: status = 0 } = error.$metadata
  return new Error(`the bucket answers ${status}${adviceOn[status] ?? ""}`)
}

const adviceOn: Readonly<Record<number, string>> = {
  301: ": it is in another region, so correct S3_REGION",
  400: ": check S3_REGION, and whether the credentials have expired",
  403: ": check the key or role and its rights",
  503: ": it asks for fewer requests, or is away"
}

const isNotFound = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

const makeClient = ({ endpoint, key, region }: S3Settings) =>
  new S3Client({
    region,
    ...Option.match(endpoint, {
      onNone: () => ({}),
      // Servers other than Amazon's know a bucket by its path rather than by a host name of its own.
      onSome: (url) => ({ endpoint: url, forcePathStyle: true })
    }),
    ...Option.match(key, {
      onNone: () => ({}),
      onSome: ({ id, secret }) => ({
        credentials: { accessKeyId: id, secretAccessKey: Redacted.value(secret) }
      })
    }),
    maxAttempts: 4,
    // Older servers do not know the checksums that the SDK would add.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true }
  })

/** Maximum time between two pieces of an object, while it is read. */
const bodyPatience = "60 seconds"

/** Size of a part, bytes; the smallest that S3 accepts is 5 MiB. A blob may have 10,000 parts. */
const partBytes = 8 * 1024 * 1024
