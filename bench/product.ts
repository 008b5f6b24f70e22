import { type ChildProcess, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

/** Creates a database on the Postgres of TEST_DATABASE_URL, and drops it when the bench ends. */
export const withDatabase = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) {
    console.error("The benches need Postgres: set TEST_DATABASE_URL, for example with scripts/services.sh")
    process.exit(2)
  }
  const name = `carillon_bench_${process.pid}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    return await use(url.href)
  } finally {
    await query(server, `drop database ${name} with (force)`)
  }
}

export const query = (url: string, statement: string, parameters: ReadonlyArray<unknown> = []) =>
  withClient(url, (sql) => sql.unsafe<Record<string, unknown>>(statement, parameters))

/** Runs an effect with a database client like that of the product. */
export const withClient = <A, E>(url: string, use: (sql: PgClient.PgClient) => Effect.Effect<A, E>) =>
  Effect.runPromise(
    Effect.flatMap(PgClient.PgClient, use).pipe(
      Effect.provide(
        PgClient.layer({
          url: Redacted.make(url),
          applicationName: "carillon bench",
          maxConnections: 10,
          startupParameters: { jit: "off" }
        })
      )
    )
  )

export interface Product {
  readonly pid: number
  readonly port: number
  readonly organizationId: number
  readonly key: string
  readonly environment: NodeJS.ProcessEnv
}

/** Runs the product in a process of its own on this database, with an organization and a key. */
export const withProduct = <A>(
  databaseUrl: string,
  use: (product: Product) => Promise<A>,
  settings: Readonly<Record<string, string>> = {}
): Promise<A> => withServer(databaseUrl, settings, startProduct)(use)

/** Starts the product in a process of its own. */
export const startProduct = (environment: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [inRepository("src/cli.ts"), "serve"], { env: environment, stdio: "inherit" })

type Admin = (path: string, body?: object, method?: string) => Promise<{ readonly id: number; readonly key: string }>

export interface Node extends Product {
  /** The port on which it carries calls. */
  readonly mediaPort: number
  readonly admin: Admin
}

/** Runs a script that serves the product and carries calls. It sends the port of the calls as its first message. */
export const withNode = <A>(databaseUrl: string, script: string, use: (node: Node) => Promise<A>): Promise<A> => {
  let mediaPort: Promise<number> = Promise.reject(new Error("Not started"))
  mediaPort.catch(() => undefined)
  return withServer(databaseUrl, {}, (environment) => {
    const child = fork(inRepository(script), { env: environment })
    mediaPort = once(child, "message").then(([port]) => port as number)
    return child
  })(async (product) => use({ ...product, mediaPort: await mediaPort }))
}

/** Runs a process that serves the product with these settings, and creates an organization and a key. */
export const withServer =
  (
    databaseUrl: string,
    settings: Readonly<Record<string, string>>,
    start: (environment: NodeJS.ProcessEnv) => ChildProcess
  ) =>
  async <A>(use: (product: Product & Pick<Node, "admin">) => Promise<A>): Promise<A> => {
    const dataDir = await mkdtemp(join(tmpdir(), "carillon-bench-"))
    const port = await freePort()
    const adminToken = "a-token-for-the-bench"
    const environment = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_TOKEN: adminToken,
      API_RATE_LIMIT: "10000000",
      LOG_LEVEL: "warn",
      ...settings
    }
    const child = start(environment)
    try {
      await untilReady(port)
      const admin: Admin = (path, body, method = "POST") =>
        fetch(`http://127.0.0.1:${port}/admin/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) })
        }).then((response) => response.json() as Promise<{ id: number; key: string }>)
      const { id: organizationId } = await admin("/organizations", { name: "Bench" })
      const { key } = await admin(`/organizations/${organizationId}/api-keys`, { name: "bench" })
      return await use({ pid: child.pid ?? 0, port, organizationId, key, environment, admin })
    } finally {
      // A process that failed to start has ended.
      if (child.kill("SIGTERM")) await once(child, "exit")
      await rm(dataDir, { recursive: true })
    }
  }

export const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

const untilReady = async (port: number) => {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (ready?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("The product did not become ready")
}
