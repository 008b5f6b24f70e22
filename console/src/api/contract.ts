// The types of all requests and answers, derived from the contract of the service. Nothing of it is in the bundle, and a
// change of the contract that breaks a screen breaks its build.
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { AdminApi } from "../../../src/api/contract/AdminApi.ts"
import type { Api } from "../../../src/api/contract/Api.ts"
import type { AuthApi } from "../../../src/api/contract/AuthApi.ts"

type EndpointsOf<A> = A extends HttpApi.HttpApi<string, infer Groups> ? HttpApiGroup.Endpoints<Groups> : never

type Endpoint = EndpointsOf<typeof Api> | EndpointsOf<typeof AdminApi> | EndpointsOf<typeof AuthApi>

// The path of a list is that of its group, without the slash at its end.
type Trimmed<Path> = Path extends `${infer Start}/` ? Start : Path

// The form in which values are sent, in which times are texts; undefined if the endpoint has none.
type Sent<S> = [S] extends [never]
  ? undefined
  : S extends { readonly schema: { readonly Encoded: infer E } }
    ? E
    : undefined

// Numbers in a query may be given as numbers. Undefined values are left out.
type SentQuery<Q> = { readonly [K in keyof Q]: (string extends Q[K] ? number : never) | Q[K] | undefined }

interface Operation<E extends HttpApiEndpoint.ConstraintRequest> {
  readonly params: Sent<E["~Params"]>
  readonly query: SentQuery<Sent<E["~Query"]>>
  readonly body: Sent<E["~Payload"]>
  readonly answer: Sent<E["~Success"]>
}

/** All operations by method and path, such as `Operations["GET"]["/v1/campaigns"]`. */
export type Operations = {
  readonly [M in Endpoint["method"]]: {
    readonly [E in Extract<Endpoint, { readonly method: M }> as Trimmed<
      E["path"]
    >]: E extends HttpApiEndpoint.ConstraintRequest ? Operation<E> : never
  }
}

export type Method = keyof Operations
export type PathOf<M extends Method> = keyof Operations[M] & string

type Part<M extends Method, P extends PathOf<M>, Name extends keyof Operation<never>> = Operations[M][P] extends {
  readonly [K in Name]: infer A
}
  ? A
  : never

/** The body of an answer, such as `Answer<"GET", "/v1/campaigns/:id">`. */
export type Answer<M extends Method, P extends PathOf<M>> = Part<M, P, "answer">
/** The body of a request. */
export type Body<M extends Method, P extends PathOf<M>> = Part<M, P, "body">

// The organization of a path of the admin API is always the one that is shown.
type Params<M extends Method, P extends PathOf<M>> = P extends `/admin/v1/organizations/:id${string}`
  ? Omit<Part<M, P, "params">, "id">
  : Part<M, P, "params">

type Needed<Name extends string, A> = [A] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends A
    ? { readonly [K in Name]?: A }
    : { readonly [K in Name]: A }

/** The parts of a request besides its method and path. */
export type Input<M extends Method, P extends PathOf<M>> = Needed<"params", Params<M, P>> &
  Needed<"query", Part<M, P, "query">> &
  Needed<"body", Exclude<Body<M, P>, void>>
