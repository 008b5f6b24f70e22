import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { carillon, type Served, serve } from "./support/processes/carillon-process.ts"
import { childEnv } from "./support/processes/child-env.ts"
import { makeDatabase, type TestDatabase } from "./support/servers/test-database.ts"

const run = promisify(execFile)
const root = fileURLToPath(new URL("..", import.meta.url))
const examples = join(root, "examples")

let folder: string
let database: TestDatabase
let server: Served
let key: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "carillon-client-"))
  database = await makeDatabase()
  const { settings } = database
  server = await serve(settings)
  const admin = ["--url", server.url, "--json"]
  await carillon(["org", "create", "--name", "Acme", ...admin], settings)
  key = JSON.parse((await carillon(["key", "create", "--org", "1", "--name", "x", ...admin], settings)).stdout).key
})
afterAll(async () => {
  await server.stop("SIGKILL")
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({ ...childEnv, CARILLON_URL: server.url, CARILLON_KEY: key })
const output = async (command: string, ...args: ReadonlyArray<string>) =>
  (await run(command, args, { cwd: folder, env: env() })).stdout

/** A foreign project with the packed package and the `effect` of this repository installed. */
const consumer = async () => {
  const project = join(folder, "project")
  const packed = await run("npm", ["pack", "--ignore-scripts=false", "--pack-destination", folder], { cwd: root })
  const installed = join(project, "node_modules/carillon")
  await mkdir(installed, { recursive: true })
  const tarball = packed.stdout.trim().split("\n").at(-1) as string
  await run("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"])
  for (const name of ["effect", "@types"]) {
    await symlink(join(root, "node_modules", name), join(project, "node_modules", name))
  }
  await writeFile(join(project, "package.json"), `{ "type": "module" }`)
  const compilerOptions = { module: "nodenext", target: "esnext", strict: true, noEmit: true, types: ["node"] }
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  for (const name of ["typescript.ts", "typescript-effect.ts"]) await cp(join(examples, name), join(project, name))
  return { project, installed }
}

// Packs and compiles twice, which takes long on a busy machine.
test("another project installs the packed client, type-checks with it, and calls a server", async () => {
  const { installed, project } = await consumer()
  const files = await readdir(installed, { recursive: true })
  expect(files).toContain("dist/client.d.ts")
  // Node does not strip types in packages, and the package must not contain the server.
  expect(files.filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))).toEqual([])
  expect(files.filter((name) => name.startsWith("dist/") && !/^dist\/(client|api|domain)\b/.test(name))).toEqual([])

  // A compilation takes long, so that both programs share one: its only error is that of the wrong program.
  const wrong = `import { makeClient } from "carillon/client"\nmakeClient({ url: "x", apiKey: 1 })\n`
  await writeFile(join(project, "wrong.ts"), wrong)
  await expect(run(join(root, "node_modules/.bin/tsc"), ["-p", project, "--pretty", "false"])).rejects.toMatchObject({
    stdout: expect.stringMatching(/^\S*\/wrong\.ts\(2,\d+\): error TS2322: [^\n]*\n$/)
  })

  expect(await output(process.execPath, join(project, "typescript.ts"))).toBe(
    `March reminders has 0 contacts\n1 created, 0 updated, 1 refused: phoneNumber must be a valid E.164 phone number: this is a national number; write + and the country code, then the number without its leading 0 and without spaces, such as +919812345678\nNOT_FOUND: There is no such campaign\n`
  )
  const made = await output(process.execPath, join(project, "typescript-effect.ts"))
  expect(made).toMatch(/^Asha Rao is [0-9a-f-]{36}\nThere is no such contact\n$/)
  expect(await output(process.execPath, join(project, "typescript-effect.ts"))).toBe(made)
})

test("the Python example runs", async ({ skip }) => {
  const found = await run("python3", ["--version"]).catch(() => undefined)
  if (found === undefined) return skip("There is no python3 on this machine")
  expect(await output("python3", join(examples, "python.py"))).toBe(
    "1 created, 0 updated, 1 refused\nMarch reminders: Asha Rao\nNOT_FOUND: There is no such campaign\n"
  )
})

test("the curl example runs", async () => {
  const lines = (await output("sh", join(examples, "curl.sh"))).trim().split("\n")
  expect(lines).toHaveLength(4)
  expect(JSON.parse(lines[0] as string)).toMatchObject({ total: 2 })
  expect(JSON.parse(lines[1] as string)).toMatchObject({ name: "March reminders" })
  expect(JSON.parse(lines[2] as string)).toMatchObject({ code: "NOT_FOUND" })
  expect(lines[3]).toBe("refused")
})

test("the README of the examples lists every example", async () => {
  const readme = await readFile(join(examples, "README.md"), "utf8")
  for (const name of await readdir(examples)) if (name !== "README.md") expect(readme).toContain(`\`${name}\``)
})
