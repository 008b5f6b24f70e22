import { type HttpApiEndpoint, type HttpApiMiddleware, OpenApi } from "effect/http-api"
import {
  BodyLimit,
  BulkRate,
  bulkBodyLimit,
  Idempotent,
  JsonBody,
  NeedsAdmin,
  NeedsAdminToken,
  NeedsMember,
  NeedsOperatorToken,
  RowsBody,
  RowsKind
} from "./middleware.ts"

/**
 * Returns a function that documents endpoints of one kind and adds their middleware: the given roles, `Idempotent` to
 * an endpoint with the `idempotencyHeader`, and `JsonBody` to one with a payload.
 */
const endpointsWith =
  <Role extends HttpApiMiddleware.AnyId = never>(
    ...roles: ReadonlyArray<
      typeof BulkRate | typeof NeedsAdmin | typeof NeedsMember | typeof NeedsAdminToken | typeof NeedsOperatorToken
    >
  ) =>
  (summary: string, description?: string) =>
  <E extends HttpApiEndpoint.ConstraintRequest>(endpoint: E) => {
    let result = documented(summary, description)(endpoint) as unknown as HttpApiEndpoint.Top
    const { headers, payload } = result
    // Middleware runs from the last to the first: role, rate, body, idempotency.
    const middleware = [
      ...(headers === undefined ? [] : [Idempotent]),
      ...(payload.size === 0 ? [] : [JsonBody]),
      ...roles
    ]
    for (const key of middleware) result = result.middleware(key as never)
    return result as unknown as HttpApiEndpoint.AddMiddleware<E, BodyMiddleware<E> | Role>
  }

type BodyMiddleware<E> =
  | ([HttpApiEndpoint.Headers<E>] extends [never] ? never : Idempotent)
  | ([HttpApiEndpoint.Payload<E>] extends [never] ? never : JsonBody)

/** An endpoint of `/v1` that changes nothing: any key may call it. An `Idempotency-Key` has no effect on it. */
export const readEndpoint =
  (summary: string, description?: string) =>
  <E extends HttpApiEndpoint.ConstraintRequest>(endpoint: E) => {
    const result = documented(summary, description)(endpoint) as unknown as HttpApiEndpoint.Top
    const read = result.payload.size === 0 ? result : result.middleware(JsonBody as never)
    return read as unknown as HttpApiEndpoint.AddMiddleware<
      E,
      [HttpApiEndpoint.Payload<E>] extends [never] ? never : JsonBody
    >
  }

/** An endpoint of `/v1` that changes something: the key needs the role MEMBER. */
export const writeEndpoint = endpointsWith<NeedsMember>(NeedsMember)

/** An endpoint of `/v1` that changes many rows: as `writeEndpoint`, with a rate limit of its own. */
export const bulkEndpoint = endpointsWith<BulkRate | NeedsMember>(BulkRate, NeedsMember)

/** Like `bulkEndpoint`, for a body with many rows of this kind. Its handler gets them as `ReceivedRows`. */
export const rowsEndpoint =
  (kind: (typeof RowsKind)["Service"], summary: string, description?: string) =>
  <E extends HttpApiEndpoint.ConstraintRequest>(endpoint: E) => {
    const result = (documented(summary, description)(endpoint) as unknown as HttpApiEndpoint.Top)
      .annotate(BodyLimit, bulkBodyLimit)
      .annotate(RowsKind, kind)
      .middleware(Idempotent)
      .middleware(RowsBody)
      .middleware(BulkRate)
      .middleware(NeedsMember)
    return result as unknown as HttpApiEndpoint.AddMiddleware<E, Idempotent | RowsBody | BulkRate | NeedsMember>
  }

/** An endpoint of `/v1` for which the key needs the role ADMIN. */
export const adminEndpoint = endpointsWith<NeedsAdmin>(NeedsAdmin)

/** An endpoint of `/admin/v1` that only reads: any admin token may call it. */
export const viewerEndpoint = endpointsWith()

/** An endpoint of `/auth`. Whether it needs a session is decided by its group. */
export const openEndpoint = endpointsWith()

const needsOperator = endpointsWith<NeedsOperatorToken>(NeedsOperatorToken)
/** An endpoint of `/admin/v1` that acts on campaigns, calls and contacts: the token needs the role OPERATOR. */
export const operatorEndpoint = (summary: string, description?: string) =>
  needsOperator(summary, withRole(description, operatorRole))

const needsAdmin = endpointsWith<NeedsAdminToken>(NeedsAdminToken)
/** An endpoint of `/admin/v1` that gives access, reads a secret or removes for good: the token needs the role ADMIN. */
export const rootEndpoint = (summary: string, description?: string) =>
  needsAdmin(summary, withRole(description, "Needs an admin token with the role ADMIN."))

/** The sentence that the description of an endpoint for operators ends with. */
export const operatorRole = "Needs an admin token with the role OPERATOR or ADMIN."

const withRole = (description: string | undefined, role: string) =>
  description === undefined ? role : `${description}\n\n${role}`

/** Only documents an endpoint: endpoints that receive a file add their middleware themselves. */
export const documented =
  (summary: string, description?: string) =>
  <E extends HttpApiEndpoint.ConstraintRequest>(endpoint: E): E => {
    const summarized = (endpoint as unknown as HttpApiEndpoint.Top).annotate(OpenApi.Summary, summary)
    const result = description === undefined ? summarized : summarized.annotate(OpenApi.Description, description)
    return result as unknown as E
  }
