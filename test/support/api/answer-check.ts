import { STATUS_CODES } from "node:http"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import type { Contract, DocumentName, Operation } from "./contract.ts"
import type { Answer, Sent } from "./http.ts"

/** Returns the violations of the contract in an answer; empty when there are none. */
export type AnswerCheck = (sent: Sent, answer: Answer) => Array<string>

/** Makes the check of a contract, once for all servers that share it. */
export const makeAnswerCheck = (contract: Contract): AnswerCheck => {
  const check = made.get(contract) ?? checkOf(contract)
  made.set(contract, check)
  return check
}

const made = new WeakMap<Contract, AnswerCheck>()

const checkOf = ({ documents, find }: Contract): AnswerCheck => {
  const ajv = makeValidator()
  for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name)

  const documented = (operation: Operation, { status, headers, text, body }: Answer, bodyless: boolean) => {
    const response = operation.definition.responses[status]
    if (response === undefined) return [`${operation.id} does not document the status ${status}`]
    if (bodyless) return []
    const [type] = Object.keys(response.content ?? {})
    if (type === undefined) return text === "" ? [] : ["has a body that is not documented"]
    if (headers["content-type"] !== type) return [`is ${headers["content-type"]}, not ${type}`]
    const validate = ajv.getSchema(schemaOf(operation, status, type))
    return problemsOf(validate as ValidateFunction, type === "application/json" ? body : text)
  }

  return (sent, answer) => {
    const bodyless = sent.method === "HEAD"
    const operation = find(sent.method, sent.path)
    return [
      ...always(answer),
      ...(answer.status >= 400 && !bodyless ? failureProblems(answer) : []),
      ...(operation === undefined ? [] : documented(operation, answer, bodyless))
    ]
  }
}

/** Makes a validator of the JSON Schema dialect of OpenAPI 3.1. */
export const makeValidator = () =>
  new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ }
  })

const schemaOf = ({ document, path, method }: Operation, status: number, type: string) =>
  `${document satisfies DocumentName}#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}/content/${pointer(type)}/schema`

const pointer = (text: string) => encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"))

const problemsOf = (validate: ValidateFunction, body: unknown) =>
  validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

const always = ({ status, headers }: Answer) => [
  ...(/^[A-Za-z0-9._-]{1,128}$/.test(String(headers["x-request-id"])) ? [] : ["has no X-Request-Id"]),
  ...(status === 405 && headers.allow === undefined ? ["has no Allow"] : []),
  ...(status === 429 && !/^[1-9]\d*$/.test(String(headers["retry-after"])) ? ["has no Retry-After"] : [])
]

const failureFields = ["code", "error", "message", "requestId", "statusCode"]

const failureProblems = ({ status, headers, body }: Answer) => {
  if (typeof body !== "object" || body === null) return ["has no JSON body"]
  const { details, ...rest } = body
  const right =
    Object.keys(rest).sort().join() === failureFields.join() &&
    body.statusCode === status &&
    body.error === STATUS_CODES[status] &&
    body.requestId === headers["x-request-id"] &&
    [body.message, body.code].every((text) => typeof text === "string" && text !== "") &&
    (details === undefined || (status === 400 && Array.isArray(details) && details.length > 0))
  return right ? [] : ["is not the one body of failures"]
}
