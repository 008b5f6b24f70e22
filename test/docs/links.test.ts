import { globSync } from "node:fs"
import { dirname, normalize } from "node:path"
import { OpenApi } from "effect/http-api"
import { describe, expect, test } from "vitest"
import { AdminApi } from "../../src/api/contract/AdminApi.ts"
import { Api } from "../../src/api/contract/Api.ts"
import { documents, isThere, textOf } from "../support/data/knowledge/documents.ts"

const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, "").replace(/`[^`\n]*`/g, "x")

interface Link {
  readonly from: string
  readonly to: string
  readonly anchor: string | undefined
}

const linksOf = (from: string): ReadonlyArray<Link> =>
  [...withoutCode(textOf(from)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = "", anchor] = target.split("#")
    return [{ from, to: path === "" ? from : normalize(`${dirname(from)}/${path}`), anchor }]
  })

// Anchors as GitHub makes them.
const anchorsOf = (document: string) =>
  new Set(
    [...textOf(document).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
        .replaceAll(" ", "-")
    )
  )

const links = documents.flatMap(linksOf)

test("every link of a document leads to a file", () => {
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ to }) => !isThere(to))).toEqual([])
})

test("every link to a part of a document leads to a heading", () => {
  const toParts = links.filter(({ anchor, to }) => anchor !== undefined && to.endsWith(".md") && isThere(to))
  expect(toParts.filter(({ anchor = "", to }) => !anchorsOf(to).has(anchor))).toEqual([])
})

describe("the architecture", () => {
  const quoted = [...textOf("docs/architecture.md").matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text)

  test("names files of src and of the console that exist", () => {
    const named = quoted.filter((text) => /^(?!effect|src)[a-z-]+(\/[\w-]+)+$/.test(text))
    expect(named.length).toBeGreaterThan(90)
    const exists = (path: string) => {
      const file = path.startsWith("console/") ? path : `src/${path}`
      return ["", ".ts", ".tsx"].some((ending) => isThere(`${file}${ending}`))
    }
    expect(named.filter((path) => !exists(path))).toEqual([])
  })

  test("names services and members that exist", () => {
    const named = quoted.filter((text) => /^[A-Z][a-z]\w+(\.\w+)?$/.test(text))
    expect(named.length).toBeGreaterThan(0)
    const exists = (name: string) => {
      const [service, member = ""] = name.split(".")
      return globSync(`src/**/${service}.ts`).some((file) => textOf(file).includes(member))
    }
    expect(named.filter((name) => !exists(name))).toEqual([])
  })

  test("names tables and functions of the database that exist", () => {
    const named = quoted.filter((text) => /^[a-z]+(_[a-z]+)+$/.test(text))
    expect(named.length).toBeGreaterThan(0)
    const migrations = globSync("migrations/*.ts").map(textOf).join("\n")
    expect(
      named.filter((table) => !new RegExp(`(create table|create function|rename to) ${table}\\b`).test(migrations))
    ).toEqual([])
  })

  test("names endpoints that exist", () => {
    const named = quoted.filter((text) => /^[A-Z]+ (\/v1|…)\//.test(text))
    expect(named.length).toBeGreaterThan(0)
    const contract = [OpenApi.fromApi(Api), OpenApi.fromApi(AdminApi)].flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`)
      )
    )
    const exists = (endpoint: string) => {
      const [method = "", path = ""] = endpoint.split(" ")
      return contract.some((one) => one.startsWith(`${method} `) && one.endsWith(path.replace("…", "")))
    }
    expect(named.filter((endpoint) => !exists(endpoint))).toEqual([])
  })
})

test("the README links to every document", () => {
  const found = new Set(linksOf("README.md").map(({ to }) => to))
  expect(documents.filter((document) => document !== "README.md" && !found.has(document))).toEqual([])
})
