import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { consolePath } from "../contract/paths.ts"
import { failureResponse } from "../middleware/failure-response.ts"

/** Serves the console: its files by their names, and its page at every other path below it. */
export const consoleRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const files = yield* Effect.sync(() => filesIn(builtConsole))
    const page = files.get("index.html")
    const show = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
      const path = url.replace(/[?#].*$/s, "").slice(consolePath.length + 1)
      // A hashed name that is unknown is of another build, so it must not be answered with the page.
      const file = files.get(path) ?? (path.startsWith(hashedFolder) ? undefined : page)
      if (file !== undefined) return Effect.succeed(answer(file, headers))
      return failureResponse(page === undefined ? notBuilt : noSuchFile)
    })
    // Adds the path itself too.
    yield* router.add("GET", `${consolePath}/*`, show)
  })
)

const builtConsole = join(import.meta.dirname, "../../../dist/console")
const hashedFolder = "assets/"

interface File {
  readonly bytes: Uint8Array
  readonly gzipped: Uint8Array | undefined
  readonly contentType: string
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads all files once. A request can only name one of them, so no path leads anywhere else. */
const filesIn = (folder: string): ReadonlyMap<string, File> =>
  new Map(
    globSync("**/*.*", { cwd: folder })
      .filter((name) => extname(name) in contentTypes)
      .map((name) => [name, fileOf(folder, name)])
  )

const fileOf = (folder: string, name: string): File => {
  const path = join(folder, name)
  const bytes = readFileSync(path)
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
  const cached = name.startsWith(hashedFolder) ? "public, max-age=31536000, immutable" : "no-cache"
  return {
    bytes,
    gzipped: existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`) : undefined,
    contentType: contentTypes[extname(name)] ?? "",
    etag,
    headers: { ...securityHeaders, "cache-control": cached, etag, vary: "accept-encoding" }
  }
}

const answer = (file: File, request: Readonly<Record<string, string | undefined>>) => {
  const { contentType, headers } = file
  if (request["if-none-match"]?.includes(file.etag) === true) {
    return HttpServerResponse.empty({ status: 304, headers })
  }
  return file.gzipped !== undefined && /\bgzip\b/.test(request["accept-encoding"] ?? "")
    ? HttpServerResponse.uint8Array(file.gzipped, {
        contentType,
        headers: { ...headers, "content-encoding": "gzip" }
      })
    : HttpServerResponse.uint8Array(file.bytes, { contentType, headers })
}

const noSuchFile = { statusCode: 404, message: "The console has no such file: reload the page" }
const notBuilt = {
  statusCode: 404,
  message: "The console is not built: start with npm start or npm run demo, which build it, or use the image"
}

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

// The page loads from, sends to and is embedded in no other origin, and runs no script but its files.
const securityHeaders = {
  "content-security-policy": [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=()",
  "referrer-policy": "same-origin"
}
