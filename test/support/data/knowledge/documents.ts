import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../../..", import.meta.url))

/** Paths of all documents in the repository. The first is the entry page. */
export const documents = ["README.md", "CONTRIBUTING.md", ...globSync("{docs,examples}/*.md", { cwd: root }).sort()]

export const textOf = (document: string) => readFileSync(join(root, document), "utf8")

export const isThere = (path: string) => existsSync(join(root, path))

const blocks = (document: string) =>
  [...textOf(document).matchAll(/^ *```(.*)\n([\s\S]*?)^ *```$/gm)].map(([, opening = "", code = ""]) => ({
    opening,
    code
  }))

/** Returns the info strings of a document's code blocks, such as `sh no-run`. */
export const openingsOf = (document: string) => blocks(document).map(({ opening }) => opening)

/** Returns the code of the blocks with this info string. */
export const blocksOf = (document: string, opening: string) =>
  blocks(document).flatMap((block) => (block.opening === opening ? [block.code] : []))

/** Returns the names in backticks in the first column of a section's table. */
export const namesIn = (document: string, heading: string): ReadonlyArray<string> => {
  const [, section = ""] = textOf(document).split(`\n## ${heading}\n`)
  const [table = ""] = section.split("\n## ")
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  return rows.flatMap((row) => [...(row.split(" | ")[0] as string).matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))
}
