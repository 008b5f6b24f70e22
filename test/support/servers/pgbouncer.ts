import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { untilListening } from "../eventually.ts"
import { freePort } from "./free-port.ts"

const { HOME = "", PATH = "", SERVICES_CACHE, XDG_CACHE_HOME = `${HOME}/.cache` } = process.env
const isRoot = process.getuid?.() === 0

// Where `scripts/services.sh` unpacks it.
const files = join(SERVICES_CACHE ?? (isRoot ? "/var/cache/carillon" : `${XDG_CACHE_HOME}/carillon`), "pgbouncer")
const program = join(files, "usr/sbin/pgbouncer")

export const hasPgBouncer = existsSync(program)

/** Starts a PgBouncer in front of a database, for a few nodes; in transaction mode, unless its settings say otherwise. */
export const startPgBouncer = async (
  databaseUrl: string,
  connectQuery: string,
  settings: ReadonlyArray<string> = ["pool_mode = transaction"]
) => {
  const folder = await mkdtemp(join(tmpdir(), "carillon-pgbouncer-"))
  const { hostname, pathname, port, username } = new URL(databaseUrl)
  const own = await freePort()
  const database = `host=${hostname} port=${port} user=${username || "postgres"}`
  const lines = [
    "[databases]",
    `* = ${database}${connectQuery === "" ? "" : ` connect_query='${connectQuery.replaceAll("'", "''")}'`}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = any",
    ...settings,
    "default_pool_size = 20",
    "max_client_conn = 200"
  ]
  const config = join(folder, "pgbouncer.ini")
  await writeFile(config, lines.join("\n"))
  await chmod(folder, 0o755)
  const [command = "", ...args] = [...(isRoot ? ["runuser", "-u", "postgres", "--"] : []), program, "-q", config]
  const env = { PATH, LD_LIBRARY_PATH: join(files, "usr/lib/x86_64-linux-gnu") }
  const child = spawn(command, args, { env, stdio: "ignore" })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await untilListening(own)
  const url = new URL(databaseUrl)
  url.port = String(own)
  url.pathname = pathname
  return {
    url: url.href,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM")
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}
