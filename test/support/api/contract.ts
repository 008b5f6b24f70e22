import type { Answer, Sent } from "./http.ts"

/** Where an interface describes itself. */
const documents = { api: "/v1/openapi.json", admin: "/admin/v1/openapi.json" } as const
export type DocumentName = keyof typeof documents

/** One operation of an interface, as its document has it. */
export interface Operation {
  readonly document: DocumentName
  readonly id: string
  readonly method: string
  /** With parameters such as `{id}`. */
  readonly path: string
  readonly definition: any
}

export interface Contract {
  readonly documents: Readonly<Record<DocumentName, any>>
  readonly operations: ReadonlyArray<Operation>
  /** The operation that answers a request, if one does. */
  readonly find: (method: string, path: string) => Operation | undefined
}

export const readContract = async (send: (sent: Sent) => Promise<Answer>): Promise<Contract> => {
  const read = async (name: DocumentName) => (await send({ method: "GET", path: documents[name] })).body
  const found = { api: await read("api"), admin: await read("admin") }
  const operations = [...operationsOf("api", found.api), ...operationsOf("admin", found.admin)]
  return {
    documents: found,
    operations,
    find: (method, path) => {
      const wanted = method === "HEAD" ? "GET" : method
      return operations.filter((one) => one.method === wanted && matches(one.path, path)).sort(mostLiteralFirst)[0]
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

// What cannot be read as text is no value of a parameter, and its path leads nowhere.
const isText = (segment: string) => {
  try {
    return decodeURIComponent(segment) !== ""
  } catch {
    return false
  }
}

const mostLiteralFirst = (one: Operation, other: Operation) => one.path.split("{").length - other.path.split("{").length
