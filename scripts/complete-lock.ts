// Run after `npm install` when the registry in use does not serve every platform: npm leaves such packages out of the lock
// file, and `npm ci` then refuses the file. Writes the missing entries from the package names, which contain the platform.
import { readFileSync, writeFileSync } from "node:fs"

interface Entry {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly cpu?: ReadonlyArray<string>
  readonly os?: ReadonlyArray<string>
  readonly libc?: ReadonlyArray<string>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const file = "package-lock.json"
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, "utf8"))

const platform = (name: string) => {
  const [os, cpu, abi] = /(android|darwin|freebsd|linux|openharmony|win32)-.*$/.exec(name)?.[0].split("-") ?? []
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not say which platform it is for`)
  return { os, cpu, libc: os === "linux" ? (abi?.startsWith("musl") ? "musl" : "glibc") : undefined }
}

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages) continue
    const { os, cpu, libc } = platform(name)
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev && { dev }),
      ...(libc && { libc: [libc] }),
      optional: true,
      os: [os]
    }
    console.log(`${name}@${version}`)
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
