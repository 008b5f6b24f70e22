import { FindMyWay } from "effect/http"
import { HttpApi } from "effect/http-api"
import { AdminApi } from "../contract/AdminApi.ts"
import { Api } from "../contract/Api.ts"
import { AuthApi } from "../contract/AuthApi.ts"
import {
  callbackPath,
  consolePath,
  legPath,
  mediaPath,
  recordingPath,
  systemPaths,
  transcriptPath,
  transferPath,
  voiceKeyPath,
  voicePath
} from "../contract/paths.ts"

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
 * Whether the URL spells its path exactly as the route does. A proxy in front compares paths by their spelling, so a
 * second spelling of a path would pass where the proxy has closed the first.
 */
export const isExactPath = (url: string): boolean => {
  const path = pathOf(url)
  // The console is one page with paths of its own; its files are looked up by their exact names.
  if (isOfConsole(path)) return true
  // The router ends a path at these characters, so the request would reach another endpoint than its URL names.
  if (/[;#]|\/\//.test(path)) return false
  if (path.endsWith("/") && !path.startsWith("/v1/")) return false
  if (!path.includes("%")) return true
  const parts = path.split("/")
  return methods
    .map((method) => table.find(method, path)?.handler.split("/") ?? [])
    .every((route) => route.every((part, index) => part.startsWith(":") || part === parts[index]))
}

/** Whether a path is served where the request came in: with ADMIN_PORT, each listener has paths of its own. */
export const isServedAt = (listener: "both" | "main" | "admin", url: string): boolean => {
  if (listener === "both") return true
  const path = pathOf(url)
  if (pathsOfBoth.has(path)) return true
  // The console, which is for operators, calls both interfaces on its own origin.
  if (listener === "admin" && /^\/v1\/(?!(?:transcripts|recordings)\/)/.test(path)) return true
  const isForOperators = pathsForOperators.has(path) || /^\/(admin|auth|console|docs)(\/|$)/.test(path)
  return isForOperators === (listener === "admin")
}

const isOfConsole = (path: string) => path === consolePath || path.startsWith(`${consolePath}/`)

const pathsOfBoth = new Set<string>([systemPaths.live, systemPaths.ready, systemPaths.openapi])
const pathsForOperators = new Set<string>([systemPaths.metrics, systemPaths.autoscale, systemPaths.asyncapi])

/** Returns the path of a URL as it was sent, in a request to this server or to a proxy. */
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/\?.*$/s, "")

export const routerConfig = {
  // Node does not accept larger headers, so an id of any length is a wrong id and not a wrong path.
  maxParamLength: 16_384,
  caseSensitive: true,
  ignoreDuplicateSlashes: false
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

// A second table of all routes: the router itself does not report whether the method or the path is wrong.
const table = FindMyWay.make<string>(routerConfig)
const enter: Parameters<typeof HttpApi.reflect>[1] = {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => table.on(endpoint.method, endpoint.path as `/${string}`, endpoint.path)
}
HttpApi.reflect(Api, enter)
HttpApi.reflect(AdminApi, enter)
HttpApi.reflect(AuthApi, enter)
for (const path of [
  mediaPath,
  transcriptPath,
  recordingPath,
  consolePath,
  `${consolePath}/*`,
  ...Object.values(systemPaths)
] as const)
  table.on("GET", path, path)
for (const path of [callbackPath, legPath, transferPath, voicePath, voiceKeyPath] as const) table.on("POST", path, path)
