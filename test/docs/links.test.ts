import { dirname, normalize } from "node:path"
import { expect, test } from "vitest"
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

test("every file of src and of the console that the architecture names exists", () => {
  const named = [...textOf("docs/architecture.md").matchAll(/`((?!effect|src)[a-z-]+(?:\/[\w-]+)+)`/g)].map(
    ([, path = ""]) => path
  )
  expect(named.length).toBeGreaterThan(30)
  const exists = (path: string) => {
    const file = path.startsWith("console/") ? path : `src/${path}`
    return ["", ".ts", ".tsx"].some((ending) => isThere(`${file}${ending}`))
  }
  expect(named.filter((path) => !exists(path))).toEqual([])
})

test("the README links to every document", () => {
  const found = new Set(linksOf("README.md").map(({ to }) => to))
  expect(documents.filter((document) => document !== "README.md" && !found.has(document))).toEqual([])
})
