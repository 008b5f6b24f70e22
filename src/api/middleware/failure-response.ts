import { STATUS_CODES } from "node:http"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { InputProblem } from "../../domain/schema/problems.ts"
import { RequestInfo } from "./RequestInfo.ts"

interface Failure {
  readonly statusCode: number
  readonly message: string
  readonly code?: string
  readonly details?: ReadonlyArray<InputProblem>
}

/** The body that every failure has. */
export const failureBody = ({ statusCode, message, code, details }: Failure, requestId: string) => {
  const error = STATUS_CODES[statusCode] ?? "Error"
  return {
    statusCode,
    message,
    error,
    code: code ?? error.toUpperCase().replace(/[^A-Z]+/g, "_"),
    requestId,
    ...(details !== undefined && { details })
  }
}

export const failureResponse = (failure: Failure) =>
  Effect.map(RequestInfo, ({ id }) =>
    HttpServerResponse.jsonUnsafe(failureBody(failure, id), { status: failure.statusCode })
  )
