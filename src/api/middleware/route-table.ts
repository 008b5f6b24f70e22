import { FindMyWay } from "effect/http"
import { HttpApi } from "effect/http-api"
import { AdminApi } from "../contract/AdminApi.ts"
import { Api } from "../contract/Api.ts"
import { callbackPath, mediaPath, systemPaths, transcriptPath } from "../contract/paths.ts"

/** A failure whose answer is known, with the headers that the answer gets. */
export interface RequestFailure {
  readonly statusCode: number
  readonly message: string
  readonly headers?: Record<string, string>
}

/** Answers a path that does not exist. */
export const noSuchPath = { statusCode: 404, message: "There is nothing at this path; /docs lists what there is" }

/** Returns the answer to a request that no route matched: 405 when the path takes other methods, else 404. */
export const routeFailure = (url: string): RequestFailure => {
  const allowed = methods.filter((method) => table.find(method, url) !== undefined)
  if (allowed.length === 0) return noSuchPath
  if (allowed.includes("GET")) allowed.push("HEAD")
  return {
    statusCode: 405,
    message: `This path takes ${allowed.join(", ")}`,
    headers: { allow: allowed.join(", ") }
  }
}

/**
 * Maximum length of a path parameter, in characters. Node does not accept larger headers, so an id of any length is a
 * wrong id and not a wrong path.
 */
export const routerConfig = { maxParamLength: 16_384 }

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

// A second table of all routes: the router itself does not report whether the method or the path is wrong.
const table = FindMyWay.make<true>(routerConfig)
const enter: Parameters<typeof HttpApi.reflect>[1] = {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => table.on(endpoint.method, endpoint.path as `/${string}`, true)
}
HttpApi.reflect(Api, enter)
HttpApi.reflect(AdminApi, enter)
for (const path of [mediaPath, transcriptPath, ...Object.values(systemPaths)] as const) table.on("GET", path, true)
table.on("POST", callbackPath, true)
