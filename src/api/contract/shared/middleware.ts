import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { AdminRole } from "../../../domain/accounts/AdminToken.ts"
import type { Role } from "../../../domain/accounts/ApiKey.ts"
import type { ReadBody } from "../../../domain/contacts/ContactRows.ts"
import type { ReceivedFile } from "../../../domain/knowledge/KnowledgeBase.ts"
import type { PersonRole } from "../../../domain/people/Person.ts"
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

// The middleware of an endpoint runs from the last one added to the first. The interface adds the outer ones:
// failures, authentication with its rate limit. Endpoints add their own: role, bulk rate, body, idempotency.

/** Outermost: answers every failure with the same error body. */
export class Failures extends HttpApiMiddleware.Service<Failures>()("carillon/api/Failures", {
  error: [InternalServerError, ServiceUnavailable]
}) {}

/** The cookie of a session, by which the console is authenticated. */
const session = HttpApiSecurity.apiKey({ key: "carillon_session", in: "cookie" })
export const sessionCookie = session.key

/** Refuses a request that changes something and does not come from a page of the console. */
export class SameOrigin extends HttpApiMiddleware.Service<SameOrigin>()("carillon/api/SameOrigin", {
  error: Forbidden
}) {}

/** The signed-in person of a request of `/auth`. */
export class CurrentPerson extends Context.Service<
  CurrentPerson,
  {
    readonly sessionId: string
    readonly personId: string
    readonly isFresh: boolean
    readonly isFreshByLink: boolean
  }
>()("carillon/api/CurrentPerson") {}

export class SessionAuth extends HttpApiMiddleware.Service<SessionAuth, { provides: CurrentPerson }>()(
  "carillon/api/SessionAuth",
  { security: { session }, error: [Unauthorized, Forbidden, TooManyRequests] }
) {}

/** The organization of a request of `/v1`, and the role of its API key or person there. */
export class Caller extends Context.Service<
  Caller,
  { readonly kind: "key" | "person"; readonly organizationId: number; readonly role: Role }
>()("carillon/api/Caller") {}

export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: Caller }>()(
  "carillon/api/ApiKeyAuth",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }), session },
    error: [Unauthorized, Forbidden, TooManyRequests]
  }
) {}

/** The role of the admin token or person of the request; `ADMIN_TOKEN` and a SUPER_ADMIN have the role ADMIN. */
export class AdminCaller extends Context.Service<
  AdminCaller,
  {
    readonly role: AdminRole
    /** Set when the caller is a person who has the role in the one organization of the path only. */
    readonly personRole?: PersonRole
  }
>()("carillon/api/AdminCaller") {}

export class AdminAuth extends HttpApiMiddleware.Service<AdminAuth, { provides: AdminCaller }>()(
  "carillon/api/AdminAuth",
  {
    security: { adminToken: HttpApiSecurity.http({ scheme: "bearer" }), session },
    error: [Unauthorized, Forbidden, TooManyRequests]
  }
) {}

export class NeedsOperatorToken extends HttpApiMiddleware.Service<NeedsOperatorToken, { requires: AdminCaller }>()(
  "carillon/api/NeedsOperatorToken",
  { error: Forbidden }
) {}

export class NeedsAdminToken extends HttpApiMiddleware.Service<NeedsAdminToken, { requires: AdminCaller }>()(
  "carillon/api/NeedsAdminToken",
  { error: Forbidden }
) {}

/** Counts imports and bulk requests a second time, against a tenth of the organization's rate. */
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

/** Checks a JSON body: its media type, its size, and that the database can store its texts and numbers. */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("carillon/api/JsonBody", {
  error: [BadRequest, UnsupportedMediaType, PayloadTooLarge, TooManyRequests, ServiceUnavailable]
}) {}

/** The kind of the rows in the body of an endpoint with `RowsBody`. */
export const RowsKind = Context.Reference<"contacts" | "import">("carillon/api/RowsKind", {
  defaultValue: () => "contacts"
})

/** The rows of the body, parsed and validated. */
export class ReceivedRows extends Context.Service<ReceivedRows, ReadBody>()("carillon/api/ReceivedRows") {}

/** Like `JsonBody`, and reads the rows of the body without holding up live calls. Such an endpoint is handled raw. */
export class RowsBody extends HttpApiMiddleware.Service<RowsBody, { provides: ReceivedRows }>()(
  "carillon/api/RowsBody",
  {
    error: [BadRequest, UnsupportedMediaType, PayloadTooLarge, TooManyRequests, ServiceUnavailable]
  }
) {}

/** The file that was uploaded with the request. */
export class UploadedFile extends Context.Service<UploadedFile, ReceivedFile>()("carillon/api/UploadedFile") {}

/** Stores the one file of a multipart form before the handler runs. */
export class FileBody extends HttpApiMiddleware.Service<FileBody, { provides: UploadedFile; requires: Caller }>()(
  "carillon/api/FileBody",
  {
    error: [BadRequest, UnsupportedMediaType]
  }
) {}

/** Maximum size of the body of an endpoint, in bytes. */
export const BodyLimit = Context.Reference<number>("carillon/api/BodyLimit", { defaultValue: () => 1024 * 1024 })
export const bulkBodyLimit = 16 * 1024 * 1024

/** Answers a repeated request with the same `Idempotency-Key` with the answer to the first, for 24 hours. */
export class Idempotent extends HttpApiMiddleware.Service<Idempotent, { requires: Caller }>()(
  "carillon/api/Idempotent",
  {
    error: [BadRequest, Conflict, UnprocessableEntity]
  }
) {}

/** The result that a request with an `Idempotency-Key` keeps, where its answer is too large to be kept. */
export class KeptResult extends Context.Service<
  KeptResult,
  {
    /** The result of the first request with this key; undefined in that request itself. */
    readonly earlier: Schema.Json | undefined
    readonly keep: (result: Schema.Json) => void
  }
>()("carillon/api/KeptResult") {}

export const idempotencyHeader = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "1 to 255 visible characters. For 24 hours a repeated request with the same key and body gets the answer of the first."
    })
  )
}

/** The header on a POST that changes nothing. */
export const ignoredIdempotencyHeader = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({ description: "Accepted without effect: this request changes nothing" })
  )
}
