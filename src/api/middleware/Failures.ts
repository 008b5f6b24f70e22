import { Effect, Layer } from "effect"
import type { HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { type InputProblem, namingTheBody, problemsOf, sentence } from "../../domain/schema/problems.ts"
import { Failures } from "../contract/shared/middleware.ts"
import { failureResponse } from "./failure-response.ts"

export const FailuresLive = Layer.succeed(Failures, (httpEffect) => Effect.catch(httpEffect, toResponse))

const toResponse = (error: unknown): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (HttpApiError.HttpApiSchemaError.is(error)) {
    // An answer that does not match its schema is our own bug.
    if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
    const problems = problemsOf(error.cause.issue).map(namingTheBody)
    return badRequest(error.kind === "Query" ? problems.map(namingRepetition) : problems)
  }
  return isWireFailure(error) ? failureResponse(error) : Effect.die(error)
}

// A value of a query is a text, unless its name occurs several times.
const namingRepetition = ({ path, message }: InputProblem): InputProblem => ({
  path,
  message: message === "must be a string" ? "must be given only once" : message
})

const badRequest = (details: ReadonlyArray<InputProblem>) =>
  failureResponse({ statusCode: 400, message: sentence(details), details })

const isWireFailure = (error: unknown): error is { statusCode: number; message: string; code: string } =>
  typeof error === "object" && error !== null && "statusCode" in error && "message" in error && "code" in error
