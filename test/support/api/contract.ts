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

export const readContract = async (send: (sent: Sent) => Promise<Answer>): Promise<Contract> => {
  const read = async (name: DocumentName) => (await send({ method: "GET", path: documents[name] })).body
  const found = { api: await read("api"), admin: await read("admin"), auth: await read("auth") }
  const ofPeople = operationsOf("auth", found.auth)
  const operations = [...operationsOf("api", found.api), ...operationsOf("admin", found.admin)]
  return {
    documents: found,
    operations,
    find: (method, path) => {
      const wanted = method === "HEAD" ? "GET" : method
      return [...operations, ...ofPeople]
        .filter((one) => one.method === wanted && matches(one.path, path))
        .sort(mostLiteralFirst)[0]
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

const matches = (template: string, path: string) => {
  const wanted = template.split("/")
  const given = path.replace(/[?#].*$/s, "").split("/")
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith("{") ? isText(given[index] as string) : part === given[index]))
  )
}

// A segment that cannot be decoded is not a valid parameter, so its path matches no operation.
const isText = (segment: string) => {
  try {
    return decodeURIComponent(segment) !== ""
  } catch {
    return false
  }
}

const mostLiteralFirst = (one: Operation, other: Operation) => one.path.split("{").length - other.path.split("{").length
