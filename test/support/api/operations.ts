import type { Operation } from "./contract.ts"
import type { Answer } from "./http.ts"
import { makeResource, type ResourceKind } from "./resources.ts"
import { sampleOf } from "./samples.ts"
import type { Call, TestOrganization, TestServer } from "./test-server.ts"

/** The ids that a request names, for each parameter of its path, and for its body by kind. */
export interface Names {
  readonly params: Readonly<Record<string, string>>
  readonly inBody: (kind: ResourceKind) => Promise<string>
}

/** Names of things of an organization, made for the one request. */
export const namesOf = async (
  server: TestServer,
  organization: TestOrganization,
  operation: Operation
): Promise<Names> => {
  const params: Record<string, string> = {}
  const { needs, params: named = {} } = sampleOf(operation)
  if (needs !== undefined) await makeResource(server, organization, needs)
  for (const [name, kind] of Object.entries(named)) {
    params[name] = await makeResource(server, organization, kind, params)
  }
  return { params, inBody: (kind) => makeResource(server, organization, kind, params) }
}

export const pathOf = ({ path }: Operation, params: Names["params"]) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] as string)

/** Sends the sample of an operation. */
export const perform = async (call: Call, operation: Operation, { params, inBody }: Names): Promise<Answer> => {
  const { body, contentType } = sampleOf(operation)
  const headers = contentType === undefined ? undefined : { "content-type": contentType }
  return call(operation.method, pathOf(operation, params), await body?.(inBody), headers)
}

/** What the sample of an operation is answered with. */
export const successOf = (operation: Operation) => {
  const { again, always } = sampleOf(operation)
  const statuses = Object.keys(operation.definition.responses).map(Number)
  return always ?? (statuses.find((status) => status < 300 && status !== again) as number)
}

export const takesJson = ({ definition }: Operation) =>
  definition.requestBody?.content["application/json"] !== undefined

/** Who is entitled to an operation: the admin, or the key of an organization. */
export const entitled = (server: TestServer, organization: TestOrganization, { document }: Operation) =>
  document === "admin" ? server.admin : organization.call

/** Everything that can be read of an organization, through its own key and the admin API. */
export const dumpOf = async (
  server: TestServer,
  organization: TestOrganization,
  things: Readonly<Partial<Record<ResourceKind, string>>>
) => {
  const dump: Record<string, unknown> = {}
  for (const operation of server.contract.operations) {
    const params = Object.entries(sampleOf(operation).params ?? {})
    if (operation.method !== "GET") continue
    if (operation.document === "admin" && params.every(([, kind]) => kind !== "organization")) continue
    const named = Object.fromEntries(params.map(([name, kind]) => [name, things[kind] as string]))
    const path = pathOf(operation, named)
    const paged = operation.definition.parameters?.some(({ name }: { name: string }) => name === "limit")
    const answer = await entitled(server, organization, operation)("GET", paged ? `${path}?limit=100` : path)
    // What happens is no state.
    if (answer.headers["content-type"] === "text/event-stream") continue
    dump[path] = answer.headers["content-type"]?.startsWith("text/")
      ? answer.text
      : JSON.parse(answer.text, (key, value) => (key === "lastUsedAt" || key === "generatedAt" ? undefined : value))
  }
  return dump
}
