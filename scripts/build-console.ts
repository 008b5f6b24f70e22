// Builds the console into dist/console unless it is there and up to date. `npm start` and `npm run demo` run this first.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const built = join(root, "dist/console")
const stamp = join(root, "dist/console.sha256")

/** Returns a digest of everything that the built files depend on: times of files change without their contents. */
const digestOfSources = () => {
  const files = globSync(["console/**/*.*", "src/domain/**/*.ts", "package-lock.json"], { cwd: root }).sort()
  const hash = createHash("sha256")
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest("hex")
}

const vite = () => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js")
  } catch {
    return undefined
  }
}

/** Builds beside the former files and replaces them at once, because a server may be reading them. */
const build = (tool: string, digest: string) => {
  const folder = `${built}.${process.pid}`
  const started = performance.now()
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [tool, "build", join(root, "console"), "--outDir", folder, "--logLevel", "warn"],
    { encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } }
  )
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`Could not build the console:\n${stdout}${stderr}`)
  }
  rmSync(built, { recursive: true, force: true })
  try {
    renameSync(folder, built)
  } catch (error) {
    // Another process has built the same sources meanwhile.
    if (!existsSync(join(built, "index.html"))) throw error
    rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(stamp, digest)
  return ((performance.now() - started) / 1000).toFixed(1)
}

const tool = vite()
const isThere = existsSync(join(built, "index.html"))
if (tool !== undefined) {
  const digest = digestOfSources()
  if (!isThere || !existsSync(stamp) || readFileSync(stamp, "utf8") !== digest) {
    mkdirSync(dirname(built), { recursive: true })
    console.error(`Built the console in ${build(tool, digest)} s`)
  }
} else if (!isThere) {
  console.error("The console is not built: install its build tools with npm ci, without --omit=dev, and start again")
}
