import { untilIndexed } from "../data/knowledge/knowledge.ts"
import type { Operation } from "./contract.ts"
import { type Answer, isEndless } from "./http.ts"
import { makeResource, type ResourceKind } from "./resources.ts"
import { sampleOf } from "./samples.ts"
import type { Call, TestOrganization, TestServer } from "./test-server.ts"

/** Ids for a request: one for each parameter of its path, and new ones for its body, by kind. */
export interface RequestIds {
  readonly params: Readonly<Record<string, string>>
  readonly inBody: (kind: ResourceKind) => Promise<string>
}

/** Creates the resources that one request names. */
export const makeRequestIds = async (
  server: TestServer,
  organization: TestOrganization,
  operation: Operation
): Promise<RequestIds> => {
  const params: Record<string, string> = {}
  const { needs, params: named = {} } = sampleOf(operation)
  if (needs !== undefined) await makeResource(server, organization, needs)
  for (const [name, kind] of Object.entries(named)) {
    params[name] = await makeResource(server, organization, kind, params)
  }
  return { params, inBody: (kind) => makeResource(server, organization, kind, params) }
}

export const pathOf = ({ path }: Operation, params: RequestIds["params"]) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] as string)

/** Sends the sample request of an operation. */
export const perform = async (call: Call, operation: Operation, { params, inBody }: RequestIds): Promise<Answer> => {
  const { body, contentType } = sampleOf(operation)
  const headers = contentType === undefined ? undefined : { "content-type": contentType }
  return call(operation.method, pathOf(operation, params), await body?.(inBody), headers)
}

/** Returns the status that answers an operation's sample request. */
export const successOf = (operation: Operation) => {
  const { again, always } = sampleOf(operation)
  const statuses = Object.keys(operation.definition.responses).map(Number)
  return always ?? (statuses.find((status) => status < 300 && status !== again) as number)
}

export const takesJson = ({ definition }: Operation) =>
  definition.requestBody?.content["application/json"] !== undefined

/** Returns the client that may use an operation: the admin, or an organization's key. */
export const clientFor = (server: TestServer, organization: TestOrganization, { document }: Operation) =>
  document === "admin" ? server.admin : organization.call

/** Fields that change with time alone. */
const ofTheMoment = new Set(["lastUsedAt", "generatedAt", "startsAt", "lastMinute", "startsInLastMinute", "health"])

/** Reads everything of an organization, through its own key and the admin API. */
export const dumpOf = async (
  server: TestServer,
  organization: TestOrganization,
  ids: Readonly<Partial<Record<ResourceKind, string>>>
) => {
  // A document that is still indexed would change what the organization has used of its limits.
  for (const { id } of (await organization.call("GET", "/v1/knowledge-bases")).body) {
    await untilIndexed(organization.call, id)
  }
  const dump: Record<string, unknown> = {}
  for (const operation of server.contract.operations) {
    const params = Object.entries(sampleOf(operation).params ?? {})
    if (operation.method !== "GET" || sampleOf(operation).always !== undefined) continue
    if (operation.document === "admin" && params.every(([, kind]) => kind !== "organization")) continue
    const named = Object.fromEntries(params.map(([name, kind]) => [name, ids[kind] as string]))
    const path = pathOf(operation, named)
    const paged = operation.definition.parameters?.some(({ name }: { name: string }) => name === "limit")
    const answer = await clientFor(server, organization, operation)("GET", paged ? `${path}?limit=100` : path)
    // A stream shows events, not state.
    if (isEndless(answer) || ["audio/wav", "application/x-tar"].includes(String(answer.headers["content-type"])))
      continue
    // The dump itself reads what people have said, which the security log records.
    if (path.endsWith("/security-log")) {
      const reads = /\.(read|explain|watch|listen)$/
      dump[path] = answer.body.data.filter(({ action }: { action: string }) => !reads.test(action))
      continue
    }
    // The lists of the installation are not the organization's.
    if (path.endsWith("/number-lists")) {
      dump[path] = answer.body.data.filter(({ scope }: { scope: string }) => scope === "ORGANIZATION")
      continue
    }
    dump[path] = answer.headers["content-type"]?.startsWith("text/")
      ? answer.text
      : JSON.parse(answer.text, (key, value) => (ofTheMoment.has(key) ? undefined : value))
  }
  return dump
}
