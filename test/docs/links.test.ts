import { dirname, normalize } from "node:path"
import { expect, test } from "vitest"
import { documents, isThere, textOf } from "../support/data/documents.ts"

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

// As GitHub makes them.
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

test("what a document links to is there", () => {
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ to }) => !isThere(to))).toEqual([])
})

test("where a link leads to a part of a document, there is one", () => {
  const toParts = links.filter(({ anchor, to }) => anchor !== undefined && to.endsWith(".md") && isThere(to))
  expect(toParts.filter(({ anchor = "", to }) => !anchorsOf(to).has(anchor))).toEqual([])
})

test("whoever begins with the README finds every document", () => {
  const found = new Set(linksOf("README.md").map(({ to }) => to))
  expect(documents.filter((document) => document !== "README.md" && !found.has(document))).toEqual([])
})
