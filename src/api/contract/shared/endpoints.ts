import { type HttpApiEndpoint, type HttpApiMiddleware, OpenApi } from "effect/http-api"
import { BulkRate, Idempotent, JsonBody, NeedsAdmin, NeedsMember } from "./middleware.ts"

/**
 * Returns a function that documents endpoints of one kind and adds their middleware: the given roles, `Idempotent` to
 * an endpoint with the `idempotencyHeader`, and `JsonBody` to one with a payload.
 */
const endpointsWith =
  <Role extends HttpApiMiddleware.AnyId = never>(
    ...roles: ReadonlyArray<typeof BulkRate | typeof NeedsAdmin | typeof NeedsMember>
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

/** An endpoint of `/v1` that changes nothing: any key may call it. */
export const readEndpoint = endpointsWith()

/** An endpoint of `/v1` that changes something: the key needs the role MEMBER. */
export const writeEndpoint = endpointsWith<NeedsMember>(NeedsMember)

/** An endpoint of `/v1` that changes many rows: as `writeEndpoint`, with a rate limit of its own. */
export const bulkEndpoint = endpointsWith<BulkRate | NeedsMember>(BulkRate, NeedsMember)

/** An endpoint of `/v1` for which the key needs the role ADMIN. */
export const adminEndpoint = endpointsWith<NeedsAdmin>(NeedsAdmin)

/** An endpoint of `/admin/v1`: the admin token has no roles. */
export const operatorEndpoint = endpointsWith()

/** Only documents an endpoint: endpoints that receive a file add their middleware themselves. */
export const documented =
  (summary: string, description?: string) =>
  <E extends HttpApiEndpoint.ConstraintRequest>(endpoint: E): E => {
    const summarized = (endpoint as unknown as HttpApiEndpoint.Top).annotate(OpenApi.Summary, summary)
    const result = description === undefined ? summarized : summarized.annotate(OpenApi.Description, description)
    return result as unknown as E
  }
