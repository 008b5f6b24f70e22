import type { Answer, Input, Method, PathOf } from "./contract.ts"
import { organizationId } from "./organization.ts"
import { reachability } from "./reachability.ts"

export interface FieldProblem {
  /** Path of the rejected field, such as `retryDelaysMinutes.0`. */
  readonly path: string
  readonly message: string
}

/** The service refused a request, or did not answer; then the status is 0. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure"
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly details: ReadonlyArray<FieldProblem>

  constructor(status: number, body: Partial<Omit<ApiFailure, "status" | "name">>) {
    super(body.message ?? foreignAnswer(status))
    this.status = status
    this.code = body.code ?? ""
    this.requestId = body.requestId ?? ""
    this.details = body.details ?? []
  }
}

// A proxy has answered, or a part of the network, or another program at this address.
const foreignAnswer = (status: number) => {
  if ([502, 503, 504].includes(status)) {
    return `The service does not answer the proxy before it (HTTP ${status}). If this lasts, the operator checks that it runs`
  }
  return status < 400
    ? "Something else answered in place of the service, perhaps a proxy that asks you to sign in: reload the page"
    : `A proxy or another program refused this in place of the service (HTTP ${status}). Ask the operator`
}

type Values = Readonly<Record<string, string | number | undefined>>

interface LooseInput {
  readonly params?: Values | undefined
  readonly query?: Values | undefined
  readonly body?: unknown
}

/** Returns the address of an endpoint. Paths of the admin API get the organization that is shown. */
export const urlOf = (path: string, { params = {}, query = {} }: LooseInput = {}): string => {
  const values = path.startsWith("/admin/v1/organizations/:id") ? { ...params, id: organizationId } : params
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? "")))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

const sessionEnded = "Your session had ended before this was done. Try again."

/** Sends any request to the service. Fails with an `ApiFailure`. */
export const send = async (method: string, url: string, init: Omit<RequestInit, "method"> = {}): Promise<Response> => {
  const headers = new Headers(init.headers)
  if (url.startsWith("/v1/") && organizationId !== undefined) headers.set("carillon-organization", organizationId)
  const response = await fetch(url, { ...init, method, headers, credentials: "same-origin" }).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") throw error
      reachability.set(false)
      throw new ApiFailure(0, { message: "The service cannot be reached" })
    }
  )
  // A proxy answers for a service that does not run.
  reachability.set(response.status !== 502 && response.status !== 504)
  // A proxy may answer with a page of its own, such as its sign-in.
  const isPage = response.headers.get("content-type")?.includes("text/html") === true
  if (response.ok && !isPage) return response
  const failure = await response.json().catch(() => ({}))
  // The service asks programs for a key; a person signs in again.
  const hasEnded = response.status === 401 && !url.startsWith("/auth/")
  throw new ApiFailure(response.status, hasEnded ? { ...failure, message: sessionEnded } : failure)
}

/** Sends a request of the contract, and returns the body of its answer. */
export const request = async <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  input: Input<M, P>,
  signal?: AbortSignal
): Promise<Answer<M, P>> => {
  const { body } = input as LooseInput
  const response = await send(method, urlOf(path, input as LooseInput), {
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ...(signal === undefined ? {} : { signal })
  })
  const isJson = response.headers.get("content-type")?.includes("json") === true
  return (isJson ? await response.json() : await response.text()) as Answer<M, P>
}
