import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Role } from "../../../domain/accounts/ApiKey.ts"
import type { ReceivedFile } from "../../../domain/knowledge/KnowledgeBase.ts"
import {
  BadRequest,
  Conflict,
  Forbidden,
  InternalServerError,
  PayloadTooLarge,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
  UnprocessableEntity,
  UnsupportedMediaType
} from "./errors.ts"

// An endpoint's middleware runs from the last one added to the first. Groups add the outer ones: who asks, then
// how often; endpoints add what is their own: role, body, idempotency.

/** Outermost: whatever fails leaves with the one error body. */
export class Failures extends HttpApiMiddleware.Service<Failures>()("carillon/api/Failures", {
  error: [InternalServerError, ServiceUnavailable]
}) {}

/** The key of the request, and the one organization it belongs to. */
export class Caller extends Context.Service<
  Caller,
  { readonly keyId: string; readonly organizationId: number; readonly role: Role }
>()("carillon/api/Caller") {}

export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: Caller }>()(
  "carillon/api/ApiKeyAuth",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }) },
    error: [Unauthorized, TooManyRequests]
  }
) {}

export class AdminAuth extends HttpApiMiddleware.Service<AdminAuth>()("carillon/api/AdminAuth", {
  security: { adminToken: HttpApiSecurity.http({ scheme: "bearer" }) },
  error: [Unauthorized, TooManyRequests]
}) {}

/** Imports and bulk calls are counted a second time, against a tenth of the organization's rate. */
export class BulkRate extends HttpApiMiddleware.Service<BulkRate, { requires: Caller }>()("carillon/api/BulkRate", {
  error: TooManyRequests
}) {}

export class NeedsMember extends HttpApiMiddleware.Service<NeedsMember, { requires: Caller }>()(
  "carillon/api/NeedsMember",
  { error: Forbidden }
) {}

export class NeedsAdmin extends HttpApiMiddleware.Service<NeedsAdmin, { requires: Caller }>()(
  "carillon/api/NeedsAdmin",
  { error: Forbidden }
) {}

/** A JSON body: its type, its size, and that it is text which JSON can carry and a database can keep. */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("carillon/api/JsonBody", {
  error: [BadRequest, UnsupportedMediaType, PayloadTooLarge]
}) {}

/** The file that a request brought. */
export class UploadedFile extends Context.Service<UploadedFile, ReceivedFile>()("carillon/api/UploadedFile") {}

/** A form with one file, which is stored before anything else is done. */
export class FileBody extends HttpApiMiddleware.Service<FileBody, { provides: UploadedFile }>()(
  "carillon/api/FileBody",
  {
    error: [BadRequest, UnsupportedMediaType]
  }
) {}

/** How large a body an endpoint takes. */
export const BodyLimit = Context.Reference<number>("carillon/api/BodyLimit", { defaultValue: () => 1024 * 1024 })
export const bulkBodyLimit = 16 * 1024 * 1024

/** With an `Idempotency-Key` the answer of the first request is given to each that repeats it, for 24 hours. */
export class Idempotent extends HttpApiMiddleware.Service<Idempotent, { requires: Caller }>()(
  "carillon/api/Idempotent",
  {
    error: [BadRequest, Conflict, UnprocessableEntity]
  }
) {}

export const idempotencyHeader = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "1 to 255 visible characters. A repeated request with the same key and body gets the first answer again, for 24 hours."
    })
  )
}
