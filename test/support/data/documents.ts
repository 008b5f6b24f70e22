import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** What people read, by its path in the repository; the first is where they begin. */
export const documents = ["README.md", "CONTRIBUTING.md", ...globSync("{docs,examples}/*.md", { cwd: root }).sort()]

export const textOf = (document: string) => readFileSync(join(root, document), "utf8")

export const isThere = (path: string) => existsSync(join(root, path))

const blocks = (document: string) =>
  [...textOf(document).matchAll(/^ *```(.*)\n([\s\S]*?)^ *```$/gm)].map(([, opening = "", code = ""]) => ({
    opening,
    code
  }))

/** What stands behind the fences that open the blocks of a document, such as `sh no-run`. */
export const openingsOf = (document: string) => blocks(document).map(({ opening }) => opening)

/** The code of the blocks that open so. */
export const blocksOf = (document: string, opening: string) =>
  blocks(document).flatMap((block) => (block.opening === opening ? [block.code] : []))

/** What the first column of a table names in backticks, row after row. */
export const namesIn = (document: string, heading: string): ReadonlyArray<string> => {
  const [, section = ""] = textOf(document).split(`\n## ${heading}\n`)
  const [table = ""] = section.split("\n## ")
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  return rows.flatMap((row) => [...(row.split(" | ")[0] as string).matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))
}
