import { execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { untilFound } from "../eventually.ts"
import { freePort } from "./free-port.ts"

const run = promisify(execFile)

const { HOME = "", LD_LIBRARY_PATH = "", PATH = "", SERVICES_CACHE, XDG_CACHE_HOME = `${HOME}/.cache` } = process.env
const isRoot = process.getuid?.() === 0

// Where `scripts/services.sh` unpacks Postgres.
const files = join(SERVICES_CACHE ?? (isRoot ? "/var/cache/carillon" : `${XDG_CACHE_HOME}/carillon`), "postgres-15")
const bin = join(files, "usr/lib/postgresql/15/bin")

/** Whether the programs of Postgres are here, such as pg_dump. */
export const hasPostgresPrograms = existsSync(join(bin, "pg_dump"))

/** Runs a program of Postgres. Its servers do not run as root. */
export const runPostgres = (program: string, args: ReadonlyArray<string>) => {
  const [command, ...rest] = commandOf(program, args)
  return run(command, rest, { env })
}

const env = { PATH, LD_LIBRARY_PATH: `${join(files, "usr/lib/x86_64-linux-gnu")}:${LD_LIBRARY_PATH}` }
const commandOf = (program: string, args: ReadonlyArray<string>): [string, ...ReadonlyArray<string>] =>
  isRoot ? ["runuser", "-u", "postgres", "--", join(bin, program), ...args] : [join(bin, program), ...args]

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "carillon-cluster-"))
  if (isRoot) await run("chown", ["postgres", folder])
  return folder
}

/** Starts a new cluster on a free port. Its transaction ids are those of a cluster that has done nothing yet. */
export const startCluster = async (settings: ReadonlyArray<string> = ["synchronous_commit=off"]) => {
  const folder = await newFolder()
  const data = join(folder, "data")
  await runPostgres("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C.UTF-8"])
  return startServer(folder, settings)
}

/** Starts a standby that streams from a cluster. */
export const startStandby = async (primary: Cluster) => {
  const folder = await newFolder()
  await runPostgres("pg_basebackup", ["-D", join(folder, "data"), "-R", "-c", "fast", "-d", primary.url])
  return startServer(folder, [])
}

export type Cluster = Awaited<ReturnType<typeof startServer>>

const startServer = async (folder: string, settings: ReadonlyArray<string>) => {
  const data = join(folder, "data")
  const port = await freePort()
  const [command, ...args] = commandOf("postgres", [
    ...["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder],
    ...["fsync=off", "full_page_writes=off", ...settings].flatMap((setting) => ["-c", setting])
  ])
  const server = spawn(command, args, { env, stdio: "ignore" })
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()))
  const isReady = () =>
    runPostgres("pg_isready", ["-q", "-h", "127.0.0.1", "-p", String(port)]).then(
      () => true,
      () => false
    )
  await untilFound(isReady)
  return {
    folder,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Kills all processes of the server at once with kill -9, as when its machine dies. */
    kill: async () => {
      const [pid = ""] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ")
      // A session may have ended meanwhile, which fails the command after it has killed the others.
      await run("kill", ["-9", pid, ...children]).catch(() => undefined)
      await ended
    },
    /** Makes a standby a primary. Returns once it accepts writes. */
    promote: () => runPostgres("pg_ctl", ["promote", "-w", "-D", data]),
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        await runPostgres("pg_ctl", ["stop", "-D", data, "-m", "immediate"])
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    }
  }
}
