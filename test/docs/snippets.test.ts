import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, test } from "vitest"
import { blocksOf, documents, root } from "../support/data/knowledge/documents.ts"

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), "carillon-docs-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writeAll = (language: string, ending: string) =>
  documents.flatMap((document) =>
    blocksOf(document, language).map((code, index) => {
      const name = `${document.replace(/\W/g, "-")}-${index}${ending}`
      writeFileSync(join(folder, name), code)
      return name
    })
  )

test("TypeScript in the documents passes the type check", async () => {
  // Lets the code find the packages of this project.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const files = writeAll("ts", ".mts")
  const compilerOptions = { module: "nodenext", target: "esnext", types: ["node"], strict: true, noEmit: true }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
  expect(files.length).toBeGreaterThan(1)
  const { stdout } = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch((failure) => failure)
  expect(stdout).toBe("")
})

const hasPython = await run("python3", ["--version"]).then(
  () => true,
  () => false
)

// The Python packages are not installed here, so the code is parsed and not run.
test.skipIf(!hasPython)("Python in the documents can be parsed", async () => {
  const files = writeAll("python", ".py")
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) await run("python3", ["-m", "py_compile", join(folder, file)])
})
