import type { Answer, Sent } from "./http.ts"

/** Paths of the OpenAPI documents. */
const documents = { api: "/v1/openapi.json", admin: "/admin/v1/openapi.json", auth: "/auth/openapi.json" } as const
export type DocumentName = keyof typeof documents

/** An operation as its document describes it. */
export interface Operation {
  readonly document: DocumentName
  readonly id: string
  readonly method: string
  /** Path template with parameters such as `{id}`. */
  readonly path: string
  readonly definition: any
}

export interface Contract {
  readonly documents: Readonly<Record<DocumentName, any>>
  /** The operations for machines and people; those of `/auth` are for people only, and have tests of their own. */
  readonly operations: ReadonlyArray<Operation>
  /** Returns the operation that answers a request, if there is one. */
  readonly find: (method: string, path: string) => Operation | undefined
}

/** Reads the contract of a server. Servers with the same documents share one, and so what is compiled from it. */
export const readContract = async (send: (sent: Sent) => Promise<Answer>): Promise<Contract> => {
  const read = (name: DocumentName) => send({ method: "GET", path: documents[name] })
  const found = { api: await read("api"), admin: await read("admin"), auth: await read("auth") }
  const text = Object.values(found)
    .map((answer) => answer.text)
    .join("\n")
  const contract =
    known.get(text) ?? contractOf({ api: found.api.body, admin: found.admin.body, auth: found.auth.body })
  known.set(text, contract)
  return contract
}

const known = new Map<string, Contract>()

const contractOf = (documents: Contract["documents"]): Contract => {
  const ofPeople = operationsOf("auth", documents.auth)
  const operations = [...operationsOf("api", documents.api), ...operationsOf("admin", documents.admin)]
  const templates = [...operations, ...ofPeople]
    .toSorted(mostLiteralFirst)
    .map((operation) => ({ operation, parts: operation.path.split("/") }))
  return {
    documents,
    operations,
    find: (method, path) => {
      const wanted = method === "HEAD" ? "GET" : method
      const given = path.replace(/[?#].*$/s, "").split("/")
      return templates.find(({ operation, parts }) => operation.method === wanted && matches(parts, given))?.operation
    }
  }
}

const operationsOf = (document: DocumentName, { paths }: any): ReadonlyArray<Operation> =>
  Object.entries<any>(paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([method, definition]) => ({
      document,
      id: definition.operationId,
      method: method.toUpperCase(),
      path,
      definition
    }))
  )

const matches = (template: ReadonlyArray<string>, given: ReadonlyArray<string>) =>
  template.length === given.length &&
  template.every((part, index) => (part.startsWith("{") ? isText(given[index] as string) : part === given[index]))

// A segment that cannot be decoded is not a valid parameter, so its path matches no operation.
const isText = (segment: string) => {
  try {
    return decodeURIComponent(segment) !== ""
  } catch {
    return false
  }
}

const mostLiteralFirst = (one: Operation, other: Operation) => one.path.split("{").length - other.path.split("{").length
