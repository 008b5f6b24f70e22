import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { buildConsole, builtConsole } from "../../support/processes/built-console.ts"

let server: TestServer
beforeAll(async () => {
  buildConsole()
  server = await startServer({ settings: { ROLES: "api" } })
})
afterAll(() => server.stop())

const read = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
const scripts = () => readdirSync(join(builtConsole, "assets")).filter((name) => name.endsWith(".js"))

describe("the files of the console", () => {
  test("are a page at every path below /console that is no file", async () => {
    const page = readFileSync(join(builtConsole, "index.html"), "utf8")
    for (const path of ["/console", "/console/", "/console/o/1/campaigns?status=PAUSED", "/console/o/1/calls/a.b"]) {
      const answer = await read(path)
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
      expect(await answer.text()).toBe(page)
    }
  })

  test("are stored for good by browsers if their names have a hash, and asked for again if not", async () => {
    for (const name of scripts()) {
      const { headers } = await read(`/console/assets/${name}`)
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    }
    const { headers } = await read("/console/first.js")
    expect(headers.get("cache-control")).toBe("no-cache")
    const again = await read("/console/first.js", { headers: { "if-none-match": headers.get("etag") ?? "" } })
    expect([again.status, await again.text()]).toEqual([304, ""])
  })

  test("are sent compressed only to a client that accepts it, with the same contents", async () => {
    const [name = ""] = scripts()
    const plain = readFileSync(join(builtConsole, "assets", name))
    const sent = await server.send({ method: "GET", path: `/console/assets/${name}`, headers: {} })
    expect(sent.headers["content-encoding"]).toBeUndefined()
    expect(sent.text).toBe(plain.toString())
    const compressed = await server.send({
      method: "HEAD",
      path: `/console/assets/${name}`,
      headers: { "accept-encoding": "gzip" }
    })
    expect(compressed.headers["content-encoding"]).toBe("gzip")
    for (const script of scripts()) {
      const path = join(builtConsole, "assets", script)
      expect(gunzipSync(readFileSync(`${path}.gz`))).toEqual(readFileSync(path))
    }
  })

  test("run no script but their own, and cannot be framed", async () => {
    for (const path of ["/console", "/console/o/1", `/console/assets/${scripts()[0]}`]) {
      const policy = (await read(path)).headers.get("content-security-policy") ?? ""
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
    const page = readFileSync(join(builtConsole, "index.html"), "utf8")
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|https?:/)
  })

  test.each([
    "/console/../package.json",
    "/console/..%2fpackage.json",
    "/console/%2e%2e/%2e%2e/package.json",
    "/console/assets/../../../package.json",
    "/console/assets/..%5c..%5cpackage.json",
    "/console//etc/passwd",
    "/console/index.html.gz",
    "/console/%00",
    "/console/__proto__",
    "/console/constructor"
  ])("lead nowhere else by %s", async (path) => {
    const { body, status, text } = await server.send({ method: "GET", path, headers: {} })
    if (status === 200) expect(text).toBe(readFileSync(join(builtConsole, "index.html"), "utf8"))
    else expect(body.statusCode).toBe(status)
  })

  test("have no other spelling of their path, and take no other method", async () => {
    for (const path of ["/Console", "/%63onsole", "//console", "/consoles"]) {
      expect((await server.send({ method: "GET", path, headers: {} })).status, path).toBe(404)
    }
    expect((await read("/console/o/1", { method: "POST" })).status).toBe(405)
    expect((await read("/console/assets/index-0.js")).status).toBe(404)
  })

  test("need at most 250 kB of compressed script before the first screen", () => {
    const page = readFileSync(join(builtConsole, "index.html"), "utf8")
    const first = Array.from(page.matchAll(/(?:src|href)="\/console\/([^"]+\.js)"/g), ([, name = ""]) => name)
    // The overview is the first screen; its code is in that of the app.
    expect(scripts().filter((name) => name.startsWith("OverviewScreen-"))).toEqual([])
    const loaded = new Set<string>()
    const load = (name: string) => {
      if (loaded.has(name)) return
      loaded.add(name)
      const source = readFileSync(join(builtConsole, name), "utf8")
      for (const [, imported = ""] of source.matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g)) load(`assets/${imported}`)
    }
    for (const name of first) load(name)
    expect(loaded.size).toBeGreaterThan(3)
    const bytes = [...loaded].map((name) => gzipSync(readFileSync(join(builtConsole, name)), { level: 9 }).length)
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(250_000)
  })
})
